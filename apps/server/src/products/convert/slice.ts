import { notOwned } from '../../kernel/core/effects.ts';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { Book, ChangeOf, CoreState } from '../../kernel/core/types.ts';
import type { ConvertOrder, Fill, FirmQuote, Quote } from './rows.ts';
import type { ConvertTerms, ConvertTermsRow } from './terms.ts';

export const CONVERT = { name: 'convert' } as const;

export type ConvertRows = {
  readonly convert_terms: ConvertTermsRow;
  readonly convert_quotes: Quote;
  readonly convert_fills: Fill;
  readonly convert_orders: ConvertOrder;
};

/**
 * Everything but `terms`, `firm`, `orders` and `quotes` is derived from them. Only firm prices are
 * not stored anywhere.
 */
export interface ConvertSlice {
  readonly terms: Map<string, ConvertTerms>;
  /** Firm prices by identifier, oldest first, and the one of each person and pair. */
  readonly firm: Map<string, FirmQuote>;
  readonly firmByPair: Map<string, string>;
  /** What ends the promise that each of them is, by identifier. */
  readonly releases: Map<string, () => void>;
  /** Conversions that wait for a price, and those of each instrument that they wait for. */
  readonly orders: Map<number, ConvertOrder>;
  readonly waiting: Map<string, Set<number>>;
  readonly byUser: Map<number, Set<number>>;
  readonly lapses: MinHeap;
  /** Quotes of before. */
  readonly quotes: Map<number, Quote>;
  readonly byQuoteId: Map<string, number>;
  /** By `book/user`, oldest first. */
  readonly quotesByUser: Map<string, Set<number>>;
  /** Quotes by expiry. Those that ended early stay until then and are skipped. */
  readonly expiries: MinHeap;
}

export const emptySlice = (): ConvertSlice => ({
  terms: new Map(),
  firm: new Map(),
  firmByPair: new Map(),
  releases: new Map(),
  orders: new Map(),
  waiting: new Map(),
  byUser: new Map(),
  lapses: new MinHeap(),
  quotes: new Map(),
  byQuoteId: new Map(),
  quotesByUser: new Map(),
  expiries: new MinHeap(),
});

export const convertOf = (state: CoreState): ConvertSlice => sliceOf<ConvertSlice>(state, CONVERT);

/** Firm prices of everybody; one more ends the oldest. */
const QUOTES_IN_MEMORY = 100_000;

const ownerKey = (userId: number, book: Book): string => `${book}/${userId}`;

/** Instruments that the order still waits for a price of. */
export const awaitedBy = ({ from_tick, to_tick, next_from, next_to }: ConvertOrder): readonly string[] => [
  ...(from_tick !== null && next_from === null ? [from_tick.code] : []),
  ...(to_tick !== null && next_to === null ? [to_tick.code] : []),
];

/** The user's quotes of before on the book, oldest first. */
export const liveQuotesOf = (slice: ConvertSlice, userId: number, book: Book): Quote[] =>
  [...(slice.quotesByUser.get(ownerKey(userId, book)) ?? [])].map((id) => slice.quotes.get(id) as Quote);

export function reduce(slice: ConvertSlice, change: ChangeOf<ConvertRows>): void {
  switch (change.table) {
    case 'convert_terms':
      slice.terms.set(change.row.asset, change.row.terms);
      return;
    case 'convert_quotes':
      reduceQuote(slice, change.row);
      return;
    case 'convert_orders':
      if (change.row.state === 'waiting' && !slice.orders.has(change.row.id)) endFirmOf(slice, change.row);
      reduceOrder(slice, change.row);
      return;
    case 'convert_fills':
      if (change.row.filled_by === null) endFirmOf(slice, change.row);
      return;
    default:
      notOwned(CONVERT.name, change);
  }
}

type Pair = Pick<FirmQuote, 'book' | 'user_id' | 'from_asset' | 'to_asset'>;

const pairOf = ({ book, user_id, from_asset, to_asset }: Pair): string =>
  `${book}/${user_id}/${from_asset}/${to_asset}`;

/** False for an identifier in use: they are random, and none is given out twice. */
export function keepQuote(slice: ConvertSlice, quote: FirmQuote): boolean {
  const { firm, firmByPair } = slice;
  // All hold equally long, so the oldest end first.
  for (const old of firm.values()) {
    if (firm.size < QUOTES_IN_MEMORY && quote.quoted_at <= old.expires_at) break;
    endQuote(slice, old);
  }
  if (firm.has(quote.quote_id)) return false;
  const replaced = firm.get(firmByPair.get(pairOf(quote)) ?? '');
  if (replaced !== undefined) endQuote(slice, replaced);
  firm.set(quote.quote_id, quote);
  firmByPair.set(pairOf(quote), quote.quote_id);
  return true;
}

/** A conversion ends the firm price that it used, and the one that the person had for the pair. */
function endFirmOf(slice: ConvertSlice, made: Pair & { readonly quote_id: string | null }): void {
  for (const id of [made.quote_id, slice.firmByPair.get(pairOf(made))]) {
    const ended = slice.firm.get(id ?? '');
    if (ended !== undefined) endQuote(slice, ended);
  }
}

/** The price that the person has for the pair, used or not, if it still holds. */
export function firmOfPair({ firm, firmByPair }: ConvertSlice, pair: Pair, at: number): FirmQuote | undefined {
  const own = firm.get(firmByPair.get(pairOf(pair)) ?? '');
  return own === undefined || own.expires_at < at ? undefined : own;
}

/** Used, over or replaced: nobody gets this price any more. */
function endQuote({ firm, firmByPair, releases }: ConvertSlice, quote: FirmQuote): void {
  firm.delete(quote.quote_id);
  releases.get(quote.quote_id)?.();
  releases.delete(quote.quote_id);
  if (firmByPair.get(pairOf(quote)) === quote.quote_id) firmByPair.delete(pairOf(quote));
}

function reduceOrder(slice: ConvertSlice, order: ConvertOrder): void {
  const before = slice.orders.get(order.id);
  for (const code of before === undefined ? [] : awaitedBy(before)) removeFrom(slice.waiting, code, order.id);
  if (order.state !== 'waiting') {
    slice.orders.delete(order.id);
    removeFrom(slice.byUser, order.user_id, order.id);
    return;
  }
  slice.orders.set(order.id, order);
  addTo(slice.byUser, order.user_id, order.id);
  for (const code of awaitedBy(order)) addTo(slice.waiting, code, order.id);
  if (before === undefined) slice.lapses.push(order.lapses_at, order.id);
}

const addTo = <Key>(map: Map<Key, Set<number>>, key: Key, id: number): void => {
  map.set(key, (map.get(key) ?? new Set<number>()).add(id));
};

function removeFrom<Key>(map: Map<Key, Set<number>>, key: Key, id: number): void {
  const set = map.get(key);
  set?.delete(id);
  if (set?.size === 0) map.delete(key);
}

function reduceQuote(slice: ConvertSlice, quote: Quote): void {
  const key = ownerKey(quote.user_id, quote.book);
  const mine = slice.quotesByUser.get(key) ?? new Set<number>();
  if (quote.state === 'open') {
    slice.quotes.set(quote.id, quote);
    slice.byQuoteId.set(quote.quote_id, quote.id);
    slice.quotesByUser.set(key, mine.add(quote.id));
    slice.expiries.push(quote.expires_at, quote.id);
    return;
  }
  slice.quotes.delete(quote.id);
  slice.byQuoteId.delete(quote.quote_id);
  mine.delete(quote.id);
  if (mine.size === 0) slice.quotesByUser.delete(key);
}
