import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount, Price, Rate } from './money.ts';
import { makerCost, restingNeed, takerCost, totalOf } from './spot.ts';
import { higherRate, ocoNeed, stopLimitNeed } from './spot-triggers.ts';

const quantities = fc.bigInt(1n, 10n ** 14n);
const prices = fc.bigInt(1n, 10n ** 16n);
const rates = fc.bigInt(0n, 299_999n);
const cuts = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 100 });

/** Whole parts of a quantity in these proportions; some may be nothing. */
function partsOf(quantity: bigint, weights: readonly number[]): Amount[] {
  const sum = BigInt(weights.reduce((total, weight) => total + weight, 0));
  const parts = weights.map((weight) => ((quantity * BigInt(weight)) / sum) as Amount);
  const rest = quantity - parts.reduce<bigint>((total, part) => total + part, 0n);
  parts[0] = ((parts[0] as bigint) + rest) as Amount;
  return parts;
}

test('a stop-limit buy holds enough for a hundred fills at its limit', () => {
  fc.assert(
    fc.property(quantities, prices, rates, cuts, (quantity, limit, rate, weights) => {
      let paid = 0n;
      for (const part of partsOf(quantity, weights)) {
        paid += totalOf(takerCost({ side: 'buy', price: limit as Price, quantity: part, takerRate: rate as Rate }));
      }
      const held = stopLimitNeed({ quantity: quantity as Amount, limit: limit as Price, rate: rate as Rate });
      expect(paid <= held).toBe(true);
    }),
  );
});

test('what a one-cancels-other buy frees with a fill pays the fill, and the rest still pays its stop', () => {
  fc.assert(
    fc.property(quantities, prices, prices, rates, rates, cuts, (whole, price, more, maker, taker, weights) => {
      const order = {
        price: price as Price,
        stopLimit: (price + more) as Price,
        makerRate: maker as Rate,
        stopRate: higherRate(maker as Rate, taker as Rate),
      };
      let before = whole as Amount;
      for (const part of partsOf(whole, weights)) {
        if (part === 0n) continue;
        const after = (before - part) as Amount;
        const freed = ocoNeed({ ...order, quantity: before }) - ocoNeed({ ...order, quantity: after });
        expect(totalOf(makerCost({ ...order, side: 'buy', before, after })) <= freed).toBe(true);
        before = after;
        const stop = takerCost({ side: 'buy', price: order.stopLimit, quantity: before, takerRate: order.stopRate });
        expect(totalOf(stop) <= ocoNeed({ ...order, quantity: before })).toBe(true);
        expect(totalOf(restingNeed({ ...order, quantity: before })) <= ocoNeed({ ...order, quantity: before })).toBe(
          true,
        );
      }
    }),
  );
});
