/** The text of an amount field from key press to share of a balance: exact at every step, with nothing lost on the way. */
import { formatDecimal, parseDecimal } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pastedAmount, settledAmount, shareOf, steppedAmount, typedAmount } from './amount-text.ts';

test.each([
  ['', 8, ''],
  ['0', 8, '0'],
  ['007', 8, '7'],
  ['12.', 8, '12.'],
  ['.5', 8, '0.5'],
  ['1,5', 8, '1.5'],
  ['0.123456789', 8, '0.12345678'],
  ['12.5', 0, '12'],
  ['١٢٫٥', 8, '12.5'],
  ['１２．５', 8, '12.5'],
  ['1 200', 2, '1200'],
  ['99999999999999', 2, '99999999999999'],
])('typing %j with %i decimals gives %j', (text, decimals, expected) => {
  expect(typedAmount(text, decimals)).toBe(expected);
});

test.each(['-1', '1e5', 'NaN', '1.2.3', 'abc', '0x10', '<b>', '999999999999999'])('%j is not taken', (text) => {
  expect(typedAmount(text, 8)).toBeUndefined();
});

test.each([
  ['1,000', '.', '1000'],
  ['1.000', ',', '1000'],
  ['1.234.567,89', ',', '1234567.89'],
  ['1,234,567.89 USDT', '.', '1234567.89'],
  ["1'234.50", '.', '1234.50'],
  ['$ 250', '.', '250'],
  ['0,5', ',', '0.5'],
])('pasting %j where the decimal mark is %j gives %j', (text, mark, expected) => {
  expect(pastedAmount(text, 8, mark)).toBe(expected);
});

test('pasting a negative amount or words changes nothing', () => {
  expect(pastedAmount('-5', 8, '.')).toBeUndefined();
  expect(pastedAmount('all of it', 8, '.')).toBeUndefined();
});

test.each([
  ['', '10', 1, '10'],
  ['95', '10', 1, '100'],
  ['95', '10', -1, '90'],
  ['90', '10', -1, '80'],
  ['5', '10', -1, '0'],
  ['995', '10', 1, '1000'],
  ['1000', '10', 1, '1000'],
  ['0.1', '0.2', 1, '0.2'],
])('a step from %j by %j in direction %i gives %j', (text, step, direction, expected) => {
  expect(steppedAmount(text, step, direction as 1 | -1, { decimals: 2, min: '0', max: '1000' })).toBe(expected);
});

test('a share is never more than the part it names, and all of it is exactly all of it', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 20n });
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 100 }), (balance, percent) => {
      const share = parseDecimal(shareOf(formatDecimal(balance, 8), percent, 8), 8) as bigint;
      expect(share * 100n <= balance * BigInt(percent)).toBe(true);
      expect(balance * BigInt(percent) - share * 100n < 100n).toBe(true);
      if (percent === 100) expect(share).toBe(balance);
    }),
  );
});

test('a share in fewer decimals than the balance has is cut, never rounded up', () => {
  expect(shareOf('104218.5397', 100, 2)).toBe('104218.53');
  expect(shareOf('0.999', 100, 0)).toBe('0');
});

test('whatever is taken from typing can be read back exactly once it is settled', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9.,]{0,12}$/), fc.integer({ min: 0, max: 8 }), (text, decimals) => {
      const taken = typedAmount(text, decimals);
      if (taken === undefined || taken === '') return;
      expect(parseDecimal(settledAmount(taken), decimals)).toBeDefined();
      expect(typedAmount(taken, decimals)).toBe(taken);
    }),
  );
});
