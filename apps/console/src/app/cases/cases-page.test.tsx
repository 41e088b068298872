// @vitest-environment happy-dom
/**
 * The merged queue as its reviewers meet it: order and permissions, the case that is open by
 * itself, the keys, and what a second person decides.
 */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf, type Role } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast, plain } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { depositCase } from '../../testing/deposit-case.ts';
import { CLAIMED, deciding } from '../../testing/queue.tsx';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { withdrawalCase } from '../../testing/withdrawal-case.ts';
import { CasesPage } from './cases-page.tsx';

type Request = OperatorResultOf<'getRequest'>;
type Check = OperatorResultOf<'listKycQueue'>['items'][number];
type Chat = OperatorResultOf<'listSupport'>['items'][number];

const CONFIRMED = { ...OWNER, stepUpUntil: '2099-11-30T01:00:00.000Z' };
const REASON = 'Compared with the statement.';
const dueOn = (day: number) => `2099-11-${String(day).padStart(2, '0')}T08:30:00.000Z`;

const LARGE = withdrawalCase({ item: { id: 7, dueAt: dueOn(3), needsSecondPerson: true, limits: ['worth'] } });
const REPORTED = depositCase({ item: { id: 31, dueAt: dueOn(2) } });
const HELD = depositCase({ item: { id: 32, state: 'approved', dueAt: null } });
const CHECK = {
  id: 5,
  userId: 1002,
  level: 'basic',
  state: 'pending',
  attempt: 2,
  submittedAt: '2026-11-29T08:30:00.000Z',
  reviewBy: dueOn(1),
} as Check;
const CHAT = {
  id: 9,
  user: { id: 1003, name: 'pedro' },
  language: 'es',
  state: 'open',
  assigned: null,
  waitingSince: '2026-11-29T08:30:00.000Z',
  dueAt: dueOn(4),
  lastAt: '2026-11-29T08:30:00.000Z',
  unread: 1,
} as Chat;
const REQUEST: Request = {
  id: 61,
  type: 'withdrawals.review',
  subject: 'withdrawal 8',
  user: 1001,
  book: 'real',
  body: {},
  before: { state: 'pending' },
  after: { state: 'approved' },
  payment: null,
  reason: 'The address is theirs.',
  state: 'waiting',
  askedBy: { id: 2, name: 'fiona' },
  askedAt: '2026-11-29T08:30:00.000Z',
  expiresAt: dueOn(5),
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  isOwn: false,
  mayDecide: true,
};

let server: FakeOperatorServer;

const pageOf = <Item,>(...items: Item[]) => ({ items, next: null });
const asRole = (role: Role) => ({
  ...CONFIRMED,
  operator: { ...OWNER.operator, roles: [role] },
  permissions: permissionsOf([role]),
});

beforeEach(() => {
  // Waits for its second person: its request stands for it.
  const handed = withdrawalCase({ item: { id: 8, dueAt: dueOn(1), request: 61 } }).item;
  server = new FakeOperatorServer()
    .on('claimItem', () => CLAIMED)
    .on('releaseItem', () => null)
    .on('listWithdrawalQueue', () => pageOf(handed, LARGE.item))
    .on('listDepositQueue', ({ query }) => pageOf(query.queue === 'held' ? HELD.item : REPORTED.item))
    .on('listKycQueue', () => pageOf(CHECK))
    .on('listLoanQueue', () => pageOf())
    .on('listSupport', () => pageOf(CHAT))
    .on('listRequests', () => pageOf(REQUEST))
    .on('getRequest', () => REQUEST)
    .on('getWithdrawalCase', () => LARGE)
    .on('getDepositCase', ({ params }) => (params.id === 32 ? HELD : REPORTED));
});

