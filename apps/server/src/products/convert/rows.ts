import type { Book, RowChange, TableSpec } from '../../kernel/types.ts';

/** One of the two prices that a conversion was made by: a tick, and how to read its points. */
export interface KeptTick {
  readonly code: string;
  readonly precision: number;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly at: number;
}

/** What quotes and conversions have in common. Amounts and rates as decimal text. */
export interface Priced {
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
}

export type QuoteState = 'open' | 'used' | 'expired' | 'replaced' | 'reset';

/** A row of `convert_quotes`. */
export interface Quote extends Priced {
  readonly id: number;
  readonly quote_id: string;
  readonly state: QuoteState;
  readonly placed_at: number;
  readonly expires_at: number;
  readonly closed_by: number | null;
}

/** A row of `convert_fills`. `quote` is the id of the quote that was used, or null. */
export interface Fill extends Priced {
  readonly id: number;
  readonly quote: number | null;
  readonly at: number;
}

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

export const TERMS_TABLE: TableSpec = {
  table: 'convert_terms',
  key: ['asset'],
  columns: { asset: 'text', version: 'integer', terms: 'jsonb' },
  live: 'true',
};

export const QUOTES_TABLE: TableSpec = {
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
};

export const FILLS_TABLE: TableSpec = {
  table: 'convert_fills',
  key: ['id'],
  born: 'appended',
  columns: { id: 'bigint', quote: 'bigint', ...PRICED_COLUMNS, at: 'timestamptz' },
  // A conversion is over at once: nothing of it is kept in memory.
  live: 'false',
};

export const quoteChange = (quote: Quote): RowChange => ({
  table: QUOTES_TABLE.table,
  row: quote as unknown as RowChange['row'],
});
export const fillChange = (fill: Fill): RowChange => ({
  table: FILLS_TABLE.table,
  row: fill as unknown as RowChange['row'],
});
