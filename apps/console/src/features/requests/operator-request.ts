import type { OperatorResultOf } from '@glasshouse/api/operator/calls';

export type OperatorRequest = OperatorResultOf<'getRequest'>;
