// @vitest-environment happy-dom
import { type FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, rowCount } from '@glasshouse/app/testing/reading';
import type { RenderOptions } from '@glasshouse/app/testing/show.tsx';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../../testing/bitcoin.ts';
import { tick } from '../../../testing/market.ts';
import { PLACED_OPTION, WON_OPTION } from '../../../testing/options-orders.ts';
import { type AccountOrders, NO_ORDERS, serverOf, showOrders } from '../workspace/testing/show-orders.tsx';

/** Entered at 95,900, and with a minute to go. */
const OPEN: OptionsOrder = {
  ...PLACED_OPTION,
  state: 'open',
  entry: { seq: 37, price: '95900', bid: '95899', ask: '95901', at: new Date(Date.now() - 1_000).toISOString() },
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
};
const ABOVE = { bid: 95_949, ask: 95_951, price: 95_950 };

let server: FakeServer;
let account: AccountOrders;

beforeEach(() => {
  account = { ...NO_ORDERS, options: [OPEN], pastOptions: [WON_OPTION] };
  server = serverOf(account);
});

const orders = (more: Partial<RenderOptions> = {}) => showOrders({ prices: ABOVE, ...more });

test('an option that runs: its stake, its entry, its standing after the fee, and its time left', async () => {
  const { t, format, positions, headers } = await orders();
  const table = await positions();
  const link = within(table).getByRole('link', { name: 'BTC/USDT' });
  expect(link.getAttribute('href')).toBe(`/order/options/${OPEN.id}`);
  expect(cell(table, 1, headers.side)).toBe(bare(`${t('trade:options.up')}${format.money('100', 'USDT')}`));
  expect(cell(table, 1, headers.prices)).toBe(`${format.price('95900', 2)}→${format.price('95950', 2)}`);
  // 80 of profit, less 0.5 of fee.
  expect(cell(table, 1, t('order:ifClosedNow'))).toContain(bare(`${t('trade:orders.ahead')}+79.5`));
  expect(within(table).getByRole('timer', { name: t('trade:orders.timeLeft') })).toBeDefined();
});

test('its standing follows the price: ahead, behind, and even', async () => {
  const { t, positions } = await orders();
  const table = await positions();
  const standing = () => cell(table, 1, t('order:ifClosedNow'));
  tick(BITCOIN, { bid: 95_849, ask: 95_851, price: 95_850 });
  // The stake and the fee.
  expect(standing()).toContain(bare(`${t('trade:orders.behind')}−100.5`));
  tick(BITCOIN, { bid: 95_899, ask: 95_901, price: 95_900 });
  // A draw returns the stake; the fee is gone.
  expect(standing()).toContain(bare(`${t('trade:orders.level')}−0.5`));
});

test('an option that waits for its entry has no standing and no time left', async () => {
  account.options = [PLACED_OPTION];
  const { t, positions, headers } = await orders();
  const table = await positions();
  expect(cell(table, 1, headers.prices)).toBe(bare(t('trade:state.waiting')));
  expect(cell(table, 1, t('order:ifClosedNow'))).toBe('–');
  expect(cell(table, 1, t('contracts:stopTarget'))).toBe('–');
});

test.each([
  ['win', {}, '+79.50USDT'],
  ['lose', { outcome: 'lose', paid: '0' }, '−100.50USDT'],
  ['draw', { outcome: 'draw', paid: '100' }, '−0.50USDT'],
  ['void', { state: 'void', outcome: null, paid: '100.5', exit: null }, '0.00USDT'],
] as const)('a past option: %s, and its result after the fee', async (outcome, more, net) => {
  account.pastOptions = [{ ...WON_OPTION, ...more }];
  const { t, format, history, headers } = await orders();
  const table = await history();
  const exit = outcome === 'void' ? '–' : format.price('95965.88', 2);
  expect(cell(table, 1, headers.ended)).toBe(`${format.price('95959.79', 2)}→${exit}`);
  expect(cell(table, 1, t('contracts:ended'))).toBe(bare(t(`trade:outcome.${outcome}`)));
  expect(cell(table, 1, t('order:net'))).toBe(net);
  expect(cell(table, 1, t('common:word.time'))).toBe(bare(format.dateTime(WON_OPTION.settledAt ?? '')));
});

test('a press on a past option opens its page; what is still signed is not asked of it here', async () => {
  const { user, t, history } = await orders();
  const table = await history();
  await user.click(within(table).getByText(t('trade:outcome.win')));
  expect(window.location.pathname).toBe(`/order/options/${WON_OPTION.id}`);
});

test('the next page of past options follows the first', async () => {
  server.on('listOptionOrders', ({ query }) =>
    [query.state].flat().includes('open')
      ? { items: [], next: null }
      : query.cursor === undefined
        ? { items: [WON_OPTION], next: 'more' }
        : { items: [{ ...WON_OPTION, id: 2600 }], next: null },
  );
  const { user, t, history } = await orders();
  const table = await history();
  await user.click(await screen.findByRole('button', { name: t('common:action.showMore') }));
  await expect.poll(() => rowCount(table)).toBe(2);
  expect(server.sent('listOptionOrders').at(-1)?.query).toMatchObject({ cursor: 'more', limit: '20' });
});

test('a list that failed is asked for again', async () => {
  let isDown = true;
  server.on('listOptionOrders', () =>
    isDown ? new Refusal(500, 'Try again soon.', {}, 500) : { items: [OPEN], next: null },
  );
  const { t, press, positions } = await orders();
  expect(await screen.findByText('Try again soon.')).toBeDefined();
  isDown = false;
  await press(t('common:action.retry'));
  expect(rowCount(await positions())).toBe(1);
});

test.each(['de', 'ar'] as const)('figures are written as the language writes them: %s', async (language) => {
  const { t, format, history, headers } = await orders({ language });
  const table = await history();
  expect(cell(table, 1, headers.ended)).toContain(bare(format.price('95965.88', 2)));
  if (language === 'de') expect(cell(table, 1, t('order:net'))).toBe('+79,50USDT');
  if (language === 'ar') expect(within(table).getAllByText('USDT')[0]?.closest('bdi')?.dir).toBe('ltr');
});
