import { expect, test } from 'vitest';
import { difference } from './decimals.ts';

test.each([
  ['535', '510', '25'],
  ['510', '535.5', '-25.5'],
  ['0.00000001', '0', '0.00000001'],
  ['-100', '-75.5', '-24.5'],
  ['1', '1.00', '0.00'],
])('%s less %s is %s', (left, right, result) => {
  expect(difference(left, right)).toBe(result);
});
