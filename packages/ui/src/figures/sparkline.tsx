import { memo } from 'react';
import { cx } from '../lib/cx.ts';
import styles from './sparkline.module.css';
import { sparklinePath } from './sparkline-path.ts';

interface SparklineProps {
  /** Oldest first; the last hundred are drawn. Must be referentially stable. */
  prices: readonly number[];
  /** Defaults to the direction from the first to the last price. */
  direction?: 'up' | 'down' | 'flat' | undefined;
  stale?: boolean | undefined;
  className?: string | undefined;
}

const BOX = { width: 96, height: 32, inset: 2 };

/** Recent prices as a single path, no library. Decorative: the row's figures say the same. */
export const Sparkline = memo(function Sparkline({ prices, direction, stale = false, className }: SparklineProps) {
  const trend = direction ?? directionOf(prices);
  return (
    <svg
      className={cx(styles.sparkline, styles[stale ? 'flat' : trend], className)}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={sparklinePath(prices, BOX)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
});

function directionOf(prices: readonly number[]): 'up' | 'down' | 'flat' {
  const first = prices[0];
  const last = prices.at(-1);
  if (first === undefined || last === undefined || first === last) return 'flat';
  return first < last ? 'up' : 'down';
}
