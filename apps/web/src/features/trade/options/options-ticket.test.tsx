// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { OptionsOrder } from '@glasshouse/trade/orders';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf, RISK_READ } from '../../../testing/balances.ts';
import { BITCOIN } from '../../../testing/bitcoin.ts';
import { tick } from '../../../testing/market.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import { OptionsTicket } from './options-ticket.tsx';

const PRICES = { bid: 95_908.41, ask: 95_910.34, price: 95_909.37 };
const READ_AT = '2026-11-30T01:00:00.000Z';
const NAMESPACES = ['trade', 'order', 'workspace', 'market'] as const;
let server: FakeServer;
let placed = 0;

function Ticket() {
  const workspace = useWorkspace(BITCOIN);
  return <OptionsTicket workspace={workspace} onDone={() => (placed += 1)} />;
}

async function ticket(more: Partial<RenderOptions> = {}) {
  const page = await show(<Ticket />, { namespaces: NAMESPACES, account: CUSTOMER, ...more });
  tick(BITCOIN, PRICES);
  await screen.findByRole('button', { name: page.t('common:action.increase') });
  return page;
}

beforeEach(() => {
  placed = 0;
  localStorage.clear();
  server = new FakeServer();
  server.on('listBalances', () => balancesOf('1000')).on('getRiskWarning', () => RISK_READ);
});

const stake = () => screen.getByRole<HTMLInputElement>('textbox');
const submit = () => screen.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;

test('an order is confirmed in place and sent as it was shown', async () => {
  server.on('buyOption', () => ({ id: 7, code: 'BTCUSDT', state: 'waiting' }) as OptionsOrder);
  const { user } = await ticket();
  await user.clear(stake());
  await user.type(stake(), '250');
  await user.click(submit());
  expect(server.sent('buyOption')).toEqual([]);
  await user.click(submit());
  await expect.poll(() => placed).toBe(1);
  const [order] = server.sent('buyOption');
  expect(order?.body).toEqual({ code: 'BTCUSDT', direction: 'up', amount: '250', periodId: 60 });
  expect(order?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
});

test('a stake beyond the balance is said at its field, and nothing is sent', async () => {
  const { user, t, format } = await ticket();
  await user.clear(stake());
  await user.type(stake(), '1500');
  await user.tab();
  expect(stake().getAttribute('aria-invalid')).toBe('true');
  expect(
    screen.getByText(plain(t('trade:options.notEnough', { available: format.money('1000', 'USDT') }))),
  ).toBeDefined();
  await user.click(submit());
  await user.click(submit());
  expect(server.sent('buyOption')).toEqual([]);
});

test('a refusal of the server about the stake stands at the stake', async () => {
  server.on('buyOption', () => new Refusal(10029, 'The stake is above the maximum.', { amount: 10029 }));
  const { user } = await ticket();
  await user.click(submit());
  await user.click(submit());
  expect(await screen.findByText('The stake is above the maximum.')).toBeDefined();
  expect(placed).toBe(0);
});

test('a visitor is offered the demo book in place of the order', async () => {
  const { t } = await show(<Ticket />, { namespaces: NAMESPACES });
  tick(BITCOIN, PRICES);
  expect(await screen.findByRole('button', { name: t('trade:options.tryDemo') })).toBeDefined();
  expect(screen.queryAllByRole<HTMLButtonElement>('button').filter(({ type }) => type === 'submit')).toEqual([]);
});

/** Nobody has read anything yet. */
function serveUnread(): void {
  server.on('getRiskWarning', () => ({
    ...RISK_READ,
    products: RISK_READ.products.map((product) => ({ ...product, acknowledged: null })),
  }));
  server.on('acknowledgeRisk', ({ body }) => ({
    product: body.product,
    text: 1,
    language: 'en' as const,
    at: READ_AT,
  }));
  server.on('buyOption', () => ({ id: 7, code: 'BTCUSDT', state: 'waiting' }) as OptionsOrder);
}

test('with virtual money, the warning and the order under it are confirmed by one press', async () => {
  serveUnread();
  const { user, t, format } = await ticket();
  const amount = format.money('100', 'USDT');
  const buy = t('trade:options.buyUp', { amount });
  // Not before it is known that nothing has been read.
  await user.click(await screen.findByRole('button', { name: buy, busy: false }));
  expect(server.sent('buyOption')).toEqual([]);
  const warning = within(await screen.findByRole('region', { name: t('trade:risk.title') }));
  const words = { amount, name: 'BTC/USDT', period: format.duration(60) };
  expect(warning.getByText(plain(t('trade:options.confirmUp', words)))).toBeDefined();
  expect(warning.getByText(t('trade:risk.withOrder'))).toBeDefined();
  await user.click(warning.getByRole('button', { name: buy }));
  expect(server.sent('acknowledgeRisk')[0]?.body).toEqual({ product: 'options', text: 1 });
  await expect.poll(() => placed).toBe(1);
});

test('with money, the order is confirmed after the warning has been read', async () => {
  serveUnread();
  const { user, t, format } = await ticket({ book: 'real' });
  const buy = t('trade:options.buyUp', { amount: format.money('100', 'USDT') });
  await user.click(await screen.findByRole('button', { name: buy, busy: false }));
  await user.click(await screen.findByRole('button', { name: t('trade:risk.accept') }));
  await screen.findByRole('group', { name: t('trade:options.confirmTitle') });
  expect(server.sent('buyOption')).toEqual([]);
  await user.click(submit());
  await expect.poll(() => placed).toBe(1);
});

test('a wrong stake is named before the warning is shown', async () => {
  serveUnread();
  const { user, t, format } = await ticket();
  await user.clear(stake());
  await user.type(stake(), '0.5');
  await user.click(submit());
  const { minStake, maxStake } = BITCOIN.options.periods[0]!;
  const range = { min: format.money(minStake, 'USDT'), max: format.money(maxStake, 'USDT') };
  expect(await screen.findByText(plain(t('trade:options.amountWrong', range)))).toBeDefined();
  expect(screen.queryByRole('region', { name: t('trade:risk.title') })).toBeNull();
});

test('the keyboard reaches and places an order; the amount is written as German writes it', async () => {
  server.on('buyOption', () => ({ id: 7, code: 'BTCUSDT', state: 'waiting' }) as OptionsOrder);
  const { user, t, format } = await ticket({ language: 'de' });
  await user.clear(stake());
  await user.type(stake(), '250,5');
  await user.keyboard('{Enter}');
  const confirmation = await screen.findByRole('group', { name: t('trade:options.confirmTitle') });
  const name = t('trade:options.buyUp', { amount: format.money('250.5', 'USDT') });
  expect(within(confirmation).getByRole('button', { name })).toBeDefined();
  expect(name).toContain('250,5');
  await user.click(submit());
  await expect.poll(() => server.sent('buyOption')[0]?.body.amount).toBe('250.5');
});

test('in Arabic the page runs from right to left, and figures keep their order', async () => {
  const { t } = await ticket({ language: 'ar' });
  expect(document.documentElement.dir).toBe('rtl');
  expect(screen.getByRole('radio', { name: t('trade:options.up') })).toBeDefined();
  expect(submit().textContent).toContain('100');
});
