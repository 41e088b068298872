// @vitest-environment happy-dom
/**
 * Withdrawals as a reviewer and a payer work on them: the risk sheet that is read first, and every
 * decision with the command that it sends.
 */
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CLAIMED, DONE, deciding } from '../../testing/queue.tsx';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { bankWithdrawalCase, REQUESTED, withdrawalCase } from '../../testing/withdrawal-case.ts';
import { WithdrawalsPage } from './withdrawals-page.tsx';

const REASON = 'The address is theirs.';
const HASH = 'c3'.repeat(32);
/** Has just shown the second factor. */
const CONFIRMED = { ...OWNER, stepUpUntil: '2099-11-30T01:00:00.000Z' };
let server: FakeOperatorServer;

/** Opens a withdrawal in its queue. */
async function page(found = REQUESTED, language: Language = 'en', session = CONFIRMED) {
  server.on('getWithdrawalCase', () => found);
  const shown = await showConsole(<WithdrawalsPage />, {
    path: `/operator/withdrawals?item=${found.item.id}`,
    language,
    session,
    namespaces: ['account', 'records', 'security'],
  });
  await screen.findByText(shown.t('console:risk.title'));
  return { ...shown, ...deciding(shown) };
}

/** The value that stands beside a name, in the panel with this title. */
function valueIn(panel: string, name: string): string {
  const section = screen.getByRole('heading', { name: panel }).closest('section');
  const term = within(section as HTMLElement).getByText(name, { selector: 'dt, dt *' });
  return plain(term.closest('dt')?.nextElementSibling?.textContent ?? '');
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('listWithdrawalQueue', () => ({ items: [REQUESTED.item], next: null }))
    .on('claimItem', () => CLAIMED)
    .on('releaseItem', () => null)
    .on('reviewWithdrawal', () => DONE)
    .on('failWithdrawal', () => DONE);
});

test('the queue: whose, how much, by which network; trouble and a second person have words', async () => {
  const twice = { ...REQUESTED.item, id: 8, trouble: 'paidTwice' as const, request: 61 };
  server.on('listWithdrawalQueue', () => ({ items: [REQUESTED.item, twice], next: null }));
  const { t, format } = await showConsole(<WithdrawalsPage />, {
    path: '/operator/withdrawals',
    namespaces: ['account', 'records', 'security'],
  });
  expect(await screen.findAllByText(plain(format.money('2000', 'USDT')))).toHaveLength(2);
  expect(screen.getByText('TRC20')).toBeDefined();
  expect(screen.getByText(t('console:withdrawals.paidTwice'))).toBeDefined();
  expect(screen.getByText(t('console:withdrawals.waitsSecond'))).toBeDefined();
});

test('the risk sheet: warnings, what is received, and the sums behind the profit', async () => {
  const { t, format } = await page();
  expect(screen.getByText(t('console:risk.flag.newAccount'))).toBeDefined();
  const to = t('console:risk.destination');
  const money = t('console:risk.money');
  expect(valueIn(to, t('console:risk.receives'))).toBe(plain(format.money('1998', 'USDT')));
  expect(valueIn(to, t('common:word.fee'))).toBe(plain(format.money('2', 'USDT')));
  expect(valueIn(to, t('console:risk.inBook'))).toBe(t('console:no'));
  // 3,500.50 before and 2,000 now, less 5,000.
  expect(valueIn(money, t('console:risk.profit'))).toBe(plain(format.signedMoney('500.5', 'USDT')));
  expect(valueIn(money, t('console:risk.profitShare'))).toBe(format.percent('0.25025'));
  expect(valueIn(t('console:field.person'), t('console:risk.accountAge'))).toBe(t('console:risk.days', { count: 3 }));
});

test('what is unusual comes first among the checks, with the figures behind each', async () => {
  const { t } = await page();
  const checks = screen.getByRole('heading', { name: t('console:risk.title') }).closest('section')!;
  expect(within(checks).getByText(t('console:risk.passed', { passed: '3', count: '5' }))).toBeDefined();
  const names = within(checks)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(names[0]).toContain(t('console:risk.flag.firstUse'));
  expect(names[0]).toContain(`${t('console:risk.usedBefore')}: 0`);
  expect(names[1]).toContain(t('console:risk.flag.newAccount'));
  expect(names[2]).not.toContain('!');
});

test('earlier withdrawals of the same coin are drawn beside this one', async () => {
  const earlier = [{ ...REQUESTED.item, id: 5, amount: '500', createdAt: '2026-11-20T08:30:00.000Z' }];
  const { t } = await page(withdrawalCase({ earlier }));
  const panel = screen.getByRole('heading', { name: t('console:risk.earlier') }).closest('section')!;
  const heights = [...panel.querySelectorAll<HTMLElement>('[aria-hidden] > span')].map(({ style }) => style.blockSize);
  expect(heights).toEqual(['25%', '100%']);
});

test('nothing unusual is said as well', async () => {
  const { t } = await page(withdrawalCase({ risk: { ...REQUESTED.risk, flags: [] } }));
  expect(screen.getByText(t('console:risk.none'))).toBeDefined();
});

