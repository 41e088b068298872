// @vitest-environment happy-dom
/**
 * Deposits as a reviewer works on them: what was reported beside what arrived, and every decision
 * with the command that it sends.
 */
import { code } from '@glasshouse/api/codes';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { bankCase, depositCase, REPORTED } from '../../testing/deposit-case.ts';
import { CLAIMED, DONE, deciding } from '../../testing/queue.tsx';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { DepositsPage } from './deposits-page.tsx';

const REASON = 'Compared with the statement.';
const HASH = 'b2'.repeat(32);
const IBAN = 'DE89370400440532013000';
/** Has just shown the second factor. */
const CONFIRMED = { ...OWNER, stepUpUntil: '2099-11-30T01:00:00.000Z' };
let server: FakeOperatorServer;

/** Opens the queue; with a case, that one of its deposits. */
async function page(found = REPORTED, language: Language = 'en', isOpen = true) {
  server.on('getDepositCase', () => found);
  const path = isOpen ? `/operator/deposits?item=${found.item.id}` : '/operator/deposits';
  const shown = await showConsole(<DepositsPage />, { path, language, session: CONFIRMED, namespaces: ['records'] });
  if (isOpen) await screen.findByText(shown.t('console:deposits.claim'));
  return { ...shown, ...deciding(shown) };
}

/** The value that stands beside a name, in the panel with this title. */
function valueIn(panel: string, name: string): string {
  const section = screen.getByRole('heading', { name: panel }).closest('section');
  const term = within(section as HTMLElement).getByText(name, { selector: 'dt, dt *' });
  return plain(term.closest('dt')?.nextElementSibling?.textContent ?? '');
}

/** Types what a reviewer read in the statement of the bank. */
async function fillEntry({ t, user }: Awaited<ReturnType<typeof page>>, field: (label: string) => HTMLInputElement) {
  await user.type(field(t('console:deposits.arrived')), '2490.5');
  await user.type(field(t('console:deposits.entry')), 'NTRF-77');
  await user.type(field(t('console:deposits.valueDate')), '2026-11-28');
  await user.type(field(t('console:deposits.senderName')), ' Anna Berg ');
  await user.type(field(t('records:deposits.senderAccount')), IBAN);
}

const ENTRY = {
  arrived: '2490.5',
  hash: 'NTRF-77',
  valueDate: '2026-11-28',
  senderName: 'Anna Berg',
  senderAccount: IBAN,
};

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('listDepositQueue', () => ({ items: [REPORTED.item], next: null }))
    .on('claimItem', () => CLAIMED)
    .on('releaseItem', () => null)
    .on('reviewDeposit', () => DONE)
    .on('resolveDeposit', () => DONE);
});

test('a row says how much, whose and by which network; its number stands in the address', async () => {
  const { user, t, format } = await page(REPORTED, 'en', false);
  const row = await screen.findByText(plain(format.money('500', 'USDT')));
  expect(screen.getByText('anna@example.com')).toBeDefined();
  expect(screen.getByText('TRC20')).toBeDefined();
  await user.click(row);
  await screen.findByText(t('console:deposits.noTransfer'));
  expect(window.location.search).toContain('item=31');
  expect(server.sent('claimItem')[0]?.body).toEqual({ queue: 'deposits', item: 31 });
});

test('views and search are parts of the query, and of the address', async () => {
  const { user, t } = await page(REPORTED, 'en', false);
  await user.click(await screen.findByRole('radio', { name: t('records:deposits.queueHeld') }));
  await user.type(screen.getByRole('searchbox', { name: t('console:deposits.search') }), 'a1a1{Enter}');
  await expect.poll(() => server.sent('listDepositQueue').at(-1)?.query).toEqual({ queue: 'held', q: 'a1a1' });
  expect(window.location.search).toContain('view=held');
});

test('an empty queue says what would appear there', async () => {
  server.on('listDepositQueue', () => ({ items: [], next: null }));
  const { t } = await page(REPORTED, 'en', false);
  expect(await screen.findByText(t('console:deposits.empty'))).toBeDefined();
  expect(screen.getByText(t('console:deposits.emptyText'))).toBeDefined();
});

