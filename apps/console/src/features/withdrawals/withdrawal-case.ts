import type { OperatorResultOf } from '@glasshouse/api/operator/calls';

export type WithdrawalCase = OperatorResultOf<'getWithdrawalCase'>;
