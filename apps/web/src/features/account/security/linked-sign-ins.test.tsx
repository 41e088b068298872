// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PROTECTED, SECURITY } from '../../../testing/account.ts';
import { ALL_METHODS, FakeWallet, NO_OTHER_WAYS, WALLET_ADDRESS } from '../../../testing/sign-in.ts';
import { LinkedSignIns } from './linked-sign-ins.tsx';

type Linked = ResultOf<'listLinkedSignIns'>;

const PASSWORD = 'a-glass-of-water-4';
const TIMES = { createdAt: '2026-11-01T08:00:00.000Z', lastUsedAt: null };
const LINKED: Linked = {
  providers: [{ id: 1, provider: 'school', name: 'School', email: 'anna@school.example', ...TIMES }],
  wallets: [{ id: 2, address: WALLET_ADDRESS, chainId: 137, ...TIMES }],
};
const NOBODY: Linked = { providers: [], wallets: [] };
const START = {
  url: 'https://school.example/authorize',
  state: 'state-of-anna',
  redirectUri: 'http://localhost:3000/pass/callback/school',
};
let server: FakeServer;

async function linkedSignIns(state = SECURITY, language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(<LinkedSignIns state={state} />, {
    namespaces: ['account', 'errors', 'security', 'signin'],
    account: CUSTOMER,
    language,
  });
  const { t, user } = page;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }));
  const list = async () => within(await screen.findByRole('list', { name: t('signin:ways.title') }));
  return { ...page, press, dialog, list };
}

beforeEach(() => {
  sessionStorage.clear();
  server = new FakeServer()
    .on('listSignInWays', () => ALL_METHODS)
    .on('listLinkedSignIns', () => LINKED)
    .on('startWalletLink', () => ({ nonce: 'n', message: 'Link this wallet.' }))
    .on('linkWallet', () => null)
    .on('removeSignIn', () => null);
});

test('each is named: a provider with its address there, a wallet by both ends of its own', async () => {
  const { t, list } = await linkedSignIns(SECURITY, 'ar');
  const [provider, wallet] = (await list()).getAllByRole('listitem');
  expect(within(provider!).getByText('School')).toBeDefined();
  expect(within(provider!).getByText('anna@school.example')).toBeDefined();
  expect(within(wallet!).getByText('0x529084…169EE7')).toBeDefined();
  expect(within(wallet!).getByText(t('signin:ways.contract', { chain: 137 }))).toBeDefined();
});

test('a wallet is linked by password and signature', async () => {
  new FakeWallet().plugIn();
  server.on('listLinkedSignIns', () => NOBODY);
  const { user, t, press, dialog, list } = await linkedSignIns(SECURITY, 'de');
  expect(await screen.findByText(t('signin:ways.empty'))).toBeDefined();
  await press(t('signin:wallet.link'));
  const sheet = await dialog(t('signin:wallet.link'));
  server.on('listLinkedSignIns', () => LINKED);
  await user.type(sheet.getByLabelText(t('security:password.login')), `${PASSWORD}{Enter}`);
  await list();
  expect(server.sent('startWalletLink')[0]?.body).toEqual({ address: WALLET_ADDRESS, chainId: 1, password: PASSWORD });
  expect(server.sent('linkWallet')[0]?.body).toEqual({
    message: 'Link this wallet.',
    signature: `0x${'5a'.repeat(65)}`,
  });
  expect(newestToast()?.title).toBe(t('signin:ways.linked'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a declined signature links nothing; a wrong password is refused at its field', async () => {
  const wallet = new FakeWallet().plugIn();
  wallet.declines = 'personal_sign';
  const { user, t, press, dialog } = await linkedSignIns();
  await press(t('signin:wallet.link'));
  const sheet = await dialog(t('signin:wallet.link'));
  const password = sheet.getByLabelText<HTMLInputElement>(t('security:password.login'));
  await user.type(password, `${PASSWORD}{Enter}`);
  expect(await sheet.findByText(t('signin:wallet.rejected'))).toBeDefined();
  server.on('startWalletLink', () => new Refusal(10004, 'Wrong.', { password: 10004 }));
  await user.type(password, 'x{Enter}');
  await expect.poll(() => noteOf(password)).toBe(t('errors:10004'));
  expect(sheet.queryByText(t('signin:wallet.rejected'))).toBeNull();
  expect(server.sent('linkWallet')).toEqual([]);
});

test('the way to a provider comes back to these logins', async () => {
  vi.stubGlobal('isSecureContext', true);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  server.on('startProviderLink', () => START);
  const { user, t, press, dialog } = await linkedSignIns(PROTECTED);
  await press(t('signin:ways.link', { name: 'School' }));
  const sheet = await dialog(t('signin:ways.link', { name: 'School' }));
  await user.type(sheet.getByLabelText(t('security:password.login')), PASSWORD);
  await user.type(sheet.getByLabelText(t('security:totp.codeOrRecovery')), '123456{Enter}');
  await expect.poll(() => assign.mock.calls).toEqual([[START.url]]);
  expect(server.sent('startProviderLink')[0]?.body).toMatchObject({
    provider: 'school',
    password: PASSWORD,
    totp: '123456',
  });
  const begun = JSON.parse(sessionStorage.getItem('signIn') ?? '{}') as unknown;
  expect(begun).toMatchObject({ links: true, next: '/profile/info#logins' });
});

test('one is unlinked by its owner’s proof', async () => {
  const { user, t, press, dialog, list } = await linkedSignIns();
  await press(`${t('signin:ways.remove')}: School`);
  const sheet = await dialog(t('signin:ways.removeTitle', { name: 'School' }));
  server.on('listLinkedSignIns', () => ({ ...LINKED, providers: [] }));
  await user.type(sheet.getByLabelText(t('security:password.login')), `${PASSWORD}{Enter}`);
  await expect.poll(async () => (await list()).queryByText('School')).toBeNull();
  expect(server.sent('removeSignIn')[0]?.body).toEqual({ kind: 'provider', id: 1, password: PASSWORD });
  expect(newestToast()?.title).toBe(t('signin:ways.removed'));
});

test('without a password the last way in can neither go nor be joined by another', async () => {
  new FakeWallet().plugIn();
  const { t, list } = await linkedSignIns({ ...SECURITY, hasPassword: false });
  await list();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByText(t('signin:password.text'))).toBeDefined();
});

test('where nothing is linked and nothing can be, there is no section', async () => {
  server.on('listSignInWays', () => NO_OTHER_WAYS).on('listLinkedSignIns', () => NOBODY);
  const { t } = await linkedSignIns();
  await expect.poll(() => screen.queryByRole('heading', { name: t('signin:ways.title') })).toBeNull();
});
