// @vitest-environment happy-dom
/** The start of an operator: alarms in words, queues with their age, and how the house stands. */

import { code } from '@glasshouse/api/codes';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { plain } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { QUIET_DASHBOARD } from '../../testing/dashboard.ts';
import { showConsole } from '../../testing/show-console.tsx';
import { DashboardPage } from './dashboard-page.tsx';

type Dashboard = OperatorResultOf<'getDashboard'>;

const BUSY: Dashboard = {
  ...QUIET_DASHBOARD,
  queues: [
    {
      queue: 'withdrawals',
      waiting: 3,
      oldestAt: '2026-11-29T06:00:30.000Z',
      dueAt: '2026-11-29T08:00:00.000Z',
      overdue: 2,
    },
    { queue: 'kyc', waiting: 0, oldestAt: null, dueAt: null, overdue: 0 },
  ],
  alarms: [
    { kind: 'poolLow', subject: 'real USDT pool.contracts', since: '2026-11-29T07:00:00.000Z', count: 2 },
    { kind: 'stalePrices', subject: 'EURUSD', since: null, count: 1 },
  ],
  exposure: [
    {
      book: 'real',
      product: 'options',
      code: 'BTCUSDT',
      orders: 4,
      bought: '300',
      sold: '120.5',
      promised: '240',
      limit: '5000',
    },
    {
      book: 'real',
      product: 'contracts',
      code: 'ETHUSDT',
      orders: 1,
      bought: '1000',
      sold: '0',
      promised: '0',
      limit: '90000',
    },
  ],
  pools: [
    { book: 'real', asset: 'USDT', kind: 'pool.options', balance: '7000' },
    { book: 'real', asset: 'USDT', kind: 'external', balance: '-123456' },
  ],
  losing: [
    { book: 'real', product: 'contracts', accounts: 40, losing: 29, share: '0.725' },
    { book: 'demo', product: 'spot', accounts: 0, losing: 0, share: null },
  ],
  feeds: {
    signedTo: null,
    listed: 514,
    open: 380,
    held: [{ code: 'EURUSD', source: 'sim', price: '1.0832', since: '2026-11-29T08:00:00.000Z', state: 'stale' }],
    sources: [{ source: 'sim', instruments: 514, stale: 1 }],
  },
  people: { users: 1204, guests: 88, today: 7, frozen: 2, newest: 2203 },
};
let server: FakeOperatorServer;

const page = (language: Language = 'en') =>
  showConsole(<DashboardPage />, { language, namespaces: ['records', 'account'] });
const rowOf = (table: string, text: string) =>
  within(screen.getByRole('table', { name: table }))
    .getByText(text)
    .closest('tr') as HTMLElement;

beforeEach(() => {
  server = new FakeOperatorServer().on('getDashboard', () => BUSY);
});

test('an alarm says what it is about, how often and since when; prices out of date only warn', async () => {
  const { t, format } = await page();
  const alarm = (await screen.findByText(new RegExp(t('records:alarm.poolLow')))).closest('[role]') as HTMLElement;
  expect(plain(alarm.textContent ?? '')).toContain(plain(format.dateTime('2026-11-29T07:00:00.000Z')));
  expect(alarm.textContent).toContain(t('common:book.real'));
  expect(alarm.textContent).toContain(' · 2 · ');
  expect(screen.getByText(new RegExp(t('records:alarm.stalePrices')))).toBeDefined();
});

test('a queue leads to its items, with the age of the oldest and the number past its deadline', async () => {
  const { t } = await page();
  const link = await screen.findByRole('link', { name: t('console:page.withdrawals') });
  expect(link.getAttribute('href')).toBe('/operator/withdrawals');
  const cells = within(link.closest('tr') as HTMLElement).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent).slice(-3, -1)).toEqual([
    `${t('records:col.waiting')}3`,
    `${t('records:col.overdue')}2`,
  ]);
  expect(cells.at(-1)?.querySelector('time')?.dateTime).toBe('2026-11-29T06:00:30.000Z');
  expect(cells.at(-1)?.textContent).toMatch(/2.*29/);
  expect(rowOf(t('records:dashboard.queues'), t('console:page.kyc')).lastElementChild?.textContent).toMatch(/–$/);
});

test('exposure has what the house owes at worst only where that is bounded', async () => {
  const { t, format } = await page();
  await screen.findByText('ETHUSDT');
  const caption = t('records:dashboard.exposure');
  expect(plain(rowOf(caption, 'BTCUSDT').textContent ?? '')).toContain(plain(format.money('240', 'USDT')));
  const cells = within(rowOf(caption, 'ETHUSDT')).getAllByRole('cell');
  expect(cells.at(-2)?.textContent).toBe(`${t('records:col.promised')}–`);
});

test('pools without those that hold no money of the house', async () => {
  const { t, format } = await page();
  await screen.findByText('ETHUSDT');
  const pools = screen.getByRole('table', { name: t('records:dashboard.pools') });
  expect(within(pools).getAllByRole('row')).toHaveLength(2);
  expect(plain(pools.textContent ?? '')).toContain(plain(format.money('7000', 'USDT')));
});

test('the share of accounts that lose stands beside what it is computed from', async () => {
  const { t, format } = await page();
  await screen.findByText('ETHUSDT');
  const caption = t('records:dashboard.losing');
  const share = rowOf(caption, t('records:product.contracts'));
  expect(share.textContent).toContain('29 / 40');
  expect(share.textContent).toContain(format.percent('0.725'));
  expect(rowOf(caption, t('records:product.spot')).textContent).toMatch(/0 \/ 0.*–$/);
});

test('held prices are listed; with none the sources are named', async () => {
  const { t, unmount } = await page();
  await screen.findByText('ETHUSDT');
  expect(rowOf(t('records:dashboard.feeds'), 'EURUSD').textContent).toContain('1.0832');
  unmount();
  server.on('getDashboard', () => ({ ...BUSY, feeds: { ...BUSY.feeds, held: [] } }));
  await page();
  expect(await screen.findByText('sim')).toBeDefined();
  expect(screen.queryByRole('table', { name: t('records:dashboard.feeds') })).toBeNull();
});

test('a quiet installation says that nothing is wrong', async () => {
  server.on('getDashboard', () => QUIET_DASHBOARD);
  const { t } = await page('de');
  expect(await screen.findByText(t('records:alarm.none'))).toBeDefined();
});

test('a failure is named, and the same button reads again', async () => {
  server.on('getDashboard', () => new Refusal(code.serverError, 'Something went wrong.'));
  const { user, t } = await page();
  await screen.findByText('Something went wrong.');
  server.on('getDashboard', () => BUSY);
  await user.click(screen.getByRole('button', { name: t('console:queue.refresh') }));
  expect(await screen.findByText('ETHUSDT')).toBeDefined();
});

test('in Arabic figures keep their digits', async () => {
  const { t } = await page('ar');
  await screen.findByText('ETHUSDT');
  expect(document.documentElement.dir).toBe('rtl');
  expect(rowOf(t('records:dashboard.losing'), t('records:product.contracts')).textContent).toContain('29 / 40');
});
