import { useFormat } from '@glasshouse/app/hooks/use-format';
import type { BuySums } from '@glasshouse/trade/plans/sums';
import styles from './plan.module.css';

/** More would be thinner than a pixel in the ticket. */
const BARS_MAX = 90;
const HEIGHT = 40;
/** Of ten parts; the others are the gap to the next bar. */
const BAR = 3;
const STEP = 10;

interface GrowthProps {
  readonly days: number;
  readonly sums: BuySums | undefined;
}

/**
 * The yield paid up to each day, as a bar; the rows below say the same in figures. It grows by the
 * same amount each day, so that the picture is one for every amount.
 */
export function Growth({ days, sums }: GrowthProps) {
  const format = useFormat();
  const bars = Math.min(days, BARS_MAX);
  const indices = Array.from({ length: bars }, (_, index) => index);
  return (
    <div className={styles.growth} aria-hidden="true" data-empty={sums === undefined || undefined}>
      <svg viewBox={`0 0 ${(bars - 1) * STEP + BAR} ${HEIGHT}`} preserveAspectRatio="none" role="presentation">
        {indices.map((index) => {
          const height = (HEIGHT * (index + 1)) / bars;
          return <rect key={index} x={index * STEP} y={HEIGHT - height} width={BAR} height={height} />;
        })}
      </svg>
      <p className={styles.dates}>
        <span>{sums && format.date(sums.startsAt)}</span>
        <span>{sums && format.date(sums.maturesAt)}</span>
      </p>
    </div>
  );
}
