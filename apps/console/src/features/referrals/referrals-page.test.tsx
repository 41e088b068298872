// @vitest-environment happy-dom
/** Who invites whom, what it costs, whose accounts share a device, and how an invitation ends. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { plain } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { ReferralsPage } from './referrals-page.tsx';

type Invitation = OperatorResultOf<'listInvitations'>['items'][number];

const REASON = 'Both log in from one phone.';
const INVITER = { id: 1001, name: 'anna@example.com', status: 'active' } as const;
const FRIEND = { id: 1002, name: 'otto@example.com', status: 'active' } as const;
const INVITATION: Invitation = {
  seq: 412,
  inviter: INVITER,
  friend: FRIEND,
  isVerified: false,
  state: 'active',
  linkedAt: '2026-11-01T09:00:00.000Z',
  until: '2027-11-01T09:00:00.000Z',
  endedAt: null,
  fees: '40',
  earned: '8',
  most: '500',
  sameAddresses: 2,
  sameDevices: 1,
};
const STOPPED: Invitation = {
  ...INVITATION,
  seq: 413,
  friend: { ...FRIEND, id: 1003, name: 'ida@example.com' },
  state: 'stopped',
  isVerified: true,
};
let server: FakeOperatorServer;

async function page(language: Language = 'en', session = OWNER) {
  const shown = await showConsole(<ReferralsPage />, {
    path: '/operator/referrals',
    language,
    session,
    namespaces: ['records'],
  });
  await screen.findByText('ida@example.com');
  return shown;
}
const invitations = (t: Awaited<ReturnType<typeof page>>['t']) =>
  within(screen.getByRole('table', { name: t('records:referrals.invitations') }));
const rowOf = (table: Pick<typeof screen, 'getByText'>, text: string) =>
  within(table.getByText(text).closest('tr') as HTMLElement);

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('getReferralTotals', () => ({
      at: '2026-11-29T08:00:00.000Z',
      inviters: 3,
      friends: 9,
      active: 7,
      stopped: 1,
      fees: '120.5',
      earned: '24.1',
      suspicious: 1,
    }))
    .on('listInviters', () => ({
      items: [
        {
          user: INVITER,
          code: 'ANNA77',
          friends: 2,
          active: 1,
          fees: '40',
          earned: '8',
          sharing: 1,
          sameAddresses: 2,
          sameDevices: 1,
        },
      ],
      next: null,
    }))
    .on('listInvitations', () => ({ items: [INVITATION, STOPPED], next: null }))
    .on('listPaidRewards', () => ({
      items: [
        {
          seq: 500,
          inviter: INVITER,
          friend: FRIEND,
          fee: '10',
          level: 2,
          share: '0.2',
          reward: '2',
          at: '2026-11-20T09:00:00.000Z',
        },
      ],
      next: null,
    }))
    .on('stopInvitation', () => ({ state: 'done', request: null }) as const);
});

test('the sums stand above: fees that counted, what they earned, groups on one device', async () => {
  const { t, format } = await page();
  const earned = screen.getAllByText(t('records:referrals.earned'))[0]!.parentElement;
  expect(plain(earned?.textContent ?? '')).toContain(plain(format.money('24.1', 'USDT')));
  expect(screen.getByText(t('records:referrals.rings')).parentElement?.textContent).toContain('1');
});

test('suspicious inviters are a view of their own, in the query and in the address', async () => {
  const { user, t } = await page();
  await user.click(screen.getByRole('radio', { name: t('records:referrals.view.suspicious') }));
  await expect.poll(() => server.sent('listInviters').at(-1)?.query).toMatchObject({ view: 'suspicious' });
  expect(window.location.search).toContain('view=suspicious');
});

test('an inviter narrows invitations and rewards to their own, and one button shows all again', async () => {
  const { user, t } = await page();
  await user.click(screen.getByText('ANNA77'));
  await expect.poll(() => server.sent('listInvitations').at(-1)?.query).toMatchObject({ userId: '1001' });
  expect(server.sent('listPaidRewards').at(-1)?.query).toMatchObject({ userId: '1001' });
  await user.click(screen.getByRole('button', { name: t('records:referrals.ofAll') }));
  await expect.poll(() => window.location.search).not.toContain('person');
});

test('an invitation that counts is stopped with a reason; one that is stopped cannot be again', async () => {
  const { user, t } = await page();
  const table = invitations(t);
  expect(rowOf(table, STOPPED.friend.name).queryByRole('button', { name: t('records:referrals.stop') })).toBeNull();
  expect(rowOf(table, FRIEND.name).getByText(t('records:referrals.unverified'))).toBeDefined();
  await user.click(rowOf(table, FRIEND.name).getByRole('button', { name: t('records:referrals.stop') }));
  const title = t('records:referrals.stopTitle', { friend: FRIEND.name, inviter: INVITER.name });
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(t('records:referrals.stopText'))).toBeDefined();
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(dialog.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!);
  await expect.poll(() => server.sent('stopInvitation')).toHaveLength(1);
  expect(server.sent('stopInvitation')[0]).toMatchObject({ params: { id: '1002' }, body: { reason: REASON } });
  // Sums and both lists are read again.
  await expect.poll(() => server.sent('getReferralTotals').length).toBe(2);
});

test('a reward names its fee, its share and the level; each leads to its log entry', async () => {
  const { t, format } = await page();
  const rewards = within(screen.getByRole('table', { name: t('records:referrals.rewards') }));
  const row = (await rewards.findByRole('link', { name: '500' })).closest('tr');
  const text = plain(row?.textContent ?? '');
  expect(text).toContain(plain(format.money('2', 'USDT')));
  expect(text).toContain(`${plain(format.percent('0.2'))} · ${t('records:col.level')} 2`);
});

test('who only reads stops nobody', async () => {
  const { t } = await page('en', { ...OWNER, permissions: permissionsOf(['auditor']) });
  expect(screen.queryByRole('button', { name: t('records:referrals.stop') })).toBeNull();
});

test('in Arabic codes run from left to right', async () => {
  await page('ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(screen.getByText('ANNA77').dir).toBe('ltr');
});
