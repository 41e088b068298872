// @vitest-environment happy-dom
/** The portfolio: its summary, coins with their cost, plans and loans in sum, results by day. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dayOf } from '../../parts/orders/use-today.ts';
import { balancesOf } from '../../testing/balances.ts';
import { Days } from './days.tsx';
import { Holdings } from './holdings.tsx';
import { Summary } from './summary.tsx';

type Day = ResultOf<'listProfitDays'>['items'][number];

const NAMESPACES = ['portfolio', 'account', 'funds', 'order', 'trade', 'contracts', 'workspace'] as const;
const NO_ORDERS = { data: [], error: null, refetch: () => undefined } as never;
/** Options won 80 less a fee of 1.5; contracts lost 20 and cost 0.25. */
const TODAY: Day = {
  day: dayOf(Date.now()),
  net: '58.25',
  products: [
    { kind: 'options', asset: 'USDT', orders: 1, realised: '80', fees: '1.5', net: '78.5' },
    { kind: 'contracts', asset: 'USDT', orders: 1, realised: '-20', fees: '0.25', net: '-20.25' },
  ],
};
const BEFORE: Day = {
  day: '2026-01-15',
  net: '-3',
  products: [{ kind: 'options', asset: 'USDT', orders: 1, realised: '-2', fees: '1', net: '-3' }],
};
const COIN: ResultOf<'getCostBasis'>['items'][number] = {
  asset: 'BTC',
  quantity: '0.05',
  cost: '4000',
  averageCost: '80000',
  valueUsdt: '5000',
  saleFee: '5',
  unrealised: '995',
};
let server: FakeServer;

const shown = (element: Parameters<typeof show>[0], more: Partial<RenderOptions> = {}) =>
  show(element, { namespaces: NAMESPACES, account: CUSTOMER, ...more });

/** The figures of a row of a table, as somebody reads them. */
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => bare(textContent));

beforeEach(() => {
  server = new FakeServer()
    .on('listBalances', () => balancesOf('9500.5'))
    .on('listProfitDays', () => ({ items: [TODAY, BEFORE], next: null }))
    .on('getCostBasis', () => ({ complete: true, items: [COIN] }));
});

test('results by day: newest first, a column for each product, and what they come to together', async () => {
  const { t, format } = await shown(<Days />);
  await screen.findByText(format.date('2026-01-15T12:00:00'));
  const table = screen.getByRole('table', { name: t('portfolio:section.days') });
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads).toContain(t('funds:product.options'));
  expect(heads).toContain(t('funds:product.contracts'));
  const [, today, before] = within(table).getAllByRole('row');
  expect(within(before!).getByRole('rowheader').textContent).toBe(format.date('2026-01-15T12:00:00'));
  // 78.50 less 20.25.
  expect(cellsOf(today!).join(' ')).toMatch(/\+?78\.50.*[−-]20\.25.*\+?58\.25/);
  expect(cellsOf(before!).join(' ')).toMatch(/[−-]3\.00.*–.*[−-]3\.00/);
});

test('a day that is still being added up says so, and is asked for again', async () => {
  server.on('listProfitDays', () => ({ items: [{ ...TODAY, net: null }], next: null }));
  const { t } = await shown(<Days />);
  expect(await screen.findByText(t('funds:cost.pending'))).toBeDefined();
  server.on('listProfitDays', () => ({ items: [TODAY], next: null }));
  await expect.poll(() => screen.queryByText(t('funds:cost.pending')), { timeout: 5_000 }).toBeNull();
});

test('without a result the days are empty; a fault can be tried again', async () => {
  server.on('listProfitDays', () => new Refusal(10000, 'Something went wrong.'));
  const { user, t } = await shown(<Days />);
  expect(await screen.findByText('Something went wrong.')).toBeDefined();
  server.on('listProfitDays', () => ({ items: [], next: null }));
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('funds:profit.empty'))).toBeDefined();
});

