import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { compareDecimals, cx, EmptyState, Figure } from '@glasshouse/ui';
import { memo, useEffect, useState } from 'react';
import { marketSnapshot, useQuote } from '../../../../live/market.ts';
import { clockTime } from './clock-time.ts';
import styles from './order-book.module.css';
import { TickLines } from './recent-trades.tsx';

/** Since the page was opened; older ones are on the chart. */
const TICKS_MAX = 50;
const SKELETON_LINES = 6;

interface SeenTick {
  readonly seq: number;
  readonly price: string;
  readonly at: number;
  /** Compared with the previous tick. */
  readonly move: number;
}

/** The latest ticks with their sequence numbers, which orders open and settle by. */
export function RecentTicks({ info }: { info: MarketInfo }) {
  const t = useT();
  const ticks = useSeenTicks(info.code);
  const open = useQuote(info.code, (quote) => quote.open);
  return (
    <div className={styles.list}>
      <div className={styles.heads}>
        <span>{t('workspace:book.price')}</span>
        <span className={styles.end}>{t('market:source.tick')}</span>
        <span className={styles.end}>{t('common:word.time')}</span>
      </div>
      {ticks.length === 0 && !open ? (
        <EmptyState compact title={t('trade:options.closedNow')} />
      ) : ticks.length === 0 ? (
        <TickLines count={SKELETON_LINES} />
      ) : (
        <ul className={styles.scroll}>
          {ticks.map((tick) => (
            <Tick key={tick.seq} tick={tick} precision={info.precision} />
          ))}
        </ul>
      )}
    </div>
  );
}

const Tick = memo(function Tick({ tick, precision }: { tick: SeenTick; precision: number }) {
  return (
    <li className={styles.line}>
      <span className={0 < tick.move ? styles.bought : tick.move < 0 ? styles.sold : undefined}>
        <Figure value={tick.price} places={precision} />
        <span aria-hidden="true" className={styles.arrow}>
          {0 < tick.move ? '↑' : tick.move < 0 ? '↓' : ''}
        </span>
      </span>
      <bdi className={cx(styles.end, styles.muted)}>#{tick.seq}</bdi>
      <time className={cx(styles.end, styles.muted)} dateTime={new Date(tick.at).toISOString()}>
        {clockTime(tick.at)}
      </time>
    </li>
  );
});

/** Newest first. The stream is throttled to four prices a second, so numbers may have gaps. */
function useSeenTicks(code: string): readonly SeenTick[] {
  const [ticks, setTicks] = useState<readonly SeenTick[]>([]);
  useEffect(() => {
    const see = () => {
      const { tick, price, at } = marketSnapshot.quote(code);
      if (tick === undefined || price === undefined || at === undefined) return;
      setTicks((known) => {
        const before = known[0];
        if (before !== undefined && tick <= before.seq) return known;
        const move = before === undefined ? 0 : compareDecimals(price, before.price);
        return [{ seq: tick, price, at, move }, ...known].slice(0, TICKS_MAX);
      });
    };
    see();
    return marketSnapshot.subscribe(code, see);
  }, [code]);
  return ticks;
}
