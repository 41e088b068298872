import { expect, test } from 'vitest';
import { leastRange } from './least-range.ts';

const rangeOf = (minValue: number, maxValue: number, unit: number) =>
  leastRange({ priceRange: { minValue, maxValue } }, unit)?.priceRange;

test.each([
  ['one price: two hundredths of a percent around it', 50_000, 50_000, 0.01, [49_995, 50_005]],
  ['a narrow range is centred', 50_000, 50_002, 0.01, [49_995.9999, 50_006.0001]],
  ['a wide one stays', 49_000, 51_000, 0.01, [49_000, 51_000]],
  ['a price of few digits: ten units of its last decimal', 0.011, 0.011, 0.001, [0.006, 0.016]],
])('%s', (_name, min, max, unit, [low, high]) => {
  const range = rangeOf(min, max, unit);
  expect(range?.minValue).toBeCloseTo(low!, 3);
  expect(range?.maxValue).toBeCloseTo(high!, 3);
});

test('nothing in view stays nothing', () => {
  expect(leastRange(null, 0.01)).toBeNull();
  expect(leastRange({ priceRange: null }, 0.01)).toEqual({ priceRange: null });
});
