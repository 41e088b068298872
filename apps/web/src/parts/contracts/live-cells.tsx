import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { closingPrice } from '@glasshouse/rules/contracts';
import { closeNowDerivations, levelNowDerivation, positionDerivations } from '@glasshouse/rules/derivations/contracts';
import { ofTick } from '@glasshouse/rules/derivations/terms';
import { levelAt, levelShare, netNow, percentText, shareOfMargin } from '@glasshouse/trade/contracts/live-figures';
import { readPosition } from '@glasshouse/trade/contracts/position';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { Change, cx } from '@glasshouse/ui';
import { useMemo } from 'react';
import { marketSnapshot, useQuote } from '../../live/market.ts';
import { tickOfNow } from '../../live/tick-of-now.ts';
import { Derived, DerivedNow } from '../reasons/derived.tsx';
import styles from './contracts.module.css';
import { useRatedOrder } from './use-rated-order.ts';

/** Close to liquidation: below this multiple of the liquidation level. */
const NEAR_SHARE = 0.25;

const usePosition = (order: ContractOrder) => useMemo(() => readPosition(order), [order]);
// Selecting the final text avoids a re-render when a tick does not change it.

/** Where the inputs of a position are: its ticks and postings on its own page. */
const sourcesOf = ({ id }: ContractOrder) => ({
  order: `/order/contracts/${id}`,
  ledger: `/order/contracts/${id}#lines`,
});

/** What closing now would come to, by the quote of now. */
function closeNow(order: ContractOrder) {
  const price = closingPrice(order.side, marketSnapshot.quote(order.code));
  const { openPrice } = order;
  if (openPrice === null || price === undefined) return undefined;
  const { net, share } = closeNowDerivations({ ...order, openPrice }, price);
  const tick = tickOfNow(order.code);
  return { net: ofTick(net, tick), share: share && ofTick(share, tick) };
}

const asChange = (share: string) => <Change percent={percentText(share)} />;

interface LiveNetProps {
  readonly order: ContractOrder;
  readonly asset?: string | undefined;
  /** The share behind the money, and not below it. */
  readonly inLine?: boolean;
  /** In money alone, for a row of one line. */
  readonly alone?: boolean;
}

/** The result if it closed now, after all costs, in money and in percent of the margin. */
export function LiveNet({ order: placed, asset, inLine = false, alone = false }: LiveNetProps) {
  const t = useT();
  const order = useRatedOrder(placed);
  const position = usePosition(order);
  const net = useQuote(order.code, (quote) => position && netNow(position, quote));
  const stale = useQuote(order.code, (quote) => quote.stale);
  const reason = { name: t('order:ifClosedNow'), sources: sourcesOf(order) };
  return (
    <span className={cx(inLine ? styles.line : styles.pair, stale && styles.stale)}>
      <DerivedNow {...reason} value={net} derive={() => closeNow(order)?.net} places={2} asset={asset} coloured />
      {!alone && (
        <DerivedNow
          {...reason}
          value={position && shareOfMargin(position, net)}
          derive={() => closeNow(order)?.share}
          show={asChange}
        />
      )}
    </span>
  );
}

/** From this margin level on, liquidation is too far away to be worth a bar. */
const BAR_BELOW = 2;

interface LiveLevelProps {
  readonly order: ContractOrder;
  /** Nothing at all while it is high. */
  readonly onlyLow?: boolean;
}

/** Margin level; while it is low with a bar: a full one is far from liquidation. */
export function LiveLevel({ order: placed, onlyLow = false }: LiveLevelProps) {
  const t = useT();
  const order = useRatedOrder(placed);
  const format = useFormat();
  const position = usePosition(order);
  const level = useQuote(order.code, (quote) => position && levelAt(position, quote.price));
  const stale = useQuote(order.code, (quote) => quote.stale);
  const share = levelShare(level);
  const isLow = level !== undefined && Number(level) < BAR_BELOW;
  if (onlyLow && !isLow) return null;
  return (
    <span className={cx(styles.level, level !== undefined && share < NEAR_SHARE && styles.near, stale && styles.stale)}>
      <DerivedNow
        name={t('order:marginLevel')}
        sources={sourcesOf(order)}
        value={level}
        derive={() => {
          const { price } = marketSnapshot.quote(order.code);
          const { openPrice } = order;
          if (openPrice === null || price === undefined) return undefined;
          const level = levelNowDerivation({ ...order, openPrice }, price);
          return level && ofTick(level, tickOfNow(order.code));
        }}
        show={(value) => (
          <bdi dir="ltr" className={styles.figure}>
            {format.percent(value, { max: 0 })}
          </bdi>
        )}
      />
      {isLow && (
        <span className={styles.rail} aria-hidden="true">
          <span className={styles.fill} style={{ scale: `${share} 1` }} />
        </span>
      )}
    </span>
  );
}

/** Where a position is liquidated, or breaks even. */
export function PositionLevel({ order: placed, level }: { order: ContractOrder; level: 'liquidation' | 'breakEven' }) {
  const t = useT();
  const order = useRatedOrder(placed);
  const { openPrice } = order;
  const value = (level === 'liquidation' ? order.liquidationPrice : order.breakEven) ?? undefined;
  const isOpen = order.state === 'open' && openPrice !== null;
  return (
    <Derived
      derivation={isOpen ? positionDerivations({ ...order, openPrice })[level] : undefined}
      value={value}
      name={t(level === 'liquidation' ? 'order:liquidation' : 'order:breakEven')}
      places={order.precision}
      sources={sourcesOf(order)}
    />
  );
}
