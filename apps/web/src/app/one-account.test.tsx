// @vitest-environment happy-dom
/** Every page that shows how the account does, from one state of the server: the same figures. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import type { ContractOrder, OptionsOrder } from '@glasshouse/trade/orders';
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ProfilePage } from '../features/account/profile-page.tsx';
import { CoinsPage } from '../features/coins/coins-page.tsx';
import { ConvertPage } from '../features/convert/convert-page.tsx';
import { PortfolioPage } from '../features/portfolio/portfolio-page.tsx';
import { StatementPage } from '../features/statement/statement-page.tsx';
import { DepositPage } from '../features/wallet/deposit-page.tsx';
import { WithdrawPage } from '../features/wallet/withdraw-page.tsx';
import { dayOf } from '../parts/orders/use-today.ts';
import { userInfoOf } from '../testing/account.ts';
import { balancesOf } from '../testing/balances.ts';
import { BITCOIN } from '../testing/bitcoin.ts';
import { POSITION } from '../testing/contract-orders.ts';
import { tick } from '../testing/market.ts';
import { PLACED_OPTION } from '../testing/options-orders.ts';
import { lineOf } from '../testing/statement-lines.ts';
import { Island } from './island/island.tsx';

const NAMESPACES = [
  ...(['portfolio', 'account', 'funds', 'trade', 'contracts', 'order', 'workspace', 'market', 'coins'] as const),
  ...(['convert', 'wallet', 'kyc', 'support', 'notices', 'alerts', 'signin', 'security', 'errors', 'guide'] as const),
];
const OPENED: ContractOrder = { ...POSITION, openedAt: new Date().toISOString() };
/**
 * 9,000 of 9,620.25 USDT are available, 120 are held for an order, 500.25 are in use. Closing
 * would lose 1 and cost 4.9995: 9,614.2505. Of the 58.245 that today booked, a fee of 5 belongs to
 * what is open, which would come to −11.00. The day began with 9,500.00, and 40.00 were paid in:
 * 22.01 of the change are neither.
 */
const FIGURES = { total: '9,614.25', today: '+74.25', booked: '+63.24', open: '−11.00', other: '+22.01' };
const STARTED: ResultOf<'getEquityCurve'> = [
  { at: '2026-01-01T00:00:00.000Z', value: '9500', paidIn: '0' },
  { at: '2026-01-01T12:00:00.000Z', value: '9600', paidIn: '40' },
];
/** A day on which nothing changed but what was booked. */
const PLAIN_DAY: ResultOf<'getEquityCurve'> = [{ at: '2026-01-01T00:00:00.000Z', value: '9562.005', paidIn: '0' }];
const USE = { available: '9,000.00', inUse: '500.25', held: '120.00' };

const TODAY: ResultOf<'listProfitDays'>['items'][number] = {
  day: dayOf(Date.now()),
  net: '58.245',
  products: [{ kind: 'contracts', asset: 'USDT', orders: 1, realised: '63.245', fees: '5', net: '58.245' }],
};
const MEMBER = { ...CUSTOMER, createdAt: '2026-01-01T00:00:00.000Z' } as typeof CUSTOMER;

let server: FakeServer;

beforeEach(() => {
  const { items } = balancesOf('9000');
  const usdt = { ...items[0]!, held: '120', margin: '500.25', total: '9620.25', valueUsdt: '9620.25' };
  server = new FakeServer()
    .on('listBalances', () => ({ items: [usdt], totalUsdt: '9620.25', owedUsdt: '0', netUsdt: '9620.25' }))
    .on('listPositions', () => ({ items: [OPENED], next: null }))
    .on('listOptionOrders', () => ({ items: [], next: null }))
    .on('listSpotOrders', () => ({ items: [], next: null }))
    .on('listProfitDays', () => ({ items: [TODAY], next: null }))
    .on('getEquityCurve', () => STARTED)
    .on('listStatement', () => ({ items: [], next: null }))
    .on('getCostBasis', () => ({ complete: true, items: [] }))
    .on('getUserInfo', () => userInfoOf());
});

