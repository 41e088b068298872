import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rate } from './money.ts';
import {
  closingSide,
  isActive,
  isFurther,
  isStopReached,
  type TrailDistance,
  type TrailSide,
  trailingStop,
  trailProblem,
} from './trailing.ts';

test.each([
  ['sell', 100, 101, false],
  ['sell', 100, 100, true],
  ['sell', 100, 99, true],
  ['buy', 100, 99, false],
  ['buy', 100, 100, true],
  ['buy', 100, 101, true],
] as const)('a %s with its stop at %i at a reference of %i: %s', (side, stop, mid, reached) => {
  expect(isStopReached(side, stop, mid)).toBe(reached);
});

test.each([
  ['sell', 10_000, { points: 250 }, 9_750],
  ['buy', 10_000, { points: 250 }, 10_250],
  ['sell', 10_000, { rate: 1_500_000n as Rate }, 9_850],
  ['buy', 10_001, { rate: 1_500_000n as Rate }, 10_151],
  // Less than a point is one.
  ['sell', 50, { rate: 100_000n as Rate }, 49],
] as const)('a trailing %s from %i', (side, peak, distance, stop) => {
  expect(trailingStop(side, peak, distance)).toBe(stop);
});

const sides = fc.constantFrom<TrailSide>('buy', 'sell');
const distances = fc.oneof(
  fc.integer({ min: 1, max: 10 ** 6 }).map((points): TrailDistance => ({ points })),
  fc.bigInt(1n, 50_000_000n).map((rate): TrailDistance => ({ rate: rate as Rate })),
);

test('a trailing stop never moves back, and never reaches its own peak', () => {
  fc.assert(
    fc.property(
      sides,
      distances,
      fc.array(fc.integer({ min: 10 ** 6 + 1, max: 10 ** 9 }), { minLength: 1 }),
      (side, distance, mids) => {
        let peak = mids[0] as number;
        let stop = trailingStop(side, peak, distance);
        for (const mid of mids) {
          if (isFurther(side, mid, peak)) peak = mid;
          const next = trailingStop(side, peak, distance);
          expect(next === stop || isFurther(side, next, stop)).toBe(true);
          expect(isStopReached(side, next, peak)).toBe(false);
          stop = next;
        }
      },
    ),
  );
});

test.each([
  // Of somebody who bought, now at 10,000: at least 5 points behind, and at most half.
  ['buy', 10_000, { points: 4 }, null, 'distance'],
  ['buy', 10_000, { points: 5 }, null, undefined],
  ['buy', 10_000, { points: 5_000 }, null, undefined],
  ['buy', 10_000, { points: 5_001 }, null, 'distance'],
  ['buy', 10_000, { rate: 49_999n as Rate }, null, 'distance'],
  ['buy', 10_000, { rate: 50_000n as Rate }, null, undefined],
  ['buy', 10_000, { rate: 50_010_000n as Rate }, null, 'distance'],
  ['buy', 10_000, { points: 5 }, 10_000, 'activation'],
  ['buy', 10_000, { points: 5 }, 10_001, undefined],
  ['sell', 10_000, { points: 5 }, 10_000, 'activation'],
  ['sell', 10_000, { points: 5 }, 9_999, undefined],
  // Half of where it begins to follow, not of today's price.
  ['sell', 10_000, { points: 5_000 }, 9_000, 'distance'],
] as const)('a trailing stop of a %s at %i, %o behind, from %s: %s', (side, price, distance, activation, problem) => {
  expect(trailProblem({ side, price, least: 5, distance, activation })).toBe(problem);
});

test.each([
  ['sell', 99, 100, false],
  ['sell', 100, 100, true],
  ['buy', 101, 100, false],
  ['buy', 100, 100, true],
  ['buy', 1, null, true],
] as const)('a trailing %s with its best at %i follows from %s: %s', (side, peak, activation, active) => {
  expect(isActive(side, peak, activation)).toBe(active);
});

test('a trailing stop trades on the side that closes', () => {
  expect(['buy' as const, 'sell' as const].map(closingSide)).toEqual(['sell', 'buy']);
});
