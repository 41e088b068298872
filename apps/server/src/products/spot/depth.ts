import { DEPTH_LEVELS_MAX, type DepthServerMessage } from '@glasshouse/api/sockets';
import { formatAmount, formatPoints } from '@glasshouse/rules/money';
import { oppositeOf, quantityOf } from '@glasshouse/rules/spot';
import type { Book, CoreState, Tick } from '../../kernel/core/types.ts';
import { houseLevels } from './ladder.ts';
import type { Side } from './order-book.ts';
import type { SpotTrade } from './rows.ts';
import { bookOf, spotOf } from './slice.ts';
import type { SpotPair } from './terms.ts';

type DepthMessage = Extract<DepthServerMessage, { type: 'depth' }>;
type TradesMessage = Extract<DepthServerMessage, { type: 'trades' }>;
export type TradeView = TradesMessage['items'][number];
type Levels = DepthMessage['bids'];

export interface DepthOf {
  readonly book: Book;
  readonly pair: SpotPair;
  /** The tick the house quotes by; undefined while it quotes nothing. */
  readonly tick: Tick | undefined;
}

/**
 * Both sides of a market as displayed: all users' orders and the house's quotes, summed by price.
 */
export function depthOf(state: CoreState, query: DepthOf): Pick<DepthMessage, 'bids' | 'asks'> {
  return { bids: sideOf(state, query, 'buy'), asks: sideOf(state, query, 'sell') };
}

function sideOf(state: CoreState, { book, pair, tick }: DepthOf, side: Side): Levels {
  const { terms, step } = pair;
  const orders = bookOf(spotOf(state), book, terms.code);
  const totals = new Map<number, number>();
  for (const { price, quantity } of orders.depth(side, DEPTH_LEVELS_MAX)) totals.set(price, quantity);
  const house = tick === undefined ? [] : houseLevels(state, { pair, book, tick, side });
  for (const { price, steps } of house) {
    // A quote that crosses an order fills it at the next tick, or is exhausted: it is not on offer
    // to others.
    const facing = orders.best(oppositeOf(side));
    const isCrossed = facing !== undefined && (side === 'buy' ? facing <= price : price <= facing);
    if (!isCrossed) totals.set(price, (totals.get(price) ?? 0) + steps);
  }
  const sign = side === 'buy' ? -1 : 1;
  return [...totals]
    .sort(([left], [right]) => sign * (left - right))
    .slice(0, DEPTH_LEVELS_MAX)
    .map(([price, steps]) => [formatPoints(price, terms.precision), formatAmount(quantityOf(steps, step))]);
}

export const tradeView = (trade: SpotTrade, precision: number): TradeView => ({
  id: String(trade.number),
  price: formatPoints(trade.price, precision),
  quantity: trade.quantity,
  side: trade.side,
  at: trade.at,
});
