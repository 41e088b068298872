// @vitest-environment happy-dom
import { currentSession } from '@glasshouse/app/session/session';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { isInvalid, noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { LOGGED_IN, NO_OTHER_WAYS } from '../../testing/sign-in.ts';
import { LoginPage } from './login-page.tsx';

const PASSWORD = 'a-glass-of-water-4';
const WRONG = 'Wrong username, email or password.';
let server: FakeServer;

async function loginPage(more: Partial<RenderOptions> = {}) {
  const page = await show(<LoginPage />, { namespaces: ['account', 'errors', 'signin'], path: '/pass/login', ...more });
  const { t, user } = page;
  await screen.findByRole('heading', { level: 1, name: t('account:login.title') });
  const account = screen.getByLabelText<HTMLInputElement>(t('account:field.account'));
  const password = screen.getByLabelText<HTMLInputElement>(t('account:field.password'));
  const submit = screen.getByRole('button', { name: t('account:login.submit') });
  const logIn = async () => {
    await user.type(account, ' anna ');
    await user.type(password, PASSWORD);
    await user.click(submit);
  };
  return { ...page, account, password, submit, logIn };
}

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer().on('listSignInWays', () => NO_OTHER_WAYS);
});

test('name and password log in, and lead to the page that asked for them', async () => {
  server.on('login', () => LOGGED_IN);
  const { t, logIn } = await loginPage({ path: '/pass/login?next=%2Fzjxq' });
  await logIn();
  await expect.poll(() => window.location.pathname).toBe('/zjxq');
  expect(server.sent('login')[0]?.body).toEqual({ account: 'anna', password: PASSWORD, devices: [] });
  expect(currentSession()).toMatchObject({ token: LOGGED_IN.token, user: CUSTOMER });
  expect(newestToast()?.title).toBe(t('account:login.done'));
});

test.each(['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example'])(
  'nobody is led to %s',
  async (next) => {
    server.on('login', () => LOGGED_IN);
    const { logIn } = await loginPage({ path: `/pass/login?next=${encodeURIComponent(next)}` });
    await logIn();
    await expect.poll(() => window.location.href).toBe(`${window.location.origin}/`);
  },
);

test('the browser names the devices that it logged in as before', async () => {
  server.on('login', () => LOGGED_IN);
  localStorage.setItem('devices', 'second first');
  const { logIn } = await loginPage();
  await logIn();
  await expect.poll(() => server.sent('login')[0]?.body.devices).toEqual(['second', 'first']);
  await expect.poll(() => localStorage.getItem('devices')).toBe('device-of-anna second first');
});

test('an empty form names what is missing at its fields, and sends nothing', async () => {
  const { user, t, account, password, submit } = await loginPage();
  await user.click(submit);
  expect(isInvalid(account)).toBe(true);
  expect(noteOf(account)).toBe(t('account:field.enterAccount'));
  expect(noteOf(password)).toBe(t('account:field.enterPassword'));
  expect(server.sent('login')).toEqual([]);
  await user.type(account, 'anna');
  expect(isInvalid(account)).toBe(false);
});

test('a wrong password is refused beside the form; what was typed stays', async () => {
  server.on('login', () => new Refusal(10004, WRONG));
  const { account, password, logIn } = await loginPage();
  await logIn();
  expect(await screen.findByText(WRONG)).toBeDefined();
  expect(account.value).toBe(' anna ');
  expect(password.value).toBe(PASSWORD);
  expect(currentSession()).toBeUndefined();
});

test('where strangers used up the attempts of an account, the browser works and logs in', async () => {
  server
    .on('login', ({ body }) => (body.proof === undefined ? new Refusal(11001, 'Too many tries.', {}, 429) : LOGGED_IN))
    .on('getLoginChallenge', () => ({ challenge: 'work', bits: 4, expiresAt: '2026-12-01T00:00:00.000Z' }));
  const { logIn } = await loginPage();
  await logIn();
  await expect.poll(() => currentSession()?.token).toBe(LOGGED_IN.token);
  expect(server.sent('getLoginChallenge')[0]?.body).toEqual({ account: 'anna' });
  expect(server.sent('login')[1]?.body.proof).toMatchObject({ challenge: 'work' });
});

