// @vitest-environment happy-dom
import { currentSession } from '@glasshouse/app/session/session';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { LOGGED_IN } from '../../../testing/sign-in.ts';
import { CallbackPage } from './callback-page.tsx';

const BEGUN = {
  provider: 'school',
  state: 's1',
  redirectUri: 'http://localhost:3000/pass/callback/school',
  codeVerifier: 'v'.repeat(43),
  next: '/zjxq',
  links: false,
};
const PATH = '/pass/callback/school';
const ANSWER = { code: 'c1', state: 's1', codeVerifier: BEGUN.codeVerifier, redirectUri: BEGUN.redirectUri };
const LINK_FIRST = new Refusal(11340, 'There is an account of this address.');
let server: FakeServer;

const callback = (
  begun: Partial<typeof BEGUN & { inviteCode: string }> | undefined,
  more: Partial<RenderOptions> = {},
) => {
  if (begun !== undefined) sessionStorage.setItem('signIn', JSON.stringify({ ...BEGUN, ...begun }));
  return show(<CallbackPage />, {
    namespaces: ['account', 'errors', 'signin'],
    path: `${PATH}?code=c1&state=s1`,
    ...more,
  });
};

beforeEach(() => {
  sessionStorage.clear();
  server = new FakeServer().on('loginWithProvider', () => LOGGED_IN);
});

test('the answer of a provider logs in once, and leads to where one was', async () => {
  const { t } = await callback({ inviteCode: 'FRIEND7' });
  await expect.poll(() => window.location.pathname).toBe('/zjxq');
  expect(server.sent('loginWithProvider').map(({ body }) => body)).toEqual([
    { ...ANSWER, provider: 'school', language: 'en', inviteCode: 'FRIEND7' },
  ]);
  expect(currentSession()?.token).toBe(LOGGED_IN.token);
  expect(newestToast()?.title).toBe(t('account:login.done'));
  expect(sessionStorage.getItem('signIn')).toBeNull();
});

test('Google has a call of its own', async () => {
  server.on('loginWithGoogle', () => LOGGED_IN);
  await callback({ provider: 'google' }, { path: '/pass/callback/google?code=c1&state=s1' });
  await expect.poll(() => server.sent('loginWithGoogle')[0]?.body).toEqual({ ...ANSWER, language: 'en' });
});

test.each([
  ['of somebody else', 'foreign', '?code=c1&state=s2'],
  ['to a person who declined', 'cancelled', '?error=access_denied&state=s1'],
] as const)('an answer %s logs nobody in, and leaves the address bar', async (_what, kind, search) => {
  const { t } = await callback({}, { path: `${PATH}${search}`, language: 'ar' });
  expect(screen.getByText(t(`signin:callback.${kind}`))).toBeDefined();
  expect(screen.getByRole('link', { name: t('account:reset.backToLogin') })).toBeDefined();
  expect(window.location.search).toBe('');
  expect(server.changes).toEqual([]);
  expect(currentSession()).toBeUndefined();
});

test('an address that has an account is proved by its password first', async () => {
  server.on('loginWithProvider', ({ body }) => {
    if (body.password === undefined) return LINK_FIRST;
    return body.password === 'right' ? LOGGED_IN : new Refusal(10004, 'Wrong.', { password: 10004 });
  });
  const { user, t } = await callback({});
  await screen.findByRole('heading', { level: 1, name: t('signin:link.title') });
  const password = screen.getByLabelText<HTMLInputElement>(t('account:field.password'));
  const submit = screen.getByRole('button', { name: t('signin:link.submit') });
  await user.click(submit);
  expect(noteOf(password)).toBe(t('account:field.enterPassword'));
  await user.type(password, 'wrong{Enter}');
  await expect.poll(() => noteOf(password)).toBe(t('errors:10004'));
  expect(currentSession()).toBeUndefined();
  await user.clear(password);
  await user.type(password, 'right{Enter}');
  await expect.poll(() => currentSession()?.token).toBe(LOGGED_IN.token);
});

test('or by a mailed code, and then by that of the app', async () => {
  server
    .on('sendCode', () => ({ cooldownSeconds: 60 }))
    .on('loginWithProvider', ({ body }) => {
      if (body.emailCode === undefined) return LINK_FIRST;
      return body.totp === undefined ? new Refusal(11028, 'Code.') : LOGGED_IN;
    });
  const { user, t } = await callback({}, { language: 'de' });
  await user.click(await screen.findByRole('button', { name: t('signin:link.byCode') }));
  await user.type(screen.getByLabelText(t('account:field.email')), 'anna@example.com');
  await user.click(screen.getByRole('button', { name: t('account:register.sendCode') }));
  expect(server.sent('sendCode')[0]?.body).toEqual({ account: 'anna@example.com', type: 'link' });
  await user.type(screen.getByLabelText(t('account:field.code')), '123456');
  await user.click(screen.getByRole('button', { name: t('signin:link.submit') }));
  await screen.findByRole('heading', { level: 1, name: t('account:login.codeTitle') });
  await user.type(screen.getByLabelText(t('account:login.codeField')), '654321{Enter}');
  await expect.poll(() => currentSession()?.token).toBe(LOGGED_IN.token);
  expect(server.sent('loginWithProvider').at(-1)?.body).toMatchObject({ emailCode: '123456', totp: '654321' });
  expect(server.sent('loginWithProvider').at(-1)?.body).not.toHaveProperty('password');
});

test('what the server refuses is said in place of the form', async () => {
  server.on('loginWithProvider', () => new Refusal(11341, 'The provider is out of reach.'));
  await callback({});
  expect(await screen.findByText('The provider is out of reach.')).toBeDefined();
});

test('whoever is logged in links the provider, and is back where it began', async () => {
  server.on('linkProvider', () => null);
  const { t } = await callback({ links: true, next: '/profile/info#logins' }, { account: CUSTOMER });
  await expect.poll(() => window.location.pathname).toBe('/profile/info');
  expect(server.sent('linkProvider')[0]?.body).toEqual({ ...ANSWER, provider: 'school' });
  expect(server.sent('loginWithProvider')).toEqual([]);
  expect(newestToast()?.title).toBe(t('signin:ways.linked'));
});