async function page(path = '/operator/queue', session: typeof OWNER = CONFIRMED) {
  const shown = await showConsole(<CasesPage />, {
    path,
    session,
    namespaces: ['records', 'account', 'security', 'loans', 'plans', 'support', 'kyc'],
  });
  const list = await screen.findByRole('list', { name: shown.t('console:page.queue') });
  const rows = () => within(list).getAllByRole<HTMLButtonElement>('button');
  const keys = () => rows().map(({ id }) => id.replace('queue-row-', ''));
  return { ...shown, ...deciding(shown), list, rows, keys };
}

const item = () => new URLSearchParams(window.location.search).get('item');

test('all kinds stand in one list, first due first, and what has no deadline behind them', async () => {
  // Of a list that is longer, rows out of sight are not drawn.
  server.on('listSupport', () => pageOf());
  const { keys } = await page();
  expect(keys()).toEqual(['identity-5', 'deposit-31', 'withdrawal-7', 'request-61', 'held-32']);
});

test('a row has its kind, who and how much, its age and its deadline or that it needs two persons', async () => {
  const { rows, t, format } = await page();
  const texts = rows().map(({ textContent }) => plain(textContent));
  expect(texts[1]).toContain(t('console:cases.of.deposit'));
  expect(texts[1]).toContain('anna@example.com');
  expect(texts[1]).toContain(plain(format.money('500', 'USDT')));
  expect(rows()[1]?.querySelector('time')?.dateTime).toBe(REPORTED.item.createdAt);
  expect(texts[0]).toContain(t('console:kyc.attempt', { number: 2 }));
  expect(texts[2]).toContain(t('console:withdrawals.twoPersons'));
  expect(texts[4]).toContain('fiona');
  expect(texts[4]).toContain(t('console:withdrawals.waitsSecond'));
});

test.each([
  ['finance', ['deposit-31', 'withdrawal-7', 'request-61', 'held-32'], ['listKycQueue', 'listSupport']],
  ['compliance', ['identity-5', 'withdrawal-7', 'request-61'], ['listDepositQueue', 'listLoanQueue', 'listSupport']],
  ['support', ['support-9'], ['listKycQueue', 'listDepositQueue', 'listWithdrawalQueue', 'listRequests']],
] as const)('%s is shown, and asks for, what this role may act on', async (role, expected, never) => {
  const { keys } = await page('/operator/queue?item=none-0', asRole(role));
  expect(keys()).toEqual(expected);
  expect(server.received.map(({ name }) => name).filter((name) => never.some((call) => call === name))).toEqual([]);
});

test('one kind is kept in the address, and asks for that kind alone', async () => {
  const { keys, t } = await page('/operator/queue?kind=held');
  expect(keys()).toEqual(['held-32']);
  expect(server.sent('listWithdrawalQueue')).toEqual([]);
  expect(server.sent('listDepositQueue').map(({ query }) => query)).toEqual([{ queue: 'held' }]);
  expect(screen.getByRole('combobox', { name: t('console:cases.kind') }).textContent).toContain(
    t('console:cases.of.held'),
  );
});

test('the first case is open by itself, but an idle page reserves none; Escape leaves it open', async () => {
  const { user, rows, t } = await page('/operator/queue?kind=withdrawal');
  await screen.findByText(t('console:withdrawals.title', { id: 7 }));
  expect(rows()[0]?.getAttribute('aria-current')).toBe('true');
  await user.keyboard('{Escape}');
  expect(screen.getByText(t('console:withdrawals.title', { id: 7 }))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('console:queue.close') })).toBeNull();
  expect(server.sent('claimItem')).toEqual([]);
});

test('the first decision begun on it reserves it, and opens its dialog', async () => {
  const { user, t, format } = await page('/operator/queue?kind=withdrawal');
  const label = t('console:withdrawals.approveAmount', { amount: format.money('1998', 'USDT') });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: label });
  await expect.poll(() => button.disabled).toBe(false);
  await user.keyboard('a');
  await screen.findByRole('dialog', { name: t('console:withdrawals.approveTitle') });
  expect(server.sent('claimItem').map(({ body }) => body)).toEqual([{ queue: 'withdrawals', item: 7 }]);
  expect(item()).toBe('withdrawal-7');
});

