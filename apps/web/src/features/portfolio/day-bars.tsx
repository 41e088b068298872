import { useFormat } from '@glasshouse/app/hooks/use-format';
import { cx } from '@glasshouse/ui';
import { RESULT_PLACES } from '../../parts/money/short-places.ts';
import { barsOf, type DayResult } from './bars.ts';
import styles from './portfolio.module.css';

/**
 * The newest days as bars from a common line, oldest first. The table below has the same figures,
 * so screen readers skip it.
 */
export function DayBars({ days }: { days: readonly DayResult[] }) {
  const format = useFormat();
  return (
    <div className={styles.bars} aria-hidden="true">
      {barsOf(days).map(({ day, net, share, isGain }) => (
        <span
          key={day}
          className={styles.slot}
          title={`${format.date(`${day}T12:00:00`)}: ${format.signedMoney(net, 'USDT', RESULT_PLACES)}`}
        >
          <span
            className={cx(styles.bar, isGain ? styles.gain : styles.loss)}
            style={{ blockSize: `${share * 50}%` }}
          />
        </span>
      ))}
    </div>
  );
}
