// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf } from '@glasshouse/app/testing/reading';
import { type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ALL_METHODS, FakeWallet, LOGGED_IN, NO_OTHER_WAYS, WALLET_ADDRESS } from '../../../testing/sign-in.ts';
import { SignInMethods } from './sign-in-methods.tsx';

const MESSAGE = 'glasshouse.example wants you to sign in.';
const START = {
  url: 'https://school.example/authorize?client_id=glasshouse',
  state: 'state-of-anna',
  redirectUri: 'http://localhost:3000/pass/callback/school',
};
let server: FakeServer;
let arrived: unknown;

const signInMethods = (more: Partial<RenderOptions> & { inviteCode?: string } = {}) => {
  const { inviteCode, ...rest } = more;
  return show(<SignInMethods onDone={(result) => (arrived = result)} inviteCode={inviteCode} />, {
    namespaces: ['account', 'signin'],
    ...rest,
  });
};

beforeEach(() => {
  arrived = undefined;
  sessionStorage.clear();
  server = new FakeServer()
    .on('listSignInWays', () => ALL_METHODS)
    .on('getWalletNonce', () => ({ nonce: 'n', message: MESSAGE }))
    .on('loginWithWallet', () => LOGGED_IN);
});

test('a wallet signs the words of the server, and that logs in', async () => {
  const wallet = new FakeWallet().plugIn();
  const { user, t } = await signInMethods({ language: 'de', inviteCode: 'FRIEND7' });
  await user.click(await screen.findByRole('button', { name: t('signin:wallet.any') }));
  await expect.poll(() => arrived).toEqual(LOGGED_IN);
  expect(server.sent('getWalletNonce')[0]?.query).toEqual({ address: WALLET_ADDRESS, chainId: '1' });
  const hex = Buffer.from(MESSAGE).toString('hex');
  expect(wallet.requests.at(-1)).toEqual({ method: 'personal_sign', params: [`0x${hex}`, WALLET_ADDRESS] });
  expect(server.sent('loginWithWallet')[0]?.body).toEqual({
    message: MESSAGE,
    signature: `0x${'5a'.repeat(65)}`,
    inviteCode: 'FRIEND7',
    language: 'de',
  });
  expect(screen.getByText(t('signin:wallet.note'))).toBeDefined();
});

test('a wallet that announces itself stands under its name', async () => {
  new FakeWallet().plugIn('Test Wallet');
  const { t } = await signInMethods({ language: 'ar' });
  expect(await screen.findByRole('button', { name: t('signin:with', { name: 'Test Wallet' }) })).toBeDefined();
});

test.each(['eth_requestAccounts', 'personal_sign'])(
  'nothing happens when its owner declines %s; another try logs in',
  async (declined) => {
    const wallet = new FakeWallet().plugIn();
    wallet.declines = declined;
    const { user, t } = await signInMethods();
    const button = await screen.findByRole('button', { name: t('signin:wallet.any') });
    await user.click(button);
    expect(await screen.findByText(t('signin:wallet.rejected'))).toBeDefined();
    expect(server.sent('loginWithWallet')).toEqual([]);
    wallet.declines = undefined;
    await user.click(button);
    await expect.poll(() => arrived).toEqual(LOGGED_IN);
    expect(screen.queryByText(t('signin:wallet.rejected'))).toBeNull();
  },
);

test('an account with an app asks for its code, which the same signature serves', async () => {
  new FakeWallet().plugIn();
  server.on('loginWithWallet', ({ body }) => (body.totp === undefined ? new Refusal(11028, 'Code.') : LOGGED_IN));
  const { user, t } = await signInMethods();
  await user.click(await screen.findByRole('button', { name: t('signin:wallet.any') }));
  const code = await screen.findByLabelText<HTMLInputElement>(t('account:login.codeField'));
  const submit = screen.getByRole('button', { name: t('account:login.submit') });
  await user.click(submit);
  expect(noteOf(code)).toBe(t('account:login.enterCode'));
  await user.type(code, '123456');
  await user.click(submit);
  await expect.poll(() => arrived).toEqual(LOGGED_IN);
  const [first, second] = server.sent('loginWithWallet').map(({ body }) => body.signature);
  expect(second).toBe(first);
});

test('a refused wallet is told so below the buttons', async () => {
  new FakeWallet().plugIn();
  server.on('loginWithWallet', () => new Refusal(11344, 'This wallet is linked to nobody.'));
  const { user, t } = await signInMethods();
  await user.click(await screen.findByRole('button', { name: t('signin:wallet.any') }));
  expect(await screen.findByText('This wallet is linked to nobody.')).toBeDefined();
  expect(arrived).toBeUndefined();
});

test('a provider is asked by a challenge whose secret stays in this browser', async () => {
  vi.stubGlobal('isSecureContext', true);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  server.on('startProviderLogin', () => START);
  const { user, t } = await signInMethods({ path: '/pass/login?next=%2Fzjxq' });
  await user.click(await screen.findByRole('button', { name: t('signin:with', { name: 'School' }) }));
  await expect.poll(() => assign.mock.calls).toEqual([[START.url]]);
  const begun = JSON.parse(sessionStorage.getItem('signIn') ?? '{}') as Record<string, string>;
  const { url, ...flow } = START;
  expect(begun).toMatchObject({ provider: 'school', next: '/zjxq', links: false, ...flow });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(begun.codeVerifier));
  expect(server.sent('startProviderLogin')[0]?.body).toEqual({
    provider: 'school',
    codeChallenge: Buffer.from(digest).toString('base64url'),
  });
});

test('nothing is kept of a provider that the server refuses', async () => {
  vi.stubGlobal('isSecureContext', true);
  server.on('startProviderLogin', () => new Refusal(11341, 'The provider is out of reach.'));
  const { user, t } = await signInMethods();
  await user.click(await screen.findByRole('button', { name: t('signin:with', { name: 'School' }) }));
  expect(await screen.findByText('The provider is out of reach.')).toBeDefined();
  expect(sessionStorage.getItem('signIn')).toBeNull();
});

test('nothing is offered that does not work: no wallet, no secure page, no other way', async () => {
  const { client, container } = await signInMethods();
  await expect.poll(() => client.getQueryData(['signInWays'])).toEqual(ALL_METHODS);
  expect(container.textContent).toBe('');
  new FakeWallet().plugIn();
  server.on('listSignInWays', () => NO_OTHER_WAYS);
  const without = await signInMethods();
  await expect.poll(() => without.client.getQueryData(['signInWays'])).toEqual(NO_OTHER_WAYS);
  expect(without.container.textContent).toBe('');
});
