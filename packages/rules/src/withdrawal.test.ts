import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amount, mulRateCeil, type Rate } from './money.ts';
import { cutToDecimals, splitWithdrawal } from './withdrawal.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 20n }) as fc.Arbitrary<Amount>;
const terms = fc.record({
  feeRate: fc.bigInt({ min: 0n, max: 5_000_000n }) as fc.Arbitrary<Rate>,
  feeMinimum: fc.bigInt({ min: 0n, max: 10n ** 12n }) as fc.Arbitrary<Amount>,
  decimals: fc.integer({ min: 0, max: 18 }),
});

test('what arrives and the fee are the amount; the fee is never below its terms by more than nothing', () => {
  fc.assert(
    fc.property(amounts, terms, (amount, terms) => {
      const split = splitWithdrawal(amount, terms);
      if (split === undefined) return;
      expect(split.received + split.fee).toBe(amount);
      expect(split.received).toBeGreaterThan(0n);
      expect(split.fee).toBeGreaterThanOrEqual(terms.feeMinimum);
      expect(split.fee).toBeGreaterThanOrEqual(mulRateCeil(amount, terms.feeRate));
      expect(cutToDecimals(split.received, terms.decimals)).toBe(split.received);
      // Beyond the terms the fee is less than one unit of the network.
      const unit = terms.decimals < 8 ? 10n ** BigInt(8 - terms.decimals) : 1n;
      const share = mulRateCeil(amount, terms.feeRate);
      if (terms.feeMinimum < share) expect(split.fee - share).toBeLessThan(unit);
      else expect(split.fee - terms.feeMinimum).toBeLessThan(unit);
    }),
  );
});
