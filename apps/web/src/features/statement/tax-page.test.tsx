// @vitest-environment happy-dom
/** The report of a tax year: what is counted, its sums, and its files. */
import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { createFormatter } from '@glasshouse/i18n/format';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fileOf, watchDownloads } from '../../testing/downloads.ts';
import { TaxPage } from './tax-page.tsx';

type Report = ResultOf<'getTaxReport'>;

const YEAR = new Date().getFullYear();
const TICK = { code: 'BTCUSDT', seq: 493, at: '2026-11-30T04:10:37.284Z', price: '96019.19' };
/** Bitcoin sold with a gain of 95, and 12 of fees. */
const REPORT: Report = {
  from: `${YEAR}-01-01T00:00:00.000Z`,
  to: `${YEAR + 1}-01-01T00:00:00.000Z`,
  until: `${YEAR}-11-30T12:00:00.000Z`,
  method: 'fifo',
  currency: 'USDT',
  lines: 7,
  unpriced: 0,
  result: '83',
  totals: [
    {
      section: 'disposal',
      kind: 'spot',
      asset: 'BTC',
      lines: 2,
      quantity: '-0.01',
      value: '960',
      cost: '865',
      result: '95',
    },
    {
      section: 'fee',
      kind: 'options',
      asset: 'USDT',
      lines: 5,
      quantity: '-12',
      value: '-12',
      cost: '0',
      result: '-12',
    },
  ],
  opening: [],
  closing: [
    { asset: 'BTC', quantity: '0.05', cost: '4325', value: '4800.9595', tick: TICK },
    { asset: 'USDT', quantity: '1000', cost: '0', value: '1000', tick: null },
    { asset: 'OLD', quantity: '3', cost: '0', value: null, tick: null },
  ],
  movements: [{ asset: 'BTC', opening: '0.02', in: '0.04', out: '0.01', closing: '0.05' }],
  prices: [TICK],
};
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().on('getTaxReport', () => REPORT);
});

async function page(more: Partial<RenderOptions> = {}) {
  const namespaces = ['funds', 'account', 'trade', 'order'] as const;
  const shown = await show(<TaxPage />, { namespaces, account: CUSTOMER, book: 'real', path: '/zjxq/tax', ...more });
  const { t, user } = shown;
  return {
    ...shown,
    table: (name: string) => screen.findByRole('table', { name }),
    choose: async (label: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    },
    file: (kind: 'pdf' | 'csv') => screen.findByRole<HTMLButtonElement>('button', { name: t(`funds:tax.${kind}`) }),
    query: () => server.sent('getTaxReport').at(-1)?.query,
  };
}

test('the calendar year so far is calculated first, in USDT, first in, first out', async () => {
  const { t, table, query } = await page();
  await table(t('funds:tax.closing'));
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(query()).toEqual({ year: String(YEAR), starts: '01-01', zone, currency: 'USDT', method: 'fifo' });
  expect(screen.getByText(t('funds:tax.notAdvice'))).toBeDefined();
  expect(screen.getByText(t('funds:tax.methodText.fifo'))).toBeDefined();
  expect(screen.queryByText(t('funds:tax.demo'))).toBeNull();
});

test('sums: each part with its result, and the result of the year', async () => {
  const { t, table } = await page();
  const sums = await table(t('funds:tax.sums'));
  await expect.poll(() => rowCount(sums)).toBe(2);
  const [sold, fees] = within(sums).getAllByRole('rowheader');
  expect(sold!.textContent).toContain(t('funds:tax.section.disposal'));
  expect(sold!.textContent).toContain('BTC');
  expect(fees!.textContent).toContain(t('funds:tax.section.fee'));
  expect(cell(sums, 1, t('funds:cost.cost'))).toBe('865.00');
  expect(cell(sums, 1, t('funds:profit.result'))).toBe('+95.00');
  expect(cell(sums, 2, t('funds:profit.result'))).toMatch(/^[−-]12\.00$/);
  // 95 less 12.
  const result = screen.getByText(t('funds:tax.result')).parentElement!;
  expect(bare(result.textContent!)).toContain('83.00USDT');
  expect(result.textContent).toContain(t('funds:tax.linesCount', { count: 7 }));
});

test('what was held: its value with its tick, and what has no price', async () => {
  const { t, table } = await page();
  const closing = await table(t('funds:tax.closing'));
  expect(cell(closing, 1, t('funds:cost.quantity'))).toBe('0.05');
  expect(cell(closing, 1, t('funds:tax.column.worth'))).toBe('4,800.95BTCUSDT#493');
  expect(cell(closing, 2, t('funds:tax.column.worth'))).toBe('1,000.00');
  expect(bare(within(closing).getAllByRole('row')[2]!.textContent!)).toContain('–');
  expect(cell(closing, 3, t('funds:tax.column.worth'))).toBe(bare(t('funds:asset.noPrice')));
  expect(screen.getByRole('heading', { name: t('funds:tax.opening') })).toBeDefined();
  expect(screen.getByText(t('funds:tax.nothing'))).toBeDefined();
});

