// @vitest-environment happy-dom
import { PASSWORD_LENGTH_MIN } from '@glasshouse/api/constants';
import { currentSession } from '@glasshouse/app/session/session';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { isInvalid, noteOf } from '@glasshouse/app/testing/reading';
import { newestToast, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { LOGGED_IN, NO_OTHER_WAYS } from '../../testing/sign-in.ts';
import { RegisterPage } from './register-page.tsx';

const PASSWORD = 'a-glass-of-water-4';
let server: FakeServer;

async function registerPage(more: Partial<RenderOptions> = {}) {
  const page = await show(<RegisterPage />, {
    namespaces: ['account', 'errors', 'signin'],
    path: '/pass/register',
    ...more,
  });
  const { t, user } = page;
  await screen.findByRole('heading', { level: 1, name: t('account:register.title') });
  const box = (name: 'username' | 'email' | 'code' | 'password' | 'confirmPassword') =>
    screen.getByLabelText<HTMLInputElement>(t(`account:field.${name}`));
  const invite = screen.getByLabelText<HTMLInputElement>(t('account:register.inviteCode'));
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const submit = () => press(t('account:register.submit'));
  const fillPasswords = async () => {
    await user.type(box('password'), PASSWORD);
    await user.type(box('confirmPassword'), PASSWORD);
  };
  return { ...page, box, invite, press, submit, fillPasswords };
}

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer()
    .on('listSignInWays', () => NO_OTHER_WAYS)
    .on('checkAccountExists', ({ query }) => ({ exists: query.username === 'anna' }))
    .on('sendCode', () => ({ cooldownSeconds: 60 }))
    .on('register', () => LOGGED_IN);
});

test('a name and a password make an account in the language of the page', async () => {
  const { user, t, box, submit, fillPasswords } = await registerPage({ language: 'de' });
  await user.type(box('username'), 'berta');
  await fillPasswords();
  await submit();
  await expect.poll(() => currentSession()?.token).toBe(LOGGED_IN.token);
  expect(server.sent('register')[0]?.body).toEqual({
    username: 'berta',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    language: 'de',
  });
  expect(newestToast()?.title).toBe(t('account:register.done'));
  expect(window.location.pathname).toBe('/');
});

test('a name is looked up when it is left: free, taken, and neither while it is typed', async () => {
  const { user, t, box } = await registerPage();
  const name = box('username');
  await user.type(name, 'anna');
  expect(noteOf(name)).toBe(t('account:register.usernameHint'));
  await user.tab();
  await expect.poll(() => noteOf(name)).toBe(t('account:register.taken'));
  expect(isInvalid(name)).toBe(true);
  await user.type(name, '2');
  expect(isInvalid(name)).toBe(false);
  await user.tab();
  await expect.poll(() => noteOf(name)).toBe(t('account:register.free'));
});

test('a name that is none is not looked up', async () => {
  const { user, t, box } = await registerPage();
  await user.type(box('username'), '2 cats');
  await user.tab();
  expect(noteOf(box('username'))).toBe(t('account:field.usernameWrong'));
  expect(server.sent('checkAccountExists')).toEqual([]);
});

test('an empty form names each problem at its field, and sends nothing', async () => {
  const { user, t, box, submit } = await registerPage();
  await submit();
  expect(noteOf(box('username'))).toBe(t('account:field.usernameWrong'));
  const short = t('account:field.passwordShort', { min: PASSWORD_LENGTH_MIN });
  expect(noteOf(box('password'))).toBe(short);
  await user.type(box('password'), PASSWORD.slice(0, PASSWORD_LENGTH_MIN - 1));
  expect(noteOf(box('password'))).toBe(short);
  expect(noteOf(box('confirmPassword'))).toBe(t('account:field.passwordsDiffer'));
  expect(server.sent('register')).toEqual([]);
});

