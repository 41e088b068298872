import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { cx, EmptyState, Figure, Skeleton } from '@glasshouse/ui';
import { memo } from 'react';
import { type PublicTrade, useDepth } from '../../../../live/depth.ts';
import { Quantity } from './book-row.tsx';
import { clockTime } from './clock-time.ts';
import { LinkNotice, useIsOld } from './link-notice.tsx';
import styles from './order-book.module.css';

const SKELETON_LINES = 12;

/** The latest trades of this pair in the current book, in the colour of the taker. */
export function RecentTrades({ info }: { info: MarketInfo }) {
  const t = useT();
  const trades = useDepth((state) => state.trades);
  const stale = useIsOld(useDepth((state) => state.stale));
  return (
    <div className={cx(styles.list, stale && styles.old)}>
      <LinkNotice stale={stale} />
      <div className={styles.heads}>
        <span>{t('workspace:book.price')}</span>
        <span className={styles.end}>{t('workspace:book.quantity')}</span>
        <span className={styles.end}>{t('common:word.time')}</span>
      </div>
      {trades === undefined ? (
        <TickLines count={SKELETON_LINES} />
      ) : trades.length === 0 ? (
        <EmptyState compact title={t('workspace:book.noTrades')}>
          {t('workspace:book.noTradesHint')}
        </EmptyState>
      ) : (
        <ul className={styles.scroll}>
          {trades.map((trade) => (
            <Trade key={trade.id} trade={trade} precision={info.precision} />
          ))}
        </ul>
      )}
    </div>
  );
}

const Trade = memo(function Trade({ trade, precision }: { trade: PublicTrade; precision: number }) {
  const t = useT();
  const buy = trade.side === 'buy';
  return (
    <li className={styles.line}>
      <span className={buy ? styles.bought : styles.sold}>
        <Figure value={trade.price} places={precision} />
        <span aria-hidden="true" className={styles.arrow}>
          {buy ? '↑' : '↓'}
        </span>
        <span className="visually-hidden">{t(buy ? 'workspace:side.buy' : 'workspace:side.sell')}</span>
      </span>
      <span className={styles.end}>
        <Quantity value={trade.quantity} />
      </span>
      <time className={cx(styles.end, styles.muted)} dateTime={new Date(trade.at).toISOString()}>
        {clockTime(trade.at)}
      </time>
    </li>
  );
});

/** Skeletons of lines. */
export const TickLines = ({ count }: { count: number }) => (
  <div aria-busy="true">
    {Array.from({ length: count }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity.
      <div key={line} className={styles.waitingLine}>
        <Skeleton height="0.1rem" />
      </div>
    ))}
  </div>
);
