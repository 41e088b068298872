import type { SpotOrder } from '@glasshouse/trade/orders';

/** A limit order that rests: half a bitcoin at 90,000 USDT. */
export const RESTING: SpotOrder = {
  id: 1009,
  book: 'demo',
  code: 'BTCUSDT',
  name: 'BTC/USDT',
  precision: 2,
  base: 'BTC',
  quote: 'USDT',
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  state: 'waiting',
  price: '90000',
  quantity: '0.5',
  amount: null,
  filledQuantity: '0',
  filledAmount: '0',
  averagePrice: null,
  fee: '0',
  feeAsset: 'USDT',
  held: '45036',
  placedAt: '2026-11-30T01:00:00.000Z',
  doneAt: null,
  fills: [],
};

/** A market order that was filled at once. */
export const BOUGHT: SpotOrder = {
  ...RESTING,
  type: 'market',
  timeInForce: 'IOC',
  state: 'filled',
  price: null,
  quantity: '1',
  filledQuantity: '1',
  filledAmount: '95934.136',
  averagePrice: '95934.136',
  fee: '95.934136',
  held: '0',
  doneAt: '2026-11-30T01:00:01.000Z',
};
