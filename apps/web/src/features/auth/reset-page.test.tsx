// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { isInvalid, noteOf } from '@glasshouse/app/testing/reading';
import { newestToast, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ResetPage } from './reset-page.tsx';

const PASSWORD = 'another-glass-of-water-7';
const EMAIL = 'anna@example.com';
let server: FakeServer;

async function resetPage(language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(<ResetPage />, { namespaces: ['account', 'errors'], path: '/pass/reset', language });
  const { t, user } = page;
  const box = (name: 'email' | 'code' | 'newPassword') =>
    screen.getByLabelText<HTMLInputElement>(t(`account:field.${name}`));
  const submit = () => user.click(screen.getByRole('button', { name: t('account:reset.submit') }));
  const fill = async () => {
    await user.type(box('email'), EMAIL);
    await user.type(box('code'), '123456');
    await user.type(box('newPassword'), PASSWORD);
  };
  return { ...page, box, submit, fill };
}

beforeEach(() => {
  server = new FakeServer().on('changePassword', () => null).on('sendCode', () => ({ cooldownSeconds: 60 }));
});

test('a mailed code replaces the forgotten password, and leads to the login', async () => {
  const { user, t, box, submit } = await resetPage('de');
  await user.type(box('email'), EMAIL);
  await user.click(screen.getByRole('button', { name: t('account:register.sendCode') }));
  expect(server.sent('sendCode')[0]?.body).toEqual({ account: EMAIL, type: 'reset' });
  await expect.poll(() => document.activeElement).toBe(box('code'));
  await user.keyboard('123456');
  await user.type(box('newPassword'), PASSWORD);
  await submit();
  await expect.poll(() => window.location.pathname).toBe('/pass/login');
  expect(server.sent('changePassword')[0]?.body).toEqual({ account: EMAIL, code: '123456', newPassword: PASSWORD });
  expect(newestToast()?.title).toBe(t('account:reset.done'));
});

test('an empty form names what is missing, and sends nothing', async () => {
  const { t, box, submit } = await resetPage('ar');
  await submit();
  expect(noteOf(box('email'))).toBe(t('account:field.emailWrong'));
  expect(noteOf(box('code'))).toBe(t('account:field.enterCode'));
  expect(isInvalid(box('newPassword'))).toBe(true);
  expect(document.documentElement.dir).toBe('rtl');
  expect(box('email').dir).toBe('ltr');
  expect(server.changes).toEqual([]);
});

test('a wrong code is refused at its field; nobody is led on', async () => {
  server.on('changePassword', () => new Refusal(10005, 'Wrong code.', { code: 10005 }));
  const { t, box, fill, submit } = await resetPage();
  await fill();
  await submit();
  await expect.poll(() => isInvalid(box('code'))).toBe(true);
  expect(noteOf(box('code'))).toBe(t('errors:10005'));
  expect(window.location.pathname).toBe('/pass/reset');
});

test('an account with an app takes its code besides the mailed one', async () => {
  server.on('changePassword', ({ body }) =>
    body.totp === '654321' ? null : new Refusal(11028, 'Enter the code of the app.'),
  );
  const { user, t, fill, submit } = await resetPage();
  await fill();
  await submit();
  const code = await screen.findByLabelText<HTMLInputElement>(t('account:login.codeField'));
  expect(document.activeElement).toBe(code);
  expect(screen.queryByText('Enter the code of the app.')).toBeNull();
  await submit();
  expect(noteOf(code)).toBe(t('account:login.enterCode'));
  await user.type(code, '111111{Enter}');
  expect(await screen.findByText('Enter the code of the app.')).toBeDefined();
  await user.clear(code);
  await user.type(code, '654321{Enter}');
  await expect.poll(() => window.location.pathname).toBe('/pass/login');
});

test('the way back to the login is a link', async () => {
  const { t } = await resetPage();
  expect(screen.getByRole('link', { name: t('account:reset.backToLogin') }).getAttribute('href')).toBe('/pass/login');
});
