// @vitest-environment happy-dom
/** Balances: each asset once, with its parts, its value, and what its sale would make. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { bare, cell, row, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../testing/balances.ts';
import { CoinsPage } from './coins-page.tsx';

/** 5,000 USDT, of which an order holds 500, and coins worth as much: 10,000 together. */
const BALANCES: ResultOf<'listBalances'> = {
  items: [
    { ...balancesOf('4500').items[0]!, held: '500', total: '5000', valueUsdt: '5000' },
    { ...balancesOf('0', { BTC: '0.0525' }).items[1]!, valueUsdt: '4500' },
    { ...balancesOf('0', { ETH: '0.2' }).items[1]!, valueUsdt: '500' },
  ],
  totalUsdt: '10000',
  owedUsdt: '0',
  netUsdt: '10000',
};
const COIN: ResultOf<'getCostBasis'>['items'][number] = {
  asset: 'BTC',
  quantity: '0.0525',
  cost: '4200',
  averageCost: '80000',
  valueUsdt: '4500',
  saleFee: '4.5',
  unrealised: '295.5',
};
const STEP: ResultOf<'listCostSteps'>['items'][number] = {
  id: '2677.3',
  seq: 2677,
  at: '2026-11-30T04:10:37.340Z',
  kind: 'spot',
  ref: '2674',
  asset: 'BTC',
  quantity: '-0.01',
  basis: 'usdt',
  value: '959.04',
  cost: '859.04',
  profit: '100',
  quantityAfter: '0.0525',
  costAfter: '4200',
};
let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer()
    .on('listBalances', () => BALANCES)
    .on('getEquityCurve', () => [])
    .on('getCostBasis', () => ({ complete: true, items: [COIN] }))
    .on('listCostSteps', () => ({ items: [STEP], next: null }))
    .on('listPositions', () => ({ items: [], next: null }))
    .on('getAsset', ({ params }) => ({
      asset: params.id,
      available: '4500',
      reserved: '200',
      held: '200',
      inOrders: '300',
      margin: '0',
      inPlans: '0',
      collateral: '0',
      total: '5000',
      valueUsdt: '5000',
    }));
});

async function balances(more: Partial<RenderOptions> = {}) {
  const namespaces = [
    ...(['coins', 'portfolio', 'account', 'funds', 'trade', 'order'] as const),
    ...(['contracts', 'workspace', 'errors'] as const),
  ];
  const page = await show(<CoinsPage />, { namespaces, account: CUSTOMER, path: '/profile/balancebb', ...more });
  const table = await screen.findByRole('table', { name: page.t('account:balances.title') });
  return { ...page, table };
}

test('each asset once, with its parts, its value and its share of all; nothing is a dash', async () => {
  const { t, table } = await balances();
  await expect.poll(() => rowCount(table)).toBe(3);
  expect(cell(table, 1, t('account:balances.available'))).toBe('4,500.00');
  expect(cell(table, 1, t('account:balances.held'))).toBe('500.00');
  expect(cell(table, 2, t('account:balances.held'))).toBe('–');
  expect(cell(table, 2, t('account:balances.value'))).toBe('4,500.00');
  const share = t('funds:asset.share');
  expect([1, 2, 3].map((place) => cell(table, place, share))).toEqual(['50.00%', '45.00%', '5.00%']);
  // Nothing is in a margin, so there is no column of it.
  expect(within(table).queryByRole('columnheader', { name: t('account:balances.margin') })).toBeNull();
});

test('a coin has what its sale would make after the fee; USDT has no such figure', async () => {
  const { t, table } = await balances();
  // 4,500 less a fee of 4.50 and a cost of 4,200.
  await expect.poll(() => cell(table, 2, t('funds:cost.unrealised'))).toBe('+295.50');
  expect(cell(table, 1, t('funds:cost.unrealised'))).toBe('–');
});

test('a coin without a price has no value and no share, and is named below', async () => {
  server.on('listBalances', () => balancesOf('100', { OLD: '3' }));
  const { t, table } = await balances();
  await expect.poll(() => rowCount(table)).toBe(2);
  expect(cell(table, 2, t('account:balances.value'))).toBe(bare(t('funds:asset.noPrice')));
  expect(cell(table, 2, t('funds:asset.share'))).toBe('–');
  expect(screen.getByText(t('funds:summary.unpriced', { assets: 'OLD' }))).toBeDefined();
});

test('an asset opens from the keyboard into its parts, and leads to its lines', async () => {
  const { user, t } = await balances();
  (await screen.findByRole('button', { name: t('funds:asset.open', { asset: 'USDT' }) })).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'USDT' });
  await within(dialog).findByText(t('funds:asset.held'));
  expect(row(t('funds:asset.held'), dialog)).toBe('200.00USDT');
  expect(row(t('funds:asset.inOrders'), dialog)).toBe('300.00USDT');
  expect(row(t('common:word.total'), dialog)).toBe('5,000.00USDT');
  const lines = within(dialog).getByRole('link', { name: t('account:balances.seeLines') });
  expect(lines.getAttribute('href')).toBe('/zjxq?asset=USDT#lines');
});

test('the calculation of a coin: what was sold, its cost, and what is left', async () => {
  const { user, t } = await balances();
  await user.click(await screen.findByRole('button', { name: t('funds:asset.open', { asset: 'BTC' }) }));
  const coin = await screen.findByRole('dialog', { name: 'BTC' });
  await within(coin).findByText(t('funds:cost.cost'));
  expect(row(t('funds:cost.cost'), coin)).toBe('4,200.00USDT');
  await user.click(within(coin).getByRole('button', { name: t('funds:cost.steps', { asset: 'BTC' }) }));
  const dialog = await screen.findByRole('dialog', { name: t('funds:cost.steps', { asset: 'BTC' }) });
  const steps = await within(dialog).findByRole('table');
  await expect.poll(() => bare(steps.textContent!)).toContain('#2677');
  expect(cell(steps, 1, t('funds:cost.change'))).toMatch(/^[−-]0\.01$/);
  expect(cell(steps, 1, t('funds:cost.worth'))).toBe(`959.04${bare(t('funds:cost.basis.usdt'))}`);
  expect(cell(steps, 1, t('funds:cost.profit'))).toMatch(/100\.00.*859\.04$/);
  expect(cell(steps, 1, t('funds:cost.after'))).toMatch(/^0\.0525.*4,200\.00$/);
  expect(server.sent('listCostSteps').at(-1)!.query).toMatchObject({ asset: 'BTC' });
  pressEscape(dialog);
});

test('in Arabic the table runs from right to left, and amounts keep their digits', async () => {
  const { table } = await balances({ language: 'ar' });
  expect(document.documentElement.dir).toBe('rtl');
  await expect.poll(() => bare(table.textContent!)).toContain('4,500.00');
});
