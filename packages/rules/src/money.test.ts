/**
 * Money is exact: text survives a round trip, and each rounding is off by less than one unit in the
 * direction its name says.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AMOUNT_MAX,
  type Amount,
  amountOf,
  divCeil,
  divFloor,
  formatAmount,
  formatDecimal,
  formatFixed,
  formatPoints,
  mulPriceCeil,
  mulPriceFloor,
  mulRateCeil,
  mulRateFloor,
  type Price,
  parseAmount,
  parseDecimal,
  parsePrice,
  priceOfPoints,
  type Rate,
  rateOf,
  rateOfUnits,
} from './money.ts';

const units = fc.bigInt({ min: 0n, max: AMOUNT_MAX });

test('a rate from its units, exact however large', () => {
  expect(rateOfUnits(82_000_000)).toBe(rateOf('0.82'));
  expect(rateOfUnits(10n ** 20n)).toBe(rateOf('1000000000000'));
  expect(() => rateOfUnits(0.5)).toThrow(RangeError);
});

describe('decimal text', () => {
  test('an amount survives being written and read', () => {
    fc.assert(fc.property(units, (value) => parseAmount(formatAmount(value as Amount)) === value));
  });

  test.each([
    ['0', 0n],
    ['1', 100_000_000n],
    ['0.00000001', 1n],
    ['120.5', 12_050_000_000n],
    ['00012', 1_200_000_000n],
  ])('%s is %d units', (text, expected) => {
    expect(parseAmount(text)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '-1',
    '+1',
    '1e3',
    '1E3',
    '.5',
    '5.',
    '1,5',
    '1.000000001',
    'NaN',
    'Infinity',
    '0x10',
    '１２',
    '1 000',
    '9'.repeat(25),
    "1'; drop table accounts",
    '<b>1</b>',
    '1\n',
    '100000000000000.00000001',
  ])('%j is not an amount', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  test('accepts plain decimals only, and formats them back to the same value', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = parseDecimal(text, 8);
        if (value === undefined) return true;
        return /^-?\d+(\.\d{1,8})?$/.test(text) && parseDecimal(formatFixed(value, 8, 8), 8) === value;
      }),
    );
  });

  test('formats integers alike below and above the safe integer limit', () => {
    const edge = BigInt(Number.MAX_SAFE_INTEGER);
    const any = fc.oneof(
      fc.bigInt({ min: -(10n ** 23n), max: 10n ** 23n }),
      fc.bigInt({ min: edge - 1_000n, max: edge + 1_000n }),
      fc.bigInt({ min: -1_000n, max: 1_000n }),
    );
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 18 }), (value, decimals) => {
        const fixed = formatFixed(value, decimals, decimals);
        const text = formatDecimal(value, decimals);
        expect(text).toBe(fixed.includes('.') ? fixed.replace(/0+$/, '').replace(/\.$/, '') : fixed);
        expect(parseDecimal(text, decimals)).toBe(value);
      }),
      { numRuns: 2_000 },
    );
  });

  test('fixed decimals are exact or throw', () => {
    expect(formatFixed(12_050_000_000n, 8, 2)).toBe('120.50');
    expect(formatFixed(-5n, 2, 2)).toBe('-0.05');
    expect(formatFixed(7n, 0, 2)).toBe('7.00');
    expect(() => formatFixed(12_050_000_001n, 8, 2)).toThrow(RangeError);
    expect(() => amountOf('1.123456789')).toThrow(RangeError);
  });

  test.each([
    ['-1.5', -150_000_000n],
    ['-0.00000001', -1n],
    ['-0', 0n],
  ])('an amount of the program itself may be below zero: %s', (text, expected) => {
    expect(amountOf(text)).toBe(expected);
    expect(() => amountOf(`-${text}`)).toThrow(RangeError);
  });

  test('a price must be positive', () => {
    expect(parsePrice('0')).toBeUndefined();
    expect(parsePrice('-3')).toBeUndefined();
    expect(parsePrice('104217.5')).toBe(1_042_175_000_000_000n);
  });

  test('points convert to prices without floats', () => {
    expect(formatPoints(10_421_750, 2)).toBe('104217.50');
    expect(priceOfPoints(1_234, 8)).toBe(123_400n);
    expect(() => priceOfPoints(1.5, 2)).toThrow(RangeError);
    const points = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2_000, max: 2_000 }));
    fc.assert(
      fc.property(points, fc.integer({ min: 0, max: 10 }), (points, precision) => {
        expect(formatPoints(points, precision)).toBe(formatFixed(BigInt(points), precision, precision));
        expect(parseDecimal(formatPoints(points, precision), precision)).toBe(BigInt(points));
      }),
    );
    expect(() => formatPoints(1.5, 2)).toThrow(RangeError);
  });
});

describe('rounding', () => {
  test('floor and ceiling enclose the exact value and differ by at most one', () => {
    const signed = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(signed, fc.bigInt({ min: 1n, max: 10n ** 20n }), (dividend, divisor) => {
        const floor = divFloor(dividend, divisor);
        const ceil = divCeil(dividend, divisor);
        expect(floor * divisor <= dividend && dividend <= ceil * divisor).toBe(true);
        expect(ceil - floor).toBe(dividend % divisor === 0n ? 0n : 1n);
      }),
    );
  });

  test('a product with a rate or price is never too large (floor) or too small (ceil)', () => {
    fc.assert(
      fc.property(units, units, (amount, factor) => {
        const down = mulRateFloor(amount as Amount, factor as Rate);
        const up = mulRateCeil(amount as Amount, factor as Rate);
        expect(down * 10n ** 8n <= amount * factor && amount * factor <= up * 10n ** 8n).toBe(true);
        const cheap = mulPriceFloor(amount as Amount, factor as Price);
        const dear = mulPriceCeil(amount as Amount, factor as Price);
        expect(cheap * 10n ** 10n <= amount * factor && amount * factor <= dear * 10n ** 10n).toBe(true);
      }),
    );
  });
});
