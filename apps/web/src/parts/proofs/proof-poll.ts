import type { Proven } from './verify-ticks.ts';

const MINUTE_MS = 60_000;
/** Every minute is mostly signed within this time after its end. */
const SIGNING_MS = 8_000;
const RETRY_MS = 4_000;
const RETRY_MAX_MS = 60_000;
/** In all, about ten minutes after the newest price's minute is over. */
const POLLS_MAX = 14;

/**
 * How long to wait before proofs are asked for again; undefined when none is to come. First when
 * the minute of the newest price without one should be signed, then soon, ever more rarely: a
 * server that is busy signs late, and waiting for the minute after it would cost that minute.
 */
export function proofWaitMs(
  ticks: readonly Pick<Proven, 'receipt' | 'tick'>[],
  at: { readonly polls: number; readonly now: number },
): number | undefined {
  const waiting = ticks.filter(({ receipt }) => receipt === null).map(({ tick }) => Date.parse(tick.at));
  if (waiting.length === 0 || POLLS_MAX <= at.polls) return undefined;
  const due = (Math.floor(Math.max(...waiting) / MINUTE_MS) + 1) * MINUTE_MS + SIGNING_MS;
  return Math.max(due - at.now, Math.min(RETRY_MS * 2 ** Math.max(0, at.polls - 1), RETRY_MAX_MS));
}
