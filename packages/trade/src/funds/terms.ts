import type { ResultOf } from '@glasshouse/api';

export type WithdrawalTerms = ResultOf<'getWithdrawalTerms'>;
/** A network by which coins come in and go out. */
export type Network = NonNullable<ResultOf<'listDepositMethods'>['methods'][number]['network']>;
