import { MinHeap } from '../../kernel/min-heap.ts';
import { sliceOf } from '../../kernel/state.ts';
import type { Book, CoreState, RowChange } from '../../kernel/types.ts';
import { FILLS_TABLE, QUOTES_TABLE, type Quote, TERMS_TABLE } from './rows.ts';
import { type ConvertTerms, termsOf } from './terms.ts';

export const CONVERT = { name: 'convert' } as const;

/** Firm quotes that were not used yet, and when they end. Everything but `terms` and `quotes` follows from `quotes`. */
export interface ConvertSlice {
  readonly terms: Map<string, ConvertTerms>;
  readonly quotes: Map<number, Quote>;
  readonly byQuoteId: Map<string, number>;
  /** By `book/user`, oldest first. */
  readonly byUser: Map<string, Set<number>>;
  /** Ends of quotes. Those that ended early stay until their time and are passed over then. */
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

export function reduce(slice: ConvertSlice, change: RowChange): void {
  switch (change.table) {
    case TERMS_TABLE.table: {
      const terms = termsOf((change.row as { terms: Parameters<typeof termsOf>[0] }).terms);
      slice.terms.set(terms.asset, terms);
      return;
    }
    case QUOTES_TABLE.table:
      reduceQuote(slice, change.row as unknown as Quote);
      return;
    case FILLS_TABLE.table:
      return;
    default:
      throw new Error(`convert does not own ${change.table}`);
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
