// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { bare, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { userInfoOf } from '../../testing/account.ts';
import { InvitePage } from './invite-page.tsx';

const REFERRALS: ResultOf<'getReferrals'> = {
  code: 'DU5X5TUK7Y',
  link: 'http://localhost/pass/register?invite=DU5X5TUK7Y',
  isVerified: true,
  friends: 1,
  active: 1,
  earned: '12.5',
  pays: true,
  level: 2,
  share: '0.2',
  days: 365,
  friendMax: '1000',
  friendsMax: 500,
  inviter: null,
};
const FRIEND: ResultOf<'listFriends'>['items'][number] = {
  id: 7,
  name: 'be•••7',
  state: 'active',
  isVerified: false,
  joinedAt: '2026-11-01T08:00:00.000Z',
  until: '2027-11-01T08:00:00.000Z',
  fees: '62.5',
  earned: '12.5',
  most: '1000',
};
let server: FakeServer;

const invitePage = (more: Partial<RenderOptions> = {}) =>
  show(<InvitePage />, { namespaces: ['funds', 'account', 'wallet'], account: CUSTOMER, book: 'real', ...more });

beforeEach(() => {
  server = new FakeServer()
    .on('getReferrals', () => REFERRALS)
    .on('getUserInfo', () => userInfoOf())
    .on('listFriends', () => ({ items: [FRIEND], next: null }))
    .on('listRewards', () => ({ items: [], next: null }));
});

test('code and link are shown, copied, and drawn', async () => {
  const { user, t } = await invitePage({ language: 'ar' });
  expect((await screen.findByText(REFERRALS.code!)).dir).toBe('ltr');
  expect(screen.getByRole('img', { name: t('funds:invite.qr') })).toBeDefined();
  const copies = screen.getAllByRole('button', { name: new RegExp(t('funds:invite.copy')) });
  await user.click(copies[0]!);
  expect(await navigator.clipboard.readText()).toBe(REFERRALS.code);
  await user.click(copies[1]!);
  expect(await navigator.clipboard.readText()).toBe(REFERRALS.link);
});

test('the terms: share, time, most, and what came of it', async () => {
  const { t, format } = await invitePage({ language: 'de' });
  await screen.findByText(REFERRALS.code!);
  expect(row(t('funds:invite.share'))).toBe(bare(`${format.percent('0.2')} · ${t('funds:levels.mine', { level: 2 })}`));
  const terms = screen.getByRole('heading', { name: t('funds:invite.terms') }).closest('section')!;
  expect(row(t('funds:invite.most'), terms)).toBe(bare(format.money('1000', 'USDT')));
  expect(row(t('funds:invite.earned'), terms)).toBe(bare(format.money('12.5', 'USDT')));
});

test('a friend whose identity is not verified says so, with fees and what they earned', async () => {
  const { t, format } = await invitePage();
  const table = within(await screen.findByRole('table', { name: t('funds:invite.friends') }));
  const line = await table.findByRole('row', { name: /be•••7/ });
  expect(within(line).getByText(t('funds:invite.unverified'))).toBeDefined();
  expect(bare(line.textContent)).toContain(bare(format.number('62.5', { min: 2 })));
  expect(screen.getByText(t('funds:invite.noRewards'))).toBeDefined();
});

test('the next page of friends comes on demand', async () => {
  server.on('listFriends', ({ query }) =>
    query.cursor === undefined
      ? { items: [FRIEND], next: 'c2' }
      : { items: [{ ...FRIEND, id: 8, name: 'ca•••8', isVerified: true }], next: null },
  );
  const { user, t } = await invitePage();
  await user.click(await screen.findByRole('button', { name: t('common:action.showMore') }));
  expect(await screen.findByRole('row', { name: /ca•••8/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: t('common:action.showMore') })).toBeNull();
});

test('money is shown on the real book only; the code is there on both', async () => {
  const { t } = await invitePage({ book: 'demo' });
  expect(await screen.findByText(REFERRALS.code!)).toBeDefined();
  expect(await screen.findByText(t('funds:invite.gate'))).toBeDefined();
  expect(server.sent('listFriends')).toEqual([]);
});

test.each([
  ['closed', { pays: false }],
  ['verifyFirst', { isVerified: false }],
] as const)('what stands in the way of rewards: %s', async (words, terms) => {
  server.on('getReferrals', () => ({ ...REFERRALS, ...terms }));
  const { t } = await invitePage();
  expect(await screen.findByText(plain(t(`funds:invite.${words}`)))).toBeDefined();
});

test('who was invited sees what the inviter gets of their fees', async () => {
  const inviter = {
    name: 'an•••1',
    state: 'active' as const,
    share: '0.1',
    until: FRIEND.until,
    fees: '20',
    earned: '2',
    most: '1000',
  };
  server.on('getReferrals', () => ({ ...REFERRALS, inviter }));
  const { t, format } = await invitePage();
  const heading = await screen.findByRole('heading', { name: t('funds:invite.inviter') });
  const section = heading.closest('section')!;
  expect(row(t('funds:invite.theirShare'), section)).toBe(bare(format.percent('0.1')));
  expect(row(t('funds:invite.theyGot'), section)).toBe(bare(format.money('2', 'USDT')));
});
