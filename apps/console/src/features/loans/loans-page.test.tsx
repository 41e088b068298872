// @vitest-environment happy-dom
/** Requests for loans with what decides them, and what one person may decide alone. */
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { newestToast, plain } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { loanCase } from '../../testing/loan-case.ts';
import { CLAIMED, DONE, deciding } from '../../testing/queue.tsx';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { LoansPage } from './loans-page.tsx';

const REASON = 'Pledge and pool cover it.';
/** Has just shown the second factor. */
const CONFIRMED = { ...OWNER, stepUpUntil: '2099-11-30T01:00:00.000Z' };
let server: FakeOperatorServer;

async function openCase(found = loanCase(), language: Language = 'en') {
  server.on('getLoanCase', () => found);
  const page = await showConsole(<LoansPage />, {
    path: `/operator/loans?item=${found.item.id}`,
    language,
    session: CONFIRMED,
    namespaces: ['loans', 'records', 'account'],
  });
  await screen.findByText(page.t('loans:console.agreement'));
  return { ...page, ...deciding(page) };
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('listLoanQueue', ({ query }) => ({
      items:
        query.queue === 'overdue'
          ? [loanCase({ item: { id: 6, state: 'expired', daysOverdue: 12 } }).item]
          : [loanCase().item],
      next: null,
    }))
    .on('listLoanCaseSteps', () => ({ items: [], next: null }))
    .on('claimItem', () => CLAIMED)
    .on('releaseItem', () => null)
    .on('reviewLoan', () => DONE);
});

test('another view is another list, where what is late says by how many days', async () => {
  const { user, t } = await showConsole(<LoansPage />, { path: '/operator/loans', namespaces: ['loans', 'records'] });
  await screen.findAllByText('anna@example.com');
  await user.click(screen.getByRole('radio', { name: t('loans:console.view.overdue') }));
  expect(await screen.findAllByText(t('loans:console.daysOverdue', { count: 12 }))).not.toEqual([]);
  expect(window.location.search).toContain('view=overdue');
});

test('a case has its checks, its cost and each pledged coin at its price now', async () => {
  const { t, format } = await openCase();
  const panel = (title: string) => within(screen.getByText(title).closest('section') ?? document.body);
  const pledge = plain(panel(t('loans:console.pledge')).getAllByText(/BTC/)[0]?.textContent ?? '');
  expect(pledge).toContain(plain(`${format.money('0.04', 'BTC')} × ${format.number('60000')}`));
  expect(screen.getAllByText(plain(format.money('2400', 'USDT')))).not.toEqual([]);
  expect(screen.getByText(format.percent('0.1825'))).toBeDefined();
  expect(screen.getAllByText(t('loans:console.passes'))).toHaveLength(3);
  expect(screen.getByText(t('loans:returns.usedOf', { used: '1', most: '2' }))).toBeDefined();
});

test('a coin without a price leaves the value of the pledge open', async () => {
  const pledge = [{ symbol: 'BTC', amount: '0.04', price: null, value: null }];
  const { t } = await openCase(loanCase({ pledge, pledgeValue: null, pledgeShare: null }));
  expect(screen.getByText(new RegExp(t('loans:console.noPrice')))).toBeDefined();
});

test('a loan is paid out with a reason', async () => {
  const { t, format, open, user } = await openCase();
  const pay = t('loans:console.pay', { amount: format.money('1000', 'USDT') });
  const { dialog, why, confirm } = await open(pay, t('loans:console.payTitle'));
  expect(dialog.getByText(t('loans:console.payText'))).toBeDefined();
  await why(REASON);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('loans:console.paid', { id: 5 }));
  expect(server.sent('reviewLoan')[0]).toMatchObject({
    params: { id: '5' },
    body: { decision: 'approve', reason: REASON },
  });
});

test('a large loan needs a second person, and a check that fails is named before anybody presses', async () => {
  const checks = [{ check: 'pool', passes: false }] as const;
  const { t, format, open } = await openCase(loanCase({ checks: [...checks], item: { needsSecondPerson: true } }));
  expect(screen.getAllByText(t('console:decision.twoPersons'))).not.toEqual([]);
  expect(screen.getByText(t('loans:console.fails'))).toBeDefined();
  const { dialog } = await open(
    t('loans:console.pay', { amount: format.money('1000', 'USDT') }),
    t('loans:console.payTitle'),
  );
  expect(dialog.getByText(new RegExp(t('loans:console.blocked')))).toBeDefined();
});

test('a refusal takes one of the reasons that the person reads', async () => {
  const { t, open, user, unmount } = await openCase();
  const { dialog, confirm, pick, why } = await open(t('console:action.reject'), t('loans:console.rejectTitle'));
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByText(t('console:decision.pickOne'))).toBeDefined();
  await pick(t('console:decision.code'), t('console:reason.sourceUnclear'));
  await user.click(confirm);
  await expect.poll(() => newestToast()?.action?.label).toBe(t('console:keys.undo'));
  unmount();
  await expect
    .poll(() => server.sent('reviewLoan')[0]?.body)
    .toMatchObject({ decision: 'reject', rejection: 'sourceUnclear', reason: REASON });
});

test.each([
  ['waits for a second person', { request: 63 }],
  ['runs', { state: 'repaying' }],
] as const)('a loan that %s cannot be decided again', async (_name, item) => {
  const { t, format } = await openCase(loanCase({ item, checks: [] }));
  const pay = t('loans:console.pay', { amount: format.money('1000', 'USDT') });
  expect(screen.queryByRole('button', { name: pay })).toBeNull();
  expect(screen.queryByRole('button', { name: t('console:action.reject') })).toBeNull();
});

test('in Arabic the pledge runs from left to right', async () => {
  const { format } = await openCase(loanCase(), 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  const pledge = screen.getAllByText((text) => plain(text).startsWith(plain(format.money('0.04', 'BTC'))))[0];
  expect(pledge?.dir).toBe('ltr');
});