test('report and transfer stand beside each other, and a difference is marked', async () => {
  const found = depositCase({
    item: { state: 'reviewing', arrived: '498.25' },
    transfer: {
      txHash: HASH,
      address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      sender: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
      amount: '498.25',
      confirmations: 20,
      needed: 20,
      block: 61234567,
      link: 'https://explorer.example/tx',
    },
    sameSender: [{ id: 1002, name: 'otto@example.com', status: 'frozen' }],
  });
  const { t, format } = await page(found);
  const claim = t('console:deposits.claim');
  const chain = t('console:deposits.onChain');
  expect(valueIn(claim, t('console:deposits.reported'))).toBe(plain(format.money('500', 'USDT')));
  expect(valueIn(chain, t('console:deposits.arrived'))).toBe(plain(format.money('498.25', 'USDT')));
  expect(valueIn(chain, t('console:deposits.confirmations'))).toBe('20 / 20');
  expect(valueIn(chain, t('console:deposits.block'))).toBe('61,234,567');
  expect(screen.getByText(t('console:deposits.differs'))).toBeDefined();
  const rival = valueIn(t('console:field.person'), t('console:deposits.sameSender'));
  expect(rival).toBe(`otto@example.com${t('console:state.frozen')}`);
});

test('what the chain says is credited: nothing is typed but the reason', async () => {
  const found = depositCase({
    item: { state: 'reviewing' },
    transfer: {
      txHash: HASH,
      address: 'T',
      sender: null,
      amount: '500',
      confirmations: 20,
      needed: 20,
      block: null,
      link: null,
    },
  });
  const { t, format, user, open } = await page(found);
  const label = t('console:deposits.creditAmount', { amount: format.money('500', 'USDT') });
  const { dialog, why, confirm } = await open(label, t('console:deposits.creditTitle'));
  expect(dialog.getByText(t('console:deposits.creditChain'))).toBeDefined();
  expect(dialog.getAllByRole('textbox')).toHaveLength(1);
  await why(REASON);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:deposits.credited', { id: 31 }));
  expect(server.sent('reviewDeposit')[0]?.body).toEqual({ decision: 'approve', reason: REASON });
  expect(server.sent('reviewDeposit')[0]?.params).toEqual({ id: '31' });
});

test('what nobody saw is credited by what was found; the amount that is missing is named', async () => {
  server.on('reviewDeposit', () => ({ state: 'waiting', request: 61 }) as const);
  const { t, user, open } = await page();
  const { dialog, field, why, confirm } = await open(t('console:deposits.credit'), t('console:deposits.creditTitle'));
  const amount = field(t('console:deposits.arrived'));
  expect(document.activeElement).toBe(amount);
  expect(field(t('console:deposits.hash')).value).toBe('a1'.repeat(32));
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('console:deposits.enterArrived'));
  expect(server.sent('reviewDeposit')).toEqual([]);
  await user.type(amount, '499.5');
  await user.clear(field(t('console:deposits.hash')));
  await user.type(field(t('console:deposits.hash')), HASH);
  await user.type(field(t('console:deposits.output')), '3');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 61 }));
  expect(server.sent('reviewDeposit')[0]?.body).toEqual({
    decision: 'approve',
    reason: REASON,
    arrived: '499.5',
    hash: HASH,
    output: 3,
  });
});

test('at a shared address the evidence of ownership is needed', async () => {
  const { t, user, open } = await page(depositCase({ isShared: true }));
  expect(screen.getByText(t('console:deposits.shared'))).toBeDefined();
  const { dialog, field, why, pick, confirm } = await open(
    t('console:deposits.credit'),
    t('console:deposits.creditTitle'),
  );
  await user.type(field(t('console:deposits.arrived')), '500');
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('console:deposits.chooseBasis'));
  await pick(t('console:deposits.basis'), t('console:deposits.basisOf.memo'));
  await user.click(confirm);
  await expect.poll(() => server.sent('reviewDeposit')[0]?.body).toMatchObject({ arrived: '500', basis: 'memo' });
});

test.each([
  ['well', 'watcherWell'],
  ['ill', 'watcherIll'],
] as const)('a watcher that is %s is told of', async (watcher, text) => {
  const { t } = await page(depositCase({ watcher }));
  expect(screen.getByText(t(`console:deposits.${text}`))).toBeDefined();
});

test('a bank transfer is credited by its entry, counted in the currency of the account', async () => {
  const shown = await page(bankCase());
  const { t, format, user, open } = shown;
  expect(valueIn(t('console:field.person'), t('console:deposits.verifiedName'))).toBe('Anna Berg');
  expect(screen.getByText(t('console:deposits.noBank'))).toBeDefined();
  const { dialog, element, field, why, confirm } = await open(
    t('console:deposits.credit'),
    t('console:deposits.creditTitle'),
  );
  await user.type(field(t('console:deposits.arrived')), '2490.5');
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('console:deposits.enterEntry'));
  await user.clear(field(t('console:deposits.arrived')));
  await fillEntry(shown, field);
  expect(confirm.textContent).toBe(t('console:deposits.creditAmount', { amount: format.money('2490.5', 'EUR') }));
  await user.click(confirm);
  await expect
    .poll(() => server.sent('reviewDeposit')[0]?.body)
    .toEqual({
      decision: 'approve',
      reason: REASON,
      ...ENTRY,
    });
  await expect.poll(() => element.isConnected).toBe(false);
});

