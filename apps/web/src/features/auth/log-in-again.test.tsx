// @vitest-environment happy-dom
import { currentSession } from '@glasshouse/app/session/session';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { LOGGED_IN } from '../../testing/sign-in.ts';
import { LogInAgain } from './log-in-again.tsx';

const PASSWORD = 'a-glass-of-water-4';
let server: FakeServer;

async function again(more: Partial<RenderOptions> = {}) {
  const namespaces = ['account', 'errors', 'guide'] as const;
  const page = await show(<LogInAgain />, { namespaces, account: CUSTOMER, path: '/profile/identity', ...more });
  const { t } = page;
  const dialog = screen.getByRole('dialog', { name: t('guide:session.title') });
  const password = within(dialog).getByLabelText<HTMLInputElement>(t('account:field.password'));
  return { ...page, dialog, password };
}

beforeEach(() => {
  server = new FakeServer().on('login', () => LOGGED_IN);
});

test('whoever it was logs in on top of the page, and stays on it', async () => {
  const { user, t, dialog, password } = await again({ language: 'de' });
  expect(within(dialog).getByLabelText<HTMLInputElement>(t('account:field.account')).value).toBe('anna');
  expect(document.activeElement).toBe(password);
  await user.type(password, `${PASSWORD}{Enter}`);
  await expect.poll(() => currentSession()?.token).toBe(LOGGED_IN.token);
  expect(server.sent('login')[0]?.body).toMatchObject({ account: 'anna', password: PASSWORD });
  expect(window.location.pathname).toBe('/profile/identity');
  expect(newestToast()?.title).toBe(t('account:login.done'));
});

test('somebody else leaves the page of the one before', async () => {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  server.on('login', () => ({ ...LOGGED_IN, user: { ...CUSTOMER, id: 1001, username: 'bert' } }));
  const { user, password } = await again();
  await user.type(password, `${PASSWORD}{Enter}`);
  await expect.poll(() => replace.mock.calls).toEqual([['/']]);
  expect(newestToast()).toBeUndefined();
});

test('the app is asked for in the same dialog; what is wrong stands at its field', async () => {
  server.on('login', ({ body }) => {
    if (body.totp === undefined) return new Refusal(11028, 'Code.');
    return body.totp === '654321' ? LOGGED_IN : new Refusal(11029, 'Wrong.', { totp: 11029 });
  });
  const { user, t, dialog, password } = await again({ language: 'ar' });
  await user.type(password, `${PASSWORD}{Enter}`);
  const code = await within(dialog).findByLabelText<HTMLInputElement>(t('account:login.codeField'));
  await expect.poll(() => document.activeElement).toBe(code);
  await user.type(code, '111111{Enter}');
  await expect.poll(() => noteOf(code)).toBe(t('errors:11029'));
  await user.clear(code);
  await user.type(code, '654321{Enter}');
  await expect.poll(() => currentSession()?.token).toBe(LOGGED_IN.token);
});

test('nothing is sent without a password, and a refusal is said in the dialog', async () => {
  server.on('login', () => new Refusal(10004, 'Wrong password.'));
  const { user, t, dialog, password } = await again();
  await user.keyboard('{Enter}');
  expect(noteOf(password)).toBe(t('account:field.enterPassword'));
  expect(server.received).toEqual([]);
  await user.type(password, 'guessed{Enter}');
  expect(await within(dialog).findByText('Wrong password.')).toBeDefined();
});

test('Escape does not close it; whoever wants another account goes to the login', async () => {
  const { user, t, dialog } = await again();
  pressEscape(dialog);
  expect(screen.getByRole('dialog')).toBe(dialog);
  await user.click(within(dialog).getByRole('button', { name: t('guide:session.other') }));
  await expect.poll(() => window.location.pathname).toBe('/pass/login');
  expect(new URLSearchParams(window.location.search).get('next')).toBe('/profile/identity');
  expect(new URLSearchParams(window.location.search).has('ended')).toBe(true);
  expect(currentSession()).toBeUndefined();
});
