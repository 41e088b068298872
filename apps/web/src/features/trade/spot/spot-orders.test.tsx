// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { SpotOrder } from '@glasshouse/trade/orders';
import { toasts } from '@glasshouse/ui';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../../testing/bitcoin.ts';
import { tick } from '../../../testing/market.ts';
import { BOUGHT, RESTING } from '../../../testing/spot-orders.ts';
import { SpotOrders } from './spot-orders.tsx';

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
let live: readonly SpotOrder[];
let past: readonly SpotOrder[];

beforeEach(() => {
  live = [RESTING];
  past = [BOUGHT];
  server = new FakeServer().on('listSpotOrders', ({ query }) => ({
    items: [...([query.state].flat().includes('waiting') ? live : past)],
    next: null,
  }));
});

async function orders(more: Partial<RenderOptions> = {}) {
  const namespaces = ['trade', 'order', 'workspace', 'market', 'errors', 'account'] as const;
  const page = await show(<SpotOrders />, { namespaces, account: CUSTOMER, ...more });
  const { t, format, user } = page;
  tick(BITCOIN, { bid: 95_908.41, ask: 95_910.34, price: 95_909.37 });
  return {
    ...page,
    money: (value: string, asset: string) => bare(format.money(value, asset)),
    table: (name: string) => screen.findByRole('table', { name, busy: false }),
    history: async () => {
      await user.click(screen.getByRole('radio', { name: t('trade:orders.history') }));
      return screen.findByRole('table', { name: t('trade:orders.history'), busy: false });
    },
    /** Asks to cancel the only order. */
    cancelling: async () => {
      await user.click(await screen.findByRole('button', { name: t('workspace:spot.cancel') }));
      return screen.getByRole('dialog', { name: t('workspace:spot.cancelTitle', { id: RESTING.id }) });
    },
  };
}

test('an order that rests: its side, price, quantity, filled share, and what it holds', async () => {
  live = [{ ...RESTING, state: 'partlyFilled', filledQuantity: '0.2', filledAmount: '18000', held: '27021.6' }];
  const { t, format, money, table } = await orders();
  const open = await table(t('trade:orders.live'));
  const link = within(open).getByRole('link', { name: 'BTC/USDT' });
  expect(link.getAttribute('href')).toBe(`/order/spot/${RESTING.id}`);
  expect(cell(open, 1, t('workspace:side.label'))).toBe(bare(t('order:side.buy')));
  expect(cell(open, 1, t('workspace:book.price'))).toBe(format.price('90000', 2));
  expect(cell(open, 1, t('workspace:spot.quantity'))).toBe(money('0.5', 'BTC'));
  expect(cell(open, 1, t('workspace:spot.filled'))).toBe('40%');
  // 0.3 × 90,000, and the fee of a maker on it.
  expect(cell(open, 1, t('workspace:spot.held'))).toContain(money('27021.6', 'USDT').replace('USDT', ''));
});

test.each([
  ['a sell holds coins', { side: 'sell', held: '0.5' }, 'held', '0.50BTC'],
  ['a market order has an amount in place of a quantity', { quantity: null, amount: '500' }, 'quantity', '500.00USDT'],
  ['a trailing stop has a distance in percent', { trailingRate: '0.015', price: null }, 'price', '1.5%'],
] as const)('%s', async (_name, more, column, text) => {
  live = [{ ...RESTING, ...more }];
  const { t, table } = await orders();
  const headers = { held: 'workspace:spot.held', quantity: 'workspace:spot.quantity', price: 'workspace:book.price' };
  const header = t(headers[column] as 'workspace:spot.held');
  expect(cell(await table(t('trade:orders.live')), 1, header)).toContain(text);
});

test('an order says what it waits for: its trigger, or the next price, which leaves nothing to cancel', async () => {
  live = [
    { ...RESTING, id: 1, type: 'stopLimit', stopPrice: '91000', triggeredAt: null },
    { ...RESTING, id: 2, type: 'market', queuedAt: RESTING.placedAt, enteredAt: null },
  ];
  const { t, format, table } = await orders();
  const open = await table(t('trade:orders.live'));
  expect(cell(open, 1, t('workspace:spot.filled'))).toBe(bare(t('order:waitsTrigger')));
  const stop = `${t('order:stopPrice')}${format.price('91000', 2)}`;
  expect(cell(open, 1, t('workspace:book.price'))).toBe(bare(`${format.price('90000', 2)}${stop}`));
  expect(cell(open, 2, t('common:action.cancel'))).toBe(bare(t('order:waitsNext')));
  expect(within(open).getAllByRole('button', { name: t('workspace:spot.cancel') })).toHaveLength(1);
});

