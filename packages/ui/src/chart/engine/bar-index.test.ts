import { expect, test } from 'vitest';
import { barIndexAt } from './bar-index.ts';

const bars = [100, 200, 300].map((time) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 0 }));

test.each([
  [99, undefined],
  [100, 0],
  [199, 0],
  [200, 1],
  [299, 1],
  [9_000, 2],
])('time %i falls into bar %s', (time, index) => {
  expect(barIndexAt(bars, time)).toBe(index);
});

test('without bars there is none', () => {
  expect(barIndexAt([], 5)).toBeUndefined();
});