test('what came in and went out leads from the first holding to the last', async () => {
  const { t, table } = await page();
  const reconciled = await table(t('funds:tax.reconciled'));
  const columns = [t('funds:tax.opening'), t('funds:tax.column.in'), t('funds:tax.column.out'), t('funds:tax.closing')];
  expect(columns.map((column) => cell(reconciled, 1, column))).toEqual(['0.02', '0.04', '0.01', '0.05']);
});

test('times are by the clocks of the zone of the report', async () => {
  const { t, table, user } = await page();
  await table(t('funds:tax.prices'));
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('funds:tax.form.zone')}:`) }));
  await user.type(await screen.findByRole('combobox', { name: t('funds:tax.form.searchZone') }), 'Tokyo');
  await user.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }));
  const inTokyo = createFormatter('en', 'Asia/Tokyo').dateTime(TICK.at);
  const prices = await table(t('funds:tax.prices'));
  await expect.poll(() => cell(prices, 1, t('account:statement.time'))).toBe(bare(inTokyo));
  expect(
    screen.getByText(plain(t('funds:tax.soFar', { time: createFormatter('en', 'Asia/Tokyo').dateTime(REPORT.until) }))),
  ).toBeDefined();
});

test('a year that is over is not said to go on; coins without a price are counted', async () => {
  server.on('getTaxReport', () => ({ ...REPORT, until: REPORT.to, unpriced: 2 }));
  const { t } = await page();
  expect(await screen.findByText(t('funds:tax.unpriced', { count: 2 }))).toBeDefined();
  expect(screen.queryByText(/The tax year is not over/)).toBeNull();
});

test('every choice is calculated anew; a currency says what one USDT counts as', async () => {
  const { t, choose, query, user, table } = await page();
  await table(t('funds:tax.closing'));
  await choose(t('funds:tax.form.year'), String(YEAR - 1));
  await choose(t('funds:tax.form.currency'), 'EUR');
  await user.click(screen.getByRole('radio', { name: t('funds:tax.method.average') }));
  await expect.poll(query).toMatchObject({ year: String(YEAR - 1), currency: 'EUR', method: 'average' });
  expect(screen.getByText(t('funds:tax.par', { currency: 'EUR' }))).toBeDefined();
  expect(screen.getByText(t('funds:tax.methodText.average'))).toBeDefined();
});

test('a method is changed by an arrow key', async () => {
  const { t, query, user, table } = await page();
  await table(t('funds:tax.closing'));
  screen.getByRole('radio', { name: t('funds:tax.method.fifo') }).focus();
  await user.keyboard('{ArrowRight}');
  await expect.poll(query).toMatchObject({ method: 'average' });
});

test('each file has what is chosen, and its name is said', async () => {
  const names = watchDownloads();
  server.on('exportTaxReport', ({ query }) => fileOf(`tax-${query.year}.${query.format}`, 'text/csv', 'id\r\n'));
  const { user, t, file } = await page();
  await expect.poll(async () => (await file('pdf')).disabled).toBe(false);
  await user.click(await file('pdf'));
  await expect.poll(() => names).toEqual([`tax-${YEAR}.pdf`]);
  await user.click(await file('csv'));
  await expect.poll(() => names.at(-1)).toBe(`tax-${YEAR}.csv`);
  expect(newestToast()?.title).toBe(t('funds:export.saved', { name: `tax-${YEAR}.csv` }));
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(server.sent('exportTaxReport')[0]!.query).toMatchObject({
    starts: '01-01',
    zone,
    method: 'fifo',
    format: 'pdf',
  });
});

test('a refused file says why; one that takes its time can be cancelled', async () => {
  server.on('exportTaxReport', () => new Refusal(code.reportTooLarge, 'The report is too large.'));
  const { user, t, file } = await page();
  await expect.poll(async () => (await file('csv')).disabled).toBe(false);
  await user.click(await file('csv'));
  expect(await screen.findByText('The report is too large.')).toBeDefined();
  server.on('exportTaxReport', () => new Promise(() => undefined));
  await user.click(await file('csv'));
  expect(await screen.findByText(t('funds:export.working'))).toBeDefined();
  expect(screen.queryByText('The report is too large.')).toBeNull();
  expect(screen.getByRole('button', { name: t('common:action.cancel') })).toBeDefined();
});

test('without its sums a report has no files; a failure can be tried again', async () => {
  server.on('getTaxReport', () => new Refusal(code.reportPriceMissing, 'A price is missing.'));
  const { user, t, file, table } = await page();
  expect(await screen.findByText('A price is missing.')).toBeDefined();
  expect((await file('pdf')).disabled).toBe(true);
  server.on('getTaxReport', () => REPORT);
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  await table(t('funds:tax.closing'));
  expect((await file('pdf')).disabled).toBe(false);
});

test('the report of the demo account says that its money is not real; in Arabic the digits stay', async () => {
  const { t, table } = await page({ book: 'demo', language: 'ar' });
  expect(await screen.findByText(plain(t('funds:tax.demo')))).toBeDefined();
  expect(cell(await table(t('funds:tax.closing')), 1, t('funds:cost.cost'))).toBe('4,325.00');
});
