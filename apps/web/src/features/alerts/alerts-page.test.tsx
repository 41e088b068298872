// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, plain, show } from '@glasshouse/app/testing/show.tsx';
import type { PriceAlert } from '@glasshouse/trade/orders';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { AlertSheet } from '../../parts/alerts/alert-sheet.tsx';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { tick } from '../../testing/market.ts';
import { AlertsPage } from './alerts-page.tsx';

const BELOW: PriceAlert = {
  id: 2643,
  code: 'BTCUSDT',
  name: 'BTC/USDT',
  precision: 2,
  direction: 'below',
  price: '50000.00',
  state: 'active',
  createdAt: '2026-11-30T04:40:19.551Z',
  firedAt: null,
  tick: null,
};
const FIRED: PriceAlert = {
  ...BELOW,
  id: 2600,
  direction: 'above',
  price: '95000.00',
  state: 'fired',
  firedAt: '2026-11-30T04:00:00.000Z',
  tick: { seq: 812, price: '95000', bid: '94999', ask: '95001', at: '2026-11-30T04:00:00.000Z' },
};
const ETHER = { ...BITCOIN, id: 20002, code: 'ETHUSDT', appName: 'ETH/USDT', base: 'ETH' };
let server: FakeServer;
let alerts: PriceAlert[];

const alertsPage = (language: 'en' | 'de' | 'ar' = 'en') =>
  show(<AlertsPage />, { namespaces: ['alerts', 'market', 'workspace'], account: CUSTOMER, language });

async function sheet(language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(<AlertSheet market={BITCOIN} />, {
    namespaces: ['alerts', 'market', 'workspace'],
    account: CUSTOMER,
    language,
  });
  tick(BITCOIN, { bid: 95_908.41, ask: 95_910.34, price: 95_909.37 });
  const { t } = page;
  const price = screen.getByLabelText<HTMLInputElement>(t('alerts:price'));
  const add = screen.getByRole('button', { name: t('alerts:add') });
  return { ...page, price, add };
}

beforeEach(() => {
  alerts = [BELOW, FIRED];
  server = new FakeServer()
    .on('listMarkets', () => [BITCOIN, ETHER])
    .on('getMarketInfo', ({ params }) => (params.id === ETHER.code ? ETHER : BITCOIN))
    .on('listAlerts', ({ query }) => ({ items: alerts.filter(({ state }) => state === query.state), next: null }))
    .on('addAlert', ({ body }) => ({ ...BELOW, price: body.price ?? '0' }))
    .on('removeAlert', ({ body }) => {
      alerts = alerts.filter(({ id }) => id !== body.id);
      return { ...BELOW, state: 'removed' as const };
    });
});

test('what is active can be removed; what fired names its tick', async () => {
  const { user, t, format } = await alertsPage('de');
  const condition = t('alerts:fallsTo', { price: format.price('50000.00', 2) });
  expect(condition).toContain('50.000,00');
  const remove = t('alerts:remove', { market: 'BTC/USDT', condition });
  await user.click(await screen.findByRole('button', { name: remove }));
  await expect.poll(() => screen.queryByText(plain(condition))).toBeNull();
  expect(server.sent('removeAlert')[0]?.body).toEqual({ id: BELOW.id });
  const fired = within(screen.getByRole('heading', { name: t('alerts:fired') }).closest('section')!);
  expect(fired.getByText(/#812/)).toBeDefined();
  expect(fired.getByText(plain(t('alerts:risesTo', { price: format.price('95000.00', 2) })))).toBeDefined();
  expect(fired.getByRole('link', { name: 'BTC/USDT' }).getAttribute('href')).toBe('/cruuency?code=BTCUSDT');
  expect(fired.queryByRole('button')).toBeNull();
});

test('one that fired meanwhile cannot be removed, and the list is read again', async () => {
  server.on('removeAlert', () => new Refusal(10010, 'It has fired.'));
  const { user } = await alertsPage();
  await user.click(await screen.findByRole('button', { name: /BTC\/USDT .*50,000/ }));
  expect(await screen.findByText('It has fired.')).toBeDefined();
  await expect.poll(() => server.sent('listAlerts').length).toBe(4);
});

test('without alerts the page says what they are for; a fault is said, and tried again', async () => {
  alerts = [];
  const { t, unmount } = await alertsPage('ar');
  expect(await screen.findByText(t('alerts:emptyText'))).toBeDefined();
  unmount();
  server.on('listAlerts', () => new Refusal(11000, 'A fault.', {}, 500));
  const { user, t: english } = await alertsPage();
  await screen.findByText('A fault.');
  server.on('listAlerts', () => ({ items: [], next: null }));
  await user.click(screen.getByRole('button', { name: english('common:action.retry') }));
  expect(await screen.findByText(english('alerts:emptyText'))).toBeDefined();
});

test('a new alert is added at a price, and confirmed as it will fire', async () => {
  const { user, t, format, price, add } = await sheet('de');
  await user.clear(price);
  await user.type(price, '50.000,5');
  await user.click(add);
  await expect.poll(() => server.sent('addAlert')[0]?.body).toEqual({ code: 'BTCUSDT', price: '50000.5' });
  const condition = t('alerts:fallsTo', { price: format.price('50000.5', 2) });
  await expect.poll(() => newestToast()?.title).toBe(t('alerts:added', { market: 'BTC/USDT', condition }));
});

test('no price is none; a refusal of the server stands below the field; Enter sends', async () => {
  server.on('addAlert', () => new Refusal(10030, 'The price is there already.'));
  const { user, t, price, add } = await sheet();
  await user.clear(price);
  await user.click(add);
  expect(noteOf(price)).toContain(t('alerts:enterPrice'));
  expect(server.sent('addAlert')).toEqual([]);
  await user.type(price, '95909.37{Enter}');
  expect(await screen.findByText('The price is there already.')).toBeDefined();
  expect(server.sent('addAlert')[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
});

test('on the page an alert is set for the market that is chosen', async () => {
  const { user, t } = await alertsPage();
  await user.click(await screen.findByRole('button', { name: plain(`${t('alerts:market')}: BTC/USDT`) }));
  await user.type(await screen.findByRole('combobox', { name: t('market:list.search') }), 'eth');
  await user.click(screen.getByRole('option', { name: /ETH\/USDT/ }));
  const price = await screen.findByLabelText<HTMLInputElement>(t('alerts:price'));
  await user.clear(price);
  await user.type(price, '4000.5');
  await user.click(screen.getByRole('button', { name: t('alerts:add') }));
  await expect.poll(() => server.sent('addAlert')[0]?.body).toEqual({ code: 'ETHUSDT', price: '4000.5' });
});

test('markets that cannot be loaded leave the list of alerts; the form can be tried again', async () => {
  server.on('listMarkets', () => new Refusal(11000, 'No markets.', {}, 500));
  const { user, t } = await alertsPage();
  expect(await screen.findByText('No markets.')).toBeDefined();
  expect(await screen.findByRole('heading', { name: t('alerts:fired') })).toBeDefined();
  server.on('listMarkets', () => [BITCOIN]);
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByLabelText(t('alerts:price'))).toBeDefined();
});