test('a coin: quantity, cost, value, and what its sale would make after the fee', async () => {
  const { t } = await shown(<Holdings />);
  const table = await screen.findByRole('table', { name: t('portfolio:section.holdings') });
  const [, row] = within(table).getAllByRole('row');
  expect(within(row!).getByRole('rowheader').textContent).toBe('BTC');
  // 5,000 less a fee of 5 and a cost of 4,000.
  expect(cellsOf(row!).join(' ')).toMatch(/0\.05 .*4,000\.00.*5,000\.00.*995\.00/);
});

test('on the demo book neither plans nor loans are asked for', async () => {
  const { t } = await shown(<Holdings />);
  await screen.findByRole('table', { name: t('portfolio:section.holdings') });
  expect(server.received.map(({ name }) => name)).toEqual(['getCostBasis']);
});

test('on the real book running plans and owed loans are sums that lead to their pages', async () => {
  server
    .on('getCostBasis', () => ({ complete: true, items: [] }))
    .on(
      'listPlans',
      () =>
        ({
          items: [
            { state: 'earning', asset: 'USDT', amount: '1000', earned: '4.5' },
            { state: 'earning', asset: 'USDT', amount: '500.25', earned: '0.5' },
            { state: 'ended', asset: 'USDT', amount: '9000', earned: '1' },
          ],
          next: null,
        }) as never,
    )
    .on(
      'listLoans',
      () =>
        ({
          items: [
            { state: 'repaying', payoff: '310', repaymentAt: '2027-02-01T00:00:00.000Z' },
            { state: 'expired', payoff: '40.5', repaymentAt: '2026-11-01T00:00:00.000Z' },
            { state: 'repaid', payoff: '0', repaymentAt: null },
          ],
          next: null,
        }) as never,
    );
  const { format, t } = await shown(<Holdings />, { book: 'real' });
  const plans = await screen.findByRole('link', { name: new RegExp(t('funds:product.plans')) });
  expect(plans.getAttribute('href')).toBe('/trading');
  expect(bare(plans.textContent)).toContain(bare(format.money('1500.25', 'USDT')));
  expect(bare(plans.textContent)).toContain(bare(t('portfolio:earned', { amount: format.money('5', 'USDT') })));
  const loans = await screen.findByRole('link', { name: new RegExp(t('funds:product.loans')) });
  expect(bare(loans.textContent)).toContain(bare(format.money('350.5', 'USDT')));
  // The first date that is due, though its loan comes last.
  expect(bare(loans.textContent)).toContain(
    bare(t('portfolio:due', { date: format.date('2026-11-01T00:00:00.000Z') })),
  );
});

test('who holds nothing sees no holdings', async () => {
  server.on('getCostBasis', () => ({ complete: true, items: [] }));
  const { container } = await shown(<Holdings />);
  await expect.poll(() => server.sent('getCostBasis').length).toBe(1);
  expect(container.textContent).toBe('');
});

test('the summary: what can be traded with, what is tied up, and what today made', async () => {
  const balances = balancesOf('9500.5');
  const [usdt] = balances.items;
  server.on('listBalances', () => ({
    ...balances,
    items: [{ ...usdt!, held: '120', margin: '80.25', inOptions: '30' }],
  }));
  const { t } = await shown(<Summary contracts={NO_ORDERS} options={NO_ORDERS} />);
  const fact = (name: string) => bare(screen.getByText(name).parentElement?.textContent ?? '');
  await expect.poll(() => fact(t('portfolio:available'))).toContain('9,500.50');
  expect(fact(t('portfolio:available'))).toContain(bare(`${t('account:balances.held')}: 120.00`));
  expect(fact(t('account:balances.margin'))).toMatch(/80\.25/);
  expect(fact(t('account:balances.margin'))).toContain(bare(`${t('account:balances.inOptions')}: 30.00`));
  await expect.poll(() => fact(t('portfolio:today'))).toContain('58.25');
});

test('in Arabic the table runs from right to left, and figures keep their order', async () => {
  const { t } = await shown(<Holdings />, { language: 'ar' });
  const table = await screen.findByRole('table', { name: t('portfolio:section.holdings') });
  expect(document.documentElement.dir).toBe('rtl');
  expect(bare(table.textContent)).toContain('4,000.00');
});
