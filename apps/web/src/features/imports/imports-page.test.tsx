// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ImportsPage } from './imports-page.tsx';

const HEAD = {
  format: 'glasshouse-account',
  version: 1,
  site: 'other.example',
  user: 77,
  exportedAt: '2026-11-29T01:00:00.000Z',
};
const EXPORT = `${JSON.stringify(HEAD)}\n{}\n${JSON.stringify({ rows: 2, sha256: 'ab'.repeat(32) })}\n`;
const IMPORTED: ResultOf<'listImports'>[number] = {
  id: 4,
  site: HEAD.site,
  user: HEAD.user,
  exportedAt: HEAD.exportedAt,
  importedAt: '2026-11-30T01:00:00.000Z',
  rows: 2,
  sha256: 'ab'.repeat(32),
  tables: [
    { table: 'accounts', rows: 1 },
    { table: 'postings', rows: 1 },
  ],
};
const ROWS: Readonly<Record<string, ResultOf<'listImportedRows'>['items']>> = {
  accounts: [{ line: 2, fields: { id: '9', kind: 'available', asset: 'USDT', book: 'demo', balance: '100000' } }],
  postings: [
    {
      line: 3,
      fields: {
        reason: 'demo.grant',
        at: HEAD.exportedAt,
        book: 'demo',
        from_id: '1',
        to_id: '9',
        amount: '100000',
        asset: 'USDT',
      },
    },
  ],
};
let server: FakeServer;
let imports: (typeof IMPORTED)[];

async function importsPage(more: Partial<RenderOptions> = {}) {
  const namespaces = ['imports', 'account', 'funds', 'order', 'trade', 'wallet', 'plans', 'loans', 'errors'] as const;
  const page = await show(<ImportsPage />, { namespaces, account: CUSTOMER, ...more });
  const { t, user } = page;
  const choose = async (content: string) => {
    const input = screen.getByLabelText<HTMLInputElement>(t('imports:file.choose'), { selector: 'input' });
    await user.upload(input, new File([content], 'account.jsonl', { type: 'application/jsonl' }));
  };
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { ...page, choose, press };
}

beforeEach(() => {
  imports = [];
  server = new FakeServer()
    .on('listImports', () => imports)
    .on('listImportedRows', ({ query }) => ({ items: [...(ROWS[query.table] ?? [])], next: null }))
    .on('importHistory', () => {
      imports = [IMPORTED];
      return IMPORTED;
    })
    .on('removeImport', () => {
      imports = [];
      return null;
    });
});

test('a file is shown for what it says it is, sent, and stands marked beside the ledger', async () => {
  const { t, choose, press } = await importsPage();
  expect(await screen.findByText(t('imports:list.empty'))).toBeDefined();
  await choose(EXPORT);
  expect(await screen.findByText('other.example')).toBeDefined();
  expect(server.sent('importHistory')).toEqual([]);
  await press(t('imports:file.import'));
  await expect.poll(() => newestToast()?.title).toBe(t('imports:file.done'));
  expect(await screen.findByText(t('imports:mark'))).toBeDefined();
  const grant = await screen.findByRole('row', { name: new RegExp(t('account:reason.demo.grant')) });
  expect(bare(grant.textContent)).toContain('100,000.00');
});

test('what is no export is not sent', async () => {
  const { t, choose } = await importsPage({ language: 'de' });
  await screen.findByText(t('imports:list.empty'));
  await choose('PNG');
  expect(await screen.findByText(t('errors:11380'))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('imports:file.import') })).toBeNull();
});

test('a changed file is refused by the server, and can be sent again', async () => {
  server.on('importHistory', () => new Refusal(11381, 'The file was changed.'));
  const { t, choose, press } = await importsPage();
  await screen.findByText(t('imports:list.empty'));
  await choose(EXPORT);
  await press(t('imports:file.import'));
  expect(await screen.findByText('The file was changed.')).toBeDefined();
  server.on('importHistory', () => {
    imports = [IMPORTED];
    return IMPORTED;
  });
  await press(t('common:action.retry'));
  await screen.findByText(t('imports:mark'));
});

test('a row opens into all that the file says of it', async () => {
  imports = [IMPORTED];
  const { user, t } = await importsPage({ language: 'ar' });
  const grant = await screen.findByRole('row', { name: new RegExp(t('account:reason.demo.grant')) });
  await user.click(within(grant).getByRole('button'));
  const dialog = within(await screen.findByRole('dialog', { name: t('imports:open') }));
  expect(dialog.getByText('demo.grant')).toBeDefined();
});

test('an import is removed after a question', async () => {
  imports = [IMPORTED];
  const { user, t, press } = await importsPage();
  await press(t('imports:list.remove'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(server.sent('removeImport')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: t('imports:list.remove') }));
  expect(await screen.findByText(t('imports:list.empty'))).toBeDefined();
  expect(server.sent('removeImport')[0]?.body).toMatchObject({ id: 4 });
});

test('a guest saves the account first', async () => {
  const { t } = await importsPage({ account: { ...CUSTOMER, guest: true } });
  expect(screen.getByRole('link', { name: t('account:guest.submit') }).getAttribute('href')).toBe('/profile/info#save');
  expect(server.sent('listImports')).toEqual([]);
});
