/** Every derivation of an order gives the figure that is shown beside it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractFeeOf } from '../contracts.ts';
import { type Derivation, evaluate } from '../derivations.ts';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatPrice,
  formatRate,
  type Price,
  priceOf,
  type Rate,
} from '../money.ts';
import { creditOf, quoteOption } from '../options.ts';
import {
  contractOrderDerivations,
  netDerivation,
  optionIfDerivation,
  optionOrderDerivations,
  spotOrderDerivations,
  spreadDerivations,
  sumDerivation,
} from './orders.ts';

const amount = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => units as Amount);
const small = fc.bigInt({ min: 0n, max: 10n ** 14n }).map((units) => units as Amount);
const rate = fc.bigInt({ min: 1n, max: 10n ** 8n }).map((units) => units as Rate);
const price = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => units as Price);
const follows = (derivation: Derivation | undefined): void => {
  if (derivation !== undefined) expect(evaluate(derivation)).toBe(derivation.result);
};

test('an option: profit and net result', () => {
  fc.assert(
    fc.property(
      amount,
      rate,
      rate,
      fc.constantFrom('win', 'lose', 'draw', 'void'),
      (stake, payoutRate, feeRate, outcome) => {
        const { profit, fee, total } = quoteOption({ stake, payoutRate, feeRate });
        const paid = outcome === 'void' ? total : creditOf({ outcome, stake, profit });
        const derived = optionOrderDerivations({
          outcome,
          amount: formatAmount(stake),
          fee: formatAmount(fee),
          profit: formatAmount(profit),
          payoutRate: formatRate(payoutRate),
          paid: formatAmount(paid),
        });
        for (const derivation of Object.values(derived)) follows(derivation);
        if (outcome !== 'void')
          follows(
            optionIfDerivation(
              { amount: formatAmount(stake), fee: formatAmount(fee), profit: formatAmount(profit) },
              outcome,
            ),
          );
        expect(derived.profit.result).toBe(formatAmount(profit));
      },
    ),
  );
});

test('a contract: opening fee and net result, financing included', () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      price,
      rate,
      rate,
      small,
      small,
      (lots, lotSize, open, quoteRate, feeRate, nights, realised) => {
        const openFee = formatAmount(contractFeeOf({ lots, lotSize, quoteRate }, open, feeRate));
        const derived = contractOrderDerivations({
          lots: formatAmount(lots),
          lotSize: formatAmount(lotSize),
          openPrice: formatPrice(open),
          openFee,
          quoteRate: formatRate(quoteRate),
          feeRate: formatRate(feeRate),
          closeFeePaid: '0.5',
          realised: formatAmount(realised),
          financing: formatAmount(-nights as Amount),
        });
        for (const derivation of Object.values(derived)) follows(derivation);
        expect(derived.openFee.result).toBe(openFee);
        expect(amountOf(derived.net.result)).toBe(realised - amountOf(openFee) - amountOf('0.5') - nights);
      },
    ),
  );
});

test('a spot order: average price, and what it cost or brought', () => {
  fc.assert(
    fc.property(amount, amount, small, fc.constantFrom('buy', 'sell'), (filled, quantity, fee, side) => {
      const derived = spotOrderDerivations({
        side,
        filledAmount: formatAmount(filled),
        filledQuantity: formatAmount(quantity),
        fee: formatAmount(fee),
      });
      follows(derived.net);
      follows(derived.average);
    }),
  );
});

test('a spread, a result and a sum', () => {
  fc.assert(
    fc.property(price, price, (bid, width) => {
      const ask = (bid + width) as Price;
      const mid = ((bid + ask) / 2n) as Price;
      const derived = spreadDerivations({ bid: formatPrice(bid), ask: formatPrice(ask), mid: formatPrice(mid) });
      for (const derivation of Object.values(derived)) follows(derivation);
      expect(priceOf(derived.spread.result)).toBe(width);
    }),
  );
  fc.assert(
    fc.property(small, small, (first, last) => {
      follows(netDerivation({ realised: formatAmount(first), fees: formatAmount(last) }));
      follows(sumDerivation([{ value: formatAmount(first) }, { value: formatAmount(last) }]));
    }),
  );
});
