/** One invites, the other signs up by the link; money is shown on the real book only. */
import { code } from '@glasshouse/api/codes';
import { fillPasswords, newName, PASSWORD, registerByUsername } from '../support/accounts.ts';
import { apiOfPage } from '../support/guest.ts';
import { button, open } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

test('a friend signs up by the link, and each sees the other', async ({ visit }) => {
  const host = await visit({ layout: 'phone', language: 'ar' });
  await registerByUsername(host, newName());
  await open(host, '/profile/invite');
  const demo = await apiOfPage(host);
  const { code: own, link } = await demo.resultOf('getReferrals');
  await expect(host.page.getByText(own ?? '', { exact: true })).toBeVisible();
  await expect(host.page.getByRole('img', { name: host.t('funds:invite.qr') })).toBeVisible();
  await expect(host.page.getByText(host.t('funds:invite.gate'))).toBeVisible();
  for (const name of ['listFriends', 'listRewards'] as const) {
    expect((await demo.call(name)).code).toBe(code.switchToReal);
  }

  const friend = await visit({ layout: 'phone', language: 'ar' });
  const { pathname, search } = new URL(link ?? '');
  await open(friend, `${pathname}${search}`);
  await expect(friend.page.getByLabel(friend.t('account:register.inviteCode'))).toHaveValue(own ?? '');
  await friend.page.getByLabel(friend.t('account:field.username'), { exact: true }).fill(newName());
  await fillPasswords(friend, PASSWORD);
  await button(friend, friend.t('account:register.submit')).click();
  await expectToast(friend, friend.t('account:register.done'));
  const invited = await apiOfPage(friend);
  await expect.poll(async () => (await invited.resultOf('getReferrals')).inviter?.state).toBe('active');
  await open(friend, '/profile/invite');
  await expect(friend.page.getByRole('heading', { name: friend.t('funds:invite.inviter') })).toBeVisible();

  const real = await apiOfPage(host, 'YES');
  const { items } = await real.resultOf('listFriends', { query: {} });
  expect(items).toMatchObject([{ state: 'active', earned: '0', isVerified: false }]);
  expect(items[0]?.name).toContain('•••');
  await expect
    .poll(async () => (await demo.resultOf('listNotifications', { query: {} })).items.map(({ type }) => type))
    .toContain('referral.joined');
});
