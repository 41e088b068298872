/**
 * Higher tiers need more volume and give more, and a discounted rate is exact to less than one
 * unit.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FEE_TIER_MAX,
  FEE_TIERS,
  feeRateOf,
  feeTierForVolume,
  feeTierOfNumber,
  volumeToNextFeeTier,
} from './fee-tiers.ts';
import { type Amount, amountOf, formatRate, type Rate, rateOf } from './money.ts';

test.each([
  ['0', 0, '50000'],
  ['49999.99999999', 0, '0.00000001'],
  ['50000', 1, '200000'],
  ['250000', 2, '750000'],
  ['1000000', 3, '4000000'],
  ['5000000', 4, '20000000'],
  ['25000000', 5, undefined],
  ['99999999999', 5, undefined],
])('%s traded is tier %d', (volume, level, toNext) => {
  expect(feeTierForVolume(amountOf(volume))).toBe(level);
  expect(volumeToNextFeeTier(amountOf(volume))).toBe(toNext === undefined ? undefined : amountOf(toNext));
});

test('each tier needs more volume and gives more than the one below', () => {
  for (const [index, terms] of FEE_TIERS.entries()) {
    expect(terms.level).toBe(index);
    const before = FEE_TIERS[index - 1];
    if (before === undefined) continue;
    expect(before.volume30d < terms.volume30d).toBe(true);
    expect(before.feeDiscount < terms.feeDiscount).toBe(true);
    expect(before.referralShare < terms.referralShare).toBe(true);
  }
  // Referral share and discount together still leave part of each fee to the house.
  expect(feeTierOfNumber(FEE_TIER_MAX).referralShare + feeTierOfNumber(FEE_TIER_MAX).feeDiscount < rateOf('1')).toBe(
    true,
  );
});

test('more volume never means a lower tier', () => {
  const volume = fc.bigInt({ min: 0n, max: 10n ** 17n });
  fc.assert(
    fc.property(volume, volume, (one, more) => {
      expect(feeTierForVolume((one + more) as Amount)).toBeGreaterThanOrEqual(feeTierForVolume(one as Amount));
    }),
  );
});

test('a discounted rate is rounded up by less than one unit and never becomes 0', () => {
  expect(formatRate(feeRateOf(rateOf('0.001'), 0))).toBe('0.001');
  expect(formatRate(feeRateOf(rateOf('0.001'), 5))).toBe('0.0006');
  expect(formatRate(feeRateOf(rateOf('0.00000001'), 5))).toBe('0.00000001');
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 8n }), fc.integer({ min: 0, max: FEE_TIER_MAX }), (rate, level) => {
      const exact = rate * (10n ** 8n - feeTierOfNumber(level).feeDiscount);
      const charged = feeRateOf(rate as Rate, level);
      expect(0n < charged && exact <= charged * 10n ** 8n && charged * 10n ** 8n < exact + 10n ** 8n).toBe(true);
    }),
  );
});

test('an unknown tier throws', () => {
  expect(() => feeTierOfNumber(6)).toThrow(RangeError);
  expect(() => feeRateOf(rateOf('0.1'), -1)).toThrow(RangeError);
});