test('an approval names what arrives, and is sent once it has a reason', async () => {
  const { t, format, user, open } = await page();
  const label = t('console:withdrawals.approveAmount', { amount: format.money('1998', 'USDT') });
  const { dialog, element, why, confirm } = await open(label, t('console:withdrawals.approveTitle'));
  expect(dialog.getByText(t('console:withdrawals.approveText'))).toBeDefined();
  await user.click(confirm);
  expect(dialog.getByText(t('console:decision.reasonShort', { min: 3 }))).toBeDefined();
  expect(server.sent('reviewWithdrawal')).toEqual([]);
  await why(REASON);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:withdrawals.approved', { id: 7 }));
  expect(element.isConnected).toBe(false);
  expect(server.sent('reviewWithdrawal')[0]?.body).toEqual({ decision: 'approve', reason: REASON });
});

test('above a limit the approval waits for a second person', async () => {
  server.on('reviewWithdrawal', () => ({ state: 'waiting', request: 61 }) as const);
  const { t, format, user, open } = await page(
    withdrawalCase({ item: { needsSecondPerson: true, limits: ['worth', 'operator'] } }),
  );
  const limits = [t('records:payments.limit.worth'), t('records:payments.limit.operator')].join(' · ');
  expect(screen.getByText(limits)).toBeDefined();
  const label = t('console:withdrawals.approveAmount', { amount: format.money('1998', 'USDT') });
  const { dialog, why, confirm } = await open(label, t('console:withdrawals.approveTitle'));
  expect(dialog.getByText(t('console:decision.twoPersons'))).toBeDefined();
  await why(REASON);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 61 }));
});

test('while a second person is awaited there is nothing to decide, but the way to the approval', async () => {
  const { t } = await page(withdrawalCase({ item: { request: 61 } }));
  expect(screen.getByText(t('console:withdrawals.waitsText'))).toBeDefined();
  expect(screen.getByRole('link', { name: t('console:withdrawals.openRequest') }).getAttribute('href')).toContain(
    '/requests?item=61',
  );
  expect(screen.queryByRole('button', { name: t('console:action.reject') })).toBeNull();
});

test('a rejection gives the money back, with a reason for the person', async () => {
  const { t, user, open, unmount } = await page();
  const { dialog, field, pick, why, confirm } = await open(
    t('console:action.reject'),
    t('console:withdrawals.rejectTitle'),
  );
  expect(dialog.getByText(t('console:withdrawals.rejectText'))).toBeDefined();
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByText(t('console:decision.pickOne'))).toBeDefined();
  await pick(t('console:decision.code'), t('console:reason.destinationRisky'));
  await user.type(field(t('console:decision.note')), 'Another address, please.');
  await user.click(confirm);
  await expect.poll(() => newestToast()?.action?.label).toBe(t('console:keys.undo'));
  unmount();
  await expect
    .poll(() => server.sent('reviewWithdrawal')[0]?.body)
    .toEqual({
      decision: 'reject',
      rejection: 'destinationRisky',
      reason: REASON,
      note: 'Another address, please.',
    });
});

test('an approved payout is marked as sent by its hash; without one it is not', async () => {
  server.on('markWithdrawalSent', () => DONE);
  const found = withdrawalCase({ item: { state: 'approved', payers: ['pia'], approvedBy: ['olga'], batch: 5 } });
  const { t, format, user, open } = await page(found);
  const to = t('console:risk.destination');
  expect(valueIn(to, t('records:payments.approvedBy'))).toBe('olga');
  expect(valueIn(to, t('records:payments.payers'))).toBe('pia');
  expect(screen.getByRole('link', { name: t('console:payouts.batch', { id: 5 }) })).toBeDefined();
  const { dialog, field, why, confirm } = await open(
    t('console:withdrawals.markSent'),
    t('console:withdrawals.markSentTitle'),
  );
  const text = t('console:withdrawals.markSentText', { amount: format.money('1998', 'USDT') });
  expect(dialog.getByText(plain(text))).toBeDefined();
  expect(document.activeElement).toBe(field(t('console:deposits.hash')));
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('console:withdrawals.enterHash'));
  await user.type(field(t('console:deposits.hash')), ` ${HASH} `);
  await user.click(confirm);
  await expect.poll(() => server.sent('markWithdrawalSent')[0]?.body).toEqual({ hash: HASH, reason: REASON });
});

test('an approved payout that failed goes back; one in a file needs two persons', async () => {
  const { t, user, open } = await page(withdrawalCase({ item: { state: 'approved', file: 12 } }));
  const { dialog, pick, why, confirm } = await open(
    t('console:withdrawals.failed'),
    t('console:withdrawals.failTitle'),
  );
  expect(dialog.getByText(t('console:decision.twoPersons'))).toBeDefined();
  await pick(t('console:decision.code'), t('console:reason.networkFailure'));
  await why(REASON);
  await user.click(confirm);
  await expect
    .poll(() => server.sent('failWithdrawal')[0]?.body)
    .toEqual({ rejection: 'networkFailure', reason: REASON });
});

