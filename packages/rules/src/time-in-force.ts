import type { TIMES_IN_FORCE } from '@glasshouse/api/schemas/trading';

export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** All that tells one time in force from another. */
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

/** Market orders never rest: whatever was asked for, they are IOC unless FOK. */
export const timeInForceOf = (type: 'limit' | 'market', asked: TimeInForce): TimeInForce =>
  type === 'market' && asked !== 'FOK' ? 'IOC' : asked;
