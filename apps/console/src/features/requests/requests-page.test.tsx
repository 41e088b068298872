// @vitest-environment happy-dom
/**
 * Approvals as the second person works on them: what would change, in words and with its units, and
 * the decision that is sent; and as whoever asked sees them.
 */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CLAIMED, deciding } from '../../testing/queue.tsx';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { bankWithdrawalCase } from '../../testing/withdrawal-case.ts';
import { RequestsPage } from './requests-page.tsx';

type Request = OperatorResultOf<'getRequest'>;

const REASON = 'Compared with the statement.';
const CONFIRMED = { ...OWNER, stepUpUntil: '2099-11-30T01:00:00.000Z' };
const WHEN = '2026-11-28T09:30:00.000Z';

/** A bank deposit of 2,490.50 EUR that was reported as 2,500. */
const CREDIT: Request = {
  id: 61,
  type: 'deposits.review',
  subject: 'deposit 31',
  user: 1001,
  body: {},
  before: { state: 'pending', arrived: null, credited: null, frozen: '0', owed: '0', txHash: null },
  after: {
    state: 'approved',
    arrived: '2697.55',
    credited: '2697.55',
    frozen: '0',
    owed: '0',
    txHash: 'NTRF-77',
    reported: '2500',
    difference: '-9.5',
    symbol: 'EUR',
    currencyAmount: '2490.5',
    valueDate: '2026-11-28',
    payer: 'same',
    rateAt: Date.parse(WHEN),
    spread: '0.004',
    compared: [1029],
  },
  payment: { asset: 'USDT', amount: null, currency: 'EUR', currencyAmount: '2500', address: null },
  reason: 'Found in the statement.',
  state: 'waiting',
  askedBy: { id: 2, name: 'fiona' },
  askedAt: WHEN,
  expiresAt: '2099-12-05T09:30:00.000Z',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  isOwn: false,
  mayDecide: true,
} as Request;
const PAYOUT: Request = {
  ...CREDIT,
  id: 62,
  type: 'withdrawals.review',
  subject: 'withdrawal 7',
  before: { state: 'pending', amount: '2725', received: '2720', txHash: null, batch: null },
  after: { state: 'approved', amount: '2725', received: '2720', txHash: null, batch: null },
  payment: { asset: 'USDT', amount: '2725', currency: 'EUR', currencyAmount: '2491.14', address: null },
};
let server: FakeOperatorServer;

async function page(request = CREDIT, language: Language = 'en', session = CONFIRMED) {
  server.on('listRequests', () => ({ items: [request], next: null })).on('getRequest', () => request);
  const shown = await showConsole(<RequestsPage />, {
    path: `/operator/requests?item=${request.id}`,
    language,
    session,
    namespaces: ['records', 'account', 'kyc'],
  });
  await screen.findByText(shown.t('console:requests.asked'));
  return { ...shown, ...deciding(shown) };
}

/** Old and new value of the row with this name. */
function change(name: string): string[] {
  const row = screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement;
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => plain(textContent));
}

/** The value that stands beside a name, in the panel with this title. */
function valueIn(panel: string, name: string): string {
  const section = screen.getByRole('heading', { name: panel }).closest('section');
  const term = within(section as HTMLElement).getByText(name, { selector: 'dt, dt *' });
  return plain(term.closest('dt')?.nextElementSibling?.textContent ?? '');
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('claimItem', () => CLAIMED)
    .on('releaseItem', () => null)
    .on('decideRequest', ({ body }) => ({
      ...CREDIT,
      state: body.verdict === 'approve' ? ('approved' as const) : ('rejected' as const),
    }))
    .on('getWithdrawalCase', () => bankWithdrawalCase());
});

test('the credit of a bank transfer: every value has a name, and its unit', async () => {
  const { t, format } = await page();
  expect(change(t('common:word.state'))).toEqual([t('console:state.pending'), t('console:state.approved')]);
  expect(change(t('records:actionField.credited'))[1]).toBe(plain(format.money('2697.55', 'USDT')));
  expect(change(t('records:actionField.currencyAmount'))[1]).toBe(plain(format.money('2490.5', 'EUR')));
  expect(change(t('console:deposits.reported'))[1]).toBe(plain(format.money('2500', 'EUR')));
  expect(change(t('records:actionField.difference'))[1]).toBe(plain(format.money('-9.5', 'EUR')));
  expect(change(t('console:deposits.valueDate'))[1]).toBe(format.date('2026-11-28T12:00:00Z'));
  expect(change(t('records:actionField.rateAt'))[1]).toBe(plain(format.dateTime(WHEN)));
  expect(change(t('records:actionField.spread'))[1]).toBe('0.4%');
  expect(change(t('records:actionField.payer'))[1]).toBe(t('console:deposits.payerOf.same'));
  expect(change(t('records:deposits.compareTitle'))[1]).toBe('1029');
  const label = t('console:requests.asked');
  expect(valueIn(label, t('console:field.reason'))).toBe('Found in the statement.');
  expect(screen.getByRole('link', { name: /31/ }).getAttribute('href')).toContain('/deposits?item=31');
});

test.each(['de', 'ja'] as const)('in %s no name of the log is left', async (language) => {
  await page(CREDIT, language);
  for (const { textContent } of screen.getAllByRole('rowheader')) expect(textContent).not.toMatch(/^[a-z]+[A-Z]?\w*$/);
});

