// @vitest-environment happy-dom
/** Funding details: balances, costs of coins, profit and the value over time. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, isInvalid, noteOf, row, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../testing/balances.ts';
import { StatementPage } from './statement-page.tsx';

type Balances = ResultOf<'listBalances'>;
type Profit = ResultOf<'getProfitTotal'>;

/** 5,000 USDT, of which an order holds 500, and bitcoin worth as much: 10,000 together. */
const BALANCES: Balances = {
  items: [
    { ...balancesOf('4500').items[0]!, held: '500', total: '5000', valueUsdt: '5000' },
    { ...balancesOf('0', { BTC: '0.0525' }).items[1]!, valueUsdt: '4500' },
    { ...balancesOf('0', { ETH: '0.2' }).items[1]!, valueUsdt: '500' },
  ],
  totalUsdt: '10000',
  owedUsdt: '0',
  netUsdt: '10000',
};
const POINTS: ResultOf<'getEquityCurve'> = [
  { at: '2026-11-01T00:00:00.000Z', value: '9000' },
  { at: '2026-11-10T00:00:00.000Z', value: '8800.5' },
  { at: '2026-11-20T00:00:00.000Z', value: '9900' },
];
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
  server = new FakeServer()
    .on('listBalances', () => BALANCES)
    .on('getEquityCurve', () => POINTS)
    .on('getProfitTotal', () => PROFIT)
    .on('getCostBasis', () => ({ complete: true, items: [COIN] }))
    .on('listCostSteps', () => ({ items: [STEP], next: null }))
    .on('listStatement', () => ({ items: [], next: null }))
    .on('listPositions', () => ({ items: [], next: null }))
    .on('getAsset', () => ({
      asset: 'USDT',
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

async function page(more: Partial<RenderOptions> = {}) {
  const namespaces = [
    ...(['account', 'funds', 'trade', 'order', 'wallet'] as const),
    ...(['portfolio', 'contracts', 'workspace', 'errors'] as const),
  ];
  const shown = await show(<StatementPage />, { namespaces, account: CUSTOMER, path: '/zjxq', ...more });
  return { ...shown, table: (name: string) => screen.findByRole('table', { name }) };
}
const fact = (name: string) =>
  bare(
    screen
      .getAllByText(name)
      .map(({ parentElement }) => parentElement!.textContent)
      .join(),
  );

test('the summary: the total, what orders hold of it, and what is left', async () => {
  const { t } = await page();
  const region = await screen.findByRole('region', { name: t('funds:summary.title') });
  await expect.poll(() => bare(region.textContent!)).toContain('10,000.00USDT');
  expect(row(t('funds:summary.inOrders'), region)).toBe('500.00USDT');
  expect(row(t('account:balances.available'), region)).toBe('9,500.00USDT');
  expect(screen.getByText(new RegExp(t('common:book.demoAccount')))).toBeDefined();
});

test('balances: each asset with its parts, its value and its share of all', async () => {
  const { t, table } = await page();
  const balances = await table(t('account:balances.title'));
  await expect.poll(() => rowCount(balances)).toBe(3);
  expect(cell(balances, 1, t('account:balances.available'))).toBe('4,500.00');
  expect(cell(balances, 1, t('account:balances.held'))).toBe('500.00');
  expect(cell(balances, 2, t('account:balances.value'))).toBe('4,500.00');
  const share = t('funds:asset.share');
  expect([1, 2, 3].map((place) => cell(balances, place, share))).toEqual(['50.00%', '45.00%', '5.00%']);
  // Nothing is in a margin, so there is no column of it.
  expect(within(balances).queryByRole('columnheader', { name: t('account:balances.margin') })).toBeNull();
});

test('a coin without a price has no value and no share, and is named below the total', async () => {
  server.on('listBalances', () => balancesOf('100', { OLD: '3' }));
  const { t, table } = await page();
  const balances = await table(t('account:balances.title'));
  await expect.poll(() => rowCount(balances)).toBe(2);
  expect(cell(balances, 2, t('account:balances.value'))).toBe(bare(t('funds:asset.noPrice')));
  expect(cell(balances, 2, t('funds:asset.share'))).toBe('–');
  expect(screen.getByText(t('funds:summary.unpriced', { assets: 'OLD' }))).toBeDefined();
});

test('an asset opens from the keyboard into its parts, and leads to its lines', async () => {
  const { user, t } = await page();
  (await screen.findByRole('button', { name: t('funds:asset.open', { asset: 'USDT' }) })).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'USDT' });
  await within(dialog).findByText(t('account:balances.value'));
  expect(row(t('funds:asset.held'), dialog)).toBe('200.00USDT');
  expect(row(t('funds:asset.inOrders'), dialog)).toBe('300.00USDT');
  expect(row(t('common:word.total'), dialog)).toBe('5,000.00USDT');
  await user.click(within(dialog).getByRole('button', { name: t('account:balances.seeLines') }));
  await expect.poll(() => server.sent('listStatement').at(-1)?.query).toMatchObject({ asset: 'USDT' });
});

test('coins held: what they cost and what their sale would make after the fee', async () => {
  const { t, table } = await page();
  const held = await table(t('funds:cost.heldTitle'));
  await expect.poll(() => rowCount(held)).toBe(1);
  await expect.poll(() => bare(held.textContent!)).toContain('4,200.00');
  expect(cell(held, 1, t('funds:cost.cost'))).toContain('4,200.00USDT');
  expect(cell(held, 1, t('funds:cost.value'))).toContain('4,500.00USDT');
  // 4,500 less a fee of 4.50 and a cost of 4,200.
  expect(cell(held, 1, t('funds:cost.unrealised'))).toMatch(/^\+?295\.50USDT$/);
});

test('the calculation of a coin: what was sold, its cost, and what is left', async () => {
  const { user, t, table } = await page();
  const held = await table(t('funds:cost.heldTitle'));
  await user.click(await within(held).findByRole('button', { name: t('funds:cost.steps', { asset: 'BTC' }) }));
  const dialog = await screen.findByRole('dialog', { name: t('funds:cost.steps', { asset: 'BTC' }) });
  const steps = await within(dialog).findByRole('table');
  await expect.poll(() => bare(steps.textContent!)).toContain('#2677');
  expect(cell(steps, 1, t('funds:cost.change'))).toMatch(/^[−-]0\.01$/);
  expect(cell(steps, 1, t('funds:cost.worth'))).toBe(`959.04${bare(t('funds:cost.basis.usdt'))}`);
  expect(cell(steps, 1, t('funds:cost.profit'))).toMatch(/100\.00.*859\.04$/);
  expect(cell(steps, 1, t('funds:cost.after'))).toMatch(/^0\.0525.*4,200\.00$/);
  expect(server.sent('listCostSteps').at(-1)!.query).toMatchObject({ asset: 'BTC' });
  pressEscape(dialog);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

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

test('the value over time ends with the total of now; first, lowest and change are figures', async () => {
  const { t } = await page();
  await screen.findByRole('slider', { name: t('funds:equity.read') });
  await expect.poll(() => row(t('funds:equity.now'))).toBe('10,000.00USDT');
  expect(row(t('funds:equity.start'))).toBe('9,000.00USDT');
  expect(row(t('funds:equity.low'))).toBe('8,800.50USDT');
  expect(row(t('funds:equity.high'))).toBe('10,000.00USDT');
  // 1,000 of 9,000.
  expect(row(t('funds:equity.change'))).toMatch(/1,000\.00USDT.*11\.11%/);
});

test('every point of the curve can be read by keys', async () => {
  const { user, t, format } = await page();
  const slider = await screen.findByRole('slider', { name: t('funds:equity.read') });
  await expect.poll(() => row(t('funds:equity.now'))).toBe('10,000.00USDT');
  slider.focus();
  await user.keyboard('{Home}');
  const spoken = (at: string, value: string) => `${format.dateTime(at)}: ${format.money(value, 'USDT', { min: 2 })}`;
  expect(slider.getAttribute('aria-valuetext')).toBe(spoken(POINTS[0]!.at, '9000'));
  await user.keyboard('{ArrowRight}');
  expect(slider.getAttribute('aria-valuetext')).toBe(spoken(POINTS[1]!.at, '8800.5'));
  await user.keyboard('{PageDown}');
  expect(slider.getAttribute('aria-valuenow')).toBe('0');
  await user.keyboard('{End}');
  expect(slider.getAttribute('aria-valuenow')).toBe('2');
  expect(slider.getAttribute('aria-valuetext')).toContain(format.money('10000', 'USDT', { min: 2 }));
});

test('a last day before the first is refused at its field, and nothing is asked for', async () => {
  const { user, t } = await page();
  const group = await screen.findByRole('group', { name: t('funds:period.label') });
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
  server.on('getProfitTotal', () => new Refusal(10000, 'No profit.')).on('getEquityCurve', () => []);
  const { user, t } = await page();
  const failure = await screen.findByText('No profit.');
  expect(await screen.findByText(t('funds:equity.empty'))).toBeDefined();
  server.on('getProfitTotal', () => []);
  await user.click(within(failure.closest('[role="alert"]')!).getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('funds:profit.empty'))).toBeDefined();
});

test('in Arabic the curve runs from left to right, and amounts keep their digits', async () => {
  const { t, table } = await page({ language: 'ar' });
  const slider = await screen.findByRole('slider', { name: plain(t('funds:equity.read')) });
  expect(slider.closest('[dir]')!.getAttribute('dir')).toBe('ltr');
  expect(document.documentElement.dir).toBe('rtl');
  const balances = await table(t('account:balances.title'));
  await expect.poll(() => bare(balances.textContent!)).toContain('4,500.00');
});
