import type { Json } from '../kernel/core/types.ts';
import type { OperatorStamp } from '../platform/operator-call.ts';

export type { OperatorStamp };

/** What every command of an operator carries besides its own fields. */
export type OperatorBody<Fields extends { readonly [field: string]: Json } = Record<never, never>> = Fields & {
  readonly by: OperatorStamp;
  readonly reason: string;
};

/** Sequence of the command as the id of an operator's command: `op12:<key>`. */
export const operatorCommandId = (operator: number, key: string): string => `op${operator}:${key}`;
