import type { Book } from '@glasshouse/app/session/session';

export type PrivateData =
  | 'balances'
  | 'statement'
  | 'optionsOrders'
  | 'optionsOrder'
  | 'contractOrders'
  | 'contractOrder'
  | 'spotOrders'
  | 'spotOrder'
  | 'conversion'
  | 'conversions'
  | 'usualQuote'
  | 'stockLeft'
  | 'plans'
  | 'loans'
  | 'alerts'
  | 'asset'
  | 'profit'
  | 'equity'
  | 'feeTiers'
  | 'referrals'
  | 'friends'
  | 'rewards'
  | 'noticeSettings'
  | 'notifications'
  | 'sessions'
  | 'kyc'
  | 'identityLimits'
  | 'closing'
  | 'imports'
  | 'importedRows'
  | 'nfts'
  | 'depositMethods'
  | 'depositAddress'
  | 'deposits'
  | 'withdrawalTerms'
  | 'withdrawals'
  | 'addressBook'
  | 'passkeys'
  | 'linkedSignIns'
  | 'credentialChanges'
  | 'dataViews'
  | 'riskWarning'
  | 'sharedReceipts'
  | 'userInfo';

/**
 * Keys of the user's own data, separate for each book. Everything under `private` is cleared at
 * logout.
 */
export const privateKey = (name: PrivateData, book: Book, ...rest: readonly unknown[]): readonly unknown[] => [
  'private',
  book,
  name,
  ...rest,
];
