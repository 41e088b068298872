import { notOwned } from '../../kernel/effects.ts';
import { MinHeap } from '../../kernel/min-heap.ts';
import { sliceOf } from '../../kernel/state.ts';
import type { Book, ChangeOf, CoreState } from '../../kernel/types.ts';
import type { Fill, Quote } from './rows.ts';
import type { ConvertTerms, ConvertTermsRow } from './terms.ts';

export const CONVERT = { name: 'convert' } as const;

export type ConvertRows = {
  readonly convert_terms: ConvertTermsRow;
  readonly convert_quotes: Quote;
  readonly convert_fills: Fill;
};

/**
 * Open firm quotes and their expiries. Everything but `terms` and `quotes` is derived from
 * `quotes`.
 */
export interface ConvertSlice {
  readonly terms: Map<string, ConvertTerms>;
  readonly quotes: Map<number, Quote>;
  readonly byQuoteId: Map<string, number>;
  /** By `book/user`, oldest first. */
  readonly byUser: Map<string, Set<number>>;
  /** Quotes by expiry. Those that ended early stay until then and are skipped. */
  readonly expiries: MinHeap;
}

export const emptySlice = (): ConvertSlice => ({
  terms: new Map(),
  quotes: new Map(),
  byQuoteId: new Map(),
  byUser: new Map(),
  expiries: new MinHeap(),
});

export const convertOf = (state: CoreState): ConvertSlice => sliceOf<ConvertSlice>(state, CONVERT);

const ownerKey = (userId: number, book: Book): string => `${book}/${userId}`;

/** The user's firm quotes on the book, oldest first. */
export const liveQuotesOf = (slice: ConvertSlice, userId: number, book: Book): Quote[] =>
  [...(slice.byUser.get(ownerKey(userId, book)) ?? [])].map((id) => slice.quotes.get(id) as Quote);

export function reduce(slice: ConvertSlice, change: ChangeOf<ConvertRows>): void {
  switch (change.table) {
    case 'convert_terms':
      slice.terms.set(change.row.asset, change.row.terms);
      return;
    case 'convert_quotes':
      reduceQuote(slice, change.row);
      return;
    case 'convert_fills':
      return;
    default:
      notOwned(CONVERT.name, change);
  }
}

function reduceQuote(slice: ConvertSlice, quote: Quote): void {
  const key = ownerKey(quote.user_id, quote.book);
  const mine = slice.byUser.get(key) ?? new Set<number>();
  if (quote.state === 'open') {
    slice.quotes.set(quote.id, quote);
    slice.byQuoteId.set(quote.quote_id, quote.id);
    slice.byUser.set(key, mine.add(quote.id));
    slice.expiries.push(quote.expires_at, quote.id);
    return;
  }
  slice.quotes.delete(quote.id);
  slice.byQuoteId.delete(quote.quote_id);
  mine.delete(quote.id);
  if (mine.size === 0) slice.byUser.delete(key);
}
