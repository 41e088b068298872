// @vitest-environment happy-dom
/** Orders that wait for a price. */

import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, isInvalid, noteOf, row } from '@glasshouse/app/testing/reading';
import { toasts } from '@glasshouse/ui';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../../testing/balances.ts';
import { RESTING } from '../../../testing/spot-orders.ts';
import { showSpotTicket } from './testing/show-spot-ticket.tsx';

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer().on('listBalances', () => balancesOf('50000', { BTC: '0.75' }));
});

/** Chooses an order that waits, by its name. */
async function waiting(kind: 'stop' | 'stopLimit' | 'trailingStop' | 'oco', side: 'buy' | 'sell') {
  server.on('placeSpotOrder', () => ({ ...RESTING, type: kind, triggeredAt: null }));
  const page = await showSpotTicket();
  const { user, t, radio } = page;
  if (side === 'sell') await user.click(radio(t('workspace:side.sell')));
  await user.click(radio(t('workspace:spot.trigger')));
  const type = () => screen.getByRole('combobox', { name: t('workspace:spot.type') });
  if (kind !== 'stop') {
    await user.click(type());
    await user.click(screen.getByRole('option', { name: t(`order:kind.${kind}`) }));
  }
  const place = async () => {
    await page.order();
    await expect.poll(() => page.seen.placed).toBe(1);
    return server.sent('placeSpotOrder').map(({ body }) => body);
  };
  return { ...page, type, place };
}

test('a stop that buys holds its amount, and waits above the market', async () => {
  const { t, format, fill, field, type, place } = await waiting('stop', 'buy');
  await fill(t('order:stopPrice'), '95909.37');
  await fill(t('workspace:spot.spend'), '1000');
  expect(noteOf(field(t('order:stopPrice')))).toBe(t('workspace:spot.stopAbove'));
  await fill(t('order:stopPrice'), '96000');
  expect(isInvalid(field(t('order:stopPrice')))).toBe(false);
  expect(noteOf(type())).toBe(t('workspace:spot.waits.stop', { stop: format.price('96000', 2) }));
  // Of 1,000 the fee of 0.1 % of 999.000999.
  expect(row(t('workspace:spot.atMost'))).toBe(bare(format.money('1000', 'USDT')));
  expect(row(t('trade:options.ofWhichFees'))).toBe(bare(format.money('1', 'USDT')));
  expect(await place()).toEqual([{ code: 'BTCUSDT', side: 'buy', type: 'stop', stopPrice: '96000', amount: '1000' }]);
  expect(toasts.read().at(-1)?.title).toBe(t('workspace:spot.placed.waits', { id: RESTING.id }));
});

test('a stop-limit that sells waits below the market, and brings its limit less the fee', async () => {
  const { t, format, fill, field, price, quantity, place } = await waiting('stopLimit', 'sell');
  await fill(t('order:stopPrice'), '96000');
  await fill(price, '90000');
  await fill(quantity, '0.5');
  expect(noteOf(field(t('order:stopPrice')))).toBe(t('workspace:spot.stopBelow'));
  await fill(t('order:stopPrice'), '95000');
  // 45,000 less the higher rate of 0.1 %.
  expect(row(t('workspace:spot.receiveAtTrigger'))).toBe(bare(format.money('44955', 'USDT')));
  expect(await place()).toEqual([
    {
      code: 'BTCUSDT',
      side: 'sell',
      type: 'stopLimit',
      stopPrice: '95000',
      price: '90000',
      quantity: '0.5',
      timeInForce: 'GTC',
    },
  ]);
});

test('a trailing stop follows at a share or at a distance in money', async () => {
  const { user, t, fill, field, radio, quantity, type, place } = await waiting('trailingStop', 'sell');
  await fill(t('order:trailing'), '60');
  await fill(quantity, '0.5');
  expect(noteOf(field(t('order:trailing')))).toContain('50');
  await fill(t('order:trailing'), '1.5');
  expect(isInvalid(field(t('order:trailing')))).toBe(false);
  expect(noteOf(type())).toBe(t('workspace:spot.waits.trailingStop', { distance: '1.5%' }));
  await user.click(radio('USDT'));
  expect(field(t('order:trailing')).value).toBe('');
  await user.click(radio('%'));
  await fill(t('order:trailing'), '1.5');
  expect(await place()).toEqual([
    { code: 'BTCUSDT', side: 'sell', type: 'trailingStop', trailingRate: '0.015', quantity: '0.5' },
  ]);
});

test('of two that exclude each other, a purchase holds for the dearer one', async () => {
  const { t, format, fill, field, price, quantity, place } = await waiting('oco', 'buy');
  await fill(price, '95910.34');
  await fill(t('order:stopPrice'), '97000');
  await fill(t('order:stopLimitPrice'), '98000');
  await fill(quantity, '0.5');
  expect(noteOf(field(price))).toBe(t('workspace:spot.ocoCrosses'));
  await fill(price, '90000');
  // 49,000 at the limit of its stop, and 0.1 %; a few units of rounding become a cent.
  expect(row(t('workspace:spot.atMost'))).toBe(bare(format.money('49049.01', 'USDT')));
  expect(await place()).toEqual([
    {
      code: 'BTCUSDT',
      side: 'buy',
      type: 'oco',
      price: '90000',
      stopPrice: '97000',
      stopLimitPrice: '98000',
      quantity: '0.5',
    },
  ]);
});

test('a stop that the market passed while it was sent is said at the stop', async () => {
  const { t, fill, field, order } = await waiting('stop', 'buy');
  server.on('placeSpotOrder', () => new Refusal(code.orderPriceIncorrect, 'Wrong.', { stopPrice: 11061 }));
  await fill(t('order:stopPrice'), '96000');
  await fill(t('workspace:spot.spend'), '1000');
  await order();
  await expect.poll(() => noteOf(field(t('order:stopPrice')))).toBe(t('workspace:spot.stopAbove'));
});
