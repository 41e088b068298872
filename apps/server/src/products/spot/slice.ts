import { RECENT_TRADES_MAX } from '@glasshouse/api/sockets';
import { amountOf } from '@glasshouse/rules/money';
import { sliceOf } from '../../kernel/state.ts';
import type { Book, CoreState, RowChange } from '../../kernel/types.ts';
import {
  FILLS_TABLE,
  isFinal,
  LADDERS_TABLE,
  ORDERS_TABLE,
  openQuantity,
  type SpotFill,
  type SpotLadder,
  type SpotOrder,
  type SpotTrade,
  TERMS_TABLE,
  TRADES_TABLE,
} from './order.ts';
import { OrderBook } from './order-book.ts';
import { FILLS_SHOWN_MAX, pairOf, type SpotPair, termsOf } from './terms.ts';

export const SPOT = { name: 'spot' } as const;

/** `book/code`: the demo and the real market of a pair never meet. */
export type MarketKey = `${Book}/${string}`;
export const marketKey = (book: Book, code: string): MarketKey => `${book}/${code}`;

/** The last trades of one market, oldest first, and how many there ever were. */
export interface RecentTrades {
  count: number;
  readonly trades: SpotTrade[];
}

/** Resting orders and the books that they stand in. Everything but terms, ladders and trades follows from the orders. */
export interface SpotSlice {
  readonly pairs: Map<string, SpotPair>;
  readonly orders: Map<number, SpotOrder>;
  /** Fills of resting orders, the newest `FILLS_SHOWN_MAX` of each. */
  readonly fills: Map<number, SpotFill[]>;
  readonly books: Map<MarketKey, OrderBook>;
  readonly ladders: Map<MarketKey, SpotLadder>;
  readonly recent: Map<MarketKey, RecentTrades>;
  readonly byUser: Map<number, Set<number>>;
}

export const emptySlice = (): SpotSlice => ({
  pairs: new Map(),
  orders: new Map(),
  fills: new Map(),
  books: new Map(),
  ladders: new Map(),
  recent: new Map(),
  byUser: new Map(),
});

export const spotOf = (state: CoreState): SpotSlice => sliceOf<SpotSlice>(state, SPOT);

const EMPTY_BOOK = new OrderBook();

/** The book of a market; an empty one, not to be filled, where nothing ever rested. */
export const bookOf = (slice: SpotSlice, book: Book, code: string): OrderBook =>
  slice.books.get(marketKey(book, code)) ?? EMPTY_BOOK;

export function reduce(slice: SpotSlice, change: RowChange): void {
  switch (change.table) {
    case TERMS_TABLE.table: {
      const terms = termsOf((change.row as { terms: Parameters<typeof termsOf>[0] }).terms);
      // Older versions stay in the table for the orders that name them.
      if ((slice.pairs.get(terms.code)?.terms.version ?? 0) < terms.version) slice.pairs.set(terms.code, pairOf(terms));
      return;
    }
    case ORDERS_TABLE.table:
      reduceOrder(slice, change.row as unknown as SpotOrder);
      return;
    case FILLS_TABLE.table:
      reduceFill(slice, change.row as unknown as SpotFill);
      return;
    case TRADES_TABLE.table:
      reduceTrade(slice, change.row as unknown as SpotTrade);
      return;
    case LADDERS_TABLE.table: {
      const ladder = change.row as unknown as SpotLadder;
      slice.ladders.set(marketKey(ladder.book, ladder.code), ladder);
      return;
    }
    default:
      throw new Error(`spot does not own ${change.table}`);
  }
}

function reduceOrder(slice: SpotSlice, order: SpotOrder): void {
  const before = slice.orders.get(order.id);
  if (isFinal(order)) {
    if (before !== undefined) forget(slice, order);
    return;
  }
  const open = openQuantity(order);
  const quantity = Number(open / amountOf(order.quantity_step));
  if (before === undefined) {
    const { id, user_id, side, price } = order;
    market(slice, order).put({ id, userId: user_id, side, price: price as number, quantity });
    ownOf(slice, user_id).add(id);
  } else {
    market(slice, order).setOpen(order.id, quantity);
  }
  slice.orders.set(order.id, order);
}

function forget(slice: SpotSlice, { id, user_id, book, code }: SpotOrder): void {
  const key = marketKey(book, code);
  const own = slice.books.get(key);
  own?.remove(id);
  if (own?.size === 0) slice.books.delete(key);
  slice.orders.delete(id);
  slice.fills.delete(id);
  const mine = slice.byUser.get(user_id);
  mine?.delete(id);
  if (mine?.size === 0) slice.byUser.delete(user_id);
}

function reduceFill(slice: SpotSlice, fill: SpotFill): void {
  // Rows of an order come before those of its fills; one that is not there is finished.
  if (!slice.orders.has(fill.order_id)) return;
  const fills = slice.fills.get(fill.order_id);
  if (fills === undefined) slice.fills.set(fill.order_id, [fill]);
  else {
    fills.push(fill);
    if (FILLS_SHOWN_MAX < fills.length) fills.shift();
  }
}

/** Trades come in order, but for a start, where the ring is read by its slots. */
function reduceTrade(slice: SpotSlice, trade: SpotTrade): void {
  const key = marketKey(trade.book, trade.code);
  const recent = slice.recent.get(key) ?? { count: 0, trades: [] };
  const { trades } = recent;
  const isNewest = recent.count < trade.number;
  trades.push(trade);
  if (!isNewest) trades.sort((left, right) => left.number - right.number);
  if (RECENT_TRADES_MAX < trades.length) trades.shift();
  recent.count = Math.max(recent.count, trade.number);
  slice.recent.set(key, recent);
}

function market(slice: SpotSlice, { book, code }: SpotOrder): OrderBook {
  const key = marketKey(book, code);
  let own = slice.books.get(key);
  if (own === undefined) {
    own = new OrderBook();
    slice.books.set(key, own);
  }
  return own;
}

function ownOf(slice: SpotSlice, userId: number): Set<number> {
  let own = slice.byUser.get(userId);
  if (own === undefined) {
    own = new Set();
    slice.byUser.set(userId, own);
  }
  return own;
}
