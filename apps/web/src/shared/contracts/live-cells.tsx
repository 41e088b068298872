import { Change, cx, Figure } from '@glasshouse/ui';
import { useMemo } from 'react';
import { useQuote } from '../../live/market.ts';
import type { ContractOrder } from '../../live/user.ts';
import { useFormat } from '../format.ts';
import styles from './contracts.module.css';
import { levelAt, levelShare, netNow, percentText, shareOfMargin } from './live-figures.ts';
import { readPosition } from './position.ts';

/** Close to liquidation: below this multiple of the liquidation level. */
const NEAR_SHARE = 0.25;

const usePosition = (order: ContractOrder) => useMemo(() => readPosition(order), [order]);
// Selecting the final text avoids a re-render when a tick does not change it.

/** The result if it closed now, after all costs, in money and in percent of the margin. */
export function LiveNet({ order, asset }: { order: ContractOrder; asset?: string | undefined }) {
  const position = usePosition(order);
  const net = useQuote(order.code, (quote) => position && netNow(position, quote));
  const stale = useQuote(order.code, (quote) => quote.stale);
  return (
    <span className={cx(styles.pair, stale && styles.stale)}>
      <Figure value={net} places={2} asset={asset} coloured rounding="half" />
      <Change percent={position && percentText(shareOfMargin(position, net))} />
    </span>
  );
}

/** Margin level with a bar: a full one is far from liquidation, an empty one is there. */
export function LiveLevel({ order }: { order: ContractOrder }) {
  const format = useFormat();
  const position = usePosition(order);
  const level = useQuote(order.code, (quote) => position && levelAt(position, quote.price));
  const stale = useQuote(order.code, (quote) => quote.stale);
  const share = levelShare(level);
  return (
    <span className={cx(styles.level, level !== undefined && share < NEAR_SHARE && styles.near, stale && styles.stale)}>
      <bdi dir="ltr" className={styles.figure}>
        {level === undefined ? '–' : format.percent(level, { max: 0 })}
      </bdi>
      <span className={styles.rail} aria-hidden="true">
        <span className={styles.fill} style={{ scale: `${share} 1` }} />
      </span>
    </span>
  );
}
