/** Text of an amount field, from key press to percentage of a balance: exact at every step. */
import { formatDecimal, parseDecimal } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decimalMarkOf,
  isUnclear,
  pastedAmount,
  shareOf,
  shownAmount,
  steppedAmount,
  typedAmount,
} from './amount-text.ts';

/**
 * The languages by their decimal mark. Arabic has the point, and its own digits and marks besides.
 */
const POINT = ['en-GB', 'ja', 'ko', 'th', 'ar', 'zh-Hant-HK', 'zh-Hans-CN'];
const COMMA = ['de', 'fr', 'it', 'es'];

test('each language has the decimal mark that its figures are written with', () => {
  expect(POINT.map(decimalMarkOf)).toEqual(POINT.map(() => '.'));
  expect(COMMA.map(decimalMarkOf)).toEqual(COMMA.map(() => ','));
});

/**
 * What is typed, and what it stands for in a language with a decimal point and in one with a comma.
 */
const READINGS = [
  ['', '', ''],
  ['0', '0', '0'],
  ['007', '7', '7'],
  ['1000', '1000', '1000'],
  ['99999999999999', '99999999999999', '99999999999999'],
  // Only decimals can be meant.
  ['1.5', '1.5', '1.5'],
  ['1,5', '1.5', '1.5'],
  ['12.', '12', '12'],
  ['12,', '12', '12'],
  ['.5', '0.5', '0.5'],
  ['0.125', '0.125', '0.125'],
  ['0,125', '0.125', '0.125'],
  ['1234.567', '1234.567', '1234.567'],
  ['1234,567', '1234.567', '1234.567'],
  ['1.0000', '1.0000', '1.0000'],
  // A mark of the language starts the decimals; the other one could as well group.
  ['1.000', '1.000', '?1.000'],
  ['1,000', '?1,000', '1.000'],
  ['12.345', '12.345', '?12.345'],
  ['100,000', '?100,000', '100.000'],
  // Only groups can be meant.
  ['1.000.000', '1000000', '1000000'],
  ['1,000,000', '1000000', '1000000'],
  ['1.234,5', '1234.5', '1234.5'],
  ['1,234.5', '1234.5', '1234.5'],
  ['1.000,000', '1000.000', '1000.000'],
  ['1 200', '1200', '1200'],
  ['1\u202f234\u202f567,5', '1234567.5', '1234567.5'],
  ["1'234.50", '1234.50', '1234.50'],
  // Nothing can be meant, or not yet.
  ['1.000.0', '?1.000.0', '?1.000.0'],
  ['1.2.3', '?1.2.3', '?1.2.3'],
  ['1,2,3', '?1,2,3', '?1,2,3'],
  ['1 2', '?1 2', '?1 2'],
  ['0.123.456', '?0.123.456', '?0.123.456'],
  ['1,5.5', '?1,5.5', '?1,5.5'],
  ['1.5,000,5', '?1.5,000,5', '?1.5,000,5'],
  // Arabic and full-width digits and marks.
  ['١٢٣', '123', '123'],
  ['١٢٫٥', '12.5', '12.5'],
  ['١٫٠٠٠', '1.000', '1.000'],
  ['١٬٠٠٠', '1000', '1000'],
  ['١٬٢٣٤٫٥', '1234.5', '1234.5'],
  ['١،٥', '1.5', '1.5'],
  ['١،٠٠٠', '?١،٠٠٠', '1.000'],
  ['۱۲٫۵', '12.5', '12.5'],
  ['１２．５', '12.5', '12.5'],
  ['１，０００', '?１，０００', '1.000'],
  ['１。５', '1.5', '1.5'],
] as const;

test.each(READINGS)('%j is %j where a point starts the decimals, %j where a comma does', (text, point, comma) => {
  for (const locale of POINT) expect(typedAmount(text, 8, decimalMarkOf(locale))?.value, locale).toBe(point);
  for (const locale of COMMA) expect(typedAmount(text, 8, decimalMarkOf(locale))?.value, locale).toBe(comma);
});

