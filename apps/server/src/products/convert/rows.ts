import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec } from '../../kernel/core/types.ts';
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

/**
 * A firm price: kept in memory only, so that asking costs the log nothing and a restart ends it.
 * The command that uses it carries it whole.
 */
export type FirmQuote = Priced & {
  readonly quote_id: string;
  /** How much less the price of now may give when it is used. */
  readonly band_rate: string;
  readonly quoted_at: number;
  readonly expires_at: number;
  /** In whose share of the house's stock its amount has been set aside. */
  readonly network?: string;
};

/** What became of a conversion that waited for the next price. */
export type OrderState = 'waiting' | 'filled' | 'cancelled';
/**
 * Why it was cancelled: beyond what it may cost, a market too wide, no house money for it, no price
 * in time, or a demo reset.
 */
export type OrderReason = 'moved' | 'wide' | 'pool' | 'noPrice' | 'reset';

/**
 * A row of `convert_orders`: `from_tick` and `to_tick` are the prices that were seen or quoted,
 * `receive` is what they make, and the other two ticks are the first ones afterwards, as they come.
 */
export type ConvertOrder = Priced & {
  readonly id: number;
  /** Less than this is not given. */
  readonly least: string;
  readonly next_from: KeptTick | null;
  readonly next_to: KeptTick | null;
  /** The entry that brought the first of two prices. */
  readonly first_by: number | null;
  /** Of a firm price that was used; null of a conversion without one. */
  readonly quote_id: string | null;
  readonly quoted_at: number | null;
  readonly band_rate: string | null;
  readonly state: OrderState;
  readonly reason: OrderReason | null;
  readonly placed_at: number;
  /** How long after that its prices may be at the earliest; null: at once. */
  readonly lead_ms: number | null;
  /** Without prices until then it is cancelled. */
  readonly lapses_at: number;
  /** The entry that ended it. */
  readonly closed_by: number | null;
  readonly closed_at: number | null;
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

/** A row of `convert_fills`. `quote` is the id of a quote of before, or null. */
export type Fill = Priced & {
  readonly id: number;
  readonly quote: number | null;
  readonly at: number;
  /** The firm price that was used, and when it was given. */
  readonly quote_id: string | null;
  readonly quoted_at: number | null;
  readonly band_rate: string | null;
  /** The prices that the firm one was checked against. */
  readonly now_from: KeptTick | null;
  readonly now_to: KeptTick | null;
  /** When it was asked for, where it waited for its price. */
  readonly placed_at: number | null;
  readonly lead_ms: number | null;
  /** The entry that filled it; that of its number where it did not wait. */
  readonly filled_by: number | null;
};

/** What only some conversions have. */
export const PLAIN_FILL = {
  quote: null,
  quote_id: null,
  quoted_at: null,
  band_rate: null,
  now_from: null,
  now_to: null,
  placed_at: null,
  lead_ms: null,
  filled_by: null,
} as const;

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
  columns: {
    id: 'bigint',
    quote: 'bigint',
    ...PRICED_COLUMNS,
    at: 'timestamptz',
    quote_id: 'text',
    quoted_at: 'timestamptz',
    band_rate: 'numeric',
    now_from: 'jsonb',
    now_to: 'jsonb',
    placed_at: 'timestamptz',
    lead_ms: 'integer',
    filled_by: 'bigint',
  },
  // Final at once: nothing of it stays in memory.
  live: 'false',
} as const satisfies TableSpec<Fill>;

export const ORDERS_TABLE = {
  table: 'convert_orders',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    ...PRICED_COLUMNS,
    least: 'numeric',
    next_from: 'jsonb',
    next_to: 'jsonb',
    first_by: 'bigint',
    quote_id: 'text',
    quoted_at: 'timestamptz',
    band_rate: 'numeric',
    state: 'text',
    reason: 'text',
    placed_at: 'timestamptz',
    lead_ms: 'integer',
    lapses_at: 'timestamptz',
    closed_by: 'bigint',
    closed_at: 'timestamptz',
  },
  live: "state = 'waiting'",
} as const satisfies TableSpec<ConvertOrder>;

export const orderChange = (order: ConvertOrder): RowChange => changeOf(ORDERS_TABLE, order);
export const quoteChange = (quote: Quote): RowChange => changeOf(QUOTES_TABLE, quote);
export const fillChange = (fill: Fill): RowChange => changeOf(FILLS_TABLE, fill);
