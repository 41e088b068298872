import { changeOf } from '../../kernel/effects.ts';
import type { Book, RowChange, TableSpec } from '../../kernel/types.ts';
import type { ConvertTermsRow } from './terms.ts';

/** One of the two prices of a conversion: a tick, with the precision of its points. */
export type KeptTick = {
  readonly code: string;
  readonly precision: number;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly at: number;
};

/** Columns shared by quotes and conversions. Amounts and rates as decimal text. */
export type Priced = {
  readonly user_id: number;
  readonly book: Book;
  readonly from_asset: string;
  readonly to_asset: string;
  readonly amount: string;
  readonly receive: string;
  readonly value_usdt: string;
  readonly reference: string;
  readonly price: string;
  readonly spread_rate: string;
  readonly margin_rate: string;
  readonly from_version: number;
  readonly to_version: number;
  readonly from_tick: KeptTick | null;
  readonly to_tick: KeptTick | null;
};

export type QuoteState = 'open' | 'used' | 'expired' | 'replaced' | 'reset';

/** A row of `convert_quotes`. */
export type Quote = Priced & {
  readonly id: number;
  readonly quote_id: string;
  readonly state: QuoteState;
  readonly placed_at: number;
  readonly expires_at: number;
  readonly closed_by: number | null;
};

/** A row of `convert_fills`. `quote` is the id of the quote that was used, or null. */
export type Fill = Priced & {
  readonly id: number;
  readonly quote: number | null;
  readonly at: number;
};

const PRICED_COLUMNS = {
  user_id: 'bigint',
  book: 'text',
  from_asset: 'text',
  to_asset: 'text',
  amount: 'numeric',
  receive: 'numeric',
  value_usdt: 'numeric',
  reference: 'text',
  price: 'text',
  spread_rate: 'numeric',
  margin_rate: 'numeric',
  from_version: 'integer',
  to_version: 'integer',
  from_tick: 'jsonb',
  to_tick: 'jsonb',
} as const satisfies TableSpec['columns'];

export const TERMS_TABLE = {
  table: 'convert_terms',
  key: ['asset'],
  columns: { asset: 'text', version: 'integer', terms: 'jsonb' },
  live: 'true',
} as const satisfies TableSpec<ConvertTermsRow>;

export const QUOTES_TABLE = {
  table: 'convert_quotes',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    quote_id: 'text',
    ...PRICED_COLUMNS,
    state: 'text',
    placed_at: 'timestamptz',
    expires_at: 'timestamptz',
    closed_by: 'bigint',
  },
  live: 'closed_by is null',
} as const satisfies TableSpec<Quote>;

export const FILLS_TABLE = {
  table: 'convert_fills',
  key: ['id'],
  born: 'appended',
  columns: { id: 'bigint', quote: 'bigint', ...PRICED_COLUMNS, at: 'timestamptz' },
  // Final at once: nothing of it stays in memory.
  live: 'false',
} as const satisfies TableSpec<Fill>;

export const quoteChange = (quote: Quote): RowChange => changeOf(QUOTES_TABLE, quote);
export const fillChange = (fill: Fill): RowChange => changeOf(FILLS_TABLE, fill);