async function shown(Page: ComponentType, path: string) {
  const view = await show(<Page />, { namespaces: NAMESPACES, account: MEMBER, path });
  tick(BITCOIN, { bid: 99_990, ask: 100_000, price: 99_995 });
  return view;
}

test.each([
  ['/portfolio', PortfolioPage],
  ['/profile/balancebb', CoinsPage],
  ['/zjxq', StatementPage],
  ['/profile/balance', DepositPage],
  ['/profile/balance2', WithdrawPage],
  ['/profile/exchange', ConvertPage],
] as const)('%s has the total, the result with its parts, and what is available', async (path, Page) => {
  const { t } = await shown(Page, path);
  const header = await screen.findByRole('region', { name: t('account:balances.total') });
  await expect.poll(() => bare(header.textContent)).toContain(`${FIGURES.total}USDT`);
  await expect.poll(() => row(t('portfolio:result.today'), header)).toBe(FIGURES.today);
  expect(row(t('portfolio:result.booked'), header)).toBe(FIGURES.booked);
  expect(row(t('portfolio:result.open'), header)).toBe(FIGURES.open);
  expect(row(t('portfolio:result.other'), header)).toBe(FIGURES.other);
  const line = bare(screen.getByRole('main').textContent);
  expect(line).toContain(bare(`${t('account:balances.available')} ${USE.available} ·`));
  expect(line).toContain(bare(`${t('portfolio:use.inUse')} ${USE.inUse} ·`));
  expect(line).toContain(bare(`${t('portfolio:use.held')} ${USE.held}`));
  const tabs = screen.getByRole('navigation', { name: t('shell:nav.account') });
  expect(within(tabs).getAllByRole('link', { current: 'page' })).toHaveLength(1);
});

test('the rows of the overview add up to its head, and the balances have what is available', async () => {
  const { t, unmount } = await shown(PortfolioPage, '/portfolio');
  const table = await screen.findByRole('table', { name: t('contracts:positions') });
  await expect.poll(() => cell(table, 1, t('order:ifClosedNow'))).toBe(FIGURES.open);
  expect(bare(screen.getByText(t('portfolio:result.allOpen')).textContent)).toContain(`${FIGURES.open}USDT`);
  unmount();
  const balances = await shown(CoinsPage, '/profile/balancebb');
  const rows = await screen.findByRole('table', { name: balances.t('account:balances.title') });
  await expect.poll(() => cell(rows, 1, balances.t('account:balances.available'))).toBe(USE.available);
  expect(cell(rows, 1, balances.t('account:balances.held'))).toBe(USE.held);
});

test('the profile has the same total', async () => {
  await shown(ProfilePage, '/profile');
  await expect.poll(() => bare(screen.getByRole('main').textContent)).toContain(`${FIGURES.total}USDT`);
});

test('the pill has the same result, nothing before it is right, and the same words once it is opened', async () => {
  // A market that no test before had a price of.
  const ether = { ...BITCOIN, code: 'ETHUSDT' };
  server.on('listPositions', () => ({ items: [{ ...OPENED, code: ether.code }], next: null }));
  const { t, user, client } = await show(<Island />, { namespaces: NAMESPACES, account: CUSTOMER });
  await expect.poll(() => server.sent('listProfitDays').length).toBe(1);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(screen.queryByRole('button')).toBeNull();
  tick(ether, { bid: 99_990, ask: 100_000, price: 99_995 });
  const pill = await screen.findByRole('button');
  expect(bare(pill.textContent)).toContain(bare(`${t('portfolio:island.open', { number: '1' })}${FIGURES.open}`));
  await user.click(pill);
  const sheet = await screen.findByRole('dialog');
  await expect.poll(() => row(t('portfolio:result.today'), sheet)).toBe(FIGURES.today);
  expect(row(t('portfolio:result.booked'), sheet)).toBe(FIGURES.booked);
  expect(row(t('portfolio:result.open'), sheet)).toBe(FIGURES.open);
  expect(row(t('portfolio:result.other'), sheet)).toBe(FIGURES.other);
});

