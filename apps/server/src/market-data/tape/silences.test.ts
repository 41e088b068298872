/** The short list of silences answers every limit as the whole history would, and stays short. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tick } from '../../kernel/core/types.ts';
import {
  flatSilences,
  GAP_LIMIT_MIN_MS,
  gapEndedAt,
  SILENCES_MAX,
  type Silence,
  silencesAfter,
  silencesOf,
} from './silences.ts';

const tickAt = (at: number): Tick => ({ code: 'AAA', seq: 1, bid: 1, ask: 1, mid: 1, at });

function silencesThrough(lengths: readonly number[]): { silences: readonly Silence[]; all: Silence[] } {
  let at = 1_790_000_000_000;
  let silences: readonly Silence[] = [];
  const all: Silence[] = [];
  for (const lengthMs of lengths) {
    silences = silencesAfter(silences, tickAt(at), tickAt(at + lengthMs));
    at += lengthMs;
    all.push({ lengthMs, endedAt: at });
  }
  return { silences, all };
}

const whole = (all: readonly Silence[], limitMs: number): number =>
  all.findLast(({ lengthMs }) => limitMs < lengthMs)?.endedAt ?? 0;

describe('silences', () => {
  it('answer any limit from the shortest on like the whole history', () => {
    const length = fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom(2_000, 2_001, 15_000, 15_001));
    const limit = fc.oneof(fc.integer({ min: GAP_LIMIT_MIN_MS, max: 61_000 }), fc.constantFrom(2_000, 15_000));
    fc.assert(
      fc.property(fc.array(length, { maxLength: 300 }), fc.array(limit, { minLength: 1 }), (lengths, limits) => {
        const { silences, all } = silencesThrough(lengths);
        for (const limitMs of limits) expect(gapEndedAt(silences, limitMs)).toBe(whole(all, limitMs));
        expect(silencesOf(flatSilences(silences))).toEqual(silences);
      }),
    );
  });

  it('forget what ended longer ago than the longest option lasts', () => {
    const day = Array.from({ length: 86_401 }, () => 1_000);
    expect(silencesThrough([60_000, ...day, 3_000]).silences).toEqual([
      { lengthMs: 3_000, endedAt: expect.any(Number) },
    ]);
  });

  it('stay bounded when each is a little shorter than the one before, and then err on the side of a gap', () => {
    const lengths = Array.from({ length: SILENCES_MAX + 50 }, (_, index) => 20_000 - 7 * index);
    const { silences, all } = silencesThrough(lengths);
    expect(silences.length).toBe(SILENCES_MAX);
    for (let limitMs = 17_000; limitMs <= 20_000; limitMs += 1) {
      expect(gapEndedAt(silences, limitMs)).toBeGreaterThanOrEqual(whole(all, limitMs));
    }
  });
});
