import { expect, test } from 'vitest';
import { proofWaitMs } from './proof-poll.ts';

const MINUTE = Date.UTC(2026, 10, 23, 12, 0);
type TickProof = Parameters<typeof proofWaitMs>[0][number];

const tickAt = (at: number, receipt: unknown = null): TickProof =>
  ({ receipt, tick: { at: new Date(at).toISOString() } }) as unknown as TickProof;

/** When the page has the proof of a minute that is signed this long after its end. */
function knownAfter(openedAt: number, signedAt: number): number {
  let now = openedAt;
  for (let polls = 0; ; polls += 1) {
    const wait = proofWaitMs([tickAt(MINUTE + 59_000)], { polls, now });
    if (wait === undefined) return Number.POSITIVE_INFINITY;
    now += wait;
    if (signedAt <= now) return now;
  }
}

test.each([
  ['in time', 4_000],
  ['at the last moment', 8_000],
  ['late, on a busy machine', 11_000],
  ['very late', 40_000],
])('a minute that is signed %s is known soon after', (_name, afterEnd) => {
  const end = MINUTE + 60_000;
  for (let opened = MINUTE + 59_000; opened < end + 70_000; opened += 1_000) {
    const known = knownAfter(opened, end + afterEnd);
    const since = Math.max(opened, end + Math.max(afterEnd, 8_000));
    expect(known - since, `opened ${(opened - end) / 1_000} s after the end`).toBeLessThanOrEqual(afterEnd + 8_000);
  }
});

test('nothing is asked for while every price has its proof, nor for ever', () => {
  expect(proofWaitMs([tickAt(MINUTE, {})], { polls: 0, now: MINUTE })).toBeUndefined();
  expect(proofWaitMs([], { polls: 0, now: MINUTE })).toBeUndefined();
  expect(knownAfter(MINUTE + 59_500, MINUTE + 5 * 60_000)).toBeLessThan(MINUTE + 7 * 60_000);
  expect(knownAfter(MINUTE + 59_500, Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
});
