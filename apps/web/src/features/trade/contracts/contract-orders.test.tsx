// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { type FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, row, rowCount } from '@glasshouse/app/testing/reading';
import { plain, type RenderOptions } from '@glasshouse/app/testing/show.tsx';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { toasts } from '@glasshouse/ui';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../../testing/bitcoin.ts';
import { POSITION, WAITING } from '../../../testing/contract-orders.ts';
import { marketState, tick } from '../../../testing/market.ts';
import { type AccountOrders, NO_ORDERS, serverOf, showOrders } from '../workspace/testing/show-orders.tsx';

/** Closed at 101,000 after a night: a gain of 100, less 5 and 5.05 of fees and 3 for the night. */
const CLOSED: ContractOrder = {
  ...POSITION,
  id: 2040,
  state: 'closed',
  openLots: '0',
  closePrice: '101000',
  realised: '100',
  financing: '-3',
  closeFeePaid: '5.05',
  closedBy: 'takeProfit',
  closedAt: '2026-11-30T02:00:00.000Z',
};

let server: FakeServer;
let account: AccountOrders;

beforeEach(() => {
  account = { ...NO_ORDERS, contracts: [WAITING, POSITION], pastContracts: [CLOSED] };
  server = serverOf(account);
});

async function orders(more: Partial<RenderOptions> = {}) {
  const page = await showOrders(more);
  const { t, user, format } = page;
  return {
    ...page,
    /** Opens stop and target: their figures follow in the name of the button. */
    editStops: () => {
      const edit = t('contracts:editStops', { name: 'BTC/USDT' });
      return user.click(screen.getByRole('button', { name: (full) => full.startsWith(edit) }));
    },
    percent: (share: string) => bare(format.change(Number(share))),
  };
}

test('a position: its size, its prices, its result after all costs, and how far it is from liquidation', async () => {
  const { t, format, positions: open, headers } = await orders();
  const positions = await open();
  expect(rowCount(positions)).toBe(1);
  const link = within(positions).getByRole('link', { name: 'BTC/USDT' });
  expect(link.getAttribute('href')).toBe(`/order/contracts/${POSITION.id}`);
  expect(cell(positions, 1, headers.side)).toBe(bare(`${t('order:side.long')}10·20×`));
  expect(cell(positions, 1, headers.prices)).toBe(`${format.price('100000', 2)}→${format.price('99995', 2)}`);
  // −1 at the bid of 99,990, less 5 to open and 4.9995 to close; in relation to 500 of margin.
  const net = cell(positions, 1, t('order:ifClosedNow'));
  expect(net).toContain('11.00');
  expect(net).toContain('2.20%');
  // 500 − 0.5 at the middle − 4.99975, in relation to 50: too far away to be worth a bar.
  expect(cell(positions, 1, t('contracts:liquidation'))).toBe(format.price('95547.77', 2));
});

test('near liquidation the margin level stands beside it', async () => {
  const { t, format, positions } = await orders();
  const table = await positions();
  act(() => tick(BITCOIN, { bid: 95_990, ask: 96_000, price: 96_000 }));
  // 500 − 400 − 4.8 at the middle, in relation to 50.
  expect(cell(table, 1, t('contracts:liquidation'))).toBe(
    bare(`${format.percent('1.904', { max: 0 })}${format.price('95547.77', 2)}`),
  );
});

test('its result moves with the price', async () => {
  const { t, table } = await orders();
  const positions = await table(t('contracts:positions'));
  act(() => tick(BITCOIN, { bid: 101_000, ask: 101_010, price: 101_005 }));
  // +100, less 5 and 5.05: 17.99 % of 500.
  expect(cell(positions, 1, t('order:ifClosedNow'))).toContain('+89.95');
  expect(cell(positions, 1, t('order:ifClosedNow'))).toContain('17.99%');
});

test('Close opens its dialog, and so do stop and target', async () => {
  const { t, table, press, editStops } = await orders();
  await table(t('contracts:positions'));
  await press(t('contracts:close'));
  const closing = screen.getByRole('dialog', { name: t('contracts:closeTitle') });
  expect(within(closing).getByText('BTC/USDT')).toBeDefined();
  await act(async () =>
    within(closing)
      .getByRole('button', { name: t('common:action.cancel') })
      .click(),
  );
  await editStops();
  expect(screen.getByRole('dialog', { name: t('contracts:stops') })).toBeDefined();
});

