// @vitest-environment happy-dom
/** Activity: the results of a period, folded until somebody asks for them. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, isInvalid, noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../testing/balances.ts';
import { StatementPage } from './statement-page.tsx';

type Profit = ResultOf<'getProfitTotal'>;

/** Options won 80 and cost 1.5; bitcoin was sold 100 above its cost. */
const PROFIT: Profit = [
  { kind: 'options', asset: 'USDT', realised: '80', fees: '1.5', orders: 3, averageCost: null },
  { kind: 'spot', asset: 'USDT', realised: '960', fees: '0.96', orders: 1, averageCost: null },
  {
    kind: 'spot',
    asset: 'BTC',
    realised: '-0.01',
    fees: '0',
    orders: 1,
    averageCost: { quantity: '0.01', proceeds: '959.04', cost: '859.04', profit: '100' },
  },
];
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer()
    .on('listBalances', () => balancesOf('10000'))
    .on('getEquityCurve', () => [])
    .on('getProfitTotal', () => PROFIT)
    .on('listStatement', () => ({ items: [], next: null }))
    .on('listPositions', () => ({ items: [], next: null }));
});

async function page(more: Partial<RenderOptions> = {}) {
  const namespaces = [
    ...(['account', 'funds', 'trade', 'order', 'wallet'] as const),
    ...(['portfolio', 'contracts', 'workspace', 'errors'] as const),
  ];
  const shown = await show(<StatementPage />, { namespaces, account: CUSTOMER, path: '/zjxq', ...more });
  // What is folded asks for nothing.
  expect(server.sent('getProfitTotal')).toEqual([]);
  const fold = screen.getByRole('heading', { name: shown.t('funds:results') }).closest('details')!;
  fold.open = true;
  fireEvent(fold, new Event('toggle'));
  return { ...shown, fold, table: (name: string) => screen.findByRole('table', { name }) };
}
const fact = (name: string) =>
  bare(
    screen
      .getAllByText(name)
      .map(({ parentElement }) => parentElement!.textContent)
      .join(),
  );

test('profit: each product before and after fees, and what they come to together', async () => {
  const { t, table } = await page();
  const profit = await table(t('funds:profit.title'));
  await expect.poll(() => bare(profit.textContent!)).toContain('78.50');
  const column = t('funds:profit.net');
  // 80 less 1.50.
  const options = within(profit)
    .getByRole('rowheader', { name: t('funds:product.options') })
    .closest('tr')!;
  expect(bare(options.textContent!)).toMatch(/80\.00USDT.*1\.50USDT.*78\.50USDT/);
  const spot = within(profit)
    .getByRole('rowheader', { name: t('funds:product.spot') })
    .closest('tr')!;
  expect(bare(spot.textContent!)).toContain(bare(t('funds:profit.inResult')));
  expect(bare(spot.textContent!)).toContain('100.00USDT');
  expect(within(profit).getByRole('columnheader', { name: column })).toBeDefined();
  // 78.50 and 100.
  expect(fact(t('funds:profit.together'))).toContain('178.50USDT');
  expect(screen.getByText(t('funds:profit.byCost'))).toBeDefined();
});

test('coins sold in the period: proceeds less cost', async () => {
  const { t, table } = await page();
  const sold = await table(t('funds:cost.soldTitle'));
  expect(cell(sold, 1, t('funds:cost.proceeds'))).toBe('959.04USDT');
  expect(cell(sold, 1, t('funds:cost.costOfSold'))).toBe('859.04USDT');
  expect(cell(sold, 1, t('funds:cost.profit'))).toMatch(/100\.00USDT$/);
});

test('a profit that is still being calculated says so, is asked for again, and has no sum', async () => {
  server.on('getProfitTotal', () => PROFIT.map((total) => ({ ...total, averageCost: null })));
  const { t } = await page();
  expect(await screen.findByText(t('funds:cost.pending'))).toBeDefined();
  expect(screen.queryByText(t('funds:profit.together'))).toBeNull();
  server.on('getProfitTotal', () => PROFIT);
  expect(await screen.findByText(t('funds:profit.together'))).toBeDefined();
});

test('a last day before the first is refused at its field, and nothing is asked for', async () => {
  const { user, t, fold } = await page();
  // The curve above has its own.
  const group = await within(fold).findByRole('group', { name: t('funds:period.label') });
  await user.click(within(group).getByRole('radio', { name: t('funds:period.custom') }));
  fireEvent.change(screen.getByLabelText(t('funds:period.from')), { target: { value: '2026-11-20' } });
  await expect.poll(() => server.sent('getProfitTotal').at(-1)?.query.from).toMatch(/^2026-11-(19|20)/);
  const last = screen.getByLabelText<HTMLInputElement>(t('funds:period.to'));
  const before = server.sent('getProfitTotal').length;
  fireEvent.change(last, { target: { value: '2026-11-10' } });
  expect(isInvalid(last)).toBe(true);
  expect(noteOf(last)).toBe(t('funds:period.wrong'));
  expect(server.sent('getProfitTotal')).toHaveLength(before);
  fireEvent.change(last, { target: { value: '2026-11-21' } });
  expect(isInvalid(last)).toBe(false);
  await expect.poll(() => server.sent('getProfitTotal').length).toBe(before + 1);
});

test('failures stand where their part is, and each can be tried again', async () => {
  server.on('getProfitTotal', () => new Refusal(10000, 'No profit.'));
  const { user, t } = await page();
  const failure = await screen.findByText('No profit.');
  server.on('getProfitTotal', () => []);
  await user.click(within(failure.closest('[role="alert"]')!).getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('funds:profit.empty'))).toBeDefined();
});