test('similar entries are compared first; the command then has another key', async () => {
  server.on(
    'reviewDeposit',
    () => new Refusal(code.similarEvidence, 'Similar entries were used.', { 'compared.29': code.similarEvidence }),
  );
  const shown = await page(bankCase());
  const { t, user, open } = shown;
  const { dialog, field, why, confirm } = await open(t('console:deposits.credit'), t('console:deposits.creditTitle'));
  await fillEntry(shown, field);
  await why(REASON);
  await user.click(confirm);
  expect(await dialog.findByText(t('records:deposits.compareTitle'))).toBeDefined();
  const similar = dialog.getByRole('link', { name: t('records:deposits.compareOne', { id: 29 }) });
  expect(similar.getAttribute('href')).toContain('item=29');
  await user.click(confirm);
  expect(dialog.getByText(t('records:deposits.compareFirst'))).toBeDefined();
  expect(server.sent('reviewDeposit')).toHaveLength(1);
  await user.click(dialog.getByRole('checkbox', { name: t('records:deposits.compareDone') }));
  server.on('reviewDeposit', () => DONE);
  await user.click(confirm);
  await expect.poll(() => server.sent('reviewDeposit').length).toBe(2);
  const [first, second] = server.sent('reviewDeposit');
  expect(second?.body).toMatchObject({ ...ENTRY, compared: [29] });
  expect(second?.headers['idempotency-key']).toBe(`${first?.headers['idempotency-key']}c`);
});

test('a rejection tells the person why, and can be taken back for a moment', async () => {
  const { t, user, open, unmount } = await page();
  const { dialog, field, pick, why, confirm } = await open(
    t('console:action.reject'),
    t('console:deposits.rejectTitle'),
  );
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByText(t('console:decision.pickOne'))).toBeDefined();
  await pick(t('console:decision.code'), t('console:reason.notFound'));
  await user.type(field(t('console:decision.note')), 'Please check the network.');
  await user.click(confirm);
  await expect.poll(() => newestToast()?.action?.label).toBe(t('console:keys.undo'));
  expect(server.sent('reviewDeposit')).toEqual([]);
  unmount();
  await expect
    .poll(() => server.sent('reviewDeposit')[0]?.body)
    .toEqual({
      decision: 'reject',
      rejection: 'notFound',
      reason: REASON,
      note: 'Please check the network.',
    });
});

test('somebody else’s bank transfer goes back: its entry is written into the command', async () => {
  const shown = await page(bankCase());
  const { t, user, open } = shown;
  const { dialog, field, pick, why, confirm } = await open(
    t('console:action.reject'),
    t('console:deposits.rejectTitle'),
  );
  expect(dialog.getByText(t('console:deposits.returnHint'))).toBeDefined();
  await fillEntry(shown, field);
  await pick(t('console:decision.code'), t('console:reason.thirdParty'));
  await why(REASON);
  await user.click(confirm);
  await expect
    .poll(() => server.sent('reviewDeposit')[0]?.body)
    .toEqual({
      decision: 'return',
      reason: REASON,
      ...ENTRY,
    });
});

test('a return is marked as sent with reference, value date and account', async () => {
  server.on('markDepositReturned', () => DONE);
  const { t, user, open } = await page(bankCase({ item: { state: 'returning' } }));
  const { dialog, field, why, confirm } = await open(
    t('console:deposits.sentBack'),
    t('console:deposits.sentBackTitle'),
  );
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('records:deposits.enterBack'));
  await user.type(field(t('console:deposits.backReference')), ' RET-5 ');
  await user.type(field(t('console:deposits.valueDate')), '2026-11-29');
  await user.type(field(t('records:deposits.paidTo')), IBAN);
  await user.click(confirm);
  await expect
    .poll(() => server.sent('markDepositReturned')[0]?.body)
    .toEqual({
      reference: 'RET-5',
      valueDate: '2026-11-29',
      account: IBAN,
      reason: REASON,
    });
});

test('a return that was a mistake is undone', async () => {
  server.on('reopenDepositReturn', () => DONE);
  const { t, user, open } = await page(bankCase({ item: { state: 'returned' } }));
  expect(screen.queryByRole('button', { name: t('console:deposits.sentBack') })).toBeNull();
  const { why, confirm } = await open(t('records:deposits.reopen'), t('records:deposits.reopenTitle'));
  await why(REASON);
  await user.click(confirm);
  await expect.poll(() => server.sent('reopenDepositReturn')[0]?.body).toEqual({ reason: REASON });
});

