import { describe, expect, test } from 'vitest';
import { errorsOfLuck, joinRates, measureOutOfSample } from './out-of-sample.ts';
import type { Rate } from './strategies.ts';

const rate = (name: string, bets: number, wins: number, error = 0.01): Rate => ({
  name,
  bets,
  rate: wins / bets,
  error,
});

describe('the best of many strategies', () => {
  test('is measured by bets that had no part in choosing it', () => {
    const choosing = [rate('always up', 1_000, 500), rate('momentum', 1_000, 576), rate('reversal', 1_000, 424)];
    const measuring = [rate('always up', 1_000, 530), rate('momentum', 1_000, 498), rate('reversal', 1_000, 502)];
    expect(measureOutOfSample(choosing, measuring, 200)).toEqual({ chosen: choosing[1], measured: measuring[1] });
  });

  test('has enough bets on both halves', () => {
    const choosing = [rate('rare', 199, 190), rate('once', 400, 380), rate('often', 1_000, 510)];
    const measuring = [rate('rare', 400, 380), rate('once', 10, 10), rate('often', 1_000, 490)];
    expect(measureOutOfSample(choosing, measuring, 200)?.chosen.name).toBe('often');
    expect(measureOutOfSample(choosing, measuring, 2_000)).toBeUndefined();
  });
});

test('two halves together have the bets of both, and a smaller error', () => {
  const together = joinRates(
    [rate('momentum', 1_000, 520, 0.02), rate('left', 10, 5)],
    [rate('momentum', 3_000, 1_500, 0.01), rate('right', 10, 5)],
  );
  expect(together.map(({ name, bets }) => [name, bets])).toEqual([
    ['momentum', 4_000],
    ['left', 10],
    ['right', 10],
  ]);
  expect(together[0]?.rate).toBeCloseTo(0.505, 10);
  // √(20² + 30²) wins of 4,000 bets.
  expect(together[0]?.error).toBeCloseTo(Math.sqrt(1_300) / 4_000, 10);
});

test('of more strategies, luck takes one further', () => {
  expect(errorsOfLuck(0.01)).toBeCloseTo(2.797, 3);
  expect(errorsOfLuck(0.01 / 48)).toBeCloseTo(3.945, 3);
  // One in a hundred is beyond 2.33 errors: a bound is never below that.
  expect(errorsOfLuck(0.01)).toBeGreaterThan(2.33);
});
