// @vitest-environment happy-dom
/** Approved withdrawals become a batch; what a batch is paid by, and what became of it. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DONE } from '../../testing/queue.tsx';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { bankWithdrawalCase, withdrawalCase } from '../../testing/withdrawal-case.ts';
import { BatchPage } from './batch-page.tsx';
import { PayoutsPage } from './payouts-page.tsx';

type Batch = OperatorResultOf<'getPayoutBatch'>;

const REASON = 'Paid by the treasury.';
const HASH = 'c3'.repeat(32);
const AUDITOR = { ...OWNER, permissions: permissionsOf(['auditor']) };
const TRON = withdrawalCase({ item: { state: 'approved', payers: ['pia'] } }).item;
const SECOND = { ...TRON, id: 8, currencyAmount: '250', user: { ...TRON.user, id: 1002, name: 'otto@example.com' } };
const EUROS = bankWithdrawalCase({ item: { id: 9, state: 'approved' } }).item;

const FILE: Batch['files'][number] = {
  number: 12,
  batch: 5,
  format: 'csv',
  withdrawals: [7],
  digest: 'd4'.repeat(32),
  payments: 'e5'.repeat(32),
  madeBy: 'fiona',
  madeAt: '2026-11-29T09:00:00.000Z',
  voidedBy: null,
  voidedAt: null,
  request: null,
};
const BATCH: Batch = {
  batch: {
    id: 5,
    method: 'crypto',
    network: 'TRC20',
    madeBy: 'fiona',
    madeAt: '2026-11-29T08:45:00.000Z',
    count: 2,
    open: 2,
    sent: 0,
    confirmed: 0,
    failed: 0,
    left: 0,
    exportable: 1,
    totals: [{ symbol: 'USDT', amount: '2248' }],
    formats: ['csv', 'links'],
  },
  payouts: [{ ...TRON, batch: 5, file: 12 }, SECOND],
  files: [FILE],
  links: [{ id: 7, uri: 'ethereum:0x1' }],
} as Batch;
let server: FakeOperatorServer;

const payoutsPage = (language: Language = 'en', session = OWNER) =>
  showConsole(<PayoutsPage />, { path: '/operator/payouts', language, session, namespaces: ['records'] });

async function batchPage(found = BATCH, language: Language = 'en', session = OWNER) {
  server.on('getPayoutBatch', () => found);
  const page = await showConsole(<BatchPage />, {
    path: '/operator/payouts/5',
    language,
    session,
    namespaces: ['records'],
  });
  await screen.findByRole('heading', { name: page.t('records:payments.files') });
  return page;
}

/** Opens a decision, and returns it with the hands for its reason. */
async function decision(title: string) {
  const element = await screen.findByRole('dialog', { name: title });
  const dialog = within(element);
  const boxes = dialog.getAllByRole<HTMLInputElement>('textbox');
  const confirm = dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;
  return { element, dialog, reason: boxes.at(-1)!, confirm };
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('listWithdrawalQueue', () => ({ items: [TRON, SECOND, EUROS], next: null }))
    .on('listPayoutBatches', () => ({ items: [BATCH.batch], next: null }))
    .on('makePayoutBatch', () => DONE);
});
afterEach(() => vi.restoreAllMocks());

test('a batch is of one network: the others cannot be chosen with it', async () => {
  const { user, t, format } = await payoutsPage();
  const box = (amount: string, asset: string) =>
    screen.findByRole<HTMLInputElement>('checkbox', { name: format.money(amount, asset) });
  const [first, second, euros] = [await box('1998', 'USDT'), await box('250', 'USDT'), await box('2491.14', 'EUR')];
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: t('console:payouts.make', { count: 0 }) }).disabled,
  ).toBe(true);
  await user.click(euros);
  expect(first.disabled).toBe(true);
  await user.click(euros);
  await user.click(screen.getByRole('button', { name: t('console:payouts.pickAll', { group: 'TRC20' }) }));
  expect([first.checked, second.checked, euros.checked]).toEqual([true, true, false]);
  await user.click(screen.getByRole('button', { name: t('console:payouts.make', { count: 2 }) }));
  const { dialog, reason, confirm } = await decision(t('console:payouts.makeTitle'));
  expect(dialog.getByText(t('console:payouts.makeText'))).toBeDefined();
  await user.click(confirm);
  expect(dialog.getByText(t('console:decision.reasonShort', { min: 3 }))).toBeDefined();
  await user.type(reason, REASON);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:payouts.made'));
  expect(server.sent('makePayoutBatch')[0]?.body).toEqual({ ids: [7, 8], reason: REASON });
  // Nothing stays chosen, and both lists are read again.
  await expect.poll(() => server.sent('listPayoutBatches').length).toBe(2);
  expect(first.checked).toBe(false);
});

test('each payout says who may pay it; nobody is said too', async () => {
  const { t } = await payoutsPage();
  const row = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);
  await screen.findAllByText('anna@example.com');
  expect(row('otto@example.com').getByText('pia')).toBeDefined();
  expect(screen.getByText(t('records:payments.noPayer'))).toBeDefined();
});

test('a batch in the list has its total and its counts', async () => {
  const { t, format } = await payoutsPage();
  const link = await screen.findByRole('link', { name: t('console:payouts.batch', { id: 5 }) });
  const row = within(link.closest('tr') as HTMLElement);
  expect(row.getByText(plain(format.money('2248', 'USDT')))).toBeDefined();
  expect(row.getByText(t('records:payments.count.open', { number: 2 }))).toBeDefined();
});

