import type { OperatorResultOf } from '@glasshouse/api/operator/calls';

export type DepositCase = OperatorResultOf<'getDepositCase'>;