test('Reverse asks in place, with the result of one half and the price of the other', async () => {
  server.on('reversePosition', () => ({ ...POSITION, closingLots: '10' }));
  const { user, t, format, table, press } = await orders();
  await table(t('contracts:positions'));
  await press(t('contracts:reverse'));
  const group = screen.getByRole('group', { name: t('contracts:reverse') });
  const named = { quantity: format.money('0.1', 'BTC', { max: 8 }), name: 'BTC/USDT', leverage: 20 };
  expect(await within(group).findByText(plain(t('contracts:reverseToShort', named)))).toBeDefined();
  expect(row(t('order:ifClosedNow'), group)).toBe(bare(format.money('-11', 'USDT')));
  // A twentieth of 9,999 at the bid, and 0.05 % of it.
  const putUp = `${format.money('504.95', 'USDT')}${t('trade:options.ofWhichFees')}${format.money('5', 'USDT')}`;
  expect(row(t('contracts:putUp'), group)).toBe(bare(putUp));
  // The button gets the focus as soon as it can be pressed: Enter is enough.
  const reverse = within(group).getByRole('button', { name: t('contracts:reverse') });
  await expect.poll(() => document.activeElement === reverse).toBe(true);
  await user.keyboard('{Enter}');
  await expect.poll(() => server.sent('reversePosition').map(({ body }) => body)).toEqual([{ id: POSITION.id }]);
  await expect.poll(() => screen.queryByRole('group', { name: t('contracts:reverse') })).toBeNull();
  expect(toasts.read().at(-1)?.title).toBe(t('contracts:reversing', { name: 'BTC/USDT' }));
});

test('a reversal that is refused says why, and Escape puts it away', async () => {
  server.on('reversePosition', () => new Refusal(code.balanceInsufficient, 'Your balance is too small.'));
  const { user, t, table, press } = await orders();
  await table(t('contracts:positions'));
  await press(t('contracts:reverse'));
  const group = screen.getByRole('group', { name: t('contracts:reverse') });
  const reverse = within(group).getByRole<HTMLButtonElement>('button', { name: t('contracts:reverse') });
  await expect.poll(() => reverse.disabled).toBe(false);
  await user.click(reverse);
  expect(await within(group).findByText('Your balance is too small.')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: t('contracts:reverse') })).toBeNull();
});

test('a position that is closing cannot be reversed, nor one of a market that is closed', async () => {
  account.contracts = [{ ...POSITION, closingLots: '10' }];
  const closing = await orders();
  await closing.table(closing.t('contracts:positions'));
  expect(screen.queryByRole('button', { name: closing.t('contracts:reverse') })).toBeNull();
  closing.unmount();
  account.contracts = [POSITION];
  const { t, table, press } = await orders();
  await table(t('contracts:positions'));
  marketState(BITCOIN, { open: false });
  await press(t('contracts:reverse'));
  const group = screen.getByRole('group', { name: t('contracts:reverse') });
  expect(within(group).getByText(t('trade:options.closedNow'))).toBeDefined();
  expect(within(group).getByRole<HTMLButtonElement>('button', { name: t('contracts:reverse') }).disabled).toBe(true);
});

test('a waiting order: what it waits for, what it reserves, and that it is cancelled', async () => {
  account.contracts = [
    { ...WAITING, type: 'stopLimit', stopPrice: '91000', ocoGroup: 7, stopLoss: '89000', takeProfit: '99000' },
  ];
  server.on('cancelOrder', () => ({ id: WAITING.id }) as never);
  const { t, format, waiting: open, press, headers } = await orders();
  const waiting = await open();
  const waitsFor = cell(waiting, 1, headers.waitsFor);
  const [stop, limit, mark] = ['91000', '90000', '99995'].map((price) => format.price(price, 2));
  expect(waitsFor).toBe(bare(`${t('order:stop')}${stop}${t('order:limit')}${limit}OCO→${mark}`));
  // 90 of margin and 0.45 of fee.
  expect(cell(waiting, 1, t('workspace:spot.held'))).toBe('90.45USDT');
  expect(cell(waiting, 1, t('contracts:stopTarget'))).toContain(
    `${format.price('89000', 2)}·${format.price('99000', 2)}`,
  );
  await press(t('contracts:cancelOrder'));
  await expect.poll(() => server.sent('cancelOrder').map(({ body }) => body)).toEqual([{ id: WAITING.id }]);
  await expect.poll(() => toasts.read().at(-1)?.title).toBe(t('contracts:cancelled', { id: WAITING.id }));
});

