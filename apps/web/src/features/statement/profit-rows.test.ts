/** Net is exact, fees are taken off, and only what is in one currency is added up. */
import { expect, test } from 'vitest';
import { type ProfitTotal, profitRows, together } from './profit-rows.ts';

const total = (part: Partial<ProfitTotal>): ProfitTotal => ({
  kind: 'options',
  asset: 'USDT',
  realised: '0',
  fees: '0',
  orders: 0,
  ...part,
});
const TOTALS = [
  total({ kind: 'spot', asset: 'BTC', realised: '0.5', fees: '0.0005', orders: 2 }),
  total({ kind: 'contracts', realised: '-12.5', fees: '3.00000001', orders: 4 }),
  total({ kind: 'spot', asset: 'USDT', realised: '-30000', fees: '0', orders: 2 }),
  total({ kind: 'options', realised: '8.2', fees: '1', orders: 3 }),
];

test('rows stand by product, USDT first, each with its net', () => {
  expect(profitRows(TOTALS).map(({ kind, asset, net }) => [kind, asset, net])).toEqual([
    ['options', 'USDT', '7.2'],
    ['contracts', 'USDT', '-15.50000001'],
    ['spot', 'USDT', '-30000'],
    ['spot', 'BTC', '0.4995'],
  ]);
});

test('options and contracts are added up; what moves between assets is not', () => {
  expect(together(profitRows(TOTALS))).toEqual({ realised: '-4.3', fees: '4.00000001', net: '-8.30000001', orders: 7 });
  expect(together(profitRows([total({ kind: 'spot', asset: 'BTC' })]))).toBeUndefined();
});