test.each([
  ['release', 'releaseTitle'],
  ['reverse', 'reverseTitle'],
] as const)('a credit whose transfer vanished: %s', async (outcome, title) => {
  const found = depositCase({ item: { state: 'approved' }, deposit: { state: 'failed', frozen: '120.5' } });
  const { t, format, user, open } = await page(found);
  const vanished = t('console:deposits.vanished', { amount: format.money('120.5', 'USDT') });
  expect(screen.getByText(plain(vanished))).toBeDefined();
  const { dialog, why, confirm } = await open(t(`console:deposits.${outcome}`), t(`console:deposits.${title}`));
  expect(dialog.getByText(t('console:decision.twoPersons'))).toBeDefined();
  await why(REASON);
  await user.click(confirm);
  await expect.poll(() => server.sent('resolveDeposit')[0]?.body).toEqual({ outcome, reason: REASON });
});

const HELD_OVER_LIMIT = {
  deposit: 31,
  symbol: 'USDT',
  amount: '9000',
  valueUsdt: '9000',
  level: 'basic',
  exceeds: 'day',
  since: '2026-11-30T06:00:00.000Z',
} as const;

test('a credit above the limit is released, or goes back to where it came from', async () => {
  server.on('returnHeldDeposit', () => DONE);
  const found = depositCase({ item: { state: 'approved' }, deposit: { held: { ...HELD_OVER_LIMIT, state: 'held' } } });
  const { t, format, user, open } = await page(found);
  const text = t('records:deposits.held', { amount: format.money('9000', 'USDT') });
  expect(screen.getByText(plain(text))).toBeDefined();
  expect(screen.getByRole('button', { name: t('records:deposits.releaseHeld') })).toBeDefined();
  const { field, why, confirm } = await open(t('records:deposits.returnHeld'), t('records:deposits.returnHeldTitle'));
  await why(REASON);
  await user.type(field(t('records:deposits.goesBackTo')), ' TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf ');
  await user.click(confirm);
  await expect
    .poll(() => server.sent('returnHeldDeposit')[0]?.body)
    .toEqual({
      reason: REASON,
      to: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    });
});

test('a payment back is marked as sent with its hash and where it went', async () => {
  server.on('markDepositSentBack', () => DONE);
  const held = { ...HELD_OVER_LIMIT, state: 'returning' } as const;
  const { t, user, open } = await page(depositCase({ item: { state: 'approved' }, deposit: { held } }));
  const { dialog, field, why, confirm } = await open(
    t('console:deposits.sentBack'),
    t('console:deposits.sentBackTitle'),
  );
  await why(REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('records:deposits.enterSentBack'));
  await user.type(field(t('console:deposits.hash')), HASH);
  await user.type(field(t('records:deposits.paidToAddress')), 'T9');
  await user.click(confirm);
  await expect
    .poll(() => server.sent('markDepositSentBack')[0]?.body)
    .toEqual({
      reference: HASH,
      to: 'T9',
      reason: REASON,
    });
});

test('a refusal stays in the dialog with what was typed; Escape closes it', async () => {
  server.on('reviewDeposit', () => new Refusal(11400, 'This entry was used before.', { hash: 11400 }));
  const { t, user, open } = await page();
  const { element, dialog, field, why, confirm } = await open(
    t('console:deposits.credit'),
    t('console:deposits.creditTitle'),
  );
  await user.type(field(t('console:deposits.arrived')), '500');
  await why(REASON);
  await user.click(confirm);
  expect(await dialog.findByText('This entry was used before.')).toBeDefined();
  expect(field(t('console:deposits.arrived')).value).toBe('500');
  pressEscape(element);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.sent('reviewDeposit')).toHaveLength(1);
});

test('who may only read sees no decision, and reserves nothing', async () => {
  server.on('getDepositCase', () => REPORTED);
  const { t } = await showConsole(<DepositsPage />, {
    path: '/operator/deposits?item=31',
    namespaces: ['records'],
    session: { ...OWNER, permissions: permissionsOf(['auditor']) },
  });
  await screen.findByText(t('console:deposits.claim'));
  expect(screen.queryByRole('button', { name: t('console:action.reject') })).toBeNull();
  expect(server.sent('claimItem')).toEqual([]);
});

test('in Arabic amounts are in Latin digits, and hashes run from left to right', async () => {
  const { t, format } = await page(REPORTED, 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  const amount = valueIn(t('console:deposits.claim'), t('console:deposits.reported'));
  expect(amount).toBe(plain(format.money('500', 'USDT')));
  expect(amount).toMatch(/500/);
  expect(screen.getByTitle('a1'.repeat(32)).dir).toBe('ltr');
});
