import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FEE_TIERS, feeRateOf } from './fee-tiers.ts';
import { type Amount, amountOf, mulRateCeil, rateOf } from './money.ts';
import { referralReward } from './referrals.ts';

const MOST = amountOf('1000');
const amounts = fc.bigInt({ min: 1n, max: 10n ** 16n }) as fc.Arbitrary<Amount>;

test.each([
  ['a share of the fee', '10', '0.1', '1000', '1'],
  ['rounded down', '0.00000019', '0.1', '1000', '0.00000001'],
  ['nothing of a fee too small to share', '0.00000009', '0.1', '1000', '0'],
  ['no more than is left', '100', '0.4', '3.5', '3.5'],
  ['nothing once nothing is left', '100', '0.4', '0', '0'],
])('%s', (_name, fee, share, left, reward) => {
  expect(referralReward(amountOf(fee), { share: rateOf(share), left: amountOf(left) })).toBe(amountOf(reward));
});

test('whoever invites whom: the house keeps part of every fee, after discount and reward together', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom(...FEE_TIERS),
      fc.constantFrom(...FEE_TIERS),
      (traded, { feeDiscount }, { referralShare }) => {
        const fee = mulRateCeil(traded, feeRateOf(rateOf('0.001'), feeDiscount));
        const reward = referralReward(fee, { share: referralShare, left: MOST });
        expect(reward).toBeLessThan(fee);
        // What two accounts of one person lose by a trade with each other.
        const remaining = fee - reward;
        expect(remaining * 10n).toBeGreaterThanOrEqual(fee * 6n);
      },
    ),
  );
});
