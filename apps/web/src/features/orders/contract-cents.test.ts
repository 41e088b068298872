import { amountOf } from '@glasshouse/rules/money';
import { inCents } from '@glasshouse/trade/portfolio/cents';
import { expect, test } from 'vitest';
import { contractCents } from './contract-cents.ts';
import { spotCents } from './spot-cents.ts';

test.each([
  // −0.496 less 4.8010045 and 4.8007565 is −10.097761.
  {
    order: { net: '-10.097761', realised: '-0.496', openFee: '4.8010045', financing: '0' },
    cents: { gross: '-0.5', fees: '9.6', openFee: '4.8', closeFee: '4.8' },
  },
  // A night of 0.333 is among the fees, not in the closing fee.
  {
    order: { net: '2.997', realised: '5', openFee: '0.835', financing: '-0.333' },
    cents: { gross: '5', fees: '2.01', openFee: '0.83', closeFee: '0.84' },
  },
  {
    order: { net: '-3', realised: '1', openFee: '1', financing: '0', netted: '2' },
    cents: { gross: '1', fees: '2', openFee: '1', closeFee: '1' },
  },
])('the parts of $order.net add up as they are shown', ({ order, cents }) => {
  const shown = contractCents(order);
  expect(shown).toEqual(cents);
  const net = amountOf(shown.gross) - amountOf(shown.fees) - amountOf(order.netted ?? '0');
  expect(net).toBe(inCents(amountOf(order.net)));
});

test.each([
  // 2,497.439 and 2.4974 are 2,499.9364.
  { order: { side: 'buy', net: '2499.9364', fee: '2.4974' }, cents: { value: '2497.44', fee: '2.5' } },
  { order: { side: 'sell', net: '99.895', fee: '0.105' }, cents: { value: '100', fee: '0.11' } },
] as const)('value and fee of $order.net add up as they are shown', ({ order, cents }) => {
  expect(spotCents(order)).toEqual(cents);
});