test('one that somebody else works on opens no dialog', async () => {
  server.on('claimItem', () => new Refusal(11159, 'Somebody else works on it.'));
  const { user, t, format } = await page('/operator/queue?kind=withdrawal');
  const label = t('console:withdrawals.approveAmount', { amount: format.money('1998', 'USDT') });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: label });
  await expect.poll(() => button.disabled).toBe(false);
  await user.keyboard('a');
  await screen.findByText(t('console:claim.other'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(button.disabled).toBe(true);
});

test('J opens the next case, K the one before', async () => {
  const { user, t } = await page('/operator/queue?item=deposit-31');
  await screen.findByText(t('console:deposits.title', { id: 31 }));
  await user.keyboard('j');
  await screen.findByText(t('console:withdrawals.title', { id: 7 }));
  expect(item()).toBe('withdrawal-7');
  await user.keyboard('k');
  await screen.findByText(t('console:deposits.title', { id: 31 }));
  expect(item()).toBe('deposit-31');
});

test('above a limit the note beside the amount names it', async () => {
  const { t } = await page('/operator/queue?item=withdrawal-7');
  const note = within(await screen.findByRole('note'));
  expect(note.getByText(t('records:payments.limit.worth'))).toBeDefined();
  expect(note.getByText(t('console:decision.twoPersons'))).toBeDefined();
});

test('A opens the approval; sent with a reason, it waits for a second person, and the next case opens', async () => {
  server.on('reviewWithdrawal', () => ({ state: 'waiting', request: 62 }) as const);
  const { user, t, format } = await page('/operator/queue?item=withdrawal-7');
  const label = t('console:withdrawals.approveAmount', { amount: format.money('1998', 'USDT') });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: label });
  await expect.poll(() => button.disabled).toBe(false);
  await user.keyboard('a');
  const dialog = within(await screen.findByRole('dialog', { name: t('console:withdrawals.approveTitle') }));
  await user.type(dialog.getByLabelText(t('console:decision.reason')), REASON);
  await user.click(dialog.getByRole('button', { name: label }));
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 62 }));
  expect(server.sent('reviewWithdrawal')[0]?.body).toEqual({ decision: 'approve', reason: REASON });
  await expect.poll(item).toBe('support-9');
});

test('a second person decides the request in the same place', async () => {
  server.on('decideRequest', () => ({ ...REQUEST, state: 'approved' as const }));
  const { user, t, open } = await page('/operator/queue?item=request-61');
  expect(within(await screen.findByRole('note')).getByText(t('console:withdrawals.waitsText'))).toBeDefined();
  const { confirm, why } = await open(t('console:requests.approve'), t('console:requests.approveTitle'));
  await why(REASON);
  expect(server.sent('decideRequest')).toEqual([]);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:requests.approved', { id: 61 }));
});

test('a list that cannot be read is named, and the others are shown', async () => {
  server.on('listKycQueue', () => {
    throw new Error('out of reach');
  });
  const { keys, t } = await page();
  expect(keys()).toEqual(['deposit-31', 'withdrawal-7', 'support-9', 'request-61', 'held-32']);
  expect(screen.getByText(t('console:queue.stale'))).toBeDefined();
});

test('nothing waits', async () => {
  server
    .on('listWithdrawalQueue', () => pageOf())
    .on('listDepositQueue', () => pageOf())
    .on('listKycQueue', () => pageOf())
    .on('listSupport', () => pageOf())
    .on('listRequests', () => pageOf());
  const { t } = await showConsole(<CasesPage />, { path: '/operator/queue', session: CONFIRMED });
  expect(await screen.findByText(t('console:cases.empty'))).toBeDefined();
  expect(await screen.findByText(t('console:cases.empty'))).toBeDefined();
});