test('a cancellation that is refused leaves the order where it is', async () => {
  server.on('cancelOrder', () => new Refusal(code.orderAlreadyFinal, 'It has just been filled.'));
  const { t, waiting: open, press } = await orders();
  const waiting = await open();
  await press(t('contracts:cancelOrder'));
  await expect.poll(() => toasts.read().at(-1)?.title).toBe('It has just been filled.');
  expect(rowCount(waiting)).toBe(1);
});

test('an order that the next price fills cannot be cancelled while its market is open', async () => {
  account.contracts = [{ ...WAITING, type: 'market' }];
  const { t, waiting } = await orders();
  await waiting();
  expect(screen.queryByRole('button', { name: t('contracts:cancelOrder') })).toBeNull();
  expect(screen.getByText(t('order:waitsNext'))).toBeDefined();
  marketState(BITCOIN, { open: false });
  expect(screen.getByRole('button', { name: t('contracts:cancelOrder') })).toBeDefined();
});

test('past contracts: how each ended and its result; one that was cancelled has none', async () => {
  account.pastContracts = [CLOSED, { ...WAITING, id: 2039, state: 'cancelled', closedAt: '2026-11-30T01:30:00.000Z' }];
  const { user, t, format, history: open, headers } = await orders();
  const history = await open();
  const prices = `${format.price('100000', 2)}→${format.price('101000', 2)}`;
  await expect.poll(() => cell(history, 1, headers.ended)).toBe(prices);
  expect(cell(history, 1, t('contracts:ended'))).toBe(bare(t('order:closedBy.takeProfit')));
  expect(cell(history, 1, t('order:net'))).toBe('+86.95');
  expect(cell(history, 2, t('contracts:ended'))).toBe(bare(t('order:state.cancelled')));
  expect(cell(history, 2, t('order:net'))).toBe('–');
  await user.click(within(history).getByText(t('order:closedBy.takeProfit')));
  expect(window.location.pathname).toBe(`/order/contracts/${CLOSED.id}`);
});

test('the second page of the past is asked for, and follows the first', async () => {
  const older = { ...CLOSED, id: 1990 };
  server.on('listPositions', ({ query }) =>
    [query.state].flat().includes('open')
      ? { items: [], next: null }
      : query.cursor === undefined
        ? { items: [CLOSED], next: 'more' }
        : { items: [older], next: null },
  );
  const { t, history: open, press } = await orders();
  const history = await open();
  await screen.findByRole('button', { name: t('common:action.showMore') });
  await press(t('common:action.showMore'));
  await expect.poll(() => rowCount(history)).toBe(2);
  expect(server.sent('listPositions').at(-1)?.query.cursor).toBe('more');
  expect(screen.queryByRole('button', { name: t('common:action.showMore') })).toBeNull();
});

test('each list says when it is empty; both counts are in the names of the tabs', async () => {
  const counted = await orders();
  const { t } = counted;
  expect(await screen.findByRole('tab', { name: `${t('contracts:positions')} 1` })).toBeDefined();
  expect(screen.getByRole('tab', { name: `${t('trade:orders.title')} 1` })).toBeDefined();
  counted.unmount();
  Object.assign(account, NO_ORDERS);
  const { view } = await orders();
  expect(await screen.findByText(t('contracts:emptyOpen'))).toBeDefined();
  await view(t('trade:orders.title'));
  expect(screen.getByText(t('contracts:emptyWaiting'))).toBeDefined();
  await view(t('trade:orders.history'));
  expect(await screen.findByText(t('trade:orders.emptyHistoryText'))).toBeDefined();
});

test('a list that could not be loaded is asked for again', async () => {
  let isDown = true;
  server.on('listPositions', () =>
    isDown ? new Refusal(500, 'Try again soon.', {}, 500) : { items: [POSITION], next: null },
  );
  const { t, table, press } = await orders();
  expect(await screen.findByText('Try again soon.')).toBeDefined();
  isDown = false;
  await press(t('common:action.retry'));
  expect(rowCount(await table(t('contracts:positions')))).toBe(1);
});

test.each(['de', 'ar'] as const)('figures are written as the language writes them: %s', async (language) => {
  const { format, positions: open, headers } = await orders({ language });
  const positions = await open();
  expect(cell(positions, 1, headers.prices)).toBe(`${format.price('100000', 2)}→${format.price('99995', 2)}`);
  if (language === 'de') expect(cell(positions, 1, headers.prices)).toContain('100.000,00');
  expect(within(positions).getByText(/20×/).dir).toBe('ltr');
});
