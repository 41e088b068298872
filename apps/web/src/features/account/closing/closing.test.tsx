// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { currentSession } from '@glasshouse/app/session/session';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, plain, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PROTECTED, SECURITY, userInfoOf } from '../../../testing/account.ts';
import { fileOf, watchDownloads } from '../../../testing/downloads.ts';
import { Closing } from './closing.tsx';

const PASSWORD = 'a-glass-of-water-4';
const EMPTY: ResultOf<'getClosing'> = { left: [], loans: 0, deposits: 0, isOpen: false };
const LEFT: ResultOf<'getClosing'>['left'] = [{ asset: 'USDT', kind: 'available', amount: '12.5' }];
let server: FakeServer;

async function closing(more: Partial<RenderOptions> = {}) {
  const namespaces = ['account', 'errors', 'security', 'signin'] as const;
  const page = await show(<Closing />, { namespaces, account: CUSTOMER, path: '/profile/info', ...more });
  const { t, user } = page;
  const open = async () => {
    await user.click(screen.getByRole('button', { name: t('signin:closing.close') }));
    const dialog = screen.getByRole('dialog', { name: t('signin:closing.close') });
    return { dialog, sheet: within(dialog) };
  };
  const confirm = () => screen.findByRole<HTMLButtonElement>('button', { name: t('signin:closing.confirm') });
  return { ...page, open, confirm };
}

beforeEach(() => {
  server = new FakeServer()
    .on('getUserInfo', () => userInfoOf(SECURITY))
    .on('getClosing', () => EMPTY)
    .on('closeAccount', () => null);
});

test('an empty account closes by its password, and nobody is logged in any more', async () => {
  const { user, t, open, confirm } = await closing({ language: 'de' });
  const { sheet } = await open();
  await confirm();
  expect(sheet.getByText(t('signin:closing.kept'))).toBeDefined();
  const password = sheet.getByLabelText<HTMLInputElement>(t('security:password.login'));
  await user.click(await confirm());
  expect(noteOf(password)).toBe(t('account:field.enterPassword'));
  await user.type(password, PASSWORD);
  await user.click(await confirm());
  await expect.poll(() => window.location.pathname).toBe('/');
  expect(server.sent('closeAccount')[0]?.body).toEqual({ leave: false, password: PASSWORD });
  expect(currentSession()).toBeUndefined();
  expect(newestToast()?.title).toBe(t('signin:closing.done'));
});

test('what is left must be left behind knowingly', async () => {
  server.on('getUserInfo', () => userInfoOf(PROTECTED)).on('getClosing', () => ({ ...EMPTY, left: LEFT, loans: 2 }));
  const { user, t, format, open, confirm } = await closing({ language: 'ar' });
  const { sheet } = await open();
  expect((await confirm()).disabled).toBe(true);
  const line = sheet.getByRole('listitem').textContent;
  expect(plain(line)).toBe(plain(`${t('account:accountKind.available')}: ${format.money('12.5', 'USDT')}`));
  expect(sheet.getByText(plain(t('signin:closing.loans', { count: 2 })))).toBeDefined();
  await user.click(sheet.getByLabelText(t('signin:closing.leave')));
  await user.type(sheet.getByLabelText(t('security:password.login')), PASSWORD);
  await user.type(sheet.getByLabelText(t('security:totp.codeOrRecovery')), '123456');
  await user.click(await confirm());
  await expect
    .poll(() => server.sent('closeAccount')[0]?.body)
    .toEqual({
      leave: true,
      password: PASSWORD,
      totp: '123456',
    });
});

test('where something is open the dialog says so, and offers no way to close', async () => {
  server.on('getClosing', () => ({ ...EMPTY, isOpen: true, deposits: 1 }));
  const { t, open } = await closing();
  const { sheet } = await open();
  expect(await sheet.findByText(t('signin:closing.open'))).toBeDefined();
  expect(sheet.getByText(t('signin:closing.deposits', { count: 1 }))).toBeDefined();
  expect(sheet.queryByRole('button', { name: t('signin:closing.confirm') })).toBeNull();
  expect(sheet.queryByLabelText(t('security:password.login'))).toBeNull();
});

test('a wrong password closes nothing; Escape leaves', async () => {
  server.on('closeAccount', () => new Refusal(10004, 'Wrong.', { password: 10004 }));
  const { user, t, open, confirm } = await closing();
  const { dialog, sheet } = await open();
  await confirm();
  const password = sheet.getByLabelText<HTMLInputElement>(t('security:password.login'));
  await user.type(password, 'guessed{Enter}');
  await expect.poll(() => noteOf(password)).toBe(t('errors:10004'));
  expect(currentSession()?.user).toEqual(CUSTOMER);
  pressEscape(dialog);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('everything about a person is one file', async () => {
  const saved = watchDownloads();
  const name = 'account-1000-2026-11-30.jsonl';
  server.on('exportAccount', () => fileOf(name, 'application/jsonl', '{"table":"head"}\n'));
  const { user, t } = await closing();
  await user.click(screen.getByRole('button', { name: t('signin:closing.export') }));
  await expect.poll(() => saved).toEqual([name]);
  expect(newestToast()?.title).toBe(t('signin:closing.exported', { name }));
  server.on('exportAccount', () => new Refusal(11345, 'Log in again.'));
  await user.click(screen.getByRole('button', { name: t('signin:closing.export') }));
  expect(await screen.findByText('Log in again.')).toBeDefined();
});

test('a guest has nothing to close', async () => {
  const { t } = await closing({ account: { ...CUSTOMER, guest: true } });
  expect(screen.queryByRole('button', { name: t('signin:closing.close') })).toBeNull();
});
