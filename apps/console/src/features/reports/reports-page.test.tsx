// @vitest-environment happy-dom
/** Tables for the operator's own books: cells in words, filters in the address, and the file. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, rowCount } from '@glasshouse/app/testing/reading';
import { newestToast } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startOf } from '../../parts/fields/ranges.ts';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { ReportsPage } from './reports-page.tsx';

type Report = OperatorResultOf<'getReport'>;

const REPORT: Report = {
  name: 'fees',
  at: '2026-11-30T08:00:00.000Z',
  columns: [
    { id: 'day', kind: 'day' },
    { id: 'book', kind: 'text' },
    { id: 'asset', kind: 'text' },
    { id: 'amount', kind: 'amount' },
    { id: 'count', kind: 'number' },
  ],
  rows: [
    ['2026-11-29', 'real', 'USDT', '1234.5', '1200'],
    ['2026-11-28', 'real', 'BTC', '0.02', ''],
  ],
  more: false,
};
let server: FakeOperatorServer;

beforeEach(() => {
  server = new FakeOperatorServer().on('getReport', () => REPORT);
});

async function page(path = '/operator/reports?report=fees', language: Language = 'en', session = OWNER) {
  const shown = await showConsole(<ReportsPage />, { path, language, session, namespaces: ['records', 'account'] });
  const { t } = shown;
  const table = async () => {
    const found = await screen.findByRole('table', { name: t('records:reports.fees') });
    await within(found).findByText('2026-11-29');
    return found;
  };
  return { ...shown, table };
}

test('amounts are in the asset of their row, books in words, and an empty cell is a dash', async () => {
  const { t, format, table } = await page();
  const fees = await table();
  expect(rowCount(fees)).toBe(2);
  expect(cell(fees, 1, t('records:col.amount'))).toBe(bare(format.money('1234.5', 'USDT')));
  expect(cell(fees, 2, t('records:col.amount'))).toBe(bare(format.money('0.02', 'BTC')));
  expect(cell(fees, 1, t('records:col.book'))).toBe(bare(t('common:book.real')));
  expect(bare(within(fees).getAllByRole('row')[1]!.textContent!)).toContain('1,200');
  expect(bare(within(fees).getAllByRole('row')[2]!.textContent!)).toMatch(/–$/);
});

test('thirty days of real money come first; report, period and book stand in query and address', async () => {
  const { user, t, table } = await page();
  await table();
  expect(server.sent('getReport')[0]).toMatchObject({
    params: { name: 'fees' },
    query: { book: 'real', from: startOf('30') },
  });
  await user.click(screen.getByRole('radio', { name: t('common:book.demo') }));
  await user.click(screen.getByRole('radio', { name: t('records:reports.all') }));
  await expect.poll(() => server.sent('getReport').at(-1)?.query).toEqual({ book: 'demo' });
  expect(window.location.search).toContain('book=demo');
  await user.click(screen.getByRole('combobox', { name: t('console:page.reports') }));
  await user.click(await screen.findByRole('option', { name: t('records:reports.profit') }));
  await expect.poll(() => server.sent('getReport').at(-1)?.params).toEqual({ name: 'profit' });
});

test('more rows than are shown, no rows, and a failure are each said', async () => {
  server.on('getReport', () => ({ ...REPORT, more: true }));
  const first = await page();
  expect(await screen.findByText(first.t('records:reports.more'))).toBeDefined();
  first.unmount();
  server.on('getReport', () => new Refusal(500, 'Try again soon.', {}, 500));
  const { user, t } = await page();
  await screen.findByText('Try again soon.');
  server.on('getReport', () => ({ ...REPORT, rows: [] }));
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('records:reports.empty'))).toBeDefined();
});

test('a refused file says why; who may not export has no button', async () => {
  server.on('exportReport', () => new Refusal(10005, 'You may not.'));
  const first = await page();
  await first.user.click(screen.getByRole('button', { name: first.t('records:csv') }));
  await expect.poll(() => newestToast()?.title).toBe('You may not.');
  expect(server.sent('exportReport')[0]).toMatchObject({ params: { name: 'fees' }, query: { book: 'real' } });
  first.unmount();
  const permissions = permissionsOf(['owner']).filter((permission) => permission !== 'reports.export');
  const { t, table } = await page(undefined, 'en', { ...OWNER, permissions });
  await table();
  expect(screen.queryByRole('button', { name: t('records:csv') })).toBeNull();
});

test('in Arabic amounts keep their digits', async () => {
  const { table } = await page(undefined, 'ar');
  expect(bare((await table()).textContent!)).toContain('1,234.5');
  expect(document.documentElement.dir).toBe('rtl');
});
