import { expect, test } from 'vitest';
import { progressOf } from './fee-tiers.tsx';

test.each([
  ['0', '50000', 0],
  ['49999.99999999', '50000', 99],
  ['50000', '50000', 100],
  ['60000', '50000', 100],
  ['5', '0', 100],
])('%s of %s is %i percent', (volume, goal, percent) => {
  expect(progressOf({ volume, goal })).toBe(percent);
});
