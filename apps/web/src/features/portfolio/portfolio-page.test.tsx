// @vitest-environment happy-dom
/** The portfolio: what one owns, what happened last, plans and loans in sum, results by day. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dayOf } from '../../parts/orders/use-today.ts';
import { balancesOf } from '../../testing/balances.ts';
import { lineOf } from '../../testing/statement-lines.ts';
import { Days } from './days.tsx';
import { Latest } from './latest.tsx';
import { Own } from './own.tsx';

type Day = ResultOf<'listProfitDays'>['items'][number];

const NAMESPACES = ['portfolio', 'account', 'funds', 'order', 'trade', 'contracts', 'workspace'] as const;
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
    .on('listProfitDays', () => ({ items: [TODAY, BEFORE], next: null }));
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

test('what one owns: the largest part first, with its share; coins have six digits', async () => {
  server.on('listBalances', () => ({
    ...balancesOf('9500.5'),
    items: [
      { ...balancesOf('0', { BTC: '0.0160475123' }).items[1]!, valueUsdt: '499.499' },
      balancesOf('9500.509').items[0]!,
      { ...balancesOf('0', { OLD: '0' }).items[1]! },
    ],
    totalUsdt: '10000.008',
  }));
  const { t } = await shown(<Own />);
  const table = await screen.findByRole('table', { name: t('portfolio:own.title') });
  expect(rowCount(table)).toBe(2);
  const amount = t('order:quantity');
  expect([1, 2].map((place) => cell(table, place, amount))).toEqual(['9,500.50', '0.0160475']);
  expect(cell(table, 2, t('account:balances.value'))).toBe('499.49');
  expect([1, 2].map((place) => cell(table, place, t('funds:asset.share')))).toEqual(['95.0%', '4.9%']);
  expect(
    bare(screen.getByRole('heading', { name: t('portfolio:own.title') }).closest('section')!.textContent),
  ).toContain('9,999.99USDT');
});

test('what happened last, by order: in words, with what it changed', async () => {
  const line = (id: string, reason: string, amount: string, ref: string) => lineOf({ id, reason, amount, ref });
  server.on('listStatement', () => ({
    items: [
      line('9.1', 'contracts.loss', '-20.005', '2045'),
      line('9.2', 'contracts.fee', '-3.84', '2045'),
      { ...line('8.2', 'convert.receive', '0.01', '2044'), asset: 'BTC' },
      line('8.1', 'convert.give', '-1000', '2044'),
      { ...line('7.2', 'spot.hold', '50', '2043'), account: 'held' as const },
      line('7.1', 'spot.hold', '-50', '2043'),
    ],
    next: null,
  }));
  const { t } = await shown(<Latest />);
  const table = await screen.findByRole('table', { name: t('portfolio:latest.title') });
  await expect.poll(() => rowCount(table)).toBe(3);
  expect(cell(table, 1, t('portfolio:latest.what'))).toContain(bare(t('portfolio:latest.closed')));
  // 20.005 and 3.84, away from zero.
  expect(cell(table, 1, 'USDT')).toBe('−23.85');
  expect(cell(table, 2, t('portfolio:latest.what'))).toContain(bare(t('account:reason.convert.give')));
  expect(cell(table, 2, 'USDT')).toBe('−1,000.00');
  expect(cell(table, 3, 'USDT')).toBe('–');
  const order = within(table).getAllByRole('link')[0];
  expect(order?.getAttribute('href')).toBe('/order/contracts/2045');
});

test('on the demo book neither plans nor loans are asked for', async () => {
  const { t } = await shown(<Own />);
  await screen.findByRole('table', { name: t('portfolio:own.title') });
  expect(server.sent('listPlans')).toEqual([]);
  expect(server.sent('listLoans')).toEqual([]);
});

test('on the real book running plans and owed loans are sums that lead to their pages', async () => {
  server
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
  const { format, t } = await shown(<Own />, { book: 'real' });
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

test('who owns nothing and did nothing sees neither', async () => {
  server.on('listBalances', () => balancesOf('0')).on('listStatement', () => ({ items: [], next: null }));
  const own = await shown(<Own />);
  await expect.poll(() => own.container.textContent).toBe('');
  own.unmount();
  const { container } = await shown(<Latest />);
  await expect.poll(() => container.textContent).toBe('');
});

test('in Arabic the table runs from right to left, and figures keep their order', async () => {
  const { t } = await shown(<Own />, { language: 'ar' });
  const table = await screen.findByRole('table', { name: t('portfolio:own.title') });
  expect(document.documentElement.dir).toBe('rtl');
  expect(bare(table.textContent)).toContain('9,500.50');
});
