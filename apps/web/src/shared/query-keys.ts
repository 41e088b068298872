import type { Book } from '../session/session.ts';

export type PrivateData =
  | 'balances'
  | 'statement'
  | 'optionsOrders'
  | 'optionsOrder'
  | 'contractOrders'
  | 'contractOrder'
  | 'spotOrders'
  | 'spotOrder'
  | 'conversions'
  | 'alerts'
  | 'asset'
  | 'profit'
  | 'equity'
  | 'feeTiers'
  | 'notifications'
  | 'sessions'
  | 'userInfo';

/** Data of the person who is logged in, apart for each book. Everything under `private` is forgotten at logout. */
export const privateKey = (name: PrivateData, book: Book, ...rest: readonly unknown[]): readonly unknown[] => [
  'private',
  book,
  name,
  ...rest,
];