test('a payout that the watcher follows can only get another hash', async () => {
  server.on('replaceWithdrawalHash', () => DONE);
  const found = withdrawalCase({ item: { state: 'sent' }, withdrawal: { txHash: HASH }, replaced: ['d4'.repeat(32)] });
  const { t, user, open } = await page(found);
  expect(screen.getByText(t('records:payments.earlierHash'))).toBeDefined();
  const { field, why, confirm } = await open(t('records:payments.replace'), t('records:payments.replaceTitle'));
  await user.type(field(t('console:deposits.hash')), 'e5');
  await why(REASON);
  await user.click(confirm);
  await expect.poll(() => server.sent('replaceWithdrawalHash')[0]?.body).toEqual({ hash: 'e5', reason: REASON });
});

test('without a watcher somebody says that it arrived', async () => {
  server.on('confirmWithdrawal', () => DONE);
  const { t, user, open } = await page(withdrawalCase({ item: { state: 'sent' }, watcher: 'none' }));
  const { why, confirm } = await open(t('console:withdrawals.arrived'), t('console:withdrawals.arrivedTitle'));
  await why(REASON);
  await user.click(confirm);
  await expect.poll(() => server.sent('confirmWithdrawal')[0]?.body).toEqual({ reason: REASON });
});

test('by bank: holder, account and currency; its arrival has a value date', async () => {
  server.on('confirmWithdrawal', () => DONE);
  const { t, format, user, open } = await page(bankWithdrawalCase({ item: { state: 'sent' }, watcher: 'none' }));
  const to = t('console:risk.destination');
  expect(valueIn(to, t('console:risk.receives'))).toBe(plain(format.money('2491.14', 'EUR')));
  expect(valueIn(to, t('console:risk.holder'))).toBe(`Anna Berg ${t('console:risk.holderIs')}`);
  expect(valueIn(to, t('console:risk.account'))).toContain('DE89370400440532013000');
  const { dialog, field, why, confirm } = await open(
    t('console:withdrawals.arrived'),
    t('console:withdrawals.arrivedTitle'),
  );
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('console:payouts.valueDate'));
  const date = field(t('console:payouts.valueDate'));
  expect(date.getAttribute('type')).toBe('date');
  await user.type(date, '2026-11-28');
  await user.click(confirm);
  await expect
    .poll(() => server.sent('confirmWithdrawal')[0]?.body)
    .toEqual({ reason: REASON, valueDate: '2026-11-28' });
});

test('a holder who is not the verified person is a warning', async () => {
  const found = bankWithdrawalCase();
  const { t } = await page({ ...found, bank: found.bank && { ...found.bank, holderIsVerified: false } });
  expect(screen.getByText(t('console:risk.holderIsNot'))).toBeDefined();
});

test('what was paid twice is closed with the payments that were read', async () => {
  server.on('settleSecondPayment', () => new Refusal(11007, 'Another payment has come.'));
  const second = { hash: HASH, amount: '1998', at: '2026-11-29T10:00:00.000Z', isBooked: false, link: null };
  const found = withdrawalCase({ item: { state: 'confirmed', trouble: 'paidTwice' }, secondPayments: [second] });
  const { t, format, user, open } = await page(found);
  expect(screen.getByText(t('records:payments.paidTwiceText'))).toBeDefined();
  const { dialog, why, confirm } = await open(t('records:payments.settle'), t('records:payments.settleTitle'));
  const line = `${format.money('1998', 'USDT')} · ${t('records:payments.unbooked')}`;
  expect(dialog.getByText(plain(line))).toBeDefined();
  await why(REASON);
  await user.click(confirm);
  expect(await dialog.findByText('Another payment has come.')).toBeDefined();
  expect(server.sent('settleSecondPayment')[0]?.body).toEqual({
    payments: [{ hash: HASH, amount: '1998' }],
    reason: REASON,
  });
  // What came since is read again.
  await expect.poll(() => server.sent('getWithdrawalCase').length).toBe(2);
});

test('a refusal stays in the dialog; Escape closes it', async () => {
  server.on('reviewWithdrawal', () => new Refusal(10040, 'Somebody has already decided.'));
  const { t, format, user, open } = await page();
  const label = t('console:withdrawals.approveAmount', { amount: format.money('1998', 'USDT') });
  const { element, dialog, why, confirm } = await open(label, t('console:withdrawals.approveTitle'));
  await why(REASON);
  await user.click(confirm);
  expect(await dialog.findByText('Somebody has already decided.')).toBeDefined();
  pressEscape(element);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('who may not pay sees an approved payout without decisions', async () => {
  const session = { ...CONFIRMED, permissions: permissionsOf(['auditor']) };
  const { t } = await page(withdrawalCase({ item: { state: 'approved' } }), 'en', session);
  expect(screen.queryByRole('button', { name: t('console:withdrawals.markSent') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('console:withdrawals.failed') })).toBeNull();
});

test('in Arabic sums keep their digits, and addresses run from left to right', async () => {
  const { t } = await page(REQUESTED, 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(valueIn(t('console:risk.money'), t('console:risk.profit'))).toMatch(/500\.5/);
  expect(screen.getByTitle('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH').dir).toBe('ltr');
});