test('an address takes the code that it was sent', async () => {
  const { user, t, box, press, submit, fillPasswords } = await registerPage();
  await user.click(screen.getByRole('radio', { name: t('account:register.byEmail') }));
  await press(t('account:register.sendCode'));
  expect(noteOf(box('email'))).toBe(t('account:field.emailWrong'));
  expect(server.sent('sendCode')).toEqual([]);
  await user.type(box('email'), ' berta@example.com ');
  await press(t('account:register.sendCode'));
  expect(server.sent('sendCode')[0]?.body).toEqual({ account: 'berta@example.com', type: 'register' });
  const wait = await screen.findByRole<HTMLButtonElement>('button', {
    name: t('account:register.resendIn', { seconds: 60 }),
  });
  expect(wait.disabled).toBe(true);
  expect(document.activeElement).toBe(box('code'));
  expect(newestToast()?.title).toBe(t('account:register.codeSent'));
  await user.type(box('code'), '12345');
  await fillPasswords();
  await submit();
  expect(noteOf(box('code'))).toBe(t('account:field.enterCode'));
  await user.type(box('code'), '6');
  await submit();
  await expect.poll(() => server.sent('register').length).toBe(1);
  expect(server.sent('register')[0]?.body).toMatchObject({ email: 'berta@example.com', code: '123456' });
  expect(server.sent('register')[0]?.body).not.toHaveProperty('username');
});

test('a refused code is said below the field, and can be asked for again', async () => {
  server.on('sendCode', () => new Refusal(10016, 'Wait a minute.'));
  const { user, t, box, press } = await registerPage();
  await user.click(screen.getByRole('radio', { name: t('account:register.byEmail') }));
  await user.type(box('email'), 'berta@example.com');
  await press(t('account:register.sendCode'));
  expect(await screen.findByText('Wait a minute.')).toBeDefined();
  server.on('sendCode', () => ({ cooldownSeconds: 60 }));
  await press(t('account:register.sendCode'));
  await screen.findByRole('button', { name: t('account:register.resendIn', { seconds: 60 }) });
  expect(screen.queryByText('Wait a minute.')).toBeNull();
});

test('refusals of the server stand at their fields until these change', async () => {
  server.on('register', () => new Refusal(10001, 'Taken.', { username: 10001, password: 11143 }));
  const { user, t, box, submit, fillPasswords } = await registerPage();
  await user.type(box('username'), 'berta');
  await fillPasswords();
  await submit();
  await expect.poll(() => isInvalid(box('username'))).toBe(true);
  expect(noteOf(box('username'))).toBe(t('errors:10001'));
  expect(noteOf(box('password'))).toBe(t('errors:11143'));
  expect(screen.queryByText('Taken.')).toBeNull();
  await user.type(box('password'), '2');
  expect(isInvalid(box('password'))).toBe(false);
  expect(isInvalid(box('username'))).toBe(true);
});

test('the code of a link is filled in, can be changed, and is sent', async () => {
  const { user, box, invite, submit, fillPasswords } = await registerPage({ path: '/pass/register?invite=FRIEND7' });
  expect(invite.value).toBe('FRIEND7');
  await user.type(box('username'), 'berta');
  await fillPasswords();
  await user.clear(invite);
  await user.type(invite, ' OTHER8 ');
  await submit();
  await expect.poll(() => server.sent('register')[0]?.body.inviteCode).toBe('OTHER8');
});

test('in Arabic the page runs from right to left, names and addresses do not; Enter sends', async () => {
  const { user, t, box, fillPasswords } = await registerPage({ language: 'ar', path: '/pass/register?next=%2Fzjxq' });
  expect(document.documentElement.dir).toBe('rtl');
  expect(box('username').dir).toBe('ltr');
  expect(screen.getByRole('link', { name: t('account:register.login') }).getAttribute('href')).toBe(
    '/pass/login?next=%2Fzjxq',
  );
  await user.type(box('username'), 'berta');
  await fillPasswords();
  await user.keyboard('{Enter}');
  await expect.poll(() => window.location.pathname).toBe('/zjxq');
});
