// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, plain, show } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PROTECTED, SECURITY, userInfoOf } from '../../../testing/account.ts';
import { NO_OTHER_WAYS } from '../../../testing/sign-in.ts';
import type { SecurityState } from './next-step.ts';
import { SecuritySection } from './security-section.tsx';

const NAMESPACES = ['account', 'security', 'signin'] as const;
let server: FakeServer;

async function section(security: SecurityState, language: Language = 'en', username: string | null = 'anna') {
  server.on('getUserInfo', () => userInfoOf(security, { username }));
  const page = await show(<SecuritySection />, { namespaces: NAMESPACES, account: CUSTOMER, language });
  await screen.findByText(page.t('security:note'));
  return page;
}

const row = (name: string) =>
  within(screen.getAllByRole('listitem').find(({ textContent }) => textContent.startsWith(name))!);

beforeEach(() => {
  server = new FakeServer()
    .on('listSignInWays', () => NO_OTHER_WAYS)
    .on('listLinkedSignIns', () => ({ providers: [], wallets: [] }))
    .on('listPasskeys', () => []);
});

test('a password alone: each row says what is on, and the address is asked for first', async () => {
  const { user, t } = await section(SECURITY);
  expect(screen.getByText(t('security:overview.missing'))).toBeDefined();
  expect(screen.getByText(t('security:overview.next.email'))).toBeDefined();
  expect(row(t('account:field.password')).getByText(t('security:state.on'))).toBeDefined();
  expect(row(t('security:totp.name')).getByText(t('security:state.off'))).toBeDefined();
  expect(row(t('security:withdrawal.name')).getByText(t('account:profile.notBound'))).toBeDefined();
  const change = `${t('security:action.change')}: ${t('account:field.password')}`;
  expect(screen.getByRole('button', { name: change })).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('security:overview.do.email') }));
  expect(screen.getByRole('dialog', { name: t('account:profile.bindEmail') })).toBeDefined();
});

test('with everything in place nothing is asked for', async () => {
  const { t } = await section(PROTECTED, 'de');
  expect(screen.getByText(t('security:overview.safe'))).toBeDefined();
  expect(row(t('account:field.email')).getByText('anna@example.com')).toBeDefined();
  expect(row(t('security:totp.name')).getByText(t('security:totp.onText', { left: 8 }))).toBeDefined();
});

test.each([
  ['factor', { ...PROTECTED, totp: false, step: 'email' }, 'security:totp.setUpTitle'],
  ['withdrawalPassword', { ...PROTECTED, withdrawalPassword: false }, 'security:withdrawal.setTitle'],
  ['recovery', { ...PROTECTED, recoveryCodesLeft: 2 }, 'security:totp.name'],
] as const)('what is missing next opens its dialog: %s', async (missing, state, title) => {
  const { user, t } = await section(state);
  expect(screen.getByText(t(`security:overview.next.${missing}`))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t(`security:overview.do.${missing}`) }));
  expect(screen.getByRole('dialog', { name: t(title) })).toBeDefined();
});

test('each row opens its dialog, named by what it changes', async () => {
  const { user, t } = await section(PROTECTED, 'ar');
  for (const [name, action, title] of [
    [t('account:field.password'), 'change', t('account:password.title')],
    [t('account:field.email'), 'change', t('account:profile.changeEmail')],
    [t('security:totp.name'), 'manage', t('security:totp.name')],
    [t('security:withdrawal.name'), 'change', t('security:withdrawal.changeTitle')],
  ] as const) {
    await user.click(screen.getByRole('button', { name: `${t(`security:action.${action}`)}: ${name}` }));
    const dialog = screen.getByRole('dialog', { name: title });
    await user.click(within(dialog).getByRole('button', { name: t('common:action.close') }));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

test('whoever came by a wallet sets a first password', async () => {
  const { user, t } = await section({ ...SECURITY, hasPassword: false });
  const name = `${t('security:action.setUp')}: ${t('account:field.password')}`;
  await user.click(screen.getByRole('button', { name }));
  expect(screen.getByRole('dialog', { name: t('signin:password.set') })).toBeDefined();
});

test('why withdrawals wait, and until when', async () => {
  const until = '2026-12-01T01:00:00.000Z';
  const state = { ...PROTECTED, withdrawalsBlockedUntil: until, withdrawalsBlockedBy: 'totpAdded' } as const;
  const { t, format } = await section(state);
  const change = t('security:history.kind.totpAdded');
  expect(screen.getByText(plain(t('security:blocked', { time: format.dateTime(until), change })))).toBeDefined();
});

test('a new app confirms withdrawals only from a time on', async () => {
  const from = '2026-12-01T01:00:00.000Z';
  const { t, format } = await section({ ...PROTECTED, step: 'email', appServesFrom: from });
  expect(screen.getByText(plain(t('security:totp.servesFrom', { time: format.dateTime(from) })))).toBeDefined();
});

test('what cannot be fetched is said, and fetched again', async () => {
  server.on('getUserInfo', () => new Refusal(11000, 'A fault.', {}, 500));
  const { user, t } = await show(<SecuritySection />, { namespaces: NAMESPACES, account: CUSTOMER });
  await screen.findByText('A fault.');
  server.on('getUserInfo', () => userInfoOf());
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('security:note'))).toBeDefined();
});
