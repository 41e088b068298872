// @vitest-environment happy-dom
/** The ledger against the chains: each part of a difference is named, and alarms come first. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, row } from '@glasshouse/app/testing/reading';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { ReconciliationPage } from './reconciliation-page.tsx';

type Asset = OperatorResultOf<'getReconciliation'>['assets'][number];

const USDT: Asset = {
  symbol: 'USDT',
  ledger: '12000.5',
  onChain: '11500',
  onChainAt: '2026-11-30T07:00:00.000Z',
  networks: [{ network: 'TRC20', addresses: 3, balance: '11500' }],
  parts: [{ part: 'pendingCredits', amount: '400' }],
  difference: '-100.5',
  credited: '20000',
  paidOut: '7999.5',
  fees: '25',
};
const EVEN: Asset = { ...USDT, symbol: 'BTC', difference: '0', networks: [], parts: [] };
const UNSEEN: Asset = { ...EVEN, symbol: 'ETH', difference: null, onChain: null, onChainAt: null };
const ALARM: OperatorResultOf<'listFundingAlarms'>[number] = {
  id: 'deposit 31 vanished',
  kind: 'vanished',
  subject: 'deposit',
  subjectId: 31,
  user: { id: 1000, name: 'anna@example.com', status: 'active' },
  symbol: 'USDT',
  amount: '250',
  at: '2026-11-30T06:00:00.000Z',
};
let server: FakeOperatorServer;

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('getReconciliation', () => ({ at: '2026-11-30T08:00:00.000Z', assets: [USDT, EVEN, UNSEEN] }))
    .on('listFundingAlarms', () => [ALARM]);
});

async function page(language: Language = 'en', session = OWNER) {
  const shown = await showConsole(<ReconciliationPage />, { path: '/operator/reconciliation', language, session });
  return {
    ...shown,
    panel: async (symbol: string) => (await screen.findByRole('heading', { name: symbol })).closest('section')!,
  };
}

test('an asset: ledger, each part of the difference, addresses, and what nobody can explain', async () => {
  const { t, format, panel } = await page();
  const usdt = await panel('USDT');
  expect(row(t('console:reconciliation.ledger'), usdt)).toBe('12,000.50');
  expect(row(t('console:reconciliation.part.pendingCredits'), usdt)).toBe('400.00');
  expect(row(t('console:reconciliation.onChain'), usdt)).toBe('11,500.00');
  expect(row(t('console:reconciliation.network', { network: 'TRC20', count: 3 }), usdt)).toBe('11,500.00');
  expect(row(t('console:reconciliation.paidOut'), usdt)).toBe('7,999.50');
  expect(row(t('console:reconciliation.seenAt'), usdt)).toBe(bare(format.dateTime('2026-11-30T07:00:00.000Z')));
  expect(bare(usdt.textContent!)).toContain(bare(format.signedMoney('-100.5', 'USDT')));
});

test('nothing unexplained, and nothing looked at yet, are different', async () => {
  const { t, panel } = await page();
  expect(within(await panel('BTC')).getByText(t('console:reconciliation.even'))).toBeDefined();
  const ether = await panel('ETH');
  expect(within(ether).getByText(t('console:reconciliation.unseen'))).toBeDefined();
  expect(row(t('console:reconciliation.onChain'), ether)).toBe('–');
});

test('an alarm leads to its deposit and to the person', async () => {
  const { t, format } = await page();
  const link = await screen.findByRole('link', { name: t('console:alarms.vanished') });
  expect(link.getAttribute('href')).toBe('/operator/deposits?view=all&item=31');
  expect(screen.getByRole('link', { name: 'anna@example.com' }).getAttribute('href')).toBe('/operator/users/1000');
  expect(bare(link.closest('section')!.textContent!)).toContain(bare(format.money('250', 'USDT')));
});

test('who may not read deposits is not asked for alarms', async () => {
  const permissions = permissionsOf(['owner']).filter((permission) => permission !== 'deposits.read');
  const { panel } = await page('en', { ...OWNER, permissions });
  await panel('USDT');
  expect(server.sent('listFundingAlarms')).toEqual([]);
});

test('before the first deposit there is nothing to compare; a failure can be tried again', async () => {
  server.on('getReconciliation', () => new Refusal(500, 'Try again soon.', {}, 500));
  const { user, t } = await page();
  await screen.findByText('Try again soon.');
  server.on('getReconciliation', () => ({ at: '2026-11-30T08:00:00.000Z', assets: [] }));
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('console:reconciliation.empty'))).toBeDefined();
});

test('it is read again by its button; in Arabic sums keep their digits', async () => {
  const { user, t, panel } = await page('ar');
  expect(bare((await panel('USDT')).textContent!)).toContain('12,000.50');
  server.on('getReconciliation', () => ({ at: '2026-11-30T09:00:00.000Z', assets: [{ ...USDT, ledger: '13000' }] }));
  await user.click(screen.getByRole('button', { name: t('console:queue.refresh') }));
  await expect.poll(async () => bare((await panel('USDT')).textContent!)).toContain('13,000.00');
});