test('without other changes the result has two parts; without a history too', async () => {
  server.on('getEquityCurve', () => PLAIN_DAY);
  const { t, unmount } = await shown(CoinsPage, '/profile/balancebb');
  const header = await screen.findByRole('region', { name: t('account:balances.total') });
  await expect.poll(() => row(t('portfolio:result.today'), header)).toBe('+52.24');
  expect(within(header).queryByText(t('portfolio:result.other'))).toBeNull();
  unmount();
  server.on('getEquityCurve', () => new Refusal(10000, 'No history.'));
  await shown(CoinsPage, '/profile/balancebb');
  const again = await screen.findByRole('region', { name: t('account:balances.total') });
  await expect.poll(() => row(t('portfolio:result.today'), again)).toBe('+52.24');
  expect(within(again).queryByText(t('portfolio:result.other'))).toBeNull();
});

test('with nothing open, the pill is the result of the day; of a day without one, nothing', async () => {
  server.on('listPositions', () => ({ items: [], next: null }));
  const { t, unmount } = await shown(Island, '/');
  // 9,620.25 less 9,500.00 and 40.00.
  expect(bare((await screen.findByRole('button')).textContent)).toContain(bare(`${t('portfolio:result.today')}+80.25`));
  unmount();
  server
    .on('listProfitDays', () => ({ items: [], next: null }))
    .on('getEquityCurve', () => [{ at: '2026-01-01T00:00:00.000Z', value: '9620.25', paidIn: '0' }]);
  const { container } = await shown(Island, '/');
  await expect.poll(() => server.sent('listProfitDays').length).toBe(2);
  expect(within(container).queryByRole('button')).toBeNull();
});

test('what an older position booked today is in its result, and not in what is booked', async () => {
  const older = { ...OPENED, openedAt: '2020-01-01T00:00:00.000Z', financing: '-0.8' };
  server
    // The fee of 5 was paid before.
    .on('getEquityCurve', () => [{ at: '2026-01-01T00:00:00.000Z', value: '9562.005', paidIn: '0' }])
    .on('listPositions', () => ({ items: [older], next: null }))
    .on('listStatement', ({ query }) => ({
      items:
        query?.reason === 'contracts'
          ? [lineOf({ id: '1.1', reason: 'contracts.financing', ref: '2045', amount: '-0.8' })]
          : [],
      next: null,
    }));
  const { t } = await shown(CoinsPage, '/profile/balancebb');
  const header = await screen.findByRole('region', { name: t('account:balances.total') });
  // 58.245 and 0.80; −11.7995.
  await expect.poll(() => row(t('portfolio:result.booked'), header)).toBe('+59.04');
  expect(row(t('portfolio:result.open'), header)).toBe('−11.80');
  // 9,614.25 less 9,562.00: what an earlier day booked for it is taken back.
  expect(row(t('portfolio:result.other'), header)).toBe('+5.00');
  expect(row(t('portfolio:result.today'), header)).toBe('+52.24');
});

test('an option counts with what it would pay now', async () => {
  const entry = { seq: 37, price: '99000', bid: '98999', ask: '99001', at: new Date().toISOString() };
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const running: OptionsOrder = { ...PLACED_OPTION, state: 'open', direction: 'up', entry, expiresAt };
  server
    .on('listPositions', () => ({ items: [], next: null }))
    .on('listOptionOrders', () => ({ items: [running], next: null }));
  const { t } = await shown(PortfolioPage, '/portfolio');
  const table = await screen.findByRole('table', { name: t('contracts:positions') });
  const header = screen.getByRole('region', { name: t('account:balances.total') });
  await expect.poll(() => row(t('portfolio:result.open'), header)).toBe('+79.50');
  expect(cell(table, 1, t('order:ifClosedNow'))).toBe('+79.50');
  // 9,620.25 with its stake, and the 79.50 that it would win.
  expect(bare(header.textContent)).toContain('9,699.75USDT');
});
