// @vitest-environment happy-dom
/** Habits kept in the browser, and what the server knows of an account. */
import { MOTION_KEY } from '@glasshouse/app/session/preferences';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, hasRow, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ORDER_CONFIRMATION_KEY } from '../../parts/calls/preference-keys.ts';
import { userInfoOf } from '../../testing/account.ts';
import { Facts } from './facts.tsx';
import { Preferences } from './preferences.tsx';

const NAMESPACES = ['account', 'guide', 'security'] as const;
const CREATED = '2026-01-05T08:00:00.000Z';
let server: FakeServer;

const preferences = (more: Partial<RenderOptions> = {}) =>
  show(<Preferences />, { namespaces: NAMESPACES, account: CUSTOMER, ...more });
const facts = (more: Partial<RenderOptions> = {}) =>
  show(<Facts />, { namespaces: NAMESPACES, account: CUSTOMER, ...more });

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});

test('another language holds at once, with its direction', async () => {
  const { user, t } = await preferences();
  await user.click(screen.getByRole('combobox', { name: t('shell:tool.language') }));
  await user.click(await screen.findByRole('option', { name: 'العربية' }));
  await expect.poll(() => document.documentElement.dir).toBe('rtl');
});

test('theme and colours are chosen by keyboard', async () => {
  const { user, t } = await preferences();
  const theme = screen.getByRole('combobox', { name: t('shell:tool.theme') });
  theme.focus();
  await user.keyboard('{Enter}{End}{Enter}');
  expect(theme.textContent).toContain(t('shell:tool.themeDark'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: t('shell:tool.palette') }));
});

test('orders are confirmed unless somebody switches that off; movement likewise', async () => {
  const { user, t, unmount } = await preferences();
  const asks = screen.getByRole<HTMLInputElement>('switch', { name: t('account:profile.confirmOrders') });
  const still = screen.getByRole<HTMLInputElement>('switch', { name: t('guide:settings.still') });
  expect([asks.checked, still.checked]).toEqual([true, false]);
  await user.click(asks);
  await user.click(still);
  expect(localStorage.getItem(ORDER_CONFIRMATION_KEY)).toBe('off');
  expect(localStorage.getItem(MOTION_KEY)).toBe('none');
  unmount();
  await preferences();
  expect(screen.getByRole<HTMLInputElement>('switch', { name: t('account:profile.confirmOrders') }).checked).toBe(
    false,
  );
  await user.click(screen.getByRole('switch', { name: t('guide:settings.still') }));
  expect(localStorage.getItem(MOTION_KEY)).toBeNull();
});

test('what the server knows: name, address, number, since when, identity and state', async () => {
  const user = { createdAt: CREATED, status: 'active' as const, email: null };
  server.on('getUserInfo', () => userInfoOf(undefined, user));
  const { t, format } = await facts();
  await screen.findByText(t('account:profile.statusActive'));
  expect(row(t('account:field.username'))).toBe('anna');
  expect(row(t('account:field.email'))).toBe(bare(t('account:profile.notBound')));
  expect(row(t('account:profile.userNumber'))).toBe('1000');
  expect(row(t('account:profile.memberSince'))).toBe(bare(format.date(CREATED)));
  expect(row(t('security:identity.name'))).toBe(bare(t('security:identity.none')));
  expect(screen.getByRole('link').getAttribute('href')).toBe('/profile/identity');
});

test.each([
  ['none', 'verified', 'basic'],
  ['verified', 'verified', 'full'],
  ['notPassed', 'verified', 'notPassed'],
  ['none', 'pending', 'pending'],
] as const)('the full check %s and the basic one %s are shown as %s', async (full, basic, shown) => {
  const unchecked = { reason: null, submittedAt: null, reviewBy: null };
  const info = userInfoOf(undefined, { createdAt: CREATED, status: 'active' });
  server.on('getUserInfo', () => ({
    ...info,
    kyc: { basic: { ...unchecked, state: basic }, full: { ...unchecked, state: full } },
  }));
  const { t } = await facts();
  expect(await screen.findByText(t(`security:identity.${shown}`))).toBeDefined();
});

test('a guest has no identity check; a fault can be tried again', async () => {
  server.on('getUserInfo', () => new Refusal(10000, 'Something went wrong.'));
  const { user, t } = await facts({ account: { ...CUSTOMER, guest: true } });
  expect(await screen.findByText('Something went wrong.')).toBeDefined();
  server.on('getUserInfo', () => userInfoOf(undefined, { createdAt: CREATED, status: 'active', guest: true }));
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('account:profile.statusActive'))).toBeDefined();
  expect(hasRow(t('security:identity.name'))).toBe(false);
});
