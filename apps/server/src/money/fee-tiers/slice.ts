import { sliceOf } from '../../kernel/state.ts';
import type { Book, ChangeOf, CoreState, TableSpec } from '../../kernel/types.ts';

export const FEE_TIERS_MODULE = { name: 'fee-tiers' } as const;

export type FeeTierRows = { readonly user_levels: UserFeeTier };

/** A row of `user_levels`. Tier 0 has a row too, once the user had a higher one. */
export type UserFeeTier = {
  readonly user_id: number;
  readonly book: Book;
  readonly level: number;
  /** 30-day volume it was assigned by, in USDT. */
  readonly volume: string;
  readonly assigned_at: number;
};

export const USER_FEE_TIERS_TABLE = {
  table: 'user_levels',
  key: ['user_id', 'book'],
  columns: { user_id: 'bigint', book: 'text', level: 'integer', volume: 'numeric', assigned_at: 'timestamptz' },
  live: 'level > 0',
} as const satisfies TableSpec<UserFeeTier>;

/** Tiers above 0, by `book/user`: everybody else is on 0 and takes no memory. */
export type FeeTiersSlice = Map<string, number>;

const keyOf = (userId: number, book: Book): string => `${book}/${userId}`;

/** The user's tier on the book. Books share nothing: demo volume never lowers a real fee. */
export const feeTierOf = (state: CoreState, userId: number, book: Book): number =>
  sliceOf<FeeTiersSlice>(state, FEE_TIERS_MODULE).get(keyOf(userId, book)) ?? 0;

export function reduce(slice: FeeTiersSlice, { row }: ChangeOf<FeeTierRows>): void {
  const { user_id, book, level } = row;
  if (level === 0) slice.delete(keyOf(user_id, book));
  else slice.set(keyOf(user_id, book), level);
}
