// @vitest-environment happy-dom
/** From sums that must be zero to an account, its postings, and the command behind each. */

import { code } from '@glasshouse/api/codes';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { plain } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { AccountPage } from './account-page.tsx';
import { EntryPage } from './entry-page.tsx';
import { LedgerPage } from './ledger-page.tsx';

type Entry = OperatorResultOf<'getLedgerEntry'>;
type Sum = OperatorResultOf<'getLedgerSums'>[number];

const EVEN: Sum = {
  book: 'demo',
  asset: 'USDT',
  accounts: 12,
  people: '9000',
  house: '1000',
  external: '-10000',
  sum: '0',
};
const UNEVEN: Sum = { ...EVEN, book: 'real', asset: 'BTC', external: '-9999.5', sum: '0.5' };
const ACCOUNT = { id: 21, owner: 1001, book: 'demo', asset: 'USDT', kind: 'available', balance: '925' } as const;
const POSTING: Entry['postings'][number] = {
  seq: 412,
  idx: 0,
  at: '2026-11-29T08:00:00.000Z',
  book: 'demo',
  asset: 'USDT',
  amount: '75',
  from: { id: 21, name: 'u1001/demo/USDT/available', after: '925' },
  to: { id: 4, name: 'house/demo/USDT/pool.options', after: '1075' },
  reason: 'options.stake',
  ref: null,
};
const ENTRY: Entry = {
  seq: 412,
  commandId: 'c0ffee',
  userId: 1001,
  type: 'options.buy',
  code: 200,
  at: POSTING.at,
  text: '{"type":"options.buy","stake":"75"}',
  previousHash: 'a1'.repeat(32),
  hash: 'b2'.repeat(32),
  computedHash: 'b2'.repeat(32),
  intact: true,
  last: 412,
  postings: [POSTING],
  ticks: [
    { code: 'BTCUSDT', seq: 90, bid: '60000', ask: '60001', mid: '60000.5', at: POSTING.at, receipt: false },
    { code: 'ETHUSDT', seq: 91, bid: '3000', ask: '3000.5', mid: '3000.25', at: POSTING.at, receipt: true },
  ],
};
let server: FakeOperatorServer;

const showPage = (path: string, language: Language = 'en') => {
  const Page = path.includes('/entries/') ? EntryPage : path.includes('/accounts/') ? AccountPage : LedgerPage;
  return showConsole(<Page />, {
    path: `/operator/ledger${path}`,
    language,
    session: OWNER,
    namespaces: ['records', 'account'],
  });
};

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('getLedgerSums', () => [EVEN, UNEVEN])
    .on('listLedgerAccounts', () => ({ items: [ACCOUNT], next: null }))
    .on('listLedgerPostings', () => ({ account: ACCOUNT, page: { items: [POSTING], next: null } }))
    .on('getLedgerEntry', () => ENTRY);
});

test('a sum that is not zero stands first, with what is missing', async () => {
  const { t, format } = await showPage('');
  const table = await screen.findByRole('table', { name: t('records:ledger.sums') });
  const uneven = await within(table).findByText(new RegExp(t('records:ledger.uneven')));
  expect(plain(uneven.textContent ?? '')).toContain(plain(format.signedMoney('0.5', 'BTC')));
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows[0]?.contains(uneven)).toBe(true);
  expect(within(rows[1]!).getByText(t('records:ledger.even'))).toBeDefined();
});

test('accounts are filtered by their owner and book, in the query and in the address', async () => {
  const { user, t } = await showPage('');
  const link = await screen.findByRole('link', { name: 'u1001/available' });
  expect(link.getAttribute('href')).toBe('/operator/ledger/accounts/21');
  await user.click(screen.getByRole('radio', { name: t('common:book.real') }));
  await user.type(screen.getByRole('searchbox', { name: t('records:ledger.owner') }), '1001{Enter}');
  await expect.poll(() => server.sent('listLedgerAccounts').at(-1)?.query).toMatchObject({ book: 'real' });
  expect(String(server.sent('listLedgerAccounts').at(-1)?.query?.owner)).toBe('1001');
  expect(window.location.search).toContain('owner=1001');
});

test('an entry is opened by its number, and by nothing else', async () => {
  const { user, t } = await showPage('');
  const field = await screen.findByRole('textbox', { name: t('records:ledger.entryNumber') });
  const open = screen.getByRole<HTMLButtonElement>('button', { name: t('records:ledger.go') });
  await user.type(field, '0x');
  expect(open.disabled).toBe(true);
  await user.clear(field);
  await user.type(field, '412{Enter}');
  expect(window.location.pathname).toBe('/operator/ledger/entries/412');
});

test('an account has both ends of each of its postings', async () => {
  const { t, format } = await showPage('/accounts/21');
  expect(await screen.findByRole('heading', { level: 1, name: 'available · USDT' })).toBeDefined();
  const table = screen.getByRole('table', { name: t('records:ledger.postings') });
  const row = within(table).getByRole('link', { name: '412.0' }).closest('tr') as HTMLElement;
  const pool = within(row).getByRole('link', { name: 'house/demo/USDT/pool.options' });
  expect(pool.getAttribute('href')).toBe('/operator/ledger/accounts/4');
  expect(plain(row.textContent ?? '')).toContain(plain(format.signedMoney('1075', 'USDT')));
  expect(plain(row.textContent ?? '')).toContain(plain(format.money('75', 'USDT')));
});

test('an entry shows the text that was hashed, and the newest has none after it', async () => {
  const { user, t } = await showPage('/entries/412');
  expect(await screen.findByText(t('records:ledger.intact'))).toBeDefined();
  expect(screen.getByText(ENTRY.hash)).toBeDefined();
  expect(screen.getByText(/"stake": "75"/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '413' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: '411' }));
  await expect.poll(() => server.sent('getLedgerEntry').at(-1)?.params).toEqual({ seq: '411' });
});

test('an entry that was changed in the database is marked', async () => {
  server.on('getLedgerEntry', () => ({ ...ENTRY, intact: false, computedHash: 'c3'.repeat(32) }));
  const { t } = await showPage('/entries/412');
  expect(await screen.findByText(t('records:ledger.broken'))).toBeDefined();
});

test('a tick has its proof once its minute is closed', async () => {
  const { t } = await showPage('/entries/412');
  const ticks = await screen.findByRole('table', { name: t('records:ledger.ticks') });
  const row = (code: string) => within(within(ticks).getByText(code).closest('tr') as HTMLElement);
  expect(row('BTCUSDT').getByText(t('records:ledger.noProof'))).toBeDefined();
  expect(row('BTCUSDT').queryByRole('button')).toBeNull();
  expect(row('ETHUSDT').getByRole('button', { name: t('records:ledger.proof') })).toBeDefined();
});

test('an entry that there is not is said', async () => {
  server.on('getLedgerEntry', () => new Refusal(code.nothingFound, 'There is nothing here.'));
  await showPage('/entries/999');
  expect(await screen.findByText('There is nothing here.')).toBeDefined();
});

test('in Arabic hashes and texts run from left to right', async () => {
  await showPage('/entries/412', 'ar');
  expect((await screen.findByText(/"stake": "75"/)).dir).toBe('ltr');
  expect(document.documentElement.dir).toBe('rtl');
});
