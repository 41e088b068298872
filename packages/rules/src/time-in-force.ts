/** All that tells one time in force from another. */
export interface TimeInForceRule {
  /** How much must trade at once; otherwise the order is refused. */
  readonly atOnce: 'any' | 'none' | 'some' | 'all';
  /** Whether the remainder rests in the book; otherwise it is revoked. */
  readonly rests: boolean;
}

export const TIME_IN_FORCE = {
  GTC: { atOnce: 'any', rests: true },
  IOC: { atOnce: 'some', rests: false },
  FOK: { atOnce: 'all', rests: false },
  postOnly: { atOnce: 'none', rests: true },
} as const satisfies Readonly<Record<string, TimeInForceRule>>;

/** The API's list must agree: the core's wire and routes do not compile otherwise. */
export type TimeInForce = keyof typeof TIME_IN_FORCE;

/** Market orders never rest: whatever was asked for, they are IOC unless FOK. */
export const timeInForceOf = (type: 'limit' | 'market', requested: TimeInForce): TimeInForce =>
  type === 'market' && requested !== 'FOK' ? 'IOC' : requested;
