import { expect, test } from 'vitest';
import { inLargestUnit } from './largest-unit.ts';

test.each([
  [0, 0],
  [59.9, 59],
  [119, 60],
  [7_199, 3_600],
  [86_399, 23 * 3_600],
  [2 * 86_400 + 5, 2 * 86_400],
])('%d seconds are %d in their largest unit', (seconds, whole) => {
  expect(inLargestUnit(seconds)).toBe(whole);
});
