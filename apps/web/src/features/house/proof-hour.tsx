import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Rail, Seal } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { FIRST_TYPE, marketListQuery } from '../../parts/market/market-query.ts';
import styles from './house.module.css';
import { HOUR_MINUTES, type HourState, useCheckedHour } from './use-checked-hour.ts';

const SEALS = { checking: 'open', sealed: 'sealed', broken: 'broken' } as const;

/** The heading of the page is its proof: every signed minute of the last hour, checked here. */
export function ProofHour() {
  const t = useT();
  const format = useFormat();
  const market = useQuery(marketListQuery(FIRST_TYPE)).data?.[0];
  const { marks, state } = useCheckedHour(market?.code);
  const checked = marks.filter((isSealed) => isSealed).length;
  const rail = {
    market: market?.appName ?? '',
    checked: format.number(checked),
    signed: format.number(marks.length),
  };
  return (
    <header className={styles.hour}>
      <div>
        <p className={styles.state} data-state={state} role="status">
          <Seal state={SEALS[state]} size="m" />
          {t(STATES[state])}
        </p>
        <h1 className={styles.title}>{t(state === 'broken' ? 'account:house.hourBroken' : 'account:house.hour')}</h1>
      </div>
      <div className={styles.rail}>
        <Rail marks={marks} slots={HOUR_MINUTES} />
        <p className={styles.note}>{market !== undefined && t('account:house.rail', rail)}</p>
      </div>
    </header>
  );
}

const STATES = {
  checking: 'site:proof.waiting',
  sealed: 'site:proof.holds',
  broken: 'site:proof.broken',
} as const satisfies Record<HourState, string>;
