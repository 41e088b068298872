/** Net results are exact, fees are never subtracted twice, and unknown values are never summed. */
import { expect, test } from 'vitest';
import { isPending, type ProfitTotal, profitRows, soldRows, together } from './profit-rows.ts';

const total = (part: Partial<ProfitTotal>): ProfitTotal => ({
  kind: 'options',
  asset: 'USDT',
  realised: '0',
  fees: '0',
  orders: 0,
  averageCost: null,
  ...part,
});
const sold = { quantity: '0.5', proceeds: '30000', cost: '29000.5', profit: '999.5' };
const nothing = { quantity: '0', proceeds: '0', cost: '0', profit: '0' };
const TOTALS = [
  total({ kind: 'spot', asset: 'BTC', realised: '-0.5', fees: '0.0005', orders: 3, averageCost: sold }),
  total({ kind: 'contracts', realised: '-12.5', fees: '3.00000001', orders: 4 }),
  total({ kind: 'spot', asset: 'USDT', realised: '30000', fees: '2', orders: 2 }),
  total({ kind: 'spot', asset: 'ETH', realised: '1', orders: 1, averageCost: nothing }),
  total({ kind: 'options', realised: '8.2', fees: '1', orders: 3 }),
];

test('one row per product: fees are subtracted unless costs and proceeds have them, and then nothing is before fees', () => {
  expect(profitRows(TOTALS).map(({ kind, gross, net, orders }) => [kind, gross, net, orders])).toEqual([
    ['options', '8.2', '7.2', 3],
    ['contracts', '-12.5', '-15.50000001', 4],
    // Two orders of BTC for USDT and one of BTC for ETH, each reported under both of its assets.
    ['spot', undefined, '999.5', 3],
  ]);
  expect(profitRows(TOTALS)[2]).toMatchObject({
    feesInResult: true,
    fees: [
      { asset: 'USDT', amount: '2' },
      { asset: 'BTC', amount: '0.0005' },
    ],
  });
});

test('a pledge that was sold has a profit, and the interest of its loan is subtracted from it', () => {
  const loans = [
    total({ kind: 'loans', realised: '30000', fees: '12.5', orders: 2 }),
    total({ kind: 'loans', asset: 'BTC', realised: '-0.5', orders: 1, averageCost: sold }),
  ];
  expect(profitRows(loans)).toMatchObject([{ kind: 'loans', gross: '999.5', net: '987', orders: 2 }]);
  expect(soldRows(loans)).toMatchObject([{ kind: 'loans', asset: 'BTC', profit: '999.5' }]);
});

test('all products are summed, unless one is unknown', () => {
  expect(together(profitRows(TOTALS))).toBe('991.19999999');
  expect(together([])).toBeUndefined();
  const pending = total({ kind: 'convert', asset: 'BTC', orders: 1 });
  expect(isPending(pending)).toBe(true);
  expect(TOTALS.some(isPending)).toBe(false);
  const rows = profitRows([...TOTALS, pending]);
  expect(rows.at(-1)).toMatchObject({ kind: 'convert', gross: undefined, net: undefined });
  expect(together(rows)).toBeUndefined();
});

test('what is paid in a coin has a row of its own, and is in no sum of USDT', () => {
  const plans = [
    total({ kind: 'plans', asset: 'BTC', realised: '0.00012', orders: 1 }),
    total({ kind: 'plans', realised: '3', fees: '1', orders: 2 }),
  ];
  expect(profitRows(plans).map(({ kind, asset, net }) => [kind, asset, net])).toEqual([
    ['plans', 'USDT', '2'],
    ['plans', 'BTC', '0.00012'],
  ]);
  expect(together(profitRows(plans))).toBe('2');
});

test('sold coins are listed with their proceeds; coins only bought are not', () => {
  expect(soldRows(TOTALS)).toEqual([{ kind: 'spot', asset: 'BTC', ...sold }]);
});
