import { notOwned } from '../../kernel/core/effects.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { Book, ChangeOf, CoreState, TableSpec } from '../../kernel/core/types.ts';

export const FEE_TIERS_MODULE = { name: 'fee-tiers' } as const;

export type FeeTierRows = {
  readonly user_levels: UserFeeTier;
  readonly fee_tier_terms: FeeTierTermsRow;
  readonly fee_resets: FeeReset;
};

/** What one tier needs and gives, as decimal text. Its place in the list is its number. */
export type FeeTierLine = {
  readonly fees30d: string;
  readonly feeDiscount: string;
  readonly referralShare: string;
};

export type FeeTierTerms = {
  readonly code: string;
  /** Goes up by one with every change. */
  readonly version: number;
  readonly tiers: readonly FeeTierLine[];
};

/** A row of `fee_tier_terms`. */
export type FeeTierTermsRow = { readonly code: string; readonly version: number; readonly terms: FeeTierTerms };

export const FEE_TIER_TERMS_TABLE = {
  table: 'fee_tier_terms',
  key: ['code', 'version'],
  born: 'appended',
  columns: { code: 'text', version: 'integer', terms: 'jsonb' },
  live: 'true',
} as const satisfies TableSpec<FeeTierTermsRow>;

/** A row of `user_levels`. Tier 0 has a row too, once the user had a higher one. */
export type UserFeeTier = {
  readonly user_id: number;
  readonly book: Book;
  readonly level: number;
  /** What it was assigned by, in USDT: fees paid in 30 days; traded volume before they counted. */
  readonly volume: string;
  readonly assigned_at: number;
  /** The entry that assigned it, and the tier before; of logs that began before version 7: none. */
  readonly assigned_by: number | null;
  readonly level_before: number | null;
};

export const USER_FEE_TIERS_TABLE = {
  table: 'user_levels',
  key: ['user_id', 'book'],
  columns: {
    user_id: 'bigint',
    book: 'text',
    level: 'integer',
    volume: 'numeric',
    assigned_at: 'timestamptz',
    assigned_by: 'bigint',
    level_before: 'integer',
  },
  live: 'level > 0',
} as const satisfies TableSpec<UserFeeTier>;

/** A row of `fee_resets`: fees that were paid on the book before it do not count. */
export type FeeReset = { readonly user_id: number; readonly book: Book; readonly at: number };

export const FEE_RESETS_TABLE = {
  table: 'fee_resets',
  key: ['user_id', 'book'],
  columns: { user_id: 'bigint', book: 'text', at: 'timestamptz' },
  // Read by what counts fees; the core never does.
  live: 'false',
} as const satisfies TableSpec<FeeReset>;

export interface FeeTiersSlice {
  /** Tiers above 0, by `book/user`: everybody else is on 0 and takes no memory. */
  readonly users: Map<string, number>;
  /** The table in force; undefined before the log has one. */
  terms: FeeTierTerms | undefined;
}

export const emptySlice = (): FeeTiersSlice => ({ users: new Map(), terms: undefined });

export const feeTiersOf = (state: CoreState): FeeTiersSlice => sliceOf<FeeTiersSlice>(state, FEE_TIERS_MODULE);

const keyOf = (userId: number, book: Book): string => `${book}/${userId}`;

/** The user's tier on the book. Books share nothing: demo volume never lowers a real fee. */
export const feeTierOf = (state: CoreState, userId: number, book: Book): number =>
  feeTiersOf(state).users.get(keyOf(userId, book)) ?? 0;

export function reduce(slice: FeeTiersSlice, change: ChangeOf<FeeTierRows>): void {
  switch (change.table) {
    case 'user_levels': {
      const { user_id, book, level } = change.row;
      if (level === 0) slice.users.delete(keyOf(user_id, book));
      else slice.users.set(keyOf(user_id, book), level);
      return;
    }
    case 'fee_tier_terms':
      // Rows are loaded in no particular order.
      if ((slice.terms?.version ?? 0) < change.row.version) slice.terms = change.row.terms;
      return;
    case 'fee_resets':
      return;
    default:
      notOwned(FEE_TIERS_MODULE.name, change);
  }
}
