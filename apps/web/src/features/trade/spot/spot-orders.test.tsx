// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { type FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, rowCount } from '@glasshouse/app/testing/reading';
import { plain, pressEscape, type RenderOptions } from '@glasshouse/app/testing/show.tsx';
import type { SpotOrder } from '@glasshouse/trade/orders';
import { toasts } from '@glasshouse/ui';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BOUGHT, RESTING } from '../../../testing/spot-orders.ts';
import { type AccountOrders, NO_ORDERS, serverOf, showOrders } from '../workspace/testing/show-orders.tsx';

/** Two fifths of it were filled at its price before it was cancelled. */
const PARTLY_REVOKED: SpotOrder = {
  ...RESTING,
  id: 1010,
  state: 'revoked',
  filledQuantity: '0.2',
  filledAmount: '18000',
  averagePrice: '90000',
  fee: '14.4',
  held: '0',
  doneAt: '2026-11-30T02:00:00.000Z',
};
/** Waited for its stop, and would then have traded at once. */
const REFUSED: SpotOrder = {
  ...RESTING,
  id: 1011,
  type: 'stopLimit',
  timeInForce: 'postOnly',
  stopPrice: '91000',
  state: 'revoked',
  refused: code.postOnlyWouldTrade,
  doneAt: '2026-11-30T02:00:00.000Z',
};

let server: FakeServer;
let account: AccountOrders;

beforeEach(() => {
  account = { ...NO_ORDERS, spot: [RESTING], pastSpot: [BOUGHT] };
  server = serverOf(account);
});

async function orders(more: Partial<RenderOptions> = {}) {
  const page = await showOrders({ prices: { bid: 95_908.41, ask: 95_910.34, price: 95_909.37 }, ...more });
  const { t, format, user } = page;
  return {
    ...page,
    money: (value: string, asset: string) => bare(format.money(value, asset)),
    now: bare(format.price('95909.37', 2)),
    /** Asks to cancel the only order. */
    cancelling: async () => {
      await user.click(await screen.findByRole('button', { name: t('workspace:spot.cancel') }));
      return screen.getByRole('dialog', { name: t('workspace:spot.cancelTitle', { id: RESTING.id }) });
    },
  };
}

test('an order that rests: its side, price, quantity, filled share, and what it holds', async () => {
  account.spot = [{ ...RESTING, state: 'partlyFilled', filledQuantity: '0.2', filledAmount: '18000', held: '27021.6' }];
  const { t, format, money, now, waiting, headers } = await orders();
  const open = await waiting();
  const link = within(open).getByRole('link', { name: 'BTC/USDT' });
  expect(link.getAttribute('href')).toBe(`/order/spot/${RESTING.id}`);
  expect(cell(open, 1, headers.side)).toBe(`${bare(t('order:side.buy'))}${money('0.5', 'BTC')}`);
  const limit = bare(`${t('workspace:spot.limit')}${format.price('90000', 2)}`);
  expect(cell(open, 1, headers.waitsFor)).toBe(`${limit}→${now}`);
  expect(cell(open, 1, t('workspace:spot.filled'))).toBe('40%');
  // 0.3 × 90,000, and the fee of a maker on it.
  expect(cell(open, 1, t('workspace:spot.held'))).toContain(money('27021.6', 'USDT').replace('USDT', ''));
});

test.each([
  ['a sell holds coins', { side: 'sell', held: '0.5' }, 'held', '0.50BTC'],
  ['a market order has an amount in place of a quantity', { quantity: null, amount: '500' }, 'side', '500.00USDT'],
  ['a trailing stop has a distance in percent', { trailingRate: '0.015', price: null }, 'waitsFor', '1.5%'],
] as const)('%s', async (_name, more, column, text) => {
  account.spot = [{ ...RESTING, ...more }];
  const { t, waiting, headers } = await orders();
  const header = column === 'held' ? t('workspace:spot.held') : headers[column];
  expect(cell(await waiting(), 1, header)).toContain(text);
});

test('an order says what it waits for: its trigger, or the next price, which leaves nothing to cancel', async () => {
  account.spot = [
    { ...RESTING, id: 1, type: 'stopLimit', stopPrice: '91000', triggeredAt: null },
    { ...RESTING, id: 2, type: 'market', queuedAt: RESTING.placedAt, enteredAt: null },
  ];
  const { t, format, waiting, headers } = await orders();
  const open = await waiting();
  expect(cell(open, 1, t('workspace:spot.filled'))).toBe(bare(t('order:waitsTrigger')));
  const stop = `${t('order:stopPrice')}${format.price('91000', 2)}`;
  expect(cell(open, 1, headers.waitsFor)).toContain(bare(`${format.price('90000', 2)}${stop}`));
  expect(cell(open, 2, t('common:action.cancel'))).toBe(bare(t('order:waitsNext')));
  expect(within(open).getAllByRole('button', { name: t('workspace:spot.cancel') })).toHaveLength(1);
});

