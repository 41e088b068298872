import type { DepthState } from '@glasshouse/client/live/depth-store';
import { evaluate } from '@glasshouse/rules/derivations';
import { amountOf, type Price, parsePrice, priceOf, rateOf } from '@glasshouse/rules/money';
import { restingNeed, takerCost } from '@glasshouse/rules/spot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpotOrder } from '../orders.ts';
import type { SpotDraft, SpotMarket, SpotTerms } from './draft.ts';
import { filledPercent, mostQuantity, openQuantity, placesOf, priceSpot } from './figures.ts';

/**
 * The ticket calculates with the rules that the core fills by: what it shows is what happens, to
 * the last unit.
 */
const terms: SpotTerms = {
  version: 1,
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  quantityStep: '0.0001',
  minQuantity: '0.001',
  maxQuantity: '5',
  minAmount: '5',
  bandRate: '0.5',
  makerRate: '0.0008',
  takerRate: '0.001',
};
const depth: DepthState['depth'] = {
  at: 0,
  asks: [
    ['100', '1'],
    ['101', '2'],
  ],
  bids: [
    ['99', '1'],
    ['98', '2'],
  ],
};
const market: SpotMarket = { terms, depth, mid: undefined, available: { base: '2', quote: '1000' } };
const draft = (part: Partial<SpotDraft>): SpotDraft => ({
  side: 'buy',
  type: 'limit',
  price: '90',
  quantity: '1',
  amount: '',
  by: 'quantity',
  timeInForce: 'GTC',
  stop: '',
  stopLimit: '',
  distance: '',
  distanceIn: 'percent',
  ...part,
});
const price = (part: Partial<SpotDraft>, around: Partial<SpotMarket> = {}) =>
  priceSpot(draft(part), { ...market, ...around });

it('what is shown as the reason of a figure gives that figure', () => {
  const drafts: Partial<SpotDraft>[] = [
    {},
    { price: '100.5', quantity: '1.5' },
    { side: 'sell', price: '98.5', quantity: '1.5' },
    { type: 'market', by: 'amount', amount: '150' },
    { type: 'market', side: 'sell' },
    { type: 'stop', stop: '120', amount: '150' },
  ];
  for (const part of drafts) {
    const figures = price(part).figures!;
    expect(evaluate(figures.why.fee)).toBe(figures.fee);
    expect(evaluate(figures.why.total)).toBe(figures.total);
    for (const figure of ['average', 'balanceAfter'] as const) {
      const why = figures.why[figure];
      expect(why && evaluate(why)).toBe(figures[figure]);
    }
  }
});

describe('figures of a limit order', () => {
  it('cost its price and the maker fee when it rests', () => {
    expect(price({})).toMatchObject({
      problems: {},
      figures: {
        quantity: '1',
        amount: '90',
        fee: '0.072',
        total: '90.072',
        atOnce: '0',
        average: undefined,
        slippage: '0',
        complete: true,
        balanceAfter: '909.928',
      },
    });
  });

  it('take first when it crosses, and rest with the remainder', () => {
    // 1 at 100 with 0.1 % and the other 0.5 at its own 100.5 with 0.08 %.
    const { figures } = price({ price: '100.5', quantity: '1.5' });
    expect(figures).toMatchObject({ atOnce: '1', amount: '150.25', fee: '0.1402', total: '150.3902' });
  });

  it('subtract the fee from the proceeds of a sale', () => {
    expect(price({ side: 'sell', price: '110', quantity: '2' }).figures).toMatchObject({
      amount: '220',
      fee: '0.176',
      total: '219.824',
      balanceAfter: '0',
    });
  });

  it('cost only what it takes when it must not rest', () => {
    const { figures } = price({ price: '100', quantity: '3', timeInForce: 'IOC' });
    expect(figures).toMatchObject({ quantity: '3', atOnce: '1', amount: '100', fee: '0.1' });
  });
});

describe('figures of a market order', () => {
  it('by quantity name the average price and the slippage', () => {
    expect(price({ type: 'market', quantity: '2' }).figures).toMatchObject({
      amount: '201',
      fee: '0.201',
      average: '100.5',
      slippage: '0.005',
      complete: true,
    });
  });

  it('by amount name the quantity that it buys', () => {
    expect(price({ type: 'market', by: 'amount', amount: '50.05' }).figures).toMatchObject({
      quantity: '0.5',
      total: '50.05',
      balanceAfter: '949.95',
    });
  });

  it('say when the visible book does not suffice', () => {
    expect(
      price({ type: 'market', side: 'sell', quantity: '2' }, { depth: { ...depth, bids: [['99', '1']] } }),
    ).toMatchObject({ figures: { complete: false, quantity: '1' } });
  });
});

