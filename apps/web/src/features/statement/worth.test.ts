/**
 * The value of balances by their use: rounding loses nothing, and assets without a price are
 * listed.
 */
import { amountOf } from '@glasshouse/rules/money';
import { expect, test } from 'vitest';
import { type Balance, shareOf, worthOf } from './worth.ts';

const balance = (part: Partial<Balance>): Balance => ({
  book: 'demo',
  asset: 'USDT',
  available: '0',
  held: '0',
  margin: '0',
  inOptions: '0',
  plan: '0',
  collateral: '0',
  total: '0',
  valueUsdt: '0',
  ...part,
});

test('orders, positions and available balances are separate, over all assets', () => {
  const worth = worthOf([
    balance({ available: '100', held: '20', margin: '30', inOptions: '50', total: '200', valueUsdt: '200' }),
    balance({ asset: 'BTC', available: '0.3', held: '0.1', plan: '0.1', total: '0.5', valueUsdt: '30000' }),
  ]);
  expect(worth).toEqual({
    total: '30200',
    available: '18100',
    inOrders: '6020',
    inPositions: '80',
    elsewhere: '6000',
    unpriced: [],
  });
});

test('the parts add up to the total, to the last unit', () => {
  const { available, inOrders, inPositions, elsewhere, total } = worthOf([
    balance({ available: '1', held: '1', margin: '1', total: '3', valueUsdt: '0.00000010' }),
  ]);
  expect([inOrders, inPositions]).toEqual(['0.00000003', '0.00000003']);
  expect([available, inOrders, inPositions, elsewhere].reduce((sum, part) => sum + amountOf(part), 0n)).toBe(
    amountOf(total),
  );
});

test('an asset without a price is not counted but listed; an empty one is ignored', () => {
  const worth = worthOf([
    balance({ asset: 'XYZ', available: '5', total: '5', valueUsdt: null }),
    balance({ asset: 'OLD', valueUsdt: null }),
    balance({ available: '7', total: '7', valueUsdt: '7' }),
  ]);
  expect(worth).toMatchObject({ total: '7', available: '7', unpriced: ['XYZ'] });
});

test.each([
  ['50', '200', '0.25'],
  ['1', '3', '0.3333'],
  ['0', '3', '0'],
  ['5', '0', undefined],
  [null, '3', undefined],
])('the share of %s in %s is %s', (value, total, share) => {
  expect(shareOf(value, total)).toBe(share);
});
