import type { DepthLevel } from '@glasshouse/client/live/depth-store';
import { amountOf, formatAmount, formatPrice, formatRate, priceOf, rateOf } from '@glasshouse/rules/money';
import { takerCost } from '@glasshouse/rules/spot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Estimate, estimateAmount, estimateQuantity, wholeSteps } from './estimate.ts';

/**
 * The cost of a market order is computed exactly from the visible levels, which may not suffice.
 */
const asks: DepthLevel[] = [
  ['100', '1'],
  ['101', '2'],
  ['105', '10'],
];
const bids: DepthLevel[] = [
  ['99', '1'],
  ['98', '4'],
];
const takerRate = rateOf('0.001');
const written = (estimate: Estimate) => ({
  quantity: formatAmount(estimate.quantity),
  amount: formatAmount(estimate.amount),
  fee: formatAmount(estimate.fee),
  average: estimate.average === undefined ? undefined : formatPrice(estimate.average),
  slippage: formatRate(estimate.slippage),
  complete: estimate.complete,
});

describe('a quantity', () => {
  it('is bought level by level', () => {
    expect(written(estimateQuantity({ side: 'buy', levels: asks, takerRate, quantity: amountOf('2') }))).toEqual({
      quantity: '2',
      amount: '201',
      fee: '0.201',
      average: '100.5',
      slippage: '0.005',
      complete: true,
    });
  });

  it('is sold level by level', () => {
    expect(written(estimateQuantity({ side: 'sell', levels: bids, takerRate, quantity: amountOf('2') }))).toEqual({
      quantity: '2',
      amount: '197',
      fee: '0.197',
      average: '98.5',
      slippage: '0.00505051',
      complete: true,
    });
  });

  it('larger than the visible levels is only partly filled, and says so', () => {
    const estimate = estimateQuantity({ side: 'sell', levels: bids, takerRate, quantity: amountOf('9') });
    expect(formatAmount(estimate.quantity)).toBe('5');
    expect(estimate.complete).toBe(false);
  });

  it('takes nothing worse than its limit', () => {
    const estimate = estimateQuantity({
      side: 'buy',
      levels: asks,
      takerRate,
      quantity: amountOf('9'),
      limit: priceOf('101'),
    });
    expect(formatAmount(estimate.quantity)).toBe('3');
    expect(formatPrice(estimate.worst ?? priceOf('0'))).toBe('101');
  });

  it('has no average in an empty book', () => {
    const estimate = estimateQuantity({ side: 'buy', levels: [], takerRate, quantity: amountOf('1') });
    expect(estimate).toMatchObject({ average: undefined, slippage: 0n, complete: false });
  });
});

describe('an amount', () => {
  const step = amountOf('0.01');

  it('buys whole steps, fee included', () => {
    // 1 at 100 costs 100.1; of the other 50.05 USDT, 0.49 at 101 costs 49.53949, and another step
    // would cost too much.
    expect(written(estimateAmount({ side: 'buy', levels: asks, takerRate, amount: amountOf('150.15'), step }))).toEqual(
      {
        quantity: '1.49',
        amount: '149.49',
        fee: '0.14949',
        average: '100.3288590604',
        slippage: '0.0032886',
        complete: true,
      },
    );
  });

  it('that exceeds the visible levels says so', () => {
    const estimate = estimateAmount({ side: 'buy', levels: asks, takerRate, amount: amountOf('100000'), step });
    expect(formatAmount(estimate.quantity)).toBe('13');
    expect(estimate.complete).toBe(false);
  });

  it('is never exceeded, and the remainder would not pay for another step', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 1, max: 10 ** 5 }));
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 10 ** 10 }),
        (levels, cents) => {
          const book = levels
            .toSorted((left, right) => left[0] - right[0])
            .map(([price, steps]): DepthLevel => [(price / 100).toFixed(2), (steps / 100).toFixed(2)]);
          const amount = amountOf((cents / 100).toFixed(2));
          const estimate = estimateAmount({ side: 'buy', levels: book, takerRate, amount, step });
          const spent = estimate.amount + estimate.fee;
          expect(spent <= amount).toBe(true);
          if (!estimate.complete) return;
          const next = book.find(([price]) => (estimate.worst ?? 0n) <= priceOf(price));
          const dearest = priceOf(book.at(-1)?.[0] ?? '0');
          const more = takerCost({ side: 'buy', price: dearest, quantity: step, takerRate });
          expect(next === undefined || amount < spent + more.amount + more.fee).toBe(true);
        },
      ),
    );
  });
});

describe('steps', () => {
  it('are rounded down, never up', () => {
    expect(formatAmount(wholeSteps(amountOf('0.129'), amountOf('0.01')))).toBe('0.12');
    expect(formatAmount(wholeSteps(amountOf('0.009'), amountOf('0.01')))).toBe('0');
  });
});
