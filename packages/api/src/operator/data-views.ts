/** The kinds of a person's data that looking at is logged. */
export const DATA_VIEW_KINDS = [
  'profile',
  'balances',
  'statement',
  'identity',
  'documents',
  'deposits',
  'withdrawals',
  'loans',
  'sessions',
  'support',
] as const;
export type DataViewKind = (typeof DATA_VIEW_KINDS)[number];