test('cancelling asks first, names what becomes available, and fetches the list anew', async () => {
  server.on('cancelOrder', () => {
    live = [];
    return { id: RESTING.id } as never;
  });
  const { user, t, format, cancelling } = await orders();
  const dialog = await cancelling();
  const held = format.money('45036', 'USDT', { min: 0, max: 8 });
  expect(within(dialog).getByText(plain(t('workspace:spot.cancelText', { held })))).toBeDefined();
  expect(server.sent('cancelOrder')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: t('workspace:spot.cancelOrder') }));
  expect(await screen.findByText(t('workspace:spot.noOpen'))).toBeDefined();
  expect(server.sent('cancelOrder').map(({ body }) => body)).toEqual([{ id: RESTING.id }]);
  expect(toasts.read().at(-1)?.title).toBe(t('workspace:spot.cancelled', { held }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('of an order that is partly filled, what is filled stays', async () => {
  live = [{ ...RESTING, state: 'partlyFilled', filledQuantity: '0.2', filledAmount: '18000', held: '27021.6' }];
  const { t, format, cancelling } = await orders();
  const held = format.money('27021.6', 'USDT', { min: 0, max: 8 });
  expect(within(await cancelling()).getByText(plain(t('workspace:spot.cancelTextPart', { held })))).toBeDefined();
});

test('a cancellation that is refused says why, and the order can be kept', async () => {
  server.on('cancelOrder', () => new Refusal(code.orderAlreadyFinal, 'It has just been filled.'));
  const { user, t, table, cancelling } = await orders();
  const dialog = await cancelling();
  await user.click(within(dialog).getByRole('button', { name: t('workspace:spot.cancelOrder') }));
  expect(await within(dialog).findByText('It has just been filled.')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: t('workspace:spot.keep') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(rowCount(await table(t('trade:orders.live')))).toBe(1);
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

test('past orders: average price, fee, what was paid after it, and how each ended', async () => {
  past = [BOUGHT, PARTLY_REVOKED, REFUSED];
  const { t, format, money, history } = await orders();
  const table = await history();
  expect(cell(table, 1, t('workspace:spot.average'))).toBe(format.price('95934.136', 2));
  expect(cell(table, 1, t('trade:options.fee'))).toBe(money('95.934136', 'USDT'));
  // 95,934.136 and a thousandth of it.
  expect(cell(table, 1, t('workspace:spot.afterFees'))).toBe(money('96030.070136', 'USDT'));
  expect(cell(table, 1, t('common:word.state'))).toBe(bare(t('order:spotState.filled')));
  // 18,000 and 0.08 %.
  expect(cell(table, 2, t('workspace:spot.afterFees'))).toBe(money('18014.4', 'USDT'));
  const share = `${t('order:spotState.revoked')}${t('workspace:spot.filled')}40%`;
  expect(cell(table, 2, t('common:word.state'))).toBe(bare(share));
  const why = `${t('order:spotState.revoked')}${t(`errors:${code.postOnlyWouldTrade}`)}`;
  expect(cell(table, 3, t('common:word.state'))).toBe(bare(why));
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
    if (query.cursor === undefined) return { items: [BOUGHT], next: 'more' };
    return isDown ? new Refusal(500, 'Try again soon.', {}, 500) : { items: [PARTLY_REVOKED], next: null };
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

test('both lists say when they are empty; a list that failed is asked for again', async () => {
  live = [];
  past = [];
  const { user, t, unmount } = await orders();
  expect(await screen.findByText(t('workspace:spot.noOpen'))).toBeDefined();
  await user.click(screen.getByRole('radio', { name: t('trade:orders.history') }));
  expect(await screen.findByText(t('workspace:spot.noHistory'))).toBeDefined();
  unmount();
  let isDown = true;
  live = [RESTING];
  server.on('listSpotOrders', () =>
    isDown ? new Refusal(500, 'Try again soon.', {}, 500) : { items: [...live], next: null },
  );
  const failed = await orders();
  expect(await screen.findByText('Try again soon.')).toBeDefined();
  isDown = false;
  await failed.user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(rowCount(await failed.table(t('trade:orders.live')))).toBe(1);
});

test.each(['de', 'ar'] as const)('figures are written as the language writes them: %s', async (language) => {
  const { t, format, table } = await orders({ language });
  const open = await table(t('trade:orders.live'));
  expect(cell(open, 1, t('workspace:book.price'))).toBe(bare(format.price('90000', 2)));
  if (language === 'de') expect(cell(open, 1, t('workspace:book.price'))).toBe('90.000,00');
  expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
});
