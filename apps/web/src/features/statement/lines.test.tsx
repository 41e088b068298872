// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, newestToast, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../testing/balances.ts';
import { fileOf, watchDownloads } from '../../testing/downloads.ts';
import { type Filters, linkedFilters } from './line-filters.tsx';
import { Lines } from './lines.tsx';

type Line = ResultOf<'listStatement'>['items'][number];

const GRANT: Line = {
  id: '2641.0.1',
  seq: 2641,
  at: '2026-11-30T04:21:19.857Z',
  book: 'demo',
  asset: 'USDT',
  account: 'available',
  amount: '100000',
  balanceAfter: '100000',
  counterparty: 'playMoney',
  reason: 'demo.grant',
  ref: '2641',
};
const ETHER: Line = {
  ...GRANT,
  id: '2650.0.1',
  seq: 2650,
  asset: 'ETH',
  amount: '0.5',
  balanceAfter: '0.5',
  counterparty: 'convertPool',
  reason: 'convert.receive',
  ref: '2650',
} as Line;
let server: FakeServer;

function Page() {
  const [filters, setFilters] = useState<Filters>(linkedFilters);
  return <Lines filters={filters} onFilters={setFilters} />;
}

async function lines(more: Partial<RenderOptions> = {}) {
  const namespaces = ['account', 'funds', 'trade', 'order'] as const;
  const page = await show(<Page />, { namespaces, account: CUSTOMER, path: '/zjxq', ...more });
  const { t, user } = page;
  const choose = async (label: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const save = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const table = async () => within(await screen.findByRole('table', { name: t('account:statement.title') }));
  return { ...page, choose, save, table };
}

beforeEach(() => {
  server = new FakeServer()
    .on('listBalances', () => balancesOf('99000', { ETH: '0.5' }))
    .on('listStatement', ({ query }) => ({
      items: [ETHER, GRANT].filter(
        ({ asset, reason }) =>
          (query.asset ?? asset) === asset && (query.reason === undefined || reason.startsWith(query.reason)),
      ),
      next: null,
    }))
    .on('exportStatement', ({ query }) =>
      query.format === 'csv'
        ? fileOf('statement-demo-2026-11-30.csv', 'text/csv', 'id\r\n2641.0.1\r\n')
        : fileOf('statement-demo-2026-11-30.json', 'application/json', '[]'),
    );
});

test('an asset and a kind filter the lines; nothing left says so, and clears', async () => {
  const { user, t, choose, table } = await lines();
  await (await table()).findByText(t('account:reason.demo.grant'));
  await choose(t('account:balances.asset'), 'ETH');
  await expect.poll(() => screen.queryByText(t('account:reason.demo.grant'))).toBeNull();
  await choose(t('account:statement.reason'), t('account:reason.demo.grant'));
  expect(await screen.findByText(t('funds:lines.noMatch'))).toBeDefined();
  expect(server.sent('listStatement').at(-1)?.query).toMatchObject({ asset: 'ETH', reason: 'demo.grant' });
  await user.click(screen.getAllByRole('button', { name: t('funds:lines.clear') })[0]!);
  await (await table()).findByText(t('account:reason.demo.grant'));
});

test('an exported statement has exactly the filter of the page, and its name is said', async () => {
  const saved = watchDownloads();
  const { t, choose, save } = await lines({ language: 'de' });
  await choose(t('account:balances.asset'), 'ETH');
  await save(t('account:statement.exportCsv'));
  await expect.poll(() => saved).toEqual(['statement-demo-2026-11-30.csv']);
  expect(server.sent('exportStatement')[0]?.query).toEqual({ asset: 'ETH', format: 'csv' });
  expect(newestToast()?.title).toBe(t('funds:export.saved', { name: saved[0]! }));
  await save(t('account:statement.exportJson'));
  await expect.poll(() => saved.length).toBe(2);
  expect(server.sent('exportStatement')[1]?.query).toEqual({ asset: 'ETH', format: 'json' });
});

test('an export can be cancelled, and a refusal is said below the buttons', async () => {
  server.on('exportStatement', () => new Refusal(11001, 'Too many files.'));
  const { t, save } = await lines();
  await save(t('account:statement.exportCsv'));
  expect(await screen.findByText('Too many files.')).toBeDefined();
  server.on('exportStatement', () => new Promise(() => undefined));
  await save(t('account:statement.exportCsv'));
  expect(await screen.findByText(t('funds:export.working'))).toBeDefined();
  expect(screen.queryByText('Too many files.')).toBeNull();
  expect(screen.getByRole('button', { name: t('common:action.cancel') })).toBeDefined();
});

test('an empty statement cannot be exported', async () => {
  server.on('listStatement', () => ({ items: [], next: null }));
  const { t } = await lines({ language: 'ar' });
  expect(await screen.findByText(t('account:statement.empty'))).toBeDefined();
  const csv = screen.getByRole<HTMLButtonElement>('button', { name: t('account:statement.exportCsv') });
  expect(csv.disabled).toBe(true);
});

test('a figure elsewhere leads to its postings', async () => {
  await lines({ path: '/zjxq?reason=convert&asset=ETH' });
  await expect.poll(() => server.sent('listStatement')[0]?.query).toMatchObject({ reason: 'convert', asset: 'ETH' });
});
