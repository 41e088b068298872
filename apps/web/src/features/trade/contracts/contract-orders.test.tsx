// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, row, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { toasts } from '@glasshouse/ui';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../../testing/bitcoin.ts';
import { POSITION, WAITING } from '../../../testing/contract-orders.ts';
import { marketState, tick } from '../../../testing/market.ts';
import { ContractOrders } from './contract-orders.tsx';
import { NAMESPACES, ROUND_PRICES } from './testing/show-contract-ticket.tsx';

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
let live: readonly ContractOrder[];
let past: readonly ContractOrder[];

beforeEach(() => {
  live = [WAITING, POSITION];
  past = [CLOSED];
  server = new FakeServer()
    .on('getMarketInfo', () => BITCOIN)
    .on('listCorporateActions', () => [])
    .on('listPositions', ({ query }) => ({
      items: [...([query.state].flat().includes('open') ? live : past)],
      next: null,
    }));
});

async function orders(more: Partial<RenderOptions> = {}) {
  const page = await show(<ContractOrders />, { namespaces: NAMESPACES, account: CUSTOMER, ...more });
  const { t, user, format } = page;
  tick(BITCOIN, ROUND_PRICES);
  return {
    ...page,
    view: (name: string) => user.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) })),
    table: (name: string) => screen.findByRole('table', { name, busy: false }),
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    /** Opens stop and target: their figures follow in the name of the button. */
    editStops: () => {
      const edit = t('contracts:editStops', { name: 'BTC/USDT' });
      return user.click(screen.getByRole('button', { name: (full) => full.startsWith(edit) }));
    },
    entryAndMark: `${t('contracts:entry')} / ${t('contracts:mark')}`,
    percent: (share: string) => bare(format.change(Number(share))),
  };
}

test('a position: its size, its prices, its result after all costs, and how far it is from liquidation', async () => {
  const { t, format, table, entryAndMark } = await orders();
  const positions = await table(t('contracts:positions'));
  expect(rowCount(positions)).toBe(1);
  const link = within(positions).getByRole('link', { name: 'BTC/USDT' });
  expect(link.getAttribute('href')).toBe(`/order/contracts/${POSITION.id}`);
  const lots = t('order:lotsCount', { count: 10, lots: format.number('10') });
  expect(cell(positions, 1, t('trade:orders.market'))).toContain(bare(`${t('order:side.long')}${lots}·20×`));
  expect(cell(positions, 1, entryAndMark)).toBe(`${format.price('100000', 2)}${format.price('99995', 2)}`);
  // −1 at the bid of 99,990, less 5 to open and 4.9995 to close; in relation to 500 of margin.
  const net = cell(positions, 1, t('order:ifClosedNow'));
  expect(net).toContain('11.00');
  expect(net).toContain('2.20%');
  // 500 − 0.5 at the middle − 4.99975, in relation to 50.
  const level = cell(positions, 1, t('contracts:marginAndLevel'));
  expect(level).toBe(bare(`${format.number('500', { min: 2 })}${format.percent('9.89', { max: 0 })}`));
  expect(cell(positions, 1, t('contracts:liquidation'))).toContain(format.price('95547.77', 2));
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
  live = [{ ...POSITION, closingLots: '10' }];
  const closing = await orders();
  await closing.table(closing.t('contracts:positions'));
  expect(screen.queryByRole('button', { name: closing.t('contracts:reverse') })).toBeNull();
  closing.unmount();
  live = [POSITION];
  const { t, table, press } = await orders();
  await table(t('contracts:positions'));
  marketState(BITCOIN, { open: false });
  await press(t('contracts:reverse'));
  const group = screen.getByRole('group', { name: t('contracts:reverse') });
  expect(within(group).getByText(t('trade:options.closedNow'))).toBeDefined();
  expect(within(group).getByRole<HTMLButtonElement>('button', { name: t('contracts:reverse') }).disabled).toBe(true);
});

