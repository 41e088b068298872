// @vitest-environment happy-dom
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { AuditPage } from './audit-page.tsx';

type Line = OperatorResultOf<'listAudit'>['items'][number];

const FROZEN: Line = {
  seq: 812,
  at: '2026-11-30T01:00:00.000Z',
  operator: { id: 1, name: 'olga' },
  type: 'standing.set',
  userId: 1000,
  subject: 'user 1000',
  before: { status: 'active', language: 'sv' },
  after: { status: 'frozen', language: 'sv' },
  asked: null,
  payment: null,
  reason: 'Asked by the person.',
  address: '192.0.2.7',
  device: 'device-of-olga',
  request: null,
  hash: 'ab'.repeat(32),
};
let server: FakeOperatorServer;

async function auditPage(path = '/operator/audit', language: 'en' | 'de' | 'ar' = 'en', session = OWNER) {
  const page = await showConsole(<AuditPage />, { path, language, session, namespaces: ['records', 'security'] });
  const { t, user } = page;
  const table = async () => within(await screen.findByRole('table', { name: t('records:audit.actions') }));
  const choose = async (label: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { ...page, table, choose };
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('getAuditFilters', () => ({ operators: [{ id: 2, name: 'otto' }], types: ['standing.set'] }))
    .on('listAudit', () => ({ items: [FROZEN], next: null }))
    .on('listAuditViews', () => ({ items: [], next: null }));
});

test('an action shows what it changed and nothing that stayed', async () => {
  const { t, table } = await auditPage('/operator/audit', 'de');
  const line = within(await (await table()).findByRole('row', { name: /olga/ }));
  expect(line.getByText(FROZEN.reason)).toBeDefined();
  expect(line.getByText('192.0.2.7').dir).toBe('ltr');
  expect(line.getByText(t('records:audit.alone'))).toBeDefined();
  const cells = line.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.some((text) => text.includes(t('console:state.frozen')))).toBe(true);
  expect(cells.some((text) => text.includes('sv'))).toBe(false);
});

test('what two persons decided names the request; the entry of the log is a link', async () => {
  server.on('listAudit', () => ({ items: [{ ...FROZEN, request: 61 }], next: null }));
  const { t, table } = await auditPage();
  const line = within(await (await table()).findByRole('row', { name: /olga/ }));
  expect(line.getByText(t('records:audit.pair', { id: 61 }))).toBeDefined();
  expect(line.getByRole('link', { name: '812' }).getAttribute('href')).toBe('/operator/ledger/entries/812');
});

test('without the right to the ledger the entry is a number', async () => {
  const permissions = OWNER.permissions.filter((permission) => permission !== 'ledger.read');
  const { table } = await auditPage('/operator/audit', 'en', { ...OWNER, permissions });
  const line = within(await (await table()).findByRole('row', { name: /olga/ }));
  expect(line.queryByRole('link', { name: '812' })).toBeNull();
  expect(line.getByText('812')).toBeDefined();
});

test('by operator, kind and person: the filters stand in the address', async () => {
  const { user, t, table, choose } = await auditPage('/operator/audit', 'ar');
  await (await table()).findByRole('row', { name: /olga/ });
  await choose(t('console:field.operator'), 'otto');
  await expect.poll(() => server.sent('listAudit').at(-1)?.query).toMatchObject({ operator: '2' });
  await user.type(screen.getByRole('searchbox', { name: t('records:audit.person') }), '1000{Enter}');
  await expect.poll(() => server.sent('listAudit').at(-1)?.query).toMatchObject({ operator: '2', user: '1000' });
  expect(window.location.search).toBe('?operator=2&user=1000');
});

test('a number that is none filters by nothing', async () => {
  const { table } = await auditPage('/operator/audit?operator=x&user=0');
  await (await table()).findByRole('row', { name: /olga/ });
  expect(server.sent('listAudit')[0]?.query).toEqual({});
});

test('at whom operators looked is a list of its own, without kinds of action', async () => {
  const { user, t } = await auditPage('/operator/audit?user=1000&type=standing.set');
  await user.click(screen.getByRole('tab', { name: t('records:audit.views') }));
  expect(await screen.findByText(t('records:audit.empty'))).toBeDefined();
  expect(server.sent('listAuditViews')[0]?.query).toEqual({ user: '1000' });
  expect(screen.queryByRole('combobox', { name: t('records:col.action') })).toBeNull();
});
