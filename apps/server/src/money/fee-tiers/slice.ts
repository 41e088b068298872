import { sliceOf } from '../../kernel/state.ts';
import type { Book, CoreState, RowChange, TableSpec } from '../../kernel/types.ts';

export const LEVELS_MODULE = { name: 'levels' } as const;

/** A row of `user_levels`. Level 0 is a row as well once a user had a higher one. */
export interface UserLevel {
  readonly user_id: number;
  readonly book: Book;
  readonly level: number;
  /** Volume of the 30 days that it was assigned by, in USDT. */
  readonly volume: string;
  readonly assigned_at: number;
}

export const USER_LEVELS_TABLE: TableSpec = {
  table: 'user_levels',
  key: ['user_id', 'book'],
  columns: { user_id: 'bigint', book: 'text', level: 'integer', volume: 'numeric', assigned_at: 'timestamptz' },
  live: 'level > 0',
};

/** Levels above 0, by `book/user`: everybody else is on 0 and costs no memory. */
export type LevelsSlice = Map<string, number>;

const keyOf = (userId: number, book: Book): string => `${book}/${userId}`;

/** The user's level on the book; the two books share nothing, so volume traded in demo never lowers a real fee. */
export const levelOf = (state: CoreState, userId: number, book: Book): number =>
  sliceOf<LevelsSlice>(state, LEVELS_MODULE).get(keyOf(userId, book)) ?? 0;

export function reduce(slice: LevelsSlice, change: RowChange): void {
  if (change.table !== USER_LEVELS_TABLE.table) throw new Error(`levels do not own ${change.table}`);
  const { user_id, book, level } = change.row as unknown as UserLevel;
  if (level === 0) slice.delete(keyOf(user_id, book));
  else slice.set(keyOf(user_id, book), level);
}