test('a waiting order: what it waits for, what it reserves, and that it is cancelled', async () => {
  live = [{ ...WAITING, type: 'stopLimit', stopPrice: '91000', ocoGroup: 7, stopLoss: '89000', takeProfit: '99000' }];
  server.on('cancelOrder', () => ({ id: WAITING.id }) as never);
  const { t, format, view, table, press } = await orders();
  await view(t('contracts:waiting'));
  const waiting = await table(t('contracts:waiting'));
  const waitsFor = cell(waiting, 1, `${t('contracts:waitsFor')} / ${t('contracts:mark')}`);
  const [stop, limit, mark] = ['91000', '90000', '99995'].map((price) => format.price(price, 2));
  expect(waitsFor).toBe(bare(`${t('order:stop')}${stop}${t('order:limit')}${limit}OCO${mark}`));
  // 90 of margin and 0.45 of fee.
  expect(cell(waiting, 1, t('contracts:held'))).toBe('90.45');
  expect(cell(waiting, 1, t('contracts:stopTarget'))).toContain(
    `${format.price('89000', 2)}${format.price('99000', 2)}`,
  );
  await press(t('contracts:cancelOrder'));
  await expect.poll(() => server.sent('cancelOrder').map(({ body }) => body)).toEqual([{ id: WAITING.id }]);
  await expect.poll(() => toasts.read().at(-1)?.title).toBe(t('contracts:cancelled', { id: WAITING.id }));
});

test('a cancellation that is refused leaves the order where it is', async () => {
  server.on('cancelOrder', () => new Refusal(code.orderAlreadyFinal, 'It has just been filled.'));
  const { t, view, table, press } = await orders();
  await view(t('contracts:waiting'));
  const waiting = await table(t('contracts:waiting'));
  await press(t('contracts:cancelOrder'));
  await expect.poll(() => toasts.read().at(-1)?.title).toBe('It has just been filled.');
  expect(rowCount(waiting)).toBe(1);
});

test('an order that the next price fills cannot be cancelled while its market is open', async () => {
  live = [{ ...WAITING, type: 'market' }];
  const { t, view, table } = await orders();
  await view(t('contracts:waiting'));
  await table(t('contracts:waiting'));
  expect(screen.queryByRole('button', { name: t('contracts:cancelOrder') })).toBeNull();
  expect(screen.getByText(t('order:waitsNext'))).toBeDefined();
  marketState(BITCOIN, { open: false });
  expect(screen.getByRole('button', { name: t('contracts:cancelOrder') })).toBeDefined();
});

test('past contracts: how each ended and its result; one that was cancelled has none', async () => {
  past = [CLOSED, { ...WAITING, id: 2039, state: 'cancelled', closedAt: '2026-11-30T01:30:00.000Z' }];
  const { user, t, format, view, table } = await orders();
  await view(t('trade:orders.history'));
  const history = await table(t('trade:orders.history'));
  await expect.poll(() => cell(history, 1, t('contracts:exit'))).toBe(format.price('101000', 2));
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
    query.cursor === undefined ? { items: [CLOSED], next: 'more' } : { items: [older], next: null },
  );
  const { t, view, table, press } = await orders();
  await view(t('trade:orders.history'));
  const history = await table(t('trade:orders.history'));
  await screen.findByRole('button', { name: t('common:action.showMore') });
  await press(t('common:action.showMore'));
  await expect.poll(() => rowCount(history)).toBe(2);
  expect(server.sent('listPositions').at(-1)?.query.cursor).toBe('more');
  expect(screen.queryByRole('button', { name: t('common:action.showMore') })).toBeNull();
});

test('each list says when it is empty; both counts are in the names of the views', async () => {
  const counted = await orders();
  const { t } = counted;
  expect(await screen.findByRole('radio', { name: `${t('contracts:positions')} 1` })).toBeDefined();
  expect(screen.getByRole('radio', { name: `${t('contracts:waiting')} 1` })).toBeDefined();
  counted.unmount();
  live = [];
  past = [];
  const { view } = await orders();
  expect(await screen.findByText(t('contracts:emptyOpen'))).toBeDefined();
  await view(t('contracts:waiting'));
  expect(screen.getByText(t('contracts:emptyWaiting'))).toBeDefined();
  await view(t('trade:orders.history'));
  expect(await screen.findByText(t('contracts:emptyHistory'))).toBeDefined();
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
  const { t, format, table, entryAndMark } = await orders({ language });
  const positions = await table(t('contracts:positions'));
  expect(cell(positions, 1, entryAndMark)).toBe(`${format.price('100000', 2)}${format.price('99995', 2)}`);
  if (language === 'de') expect(cell(positions, 1, entryAndMark)).toContain('100.000,00');
  expect(within(positions).getByText(/20×/).dir).toBe('ltr');
});
