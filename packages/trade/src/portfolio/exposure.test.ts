import { expect, test } from 'vitest';
import type { ContractOrder, OptionsOrder } from '../orders.ts';
import { type Balance, exposedMarkets, exposureAt, ratioText } from './exposure.ts';

const contract = (side: 'buy' | 'sell', openLots: string, state = 'open') =>
  ({
    code: 'BTCUSDT',
    name: 'BTC/USDT',
    precision: 2,
    state,
    side,
    openLots,
    lotSize: '0.001',
    quoteRate: '1',
  }) as ContractOrder;
const option = { code: 'EURUSD', name: 'EUR/USD', precision: 5, amount: '100' } as OptionsOrder;
const balance = (asset: string, total: string) => ({ asset, total }) as Balance;

test('contracts, coins and stakes meet on their market; waiting orders and USDT are no exposure', () => {
  const markets = exposedMarkets({
    contracts: [contract('buy', '20'), contract('sell', '5'), contract('buy', '9', 'waiting')],
    options: [option, { ...option, amount: '50' }],
    balances: [balance('USDT', '1000'), balance('BTC', '0.5'), balance('ETH', '0')],
  });
  expect(markets.map(({ code }) => code)).toEqual(['BTCUSDT', 'EURUSD']);
  const [btc, eur] = markets;
  expect(exposureAt(btc!, '50000.00')).toEqual({ long: '26000', short: '250', net: '25750', stakes: '0' });
  expect(exposureAt(eur!, '1.10000')).toEqual({ long: '0', short: '0', net: '0', stakes: '150' });
  expect(exposureAt(btc!, undefined)).toBeUndefined();
});

test('shares are cut, never rounded up, on both sides of zero', () => {
  expect(ratioText('25750', '100000')).toBe('0.2575');
  expect(ratioText('-1', '3')).toBe('-0.3333');
  expect(ratioText('1', '0')).toBeUndefined();
  expect(ratioText(undefined, '10')).toBeUndefined();
});
