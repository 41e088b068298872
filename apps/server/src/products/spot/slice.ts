import { RECENT_TRADES_MAX } from '@glasshouse/api/sockets';
import { amountOf } from '@glasshouse/rules/money';
import { notOwned } from '../../kernel/core/effects.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { Book, ChangeOf, CoreState } from '../../kernel/core/types.ts';
import { EntryQueue } from './entry-queue.ts';
import { OrderBook } from './order-book.ts';
import {
  isFinal,
  isInBook,
  openQuantity,
  restingPoints,
  type SpotFill,
  type SpotLadder,
  type SpotOrder,
  type SpotTrade,
} from './rows.ts';
import { FILLS_SHOWN_MAX, pairOf, type SpotPair, type SpotTermsRow } from './terms.ts';
import { WaitingOrders } from './waiting-orders.ts';

export const SPOT = { name: 'spot' } as const;

export type SpotRows = {
  readonly spot_terms: SpotTermsRow;
  readonly spot_orders: SpotOrder;
  readonly spot_fills: SpotFill;
  readonly spot_trades: SpotTrade;
  readonly spot_ladders: SpotLadder;
};

/** `book/code`: a pair's demo and real markets never meet. */
export type MarketKey = `${Book}/${string}`;
export const marketKey = (book: Book, code: string): MarketKey => `${book}/${code}`;

/** The last trades of one market, oldest first, and how many there ever were. */
export interface RecentTrades {
  count: number;
  readonly trades: SpotTrade[];
}

/**
 * Resting and waiting orders, books and triggers. Everything but pairs, ladders and trades is
 * derived from the orders; and the best prices of trailing stops from ticks.
 */
export interface SpotSlice {
  readonly pairs: Map<string, SpotPair>;
  readonly orders: Map<number, SpotOrder>;
  /** Newest fills of resting orders, `FILLS_SHOWN_MAX` each. */
  readonly fills: Map<number, SpotFill[]>;
  readonly books: Map<MarketKey, OrderBook>;
  readonly ladders: Map<MarketKey, SpotLadder>;
  readonly recent: Map<MarketKey, RecentTrades>;
  readonly byUser: Map<number, Set<number>>;
  readonly waiting: WaitingOrders;
  /** Orders that wait for the price at which they meet the house's quotes. */
  readonly queue: EntryQueue;
}

export const emptySlice = (): SpotSlice => ({
  pairs: new Map(),
  orders: new Map(),
  fills: new Map(),
  books: new Map(),
  ladders: new Map(),
  recent: new Map(),
  byUser: new Map(),
  waiting: new WaitingOrders(),
  queue: new EntryQueue(),
});

export const spotOf = (state: CoreState): SpotSlice => sliceOf<SpotSlice>(state, SPOT);

const EMPTY_BOOK = new OrderBook();

/** The book of a market; where nothing rests, a shared empty one that must not be filled. */
export const bookOf = (slice: SpotSlice, book: Book, code: string): OrderBook =>
  slice.books.get(marketKey(book, code)) ?? EMPTY_BOOK;

export function reduce(slice: SpotSlice, change: ChangeOf<SpotRows>): void {
  switch (change.table) {
    case 'spot_terms': {
      const { terms } = change.row;
      // Older versions stay in the table for the orders placed under them.
      if ((slice.pairs.get(terms.code)?.terms.version ?? 0) < terms.version) slice.pairs.set(terms.code, pairOf(terms));
      return;
    }
    case 'spot_orders':
      reduceOrder(slice, change.row);
      return;
    case 'spot_fills':
      reduceFill(slice, change.row);
      return;
    case 'spot_trades':
      reduceTrade(slice, change.row);
      return;
    case 'spot_ladders':
      slice.ladders.set(marketKey(change.row.book, change.row.code), change.row);
      return;
    default:
      notOwned(SPOT.name, change);
  }
}

function reduceOrder(slice: SpotSlice, order: SpotOrder): void {
  const before = slice.orders.get(order.id);
  if (isFinal(order)) {
    if (before !== undefined) forget(slice, order);
    return;
  }
  if (before === undefined) ownOf(slice, order.user_id).add(order.id);
  slice.orders.set(order.id, order);
  slice.waiting.change(before, order);
  slice.queue.change(before, order, slice.pairs.get(order.code)?.terms.stalenessMs ?? 0);
  // What its stop enters queues anew, behind all of its price.
  if (before !== undefined && before.triggered_by !== order.triggered_by) leave(slice, before);
  if (!isInBook(order)) return;
  const quantity = Number(openQuantity(order) / amountOf(order.quantity_step));
  const { id, user_id: userId, side } = order;
  const book = market(slice, order);
  if (book.open(id) !== undefined) book.setOpen(id, quantity);
  else book.put({ id, userId, side, price: restingPoints(order) as number, quantity, since: sinceOf(order) });
}

/** The log entry that its place in the queue of its price is of. */
const sinceOf = ({ id, triggered_by, entered_by }: SpotOrder): number => entered_by ?? triggered_by ?? id;

/** Takes an order out of its book. */
function leave(slice: SpotSlice, { id, book, code }: SpotOrder): void {
  const key = marketKey(book, code);
  const own = slice.books.get(key);
  own?.remove(id);
  if (own?.size === 0) slice.books.delete(key);
}

function forget(slice: SpotSlice, order: SpotOrder): void {
  const { id, user_id } = order;
  leave(slice, order);
  slice.waiting.change(slice.orders.get(id), undefined);
  slice.queue.change(slice.orders.get(id), undefined, 0);
  slice.orders.delete(id);
  slice.fills.delete(id);
  const mine = slice.byUser.get(user_id);
  mine?.delete(id);
  if (mine?.size === 0) slice.byUser.delete(user_id);
}

function reduceFill(slice: SpotSlice, fill: SpotFill): void {
  // An order's row precedes its fills; if it is not there, it is final.
  if (!slice.orders.has(fill.order_id)) return;
  const fills = slice.fills.get(fill.order_id);
  if (fills === undefined) slice.fills.set(fill.order_id, [fill]);
  else {
    fills.push(fill);
    if (FILLS_SHOWN_MAX < fills.length) fills.shift();
  }
}

/** Trades come in order, except at load, where the ring is read by slot. */
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
