import { expect, test } from 'vitest';
import { roundedAmount } from './rounded-money.tsx';

test.each([
  ['105.49885995', 'cost', '105.50'],
  ['105.49885995', 'gain', '105.49'],
  ['-105.49885995', 'gain', '-105.50'],
  ['0.52486995', 'cost', '0.53'],
  ['0.00524764', 'gain', '0.005247'],
  ['12.00000001', 'cost', '12.01'],
  ['99.99999999', 'cost', '100.00'],
  ['0', 'cost', '0.00'],
  ['0', 'gain', '0.00'],
  ['0.00000001', 'cost', '0.000001'],
] as const)('%s as a %s is shown as %s, never kinder than it is', (value, kind, text) => {
  expect(roundedAmount(value, kind)?.text).toBe(text);
});

test('text that is not an amount stays unchanged', () => {
  expect(roundedAmount('–', 'cost')).toBeUndefined();
});
