import { expect, test } from 'vitest';
import { stepOf } from './alert-form.tsx';

test.each([
  ['63000.12', 2, '10'],
  ['640.5', 2, '0.1'],
  ['1.08512', 5, '0.001'],
  ['0.00001234', 8, '0.0001'],
  ['150', 0, '1'],
  [undefined, 2, '0.01'],
])('the step of %s with %i decimals is %s', (price, precision, step) => {
  expect(stepOf(price, precision)).toBe(step);
});
