import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Rail, Seal } from '@glasshouse/ui';
import styles from './house.module.css';
import { type CheckedHour, HOUR_MINUTES, type HourState } from './use-checked-hour.ts';

const SEALS = { checking: 'open', sealed: 'sealed', broken: 'broken' } as const;

interface ProofHourProps {
  /** Its name; undefined until it is known. */
  readonly market: string | undefined;
  readonly hour: CheckedHour;
  readonly checked: number;
}

/** The heading of the page is its proof: every signed minute of the last hour, checked here. */
export function ProofHour({ market, hour: { marks, state }, checked }: ProofHourProps) {
  const t = useT();
  const format = useFormat();
  const counts = { checked: format.number(checked), signed: format.number(marks.length) };
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
        <p className={styles.note}>{market !== undefined && t('account:house.rail', { market, ...counts })}</p>
      </div>
    </header>
  );
}

const STATES = {
  checking: 'site:proof.waiting',
  sealed: 'site:proof.holds',
  broken: 'site:proof.broken',
} as const satisfies Record<HourState, string>;
