import { changeOf } from '../../kernel/core/effects.ts';
import type { Book, RowChange, TableSpec } from '../../kernel/core/types.ts';

/** A row of `stock_claims`: what an order of a network may still take of the house's stock. */
export type StockClaim = {
  readonly order_id: number;
  readonly book: Book;
  /** The coin that the order brings its owner. */
  readonly asset: string;
  readonly network: string;
  readonly amount: string;
  /** The entry with which the order ended. */
  readonly closed_by: number | null;
};

/**
 * A row of `stock_taken`: what orders of a network took of the house's stock of a coin, less what
 * they gave, as of the last time that something moved. Below zero: they gave more.
 */
export type StockUsage = {
  readonly book: Book;
  readonly asset: string;
  readonly network: string;
  readonly taken: string;
  readonly taken_at: number;
};

export const CLAIMS_TABLE = {
  table: 'stock_claims',
  key: ['order_id'],
  born: 'by command',
  columns: {
    order_id: 'bigint',
    book: 'text',
    asset: 'text',
    network: 'text',
    amount: 'numeric',
    closed_by: 'bigint',
  },
  fixed: ['book', 'asset', 'network'],
  live: 'closed_by is null',
} as const satisfies TableSpec<StockClaim>;

export const TAKEN_TABLE = {
  table: 'stock_taken',
  key: ['book', 'asset', 'network'],
  columns: { book: 'text', asset: 'text', network: 'text', taken: 'numeric', taken_at: 'timestamptz' },
  live: "taken <> '0'",
} as const satisfies TableSpec<StockUsage>;

export const claimChange = (row: StockClaim): RowChange => changeOf(CLAIMS_TABLE, row);
export const takenChange = (row: StockUsage): RowChange => changeOf(TAKEN_TABLE, row);