test('the approval of a bank withdrawal: payee, account, fee and price', async () => {
  const { t, format } = await page(PAYOUT);
  const to = t('console:risk.destination');
  await screen.findByRole('heading', { name: to });
  expect(valueIn(to, t('console:risk.receives'))).toBe(plain(format.money('2491.14', 'EUR')));
  expect(valueIn(to, t('common:word.fee'))).toBe(plain(format.money('5', 'USDT')));
  expect(valueIn(to, t('common:word.price'))).toBe('1 EUR = 1.0875 USDT');
  expect(valueIn(to, t('records:actionField.spread'))).toBe('0.4%');
  expect(valueIn(to, t('console:risk.holder'))).toBe(`Anna Berg ${t('console:risk.holderIs')}`);
  expect(valueIn(to, t('console:risk.account'))).toContain('DE89370400440532013000');
  expect(server.sent('getWithdrawalCase')[0]?.params).toEqual({ id: '7' });
});

test('the case is read neither without its permission nor once it is decided', async () => {
  const session = { ...CONFIRMED, permissions: OWNER.permissions.filter((held) => held !== 'withdrawals.read') };
  const first = await page(PAYOUT, 'en', session);
  first.unmount();
  await page({ ...PAYOUT, state: 'approved', decidedBy: { id: 1, name: 'olga' }, decidedAt: WHEN });
  expect(server.sent('getWithdrawalCase')).toEqual([]);
});

test('an approval is carried out at once, with the second person’s reason', async () => {
  const { t, user, open } = await page();
  const { dialog, why, confirm } = await open(t('console:requests.approve'), t('console:requests.approveTitle'));
  expect(dialog.getByText(t('console:requests.approveText'))).toBeDefined();
  await user.click(confirm);
  expect(dialog.getByText(t('console:decision.reasonShort', { min: 3 }))).toBeDefined();
  await why(REASON);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:requests.approved', { id: 61 }));
  expect(server.sent('decideRequest')[0]?.body).toEqual({ verdict: 'approve', reason: REASON });
});

test('a refusal of the server stays in the dialog; Escape closes it', async () => {
  server.on('decideRequest', () => new Refusal(10042, 'The state has changed since.'));
  const { t, user, open } = await page();
  const { element, dialog, why, confirm } = await open(
    t('console:requests.approve'),
    t('console:requests.approveTitle'),
  );
  await why(REASON);
  await user.click(confirm);
  expect(await dialog.findByText('The state has changed since.')).toBeDefined();
  pressEscape(element);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('a rejection can be taken back for a moment; frequent reasons can be picked', async () => {
  const { t, user, open, unmount } = await page();
  const { dialog, field, confirm } = await open(t('console:action.reject'), t('console:requests.rejectTitle'));
  await user.click(dialog.getByRole('button', { name: t('console:usual.wrongValue') }));
  expect(field(t('console:decision.reason')).value).toBe(t('console:usual.wrongValue'));
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:requests.rejected', { id: 61 }));
  expect(server.sent('decideRequest')).toEqual([]);
  unmount();
  await expect
    .poll(() => server.sent('decideRequest')[0]?.body)
    .toEqual({ verdict: 'reject', reason: t('console:usual.wrongValue') });
});

test('who asked cannot decide, but take it back; nothing is reserved', async () => {
  server.on('withdrawRequest', () => ({ ...CREDIT, state: 'withdrawn' as const }));
  const { t, user } = await page({ ...CREDIT, isOwn: true });
  expect(screen.getByText(t('console:requests.ownText'))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('console:requests.approve') })).toBeNull();
  await user.click(screen.getByRole('button', { name: t('console:requests.takeBack') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('console:requests.takeBackTitle') }));
  await user.type(dialog.getByRole('textbox'), REASON);
  await user.click(dialog.getByRole('button', { name: t('console:requests.takeBack') }));
  await expect.poll(() => server.sent('withdrawRequest')[0]?.body).toEqual({ reason: REASON });
  expect(server.sent('claimItem')).toEqual([]);
});

test('other roles see why they cannot decide', async () => {
  const session = { ...CONFIRMED, permissions: permissionsOf(['auditor']) };
  const { t } = await page({ ...CREDIT, mayDecide: false }, 'en', session);
  expect(screen.getByText(t('console:requests.notYourRole'))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('console:requests.approve') })).toBeNull();
});

test('what was decided names who, when and why', async () => {
  const decided = { state: 'approved', decidedBy: { id: 1, name: 'olga' }, decidedAt: WHEN, decisionReason: REASON };
  const { t, format } = await page({ ...CREDIT, ...decided } as Request);
  const panel = t('console:requests.decided');
  expect(valueIn(panel, t('console:field.operator'))).toBe('olga');
  expect(valueIn(panel, t('common:word.time'))).toBe(plain(format.dateTime(WHEN)));
  expect(valueIn(panel, t('console:field.reason'))).toBe(REASON);
});

test('in Arabic sums keep their digits, and the price runs from left to right', async () => {
  const { t } = await page(PAYOUT, 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  const price = await screen.findByText(/1 EUR = .*1\.0875/);
  expect(price.dir).toBe('ltr');
  expect(change(t('records:actionField.received'))[1]).toMatch(/2,720\.00/);
});