describe('problems are keyed by their field', () => {
  it.each([
    ['no price', { price: '' }, { price: 'empty' }],
    ['a price off the tick size', { price: '90.005' }, { price: 'tickSize' }],
    ['no quantity', { quantity: '' }, { size: 'empty' }],
    ['a quantity of 0', { quantity: '0.0' }, { size: 'empty' }],
    ['a quantity off the step', { quantity: '1.00005' }, { size: 'step' }],
    ['too little', { quantity: '0.0005' }, { size: 'quantityTooSmall' }],
    ['too much', { quantity: '6' }, { size: 'quantityTooLarge' }],
    ['worth too little', { quantity: '0.05' }, { size: 'amountTooSmall' }],
    ['more than there is to pay with', { price: '450', quantity: '5' }, { size: 'notEnoughQuote' }],
    ['more than there is to sell', { side: 'sell' as const, quantity: '2.5' }, { size: 'notEnoughBase' }],
    ['post-only that would trade', { price: '100', timeInForce: 'postOnly' as const }, { price: 'wouldTrade' }],
    [
      'an amount below the smallest',
      { type: 'market' as const, by: 'amount' as const, amount: '4.99' },
      { size: 'amountTooSmall' },
    ],
    [
      'an amount beyond the balance',
      { type: 'market' as const, by: 'amount' as const, amount: '1000.01' },
      { size: 'notEnoughQuote' },
    ],
  ])('%s', (_what, part, problems) => {
    expect(price(part).problems).toEqual(problems);
  });

  it.each([
    ['49.99', 'tooFar'],
    ['50', undefined],
    ['150', undefined],
    ['150.01', 'tooFar'],
    ['150.001', 'tickSize'],
  ])('a limit of %s at a market price of 100', (limit, problem) => {
    expect(price({ price: limit }, { mid: '100' }).problems.price).toBe(problem);
    expect(price({ price: limit, quantity: '' }, { mid: '100' }).problems.price).toBe(problem);
  });

  it('without a market price no limit is too far away, and a market order has no limit', () => {
    expect(price({ price: '9', quantity: '2' }).problems).toEqual({});
    expect(price({ type: 'market', price: '9' }, { mid: '100' }).problems).toEqual({});
  });

  it('a purchase one unit short is refused, and passes with it', () => {
    const need = restingNeed({ price: priceOf('90'), makerRate: rateOf('0.0008'), quantity: amountOf('1') });
    expect(need.amount + need.fee).toBe(amountOf('90.072'));
    expect(price({}, { available: { base: '0', quote: '90.072' } }).problems).toEqual({});
    expect(price({}, { available: { base: '0', quote: '90.07199999' } }).problems).toEqual({
      size: 'notEnoughQuote',
    });
  });

  it('visitors see every problem except their balance', () => {
    expect(price({ quantity: '4' }, { available: undefined }).problems).toEqual({});
  });
});

describe('the maximum', () => {
  it('of a sale is what is available, in whole steps', () => {
    expect(mostQuantity(draft({ side: 'sell' }), { ...market, available: { base: '1.23456', quote: '0' } })).toBe(
      '1.2345',
    );
  });

  it('never exceeds the largest order', () => {
    expect(mostQuantity(draft({ side: 'sell' }), { ...market, available: { base: '70', quote: '0' } })).toBe('5');
  });

  it('of a market purchase is what the book gives for the balance', () => {
    expect(mostQuantity(draft({ type: 'market' }), { ...market, available: { base: '0', quote: '50.05' } })).toBe(
      '0.5',
    );
  });

  it('is 0 without a price, and unknown to visitors', () => {
    expect(mostQuantity(draft({ price: '' }), market)).toBe('0');
    expect(mostQuantity(draft({}), { ...market, available: undefined })).toBeUndefined();
  });

  it('is always affordable, and one step more is not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10 ** 7 }), (cents, points) => {
        const budget = (cents / 100).toFixed(2);
        const limit = (points / 100).toFixed(2);
        const input = {
          ...market,
          terms: { ...terms, maxQuantity: '1000000000' },
          available: { base: '0', quote: budget },
        };
        const most = amountOf(mostQuantity(draft({ price: limit }), input) ?? '0');
        const at = (quantity: bigint) => {
          const cost = takerCost({
            side: 'buy',
            price: parsePrice(limit) as Price,
            quantity: quantity as typeof most,
            takerRate: rateOf(terms.takerRate),
          });
          return cost.amount + cost.fee;
        };
        expect(at(most) <= amountOf(budget)).toBe(true);
        expect(amountOf(budget) < at(most + amountOf(terms.quantityStep))).toBe(true);
      }),
    );
  });
});

describe('a partly filled order', () => {
  const order = (part: Partial<SpotOrder>): SpotOrder =>
    ({
      quantity: '3',
      filledQuantity: '1',
      amount: null,
      filledAmount: '100',
      state: 'partlyFilled',
      ...part,
    }) as SpotOrder;

  it('has its remainder open', () => {
    expect(openQuantity(order({ filledQuantity: '0.99999999' }))).toBe('2.00000001');
    expect(openQuantity(order({ quantity: null }))).toBe('0');
  });

  it('shows 100 % only when completely filled', () => {
    expect(filledPercent(order({}))).toBe(33);
    expect(filledPercent(order({ filledQuantity: '2.99999999' }))).toBe(99);
    expect(filledPercent(order({ quantity: null, amount: '200', state: 'revoked' }))).toBe(50);
    expect(filledPercent(order({ quantity: null, amount: '200', filledAmount: '199.99', state: 'filled' }))).toBe(100);
  });
});

it('a step determines how many decimals can be typed', () => {
  expect(['1', '0.1', '0.0010', '0.00000001'].map(placesOf)).toEqual([0, 1, 3, 8]);
});
