import { Skeleton } from '../feedback/skeleton.tsx';
import { cx } from '../lib/cx.ts';
import styles from './price-chart.module.css';

/**
 * The place of a chart in a painted page. The credit is painted with it: it is the largest text of
 * a phone's page, and would count as a late first paint if it came with the bars.
 */
export const ChartPlace = ({ className }: { className: string }) => (
  <div aria-busy="true" className={cx(styles.frame, className)}>
    <div dir="ltr" className={styles.stage}>
      <Skeleton className={styles.waiting} width="auto" height="auto" />
      <ChartCredit />
    </div>
  </div>
);

/** Required by the charting library's licence. */
export const ChartCredit = () => (
  <a className={styles.credit} href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
    TradingView Lightweight Charts™
  </a>
);
