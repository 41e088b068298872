import { useT } from '@glasshouse/app/language/language';
import type { TimeInForce } from '@glasshouse/trade/spot/draft';
import { Select } from '@glasshouse/ui';
import styles from './spot.module.css';
import type { SpotTicketState } from './use-spot-ticket.ts';

const EVERY = { GTC: 0, IOC: 0, FOK: 0, postOnly: 0 } satisfies Record<TimeInForce, 0>;
const TIMES = Object.keys(EVERY) as readonly TimeInForce[];

/** The time in force of a limit order, folded away. */
export function TimeInForceField({ ticket }: { ticket: SpotTicketState }) {
  const t = useT();
  return (
    <details className={styles.advanced} open={ticket.draft.timeInForce !== 'GTC' || undefined}>
      <summary className={styles.summary}>{t('workspace:spot.advanced')}</summary>
      <Select
        label={t('workspace:spot.timeInForce')}
        value={ticket.draft.timeInForce}
        onChange={(timeInForce) => ticket.change({ timeInForce })}
        options={TIMES.map((value) => ({
          value,
          label: t(`workspace:spot.tif.${value}`),
          note: t(`workspace:spot.tifNote.${value}`),
        }))}
        hint={t(`workspace:spot.tifNote.${ticket.draft.timeInForce}`)}
      />
    </details>
  );
}