test('who may not pay can neither choose nor make a batch', async () => {
  const { t } = await payoutsPage('en', AUDITOR);
  await screen.findAllByText('anna@example.com');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: t('console:payouts.make', { count: 0 }) })).toBeNull();
});

test('nothing to pay, and no batch yet, are said', async () => {
  server.on('listWithdrawalQueue', () => ({ items: [], next: null }));
  server.on('listPayoutBatches', () => ({ items: [], next: null }));
  const { t } = await payoutsPage('de');
  expect(await screen.findByText(t('console:payouts.empty'))).toBeDefined();
  expect(await screen.findByText(t('console:payouts.noBatches'))).toBeDefined();
});

test('a file is exported once, with a reason, and saved under its name', async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function saved(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  server.on('exportPayoutBatch', () => ({
    number: 13,
    name: 'payouts-13.csv',
    mediaType: 'text/csv',
    content: 'id\n8\n',
    digest: '5a'.repeat(32),
    payments: '5b'.repeat(32),
    withdrawals: [8],
  }));
  const { user, t } = await batchPage();
  await user.click(screen.getByRole('button', { name: t('console:payouts.format.csv') }));
  const { dialog, reason, confirm } = await decision(t('records:payments.exportTitle'));
  expect(dialog.getByText(t('records:payments.exportText'))).toBeDefined();
  await user.type(reason, REASON);
  await user.click(confirm);
  await expect.poll(() => names).toEqual(['payouts-13.csv']);
  expect(server.sent('exportPayoutBatch')[0]?.body).toEqual({ format: 'csv', reason: REASON });
  await expect.poll(() => server.sent('getPayoutBatch').length).toBe(2);
});

test('the whole batch is marked as sent by one hash; what was refused is named with its reason', async () => {
  server.on('markBatchSent', () => ({ sent: [8], refused: [{ id: 7, code: 10040 }] }));
  const { user, t } = await batchPage();
  await user.click(screen.getByRole('button', { name: t('console:payouts.markSent') }));
  const { dialog, reason, confirm } = await decision(t('console:payouts.markSentTitle'));
  const hash = dialog.getByRole<HTMLInputElement>('textbox', { name: t('console:deposits.hash') });
  expect(document.activeElement).toBe(hash);
  await user.type(reason, REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('console:withdrawals.enterHash'));
  await user.type(hash, HASH);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => server.sent('markBatchSent')[0]?.body).toEqual({ hash: HASH, reason: REASON });
  expect(await screen.findByText(/^#7: ./)).toBeDefined();
});

test('the files of a batch: digests to compare, and void by two persons', async () => {
  server.on('voidPayoutFile', () => ({ state: 'waiting', request: 63 }) as const);
  const { user, t } = await batchPage();
  expect(screen.getByText(t('records:payments.compare'))).toBeDefined();
  expect(screen.getByTitle(FILE.digest)).toBeDefined();
  expect(screen.getByTitle(FILE.payments)).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('records:payments.void') }));
  const { dialog, reason, confirm } = await decision(t('records:payments.voidTitle'));
  expect(dialog.getByText(t('records:payments.voidText'))).toBeDefined();
  await user.type(reason, REASON);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 63 }));
  expect(server.sent('voidPayoutFile')[0]?.params).toEqual({ number: '12' });
});

test.each([
  ['void', { voidedAt: '2026-11-29T10:00:00.000Z', voidedBy: 'olga, fiona' }, 'records:payments.voided'],
  ['waiting for a second person', { request: 63 }, 'console:withdrawals.waitsSecond'],
] as const)('a file that is %s cannot be declared void again', async (_name, changes, text) => {
  const { t } = await batchPage({ ...BATCH, files: [{ ...FILE, ...changes }] });
  expect(screen.getByText(t(text))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('records:payments.void') })).toBeNull();
});

test('a payout is opened in the wallet only by links of known wallets', async () => {
  const links = [
    { id: 7, uri: 'ethereum:0x1' },
    { id: 8, uri: 'javascript:alert(1)' },
  ];
  const { t } = await batchPage({ ...BATCH, links });
  const [link, ...more] = screen.getAllByRole('link', { name: t('console:payouts.openWallet') });
  expect(more).toEqual([]);
  expect(link?.getAttribute('href')).toBe('ethereum:0x1');
});

test('who may not pay sees the batch without anything to press; Escape closes a decision', async () => {
  const first = await batchPage(BATCH, 'en', AUDITOR);
  expect(screen.queryByRole('button', { name: first.t('console:payouts.markSent') })).toBeNull();
  expect(screen.queryByRole('button', { name: first.t('console:payouts.format.csv') })).toBeNull();
  first.unmount();
  const { user, t } = await batchPage();
  await user.click(screen.getByRole('button', { name: t('console:payouts.markSent') }));
  const { element } = await decision(t('console:payouts.markSentTitle'));
  pressEscape(element);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.sent('markBatchSent')).toEqual([]);
});

test('in Arabic totals keep their digits, and addresses run from left to right', async () => {
  const { format } = await batchPage(BATCH, 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(screen.getByText(new RegExp(plain(format.money('2248', 'USDT'))))).toBeDefined();
  for (const address of screen.getAllByText(TRON.address ?? '')) expect(address.dir).toBe('ltr');
});
