import { amountOf, formatAmount, priceOf } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DepthLevel } from '../../../../live/depth.ts';
import { depthRows, groupingSteps, groupOf, spreadOf } from './depth-rows.ts';

/**
 * The book is grouped, summed and scaled with exact decimals; a group never looks better than its
 * levels.
 */
const bids: DepthLevel[] = [
  ['100.09', '0.1'],
  ['100.04', '0.2'],
  ['99.98', '1.5'],
];
const asks: DepthLevel[] = [
  ['100.11', '0.30000001'],
  ['100.19', '0.1'],
  ['100.21', '2'],
];
const nobody = { bids: [], asks: [] };

describe('lines of the order book', () => {
  it('are ungrouped at the tick size, with running totals', () => {
    const rows = depthRows({ bids, asks }, { step: '0.01', precision: 2, count: 10, own: nobody });
    expect(rows.bids.map(({ price, quantity, total }) => [price, quantity, total])).toEqual([
      ['100.09', '0.1', '0.1'],
      ['100.04', '0.2', '0.3'],
      ['99.98', '1.5', '1.8'],
    ]);
    expect(rows.asks.map((row) => row.total)).toEqual(['0.30000001', '0.40000001', '2.40000001']);
  });

  it('are grouped downwards for bids and upwards for asks', () => {
    const rows = depthRows({ bids, asks }, { step: '0.1', precision: 2, count: 10, own: nobody });
    expect(rows.bids.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['100.00', '0.3'],
      ['99.90', '1.5'],
    ]);
    expect(rows.asks.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['100.20', '0.40000001'],
      ['100.30', '2'],
    ]);
  });

  it('have bars on one scale for both sides, of the visible lines', () => {
    const rows = depthRows({ bids, asks }, { step: '0.01', precision: 2, count: 2, own: nobody });
    expect(rows.bids.map((row) => row.share)).toEqual([25, 75]);
    expect(rows.asks.map((row) => row.share)).toEqual([76, 100]);
    expect(rows.bids).toHaveLength(2);
  });

  it('mark own orders in their group', () => {
    const own = { bids: ['100.04'], asks: ['100.21'] };
    const fine = depthRows({ bids, asks }, { step: '0.01', precision: 2, count: 10, own });
    expect(fine.bids.map((row) => row.own)).toEqual([false, true, false]);
    const coarse = depthRows({ bids, asks }, { step: '0.1', precision: 2, count: 10, own });
    expect(coarse.bids.map((row) => row.own)).toEqual([true, false]);
    expect(coarse.asks.map((row) => row.own)).toEqual([false, true]);
  });

  it('are empty for an empty book', () => {
    expect(depthRows({ bids: [], asks: [] }, { step: '0.01', precision: 2, count: 5, own: nobody })).toEqual({
      bids: [],
      asks: [],
    });
  });

  it('lose nothing: the last total is the sum of all levels, for any step', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 10 ** 7 }), fc.integer({ min: 1, max: 10 ** 12 }));
    const step = fc.constantFrom('0.01', '0.1', '1', '10');
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 25 }), step, (levels, size) => {
        const side = levels
          .toSorted((left, right) => right[0] - left[0])
          .map(
            ([price, units]): DepthLevel => [
              (price / 100).toFixed(2),
              formatAmount(amountOf((units / 1e8).toFixed(8))),
            ],
          );
        const rows = depthRows({ bids: side, asks: [] }, { step: size, precision: 2, count: 25, own: nobody });
        const sum = side.reduce((total, [, quantity]) => total + amountOf(quantity), 0n);
        expect(amountOf(rows.bids.at(-1)?.total ?? '0')).toBe(sum);
        for (const [price] of side) expect(groupOf(priceOf(price), 'bids', priceOf(size)) <= priceOf(price)).toBe(true);
      }),
    );
  });
});

describe('grouping steps', () => {
  it('are the tick size times powers of ten, as far as sensible at the price', () => {
    expect(groupingSteps('0.01', '64000')).toEqual(['0.01', '0.1', '1', '10', '100']);
    expect(groupingSteps('0.01', '3.2')).toEqual(['0.01']);
    expect(groupingSteps('0.0001', '0.5')).toEqual(['0.0001', '0.001']);
    expect(groupingSteps('0.01', undefined)).toEqual(['0.01']);
  });
});

describe('spread', () => {
  it('is given in money and as a fraction of the mid, rounded up', () => {
    expect(spreadOf({ bids, asks })).toEqual({ spread: '0.02', rate: '0.00019981' });
    expect(spreadOf({ bids, asks: [] })).toBeUndefined();
  });
});
