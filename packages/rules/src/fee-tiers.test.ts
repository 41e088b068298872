/**
 * Higher tiers need more fees and give more, and a discounted rate is exact to less than one
 * unit.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areFeeTiersSound,
  doSharesFall,
  FEE_TIER_MAX,
  FEE_TIERS,
  type FeeTier,
  feeRateOf,
  feesToNextFeeTier,
  feeTierForFees,
} from './fee-tiers.ts';
import { type Amount, amountOf, formatRate, type Rate, rateOf } from './money.ts';

test.each([
  ['0', 0, '25'],
  ['24.99999999', 0, '0.00000001'],
  ['25', 1, '100'],
  ['125', 2, '375'],
  ['500', 3, '2000'],
  ['2500', 4, '10000'],
  ['12500', 5, undefined],
  ['99999999999', 5, undefined],
])('%s of fees paid is tier %d', (paid, level, toNext) => {
  expect(feeTierForFees(amountOf(paid))).toBe(level);
  expect(feesToNextFeeTier(amountOf(paid))).toBe(toNext === undefined ? undefined : amountOf(toNext));
});

test('each tier needs more fees and gives more than the one below', () => {
  for (const [index, terms] of FEE_TIERS.entries()) {
    expect(terms.level).toBe(index);
    const before = FEE_TIERS[index - 1];
    if (before === undefined) continue;
    expect(before.fees30d < terms.fees30d).toBe(true);
    expect(before.feeDiscount < terms.feeDiscount).toBe(true);
    expect(before.referralShare < terms.referralShare).toBe(true);
  }
  expect(areFeeTiersSound(FEE_TIERS)).toBe(true);
});

test('nobody saves by paying fees only for a higher tier', () => {
  // Somebody whose own fees, at the listed rate, are far from a tier pays more to reach it by
  // churning than its discount gives back.
  const own = fc.bigInt({ min: 0n, max: 10n ** 13n });
  fc.assert(
    fc.property(own, fc.integer({ min: 1, max: FEE_TIER_MAX }), (fees, level) => {
      const { fees30d, feeDiscount } = FEE_TIERS[level]!;
      fc.pre(fees * 2n <= fees30d);
      const churned = fees30d - fees;
      const saved = (fees * feeDiscount) / rateOf('1');
      expect(saved < churned).toBe(true);
    }),
  );
});

test('more fees never mean a lower tier', () => {
  const volume = fc.bigInt({ min: 0n, max: 10n ** 17n });
  fc.assert(
    fc.property(volume, volume, (fees, more) => {
      expect(feeTierForFees((fees + more) as Amount)).toBeGreaterThanOrEqual(feeTierForFees(fees as Amount));
    }),
  );
});

const changed = (level: number, change: Partial<FeeTier>): FeeTier[] =>
  FEE_TIERS.map((tier) => (tier.level === level ? { ...tier, ...change } : tier));

test.each<[string, readonly FeeTier[]]>([
  ['one too few', FEE_TIERS.slice(0, FEE_TIER_MAX)],
  ['none', []],
  ['a first tier that has to be reached', changed(0, { fees30d: amountOf('1') })],
  ['two tiers for the same fees', changed(2, { fees30d: amountOf('25') })],
  ['less volume for a higher tier', changed(3, { fees30d: amountOf('100') })],
  ['a smaller discount on a higher tier', changed(2, { feeDiscount: rateOf('0.04') })],
  ['a smaller share on a higher tier', changed(4, { referralShare: rateOf('0.1') })],
  ['nothing of a fee left to the house', changed(5, { feeDiscount: rateOf('0.6') })],
])('unsound: %s', (_name, tiers) => {
  expect(areFeeTiersSound(tiers)).toBe(false);
});

test('tiers other than the first ones are reached by their own fees', () => {
  const tiers = changed(1, { fees30d: amountOf('10') });
  expect(areFeeTiersSound(tiers)).toBe(true);
  expect([feeTierForFees(amountOf('10'), tiers), feeTierForFees(amountOf('10'))]).toEqual([1, 0]);
  expect(feesToNextFeeTier(amountOf('4'), tiers)).toBe(amountOf('6'));
});

test('a discounted rate is rounded up by less than one unit and never becomes 0', () => {
  const ONE = 10n ** 8n;
  expect(formatRate(feeRateOf(rateOf('0.001'), rateOf('0')))).toBe('0.001');
  expect(formatRate(feeRateOf(rateOf('0.001'), rateOf('0.4')))).toBe('0.0006');
  expect(formatRate(feeRateOf(rateOf('0.00000001'), rateOf('0.4')))).toBe('0.00000001');
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: ONE }), fc.bigInt({ min: 0n, max: ONE - 1n }), (rate, discount) => {
      const exact = rate * (ONE - discount);
      const charged = feeRateOf(rate as Rate, discount as Rate);
      expect(0n < charged && exact <= charged * ONE && charged * ONE < exact + ONE).toBe(true);
    }),
  );
});

test('a discount of the whole fee, or below none, throws', () => {
  expect(() => feeRateOf(rateOf('0.1'), rateOf('1'))).toThrow(RangeError);
  expect(() => feeRateOf(rateOf('0.1'), -1n as Rate)).toThrow(RangeError);
});

test('shares fall exactly where somebody gets less for the same fees', () => {
  const tables = fc
    .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: FEE_TIER_MAX, maxLength: FEE_TIER_MAX })
    .chain((needed) =>
      fc
        .array(fc.integer({ min: 0, max: 5 }), { minLength: FEE_TIER_MAX + 1, maxLength: FEE_TIER_MAX + 1 })
        .map((shares): FeeTier[] => {
          const rising = [...shares].sort((left, right) => left - right);
          return [0, ...needed.sort((left, right) => left - right)].map((fees, level) => ({
            level,
            fees30d: amountOf(String(fees)),
            feeDiscount: rateOf('0'),
            referralShare: rateOf(`0.${rising[level]}`),
          }));
        }),
    );
  const shareOf = (tiers: readonly FeeTier[], paid: number) =>
    tiers[feeTierForFees(amountOf(String(paid)), tiers)]!.referralShare;
  fc.assert(
    fc.property(tables, tables, (before, after) => {
      const isLess = Array.from({ length: 42 }, (_, paid) => paid).some(
        (paid) => shareOf(after, paid) < shareOf(before, paid),
      );
      expect(doSharesFall(before, after)).toBe(isLess);
    }),
  );
});
