import type { TIMES_IN_FORCE } from '@glasshouse/api/schemas/trading';

export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** Properties of a time in force. */
export interface TimeInForceRule {
  /** How much must trade at once; otherwise the order is refused. */
  readonly atOnce: 'any' | 'none' | 'some' | 'all';
  /** Whether the remainder rests in the book; otherwise it is revoked. */
  readonly rests: boolean;
}

export const TIME_IN_FORCE: Readonly<Record<TimeInForce, TimeInForceRule>> = {
  GTC: { atOnce: 'any', rests: true },
  IOC: { atOnce: 'some', rests: false },
  FOK: { atOnce: 'all', rests: false },
  postOnly: { atOnce: 'none', rests: true },
};

/** Market orders never rest: they are IOC unless FOK was requested. */
export const timeInForceOf = (type: 'limit' | 'market', requested: TimeInForce): TimeInForce =>
  type === 'market' && requested !== 'FOK' ? 'IOC' : requested;
