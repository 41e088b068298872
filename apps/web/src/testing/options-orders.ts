import type { OptionsOrder } from '@glasshouse/trade/orders';

/** 100 USDT on BTC/USDT rising within half a minute, accepted and not yet at a price. */
export const PLACED_OPTION: OptionsOrder = {
  id: 2641,
  book: 'demo',
  code: 'BTCUSDT',
  precision: 2,
  direction: 'up',
  asset: 'USDT',
  amount: '100',
  periodSeconds: 30,
  payoutRate: '0.8',
  fee: '0.5',
  profit: '80',
  termsVersion: 1,
  state: 'waiting',
  outcome: null,
  reason: null,
  placedAt: '2026-11-30T04:03:01.001Z',
  entry: null,
  expiresAt: null,
  exit: null,
  settledAt: null,
  paid: null,
  name: 'BTC/USDT',
};

/** The same, won. */
export const WON_OPTION: OptionsOrder = {
  ...PLACED_OPTION,
  state: 'settled',
  outcome: 'win',
  entry: { seq: 37, price: '95959.79', bid: '95959.10', ask: '95960.49', at: '2026-11-30T04:03:01.867Z' },
  expiresAt: '2026-11-30T04:03:31.867Z',
  exit: { seq: 67, price: '95965.88', bid: '95965.19', ask: '95966.57', at: '2026-11-30T04:03:31.719Z' },
  settledAt: '2026-11-30T04:03:32.903Z',
  paid: '180',
};