test.each([
  ['0.123456789', 8, '0.12345678', '0.12345678'],
  ['0,129', 2, '0,12', '0.12'],
  ['12.', 8, '12.', '12'],
  ['.5', 8, '.5', '0.5'],
  ['007', 8, '7', '7'],
  ['12.0', 0, '12.', '12'],
  ['12.5', 0, '12.5', '?12.5'],
])('typing %j with %i decimals shows %j for %j', (text, decimals, shown, value) => {
  expect(typedAmount(text, decimals, '.')).toEqual({ text: shown, value });
});

test.each(['-1', '1e5', 'NaN', 'abc', '0x10', '<b>', '999999999999999'])('%j is not taken', (text) => {
  expect(typedAmount(text, 8, '.')).toBeUndefined();
});

test('what is unclear is no amount to anybody who parses it, and comes back as it was typed', () => {
  for (const [text, point] of READINGS) {
    if (!isUnclear(point)) continue;
    expect(parseDecimal(point, 8)).toBeUndefined();
    expect(shownAmount(point, '.')).toBe(text);
  }
});

test.each([
  ['1,234,567.89 USDT', '.', '1234567.89'],
  ['1.234.567,89 USDT', ',', '1234567.89'],
  ['BTC 0.01', ',', '0.01'],
  ['\u20661,234.50\u00a0USDT\u2069', '.', '1234.50'],
  ['$ 250', '.', '250'],
  ['US$250.5', '.', '250.5'],
  ['250 €', ',', '250'],
  ["1'234.50", '.', '1234.50'],
  ['0,5', ',', '0.5'],
  ['1,000', '.', '?1,000'],
  ['1.000', ',', '?1.000'],
] as const)('pasting %j where %j starts the decimals gives %j', (text, mark, expected) => {
  expect(pastedAmount(text, 8, mark)?.value).toBe(expected);
});

test.each(['-5', '−5', '(5)', 'all of it', '1e5', '1.5k', '1.2 M', '12 mil', '2万', '50%', '5 of 10', ''])(
  'pasting %j changes nothing',
  (text) => expect(pastedAmount(text, 8, '.')).toBeUndefined(),
);

test.each([
  ['', '10', 1, '10'],
  ['95', '10', 1, '100'],
  ['95', '10', -1, '90'],
  ['90', '10', -1, '80'],
  ['5', '10', -1, '0'],
  ['995', '10', 1, '1000'],
  ['1000', '10', 1, '1000'],
  ['0.1', '0.2', 1, '0.2'],
])('stepping %j by %j in direction %i gives %j', (text, step, direction, expected) => {
  expect(steppedAmount(text, step, direction as 1 | -1, { decimals: 2, min: '0', max: '1000' })).toBe(expected);
});

test('a percentage is never more than its part, and 100 % is exactly everything', () => {
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

test('a percentage with fewer decimals than the balance is truncated', () => {
  expect(shareOf('104218.5397', 100, 2)).toBe('104218.53');
  expect(shareOf('0.999', 100, 0)).toBe('0');
});

test('whatever is taken from typing is an amount, empty or unclear, and is read the same when it is shown', () => {
  const typing = fc.stringMatching(/^[0-9., ]{0,12}$/);
  fc.assert(
    fc.property(typing, fc.integer({ min: 0, max: 8 }), fc.constantFrom('.', ','), (text, decimals, mark) => {
      const parsed = typedAmount(text, decimals, mark);
      if (parsed === undefined || parsed.value === '') return;
      expect(isUnclear(parsed.value)).toBe(parseDecimal(parsed.value, decimals) === undefined);
      expect(typedAmount(parsed.text, decimals, mark)?.value).toBe(parsed.value);
      expect(typedAmount(shownAmount(parsed.value, mark), decimals, mark)?.value).toBe(parsed.value);
    }),
  );
});
