/** What the ticket shows of an order that waits is what the core holds for it, to the last unit. */
import { describe, expect, it } from 'vitest';
import type { SpotDraft, SpotMarket } from './draft.ts';
import { priceSpot } from './figures.ts';
import { distanceBody } from './trigger-figures.ts';

const market: SpotMarket = {
  terms: {
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
  },
  depth: { at: 0, asks: [['100.01', '1']], bids: [['99.99', '1']] },
  mid: '100',
  available: { base: '2', quote: '1000' },
};
const draft = (part: Partial<SpotDraft>): SpotDraft => ({
  side: 'sell',
  type: 'stop',
  price: '',
  quantity: '1',
  amount: '100',
  by: 'quantity',
  timeInForce: 'GTC',
  stop: '',
  stopLimit: '',
  distance: '',
  distanceIn: 'percent',
  ...part,
});
const priced = (part: Partial<SpotDraft>) => priceSpot(draft(part), market);

describe('what is wrong', () => {
  it.each([
    ['a stop without a price', {}, { stopPrice: 'empty' }],
    ['a stop to sell above the market', { stop: '101' }, { stopPrice: 'stopBelow' }],
    ['a stop to sell at the market', { stop: '100' }, { stopPrice: 'stopBelow' }],
    ['a stop to buy below it', { side: 'buy', stop: '99' }, { stopPrice: 'stopAbove' }],
    ['a stop off the tick', { stop: '95.001' }, { stopPrice: 'tickSize' }],
    ['a stop too far', { stop: '49' }, { stopPrice: 'tooFar' }],
    ['no distance', { type: 'trailingStop' }, { distance: 'empty' }],
    ['a distance of more than the band', { type: 'trailingStop', distance: '50.5' }, { distance: 'tooFar' }],
    ['a one-cancels-other that would trade', { type: 'oco', stop: '95', price: '99.99' }, { price: 'ocoCrosses' }],
    [
      'a purchase without a limit of its stop',
      { type: 'oco', side: 'buy', stop: '105', price: '90' },
      { stopLimit: 'empty' },
    ],
    ['more coins than there are', { stop: '95', quantity: '3' }, { size: 'notEnoughBase' }],
    ['more money than there is', { side: 'buy', stop: '105', amount: '1001' }, { size: 'notEnoughQuote' }],
    ['too little', { side: 'buy', stop: '105', amount: '4' }, { size: 'amountTooSmall' }],
  ] as const)('%s', (_name, part, problems) => {
    expect(priced(part).problems).toEqual(problems);
  });
});

describe('what it comes to', () => {
  it.each([
    // 95 less 0.1 %.
    ['a sale', { stop: '95' }, { amount: '95', fee: '0.095', total: '94.905', balanceAfter: '1' }],
    ['a purchase by amount', { side: 'buy', stop: '105' }, { total: '100', balanceAfter: '900' }],
    [
      'a stop-limit purchase',
      { side: 'buy', type: 'stopLimit', stop: '105', price: '106' },
      { total: '106.10600256', amount: '106', fee: '0.106' },
    ],
    [
      'a one-cancels-other purchase',
      { side: 'buy', type: 'oco', price: '90', stop: '105', stopLimit: '106' },
      { total: '106.10600256' },
    ],
    ['a trailing stop', { type: 'trailingStop', distance: '1.5' }, { amount: '100', total: '99.9' }],
  ] as const)('%s', (_name, part, figures) => {
    const { problems, figures: found } = priced(part);
    expect(problems).toEqual({});
    expect(found).toMatchObject(figures);
  });

  it('sends a percentage as a share', () => {
    expect(distanceBody(draft({ distance: '1.25' }))).toEqual({ trailingRate: '0.0125' });
    expect(distanceBody(draft({ distance: '2.5', distanceIn: 'price' }))).toEqual({ trailingDistance: '2.5' });
  });
});