test('cancelling asks first, names what becomes available, and fetches the list anew', async () => {
  server.on('cancelOrder', () => {
    account.spot = [];
    return { id: RESTING.id } as never;
  });
  const { user, t, format, cancelling } = await orders();
  const dialog = await cancelling();
  const held = format.money('45036', 'USDT', { min: 0, max: 8 });
  expect(within(dialog).getByText(plain(t('workspace:spot.cancelText', { held })))).toBeDefined();
  expect(server.sent('cancelOrder')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: t('workspace:spot.cancelOrder') }));
  expect(await screen.findByText(t('contracts:emptyOpen'))).toBeDefined();
  expect(server.sent('cancelOrder').map(({ body }) => body)).toEqual([{ id: RESTING.id }]);
  expect(toasts.read().at(-1)?.title).toBe(t('workspace:spot.cancelled', { held }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('of an order that is partly filled, what is filled stays', async () => {
  account.spot = [{ ...RESTING, state: 'partlyFilled', filledQuantity: '0.2', filledAmount: '18000', held: '27021.6' }];
  const { t, format, cancelling } = await orders();
  const held = format.money('27021.6', 'USDT', { min: 0, max: 8 });
  expect(within(await cancelling()).getByText(plain(t('workspace:spot.cancelTextPart', { held })))).toBeDefined();
});

test('a cancellation that is refused says why, and the order can be kept', async () => {
  server.on('cancelOrder', () => new Refusal(code.orderAlreadyFinal, 'It has just been filled.'));
  const { user, t, waiting, cancelling } = await orders();
  const dialog = await cancelling();
  await user.click(within(dialog).getByRole('button', { name: t('workspace:spot.cancelOrder') }));
  expect(await within(dialog).findByText('It has just been filled.')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: t('workspace:spot.keep') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(rowCount(await waiting())).toBe(1);
});

test('while it is sent, nothing dismisses the question; Escape does before', async () => {
  const { user, t, cancelling } = await orders();
  pressEscape(await cancelling());
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const dialog = await cancelling();
  const cancel = within(dialog).getByRole('button', { name: t('workspace:spot.cancelOrder') });
  cancel.focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => server.open).toContain('cancelOrder');
  pressEscape(dialog);
  expect(screen.getByRole('dialog')).toBe(dialog);
  expect(cancel.getAttribute('aria-busy')).toBe('true');
});

test('past orders: average price, what was paid with the fee, and how each ended', async () => {
  account.pastSpot = [REFUSED, PARTLY_REVOKED, BOUGHT];
  const { t, format, money, history, headers } = await orders();
  const table = await history();
  // 95,934.136 and a thousandth of it.
  const bought = `${bare(format.price('95934.136', 2))}${money('96030.070136', 'USDT')}`;
  expect(cell(table, 3, headers.ended)).toBe(bought);
  expect(cell(table, 3, t('contracts:ended'))).toBe(bare(t('order:spotState.filled')));
  // Coins have no result before they are sold.
  expect(cell(table, 3, t('order:net'))).toBe('–');
  // 18,000 and 0.08 %.
  expect(cell(table, 2, headers.ended)).toContain(money('18014.4', 'USDT'));
  const share = `${t('order:spotState.revoked')}${t('workspace:spot.filled')}40%`;
  expect(cell(table, 2, t('contracts:ended'))).toBe(bare(share));
  const why = `${t('order:spotState.revoked')}${t(`errors:${code.postOnlyWouldTrade}`)}`;
  expect(cell(table, 1, t('contracts:ended'))).toBe(bare(why));
});

test('a press on a past order opens its page', async () => {
  const { user, t, history } = await orders();
  const table = await history();
  await user.click(within(table).getByText(t('order:spotState.filled')));
  expect(window.location.pathname).toBe(`/order/spot/${BOUGHT.id}`);
});

test('the next page of past orders is asked for, and a failure of it is shown', async () => {
  let isDown = true;
  server.on('listSpotOrders', ({ query }) => {
    if ([query.state].flat().includes('waiting')) return { items: [], next: null };
    if (query.cursor === undefined) return { items: [PARTLY_REVOKED], next: 'more' };
    return isDown ? new Refusal(500, 'Try again soon.', {}, 500) : { items: [BOUGHT], next: null };
  });
  const { user, t, history } = await orders();
  const table = await history();
  await user.click(await screen.findByRole('button', { name: t('common:action.showMore') }));
  expect(await screen.findByText('Try again soon.')).toBeDefined();
  expect(rowCount(table)).toBe(1);
  isDown = false;
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  await expect.poll(() => rowCount(table)).toBe(2);
  expect(server.sent('listSpotOrders').at(-1)?.query.cursor).toBe('more');
});

test.each(['de', 'ar'] as const)('figures are written as the language writes them: %s', async (language) => {
  const { format, waiting, headers } = await orders({ language });
  const open = await waiting();
  expect(cell(open, 1, headers.waitsFor)).toContain(bare(format.price('90000', 2)));
  if (language === 'de') expect(cell(open, 1, headers.waitsFor)).toContain('90.000,00');
  expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
});
