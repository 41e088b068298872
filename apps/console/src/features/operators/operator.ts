import type { OperatorResultOf } from '@glasshouse/api/operator/calls';

export type Operator = OperatorResultOf<'listOperators'>[number];