test('an account with an app asks for its code, and takes a recovery code in its place', async () => {
  server.on('login', ({ body }) => {
    if (body.totp === undefined) return new Refusal(11028, 'Enter the code of the app.');
    return body.totp === 'abcd-efgh-jkmn' ? LOGGED_IN : new Refusal(11029, 'Used.', { totp: 11029 });
  });
  const { user, t, logIn } = await loginPage();
  await logIn();
  await screen.findByRole('heading', { level: 1, name: t('account:login.codeTitle') });
  const code = screen.getByLabelText<HTMLInputElement>(t('account:login.codeField'));
  expect(document.activeElement).toBe(code);
  await user.keyboard('{Enter}');
  expect(noteOf(code)).toBe(t('account:login.enterCode'));
  expect(server.changes.map(({ name }) => name)).toEqual(['login']);
  await user.type(code, '123456{Enter}');
  await expect.poll(() => isInvalid(code)).toBe(true);
  expect(noteOf(code)).toBe(t('errors:11029'));
  await user.clear(code);
  await user.type(code, 'abcd-efgh-jkmn{Enter}');
  await expect.poll(() => currentSession()?.token).toBe(LOGGED_IN.token);
  expect(server.sent('login').at(-1)?.body).toMatchObject({ account: 'anna', password: PASSWORD });
});

test('from the code one gets back to name and password', async () => {
  server.on('login', () => new Refusal(11028, 'Enter the code of the app.'));
  const { user, t, logIn } = await loginPage();
  await logIn();
  await user.click(await screen.findByRole('button', { name: t('account:reset.backToLogin') }));
  expect(screen.getByLabelText<HTMLInputElement>(t('account:field.account')).value).toBe(' anna ');
});

test('whoever closed an account may come back; another account is not reopened with it', async () => {
  server.on('login', ({ body }) => (body.reopen === true ? LOGGED_IN : new Refusal(11346, 'This account is closed.')));
  const { user, t, account, logIn } = await loginPage();
  await logIn();
  const reopen = { name: t('signin:closing.reopen') };
  await screen.findByRole('button', reopen);
  expect(screen.getByText(t('signin:closing.reopenText'))).toBeDefined();
  await user.type(account, 'bel');
  expect(screen.queryByRole('button', reopen)).toBeNull();
  await user.clear(account);
  await user.type(account, 'anna');
  await user.click(screen.getByRole('button', reopen));
  await expect.poll(() => currentSession()?.token).toBe(LOGGED_IN.token);
  expect(server.sent('login')[1]?.body).toMatchObject({ account: 'anna', reopen: true });
});

test('while the answer is open the form is busy and sent once; the password can be shown', async () => {
  const { user, t, password, submit, logIn } = await loginPage();
  await logIn();
  await user.type(password, '{Enter}{Enter}');
  expect(submit.getAttribute('aria-busy')).toBe('true');
  expect(server.changes.map(({ name }) => name)).toEqual(['login']);
  expect(password.type).toBe('password');
  await user.click(screen.getByRole('button', { name: t('common:action.showPassword') }));
  expect(password.type).toBe('text');
});

test('a server out of reach is said, and the form can be sent again', async () => {
  server.on('login', () => {
    throw new TypeError('Failed to fetch');
  });
  const { t, submit, user, logIn } = await loginPage();
  await logIn();
  expect(await screen.findByText(t('common:state.unreachable'))).toBeDefined();
  server.on('login', () => LOGGED_IN);
  await user.click(submit);
  await expect.poll(() => currentSession()?.token).toBe(LOGGED_IN.token);
});

test('an ended session is said; sign-up goes on to the same page', async () => {
  const { t } = await loginPage({ path: '/pass/login?ended=1&next=%2Fzjxq' });
  expect(screen.getByText(t('account:login.sessionEnded'))).toBeDefined();
  const register = screen.getByRole('link', { name: t('account:login.register') });
  expect(register.getAttribute('href')).toBe('/pass/register?ended=1&next=%2Fzjxq');
  expect(screen.getByRole('link', { name: t('account:login.forgot') }).getAttribute('href')).toBe('/pass/reset');
});

test('somebody who is logged in is sent home; a guest may log in', async () => {
  const { t } = await loginPage({ account: { ...CUSTOMER, guest: true } });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('account:login.title'));
  await show(<LoginPage />, { namespaces: ['account', 'signin'], path: '/pass/login', account: CUSTOMER });
  await expect.poll(() => window.location.pathname).toBe('/');
});

test.each(['de', 'ar'] as const)('in %s the keyboard goes from name to password to the button', async (language) => {
  const { user, t, account, password, submit } = await loginPage({ language });
  expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
  expect(account.dir).toBe('ltr');
  account.focus();
  const form = within(account.closest('form')!);
  for (const next of [
    form.getByRole('link', { name: t('account:login.forgot') }),
    password,
    form.getByRole('button', { name: t('common:action.showPassword') }),
    submit,
  ]) {
    await user.tab();
    expect(document.activeElement).toBe(next);
  }
});
