import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { cx, EmptyState, Figure, Select, Skeleton } from '@glasshouse/ui';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDepth } from '../../../../live/depth.ts';
import { useQuote } from '../../../../live/market.ts';
import { BookPrice } from '../../../../parts/chart/book-price.tsx';
import { useLiveSpotOrders } from '../../../../parts/orders/live-orders.ts';
import type { PickedLevel, Workspace } from '../use-workspace.ts';
import { BookRow } from './book-row.tsx';
import { type DepthRow, depthRows, groupingSteps, spreadOf } from './depth-rows.ts';
import { LinkNotice, useIsOld } from './link-notice.tsx';
import styles from './order-book.module.css';
import { useBookFocus } from './use-book-focus.ts';
import { useLinesThatFit } from './use-lines-that-fit.ts';

/** The server sends no more levels per side. */
const LINES_MAX = 25;
const GROUPING_KEY = 'bookGrouping';
/** Decimals of the smallest possible price step. */
const STEP_PLACES_MAX = 12;

interface OrderBookProps {
  readonly workspace: Workspace;
  readonly spot: NonNullable<MarketInfo['spot']>;
}

/**
 * Asks above, bids below, the spread in between; as many lines as fit. Only changed lines
 * re-render.
 */
export function OrderBook({ workspace, spot }: OrderBookProps) {
  const t = useT();
  const format = useFormat();
  const { info } = workspace;
  const depth = useDepth((state) => state.depth);
  const waiting = useIsOld(useDepth((state) => state.stale));
  const stale = useQuote(info.code, (quote) => quote.stale);
  const steps = groupingSteps(spot.tickSize, info.price === null ? undefined : String(info.price));
  const [step, setStep] = useGrouping(info.code, steps);
  const own = useOwnPrices(info.code);
  const place = useRef<HTMLDivElement>(null);
  const count = Math.min(LINES_MAX, useLinesThatFit(place));
  const rows = useMemo(
    () => depth && depthRows(depth, { step, precision: info.precision, count, own }),
    [depth, step, info.precision, count, own],
  );
  // A stable handler, so that lines re-render only when their own figures change.
  const { pick } = workspace;
  const latest = useRef(pick);
  useLayoutEffect(() => {
    latest.current = pick;
  }, [pick]);
  const onPick = useCallback((level: PickedLevel) => latest.current(level), []);
  const { isStop, handlers } = useBookFocus(rows);
  const side = (list: readonly DepthRow[], kind: 'bid' | 'ask') =>
    list.map((row, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: keyed by price, every tick would recreate every line.
      <BookRow key={place} row={row} kind={kind} stop={isStop(kind, place)} onPick={onPick} />
    ));

  return (
    <div className={cx(styles.book, (stale || waiting) && styles.old)}>
      <div className={styles.bar}>
        <span className={styles.spreadWords}>
          <LinkNotice stale={waiting} otherwise={1 < steps.length ? t('workspace:book.grouping') : undefined} />
        </span>
        {1 < steps.length && (
          <Select
            className={styles.grouping}
            label={t('workspace:book.grouping')}
            hideLabel
            value={step}
            onChange={setStep}
            options={steps.map((value) => ({ value, label: format.number(value, { max: STEP_PLACES_MAX }) }))}
          />
        )}
      </div>
      <div className={styles.heads}>
        <span>{t('workspace:book.price')}</span>
        <span className={styles.end}>{t('workspace:book.quantity')}</span>
        <span className={styles.end}>{t('workspace:book.total')}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls. */}
      <div
        ref={place}
        role="group"
        aria-label={t('workspace:book.levels')}
        aria-busy={rows === undefined || undefined}
        className={styles.sides}
        {...handlers}
      >
        {rows === undefined ? (
          <Waiting count={count} />
        ) : rows.asks.length === 0 && rows.bids.length === 0 ? (
          <EmptyState compact title={t('workspace:book.empty')}>
            {t('workspace:book.emptyHint')}
          </EmptyState>
        ) : (
          <>
            <div className={cx(styles.side, styles.asks)}>{side(rows.asks, 'ask')}</div>
            <div className={styles.spread}>
              <BookPrice code={info.code} className={styles.last} />
              <Spread info={info} />
            </div>
            <div className={styles.side}>{side(rows.bids, 'bid')}</div>
          </>
        )}
      </div>
    </div>
  );
}

/** The spread between the two sides. */
function Spread({ info }: { info: MarketInfo }) {
  const t = useT();
  const depth = useDepth((state) => state.depth);
  const spread = depth && spreadOf(depth);
  return (
    <span className={styles.spreadWords}>
      {spread !== undefined && (
        <>
          <span className={styles.spreadName}>{t('market:source.spread')}</span>
          <span dir="ltr">
            <Figure value={spread.spread} places={info.precision} /> ·{' '}
            <Figure value={percentOf(spread.rate)} places={3} asset="%" />
          </span>
        </>
      )}
    </span>
  );
}

/** A fraction as percent, by moving the decimal point. */
const percentOf = (rate: string): string => {
  const [whole = '0', fraction = ''] = rate.split('.');
  const digits = fraction.padEnd(2, '0');
  return `${BigInt(whole + digits.slice(0, 2))}.${digits.slice(2) || '0'}`;
};

const Waiting = ({ count }: { count: number }) => (
  <>
    {Array.from({ length: 2 * count + 1 }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity.
      <div key={line} className={styles.waitingLine}>
        <Skeleton width={`${48 + ((line * 17) % 40)}%`} height="0.1rem" />
      </div>
    ))}
  </>
);

/** The step chosen for this pair, if it is still available. */
function useGrouping(code: string, steps: readonly string[]) {
  const key = `${GROUPING_KEY}.${code}`;
  const [chosen, setChosen] = useState(() => readStored(key));
  const step = steps.find((known) => known === chosen) ?? steps[0] ?? '1';
  const choose = (next: string) => {
    writeStored(key, next);
    setChosen(next);
  };
  return [step, choose] as const;
}

function useOwnPrices(code: string) {
  const { data } = useLiveSpotOrders();
  return useMemo(() => {
    const prices = (side: 'buy' | 'sell') =>
      (data ?? []).flatMap((order) =>
        order.code === code && order.side === side && order.price !== null ? [order.price] : [],
      );
    return { bids: prices('buy'), asks: prices('sell') };
  }, [data, code]);
}
