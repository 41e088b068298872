import type { ResultOf } from '@glasshouse/api';
import { provenRun } from '@glasshouse/rules/proofs/ticks';
import { forgedMid } from './forged-mid.ts';

/** Every price of one market in one signed minute. */
export type SignedMinute = ResultOf<'listTickRuns'>[number];

/** `strange`: it fits its signature, but this browser does not know the key. */
export type MinuteVerdict = 'holds' | 'broken' | 'strange';

const MINUTE_MS = 60_000;
/** Every minute is mostly signed within this time after its end. */
const SIGNING_MS = 8_000;
const RETRY_MS = 5_000;

/** Whether the prices are under the signature of their minute, and whose that is. */
export function checkMinute(minute: SignedMinute, trusted: readonly string[]): MinuteVerdict {
  if (provenRun(minute) === undefined) return 'broken';
  return trusted.includes(minute.publicKey) ? 'holds' : 'strange';
}

/** The minute with the last digit of its last price changed. */
export function forged(minute: SignedMinute): SignedMinute {
  const last = minute.ticks.at(-1);
  if (last === undefined) return minute;
  const [bid, mid, ask, at] = last;
  return { ...minute, ticks: [...minute.ticks.slice(0, -1), [bid, forgedMid({ mid, ask }), ask, at]] };
}

/** The minutes that the newest signed one is among: signing takes a moment. */
export function lastMinutes(now: number): { readonly from: number; readonly to: number } {
  const started = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return { from: started - 2 * MINUTE_MS, to: started - 1 };
}

/** How long until a newer minute than this one is worth asking for. */
export function newerAfterMs(minute: SignedMinute | null | undefined, now: number): number {
  if (minute == null) return RETRY_MS;
  return Math.max(RETRY_MS, minute.minute + 2 * MINUTE_MS + SIGNING_MS - now);
}
