/** What a withdrawal comes to, recomputed from its shown terms alone, is what the server pays. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../derivations.ts';
import { type Amount, formatAmount, formatPrice, formatRate, type Price, type Rate } from '../money.ts';
import { splitWithdrawal } from '../withdrawal.ts';
import { withdrawalDerivations } from './funds.ts';

const amount = fc.bigInt({ min: 10n ** 9n, max: 10n ** 16n }).map((units) => units as Amount);
const share = fc.bigInt({ min: 0n, max: 5n * 10n ** 6n }).map((units) => units as Rate);
const price = fc.bigInt({ min: 10n ** 8n, max: 10n ** 14n }).map((units) => units as Price);

test('what arrives is the amount less the fee', () => {
  fc.assert(
    fc.property(amount, share, (requested, feeRate) => {
      const split = splitWithdrawal(requested, { feeRate, feeMinimum: (10n ** 8n) as Amount, decimals: 6 });
      fc.pre(split !== undefined);
      const { received } = withdrawalDerivations({
        amount: formatAmount(requested),
        fee: formatAmount(split!.fee),
        payout: null,
      });
      expect(evaluate(received)).toBe(formatAmount(split!.received));
    }),
  );
});

test('a bank pays the rest of it after the spread, at the price, down to the cent', () => {
  fc.assert(
    fc.property(amount, share, price, (requested, spread, rate) => {
      const { payout } = withdrawalDerivations({
        amount: formatAmount(requested),
        fee: '1',
        payout: { price: formatPrice(rate), spread: formatRate(spread) },
      });
      expect(evaluate(payout!)).toBe(payout!.result);
    }),
  );
});

test.each([
  ['0.002', '912.67'],
  [null, '914.5'],
])('998 USDT at 1.0913 with a spread of %s', (spread, pays) => {
  const { payout } = withdrawalDerivations({ amount: '1000', fee: '2', payout: { price: '1.0913', spread } });
  expect(payout?.result).toBe(pays);
  expect(evaluate(payout!)).toBe(pays);
});
