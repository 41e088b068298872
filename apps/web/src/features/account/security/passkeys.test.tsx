// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, plain, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PROTECTED, SECURITY } from '../../../testing/account.ts';
import { declined, MADE, PASSKEY_CREATION, plugDevice } from '../../../testing/passkeys.ts';
import { Passkeys } from './passkeys.tsx';

const PASSWORD = 'a-glass-of-water-4';
const LAPTOP: ResultOf<'listPasskeys'>[number] = {
  id: 3,
  name: 'Laptop',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
  synced: true,
};
let server: FakeServer;

async function passkeys(state = SECURITY, language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(<Passkeys state={state} />, {
    namespaces: ['account', 'errors', 'security'],
    account: CUSTOMER,
    language,
  });
  const { t, user } = page;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }));
  const list = () => screen.findByRole('list', { name: t('security:passkeys.name') });
  return { ...page, press, dialog, list };
}

beforeEach(() => {
  server = new FakeServer()
    .on('listPasskeys', () => [LAPTOP])
    .on('startPasskey', () => PASSKEY_CREATION)
    .on('addPasskey', () => LAPTOP)
    .on('renamePasskey', () => null)
    .on('removePasskey', () => null);
});

test('the owner proves it, the device makes one, and it is kept under its name', async () => {
  plugDevice();
  server.on('listPasskeys', () => []);
  const { user, t, press, dialog, list } = await passkeys();
  await press(t('security:passkeys.add'));
  const sheet = await dialog(t('security:passkeys.add'));
  // The first stops no withdrawals.
  expect(sheet.getByText(t('security:passkeys.addText'))).toBeDefined();
  await user.type(sheet.getByLabelText(t('security:passkeys.nameField')), ' Laptop ');
  await user.type(sheet.getByLabelText(t('security:password.login')), PASSWORD);
  server.on('listPasskeys', () => [LAPTOP]);
  await user.click(sheet.getByRole('button', { name: t('security:action.continue') }));
  expect(within(await list()).getByText('Laptop')).toBeDefined();
  expect(server.sent('startPasskey')[0]?.body).toEqual({ password: PASSWORD });
  expect(server.sent('addPasskey')[0]?.body).toEqual({ name: 'Laptop', response: MADE });
  expect(newestToast()?.title).toBe(t('security:passkeys.added'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['cancelled', 'NotAllowedError'],
  ['known', 'InvalidStateError'],
  ['failed', 'SecurityError'],
] as const)('a device that made none: %s', async (problem, name) => {
  plugDevice(() => declined(name));
  const { user, t, press, dialog } = await passkeys(PROTECTED, 'de');
  await press(t('security:passkeys.add'));
  const sheet = await dialog(t('security:passkeys.add'));
  expect(sheet.getByText(t('security:passkeys.addMoreText'))).toBeDefined();
  await user.type(sheet.getByLabelText(t('security:password.login')), PASSWORD);
  await user.type(sheet.getByLabelText(t('security:totp.codeOrRecovery')), '123456{Enter}');
  expect(await sheet.findByText(t(`security:passkeys.problem.${problem}`))).toBeDefined();
  expect(server.sent('addPasskey')).toEqual([]);
});

test('a wrong password is refused at its field, before the device is asked', async () => {
  plugDevice();
  server.on('startPasskey', () => new Refusal(10004, 'Wrong.', { password: 10004 }));
  const { user, t, press, dialog } = await passkeys();
  await press(t('security:passkeys.add'));
  const sheet = await dialog(t('security:passkeys.add'));
  const password = sheet.getByLabelText<HTMLInputElement>(t('security:password.login'));
  await user.click(sheet.getByRole('button', { name: t('security:action.continue') }));
  expect(noteOf(password)).toBe(t('account:field.enterPassword'));
  await user.type(password, 'guessed{Enter}');
  await expect.poll(() => noteOf(password)).toBe(t('errors:10004'));
  expect(server.sent('addPasskey')).toEqual([]);
});

test('each says when it was made and used, and whether it is synced', async () => {
  const used = { ...LAPTOP, id: 4, name: 'هاتف', synced: false, lastUsedAt: '2026-11-02T08:00:00.000Z' };
  server.on('listPasskeys', () => [LAPTOP, used]);
  const { t, format, list } = await passkeys(SECURITY, 'ar');
  const [first, second] = within(await list()).getAllByRole('listitem');
  const made = t('security:passkeys.created', { date: format.date(LAPTOP.createdAt) });
  expect(within(first!).getByText(plain(`${made} · ${t('security:passkeys.neverUsed')}`))).toBeDefined();
  expect(within(first!).getByText(t('security:passkeys.synced'))).toBeDefined();
  expect(second!.textContent).not.toContain(t('security:passkeys.neverUsed'));
  expect(within(second!).queryByText(t('security:passkeys.synced'))).toBeNull();
});

test('a passkey is renamed; a name of spaces is none', async () => {
  const { user, t, press, dialog } = await passkeys();
  await press(`${t('security:passkeys.rename')}: Laptop`);
  const sheet = await dialog(t('security:passkeys.rename'));
  const name = sheet.getByLabelText<HTMLInputElement>(t('security:passkeys.nameField'));
  expect(name.value).toBe('Laptop');
  await user.clear(name);
  await user.type(name, '  {Enter}');
  expect(noteOf(name)).toBe(t('security:passkeys.enterName'));
  await user.type(name, 'Phone {Enter}');
  await expect.poll(() => server.sent('renamePasskey')[0]?.body).toEqual({ id: 3, name: 'Phone' });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('a passkey is removed by its owner’s proof', async () => {
  const { user, t, press, dialog } = await passkeys();
  await press(`${t('security:passkeys.remove')}: Laptop`);
  const sheet = await dialog(t('security:passkeys.removeTitle', { name: 'Laptop' }));
  server.on('listPasskeys', () => []);
  await user.type(sheet.getByLabelText(t('security:password.login')), `${PASSWORD}{Enter}`);
  expect(await screen.findByText(t('security:passkeys.empty'))).toBeDefined();
  expect(server.sent('removePasskey')[0]?.body).toEqual({ id: 3, password: PASSWORD });
  expect(newestToast()?.title).toBe(t('security:passkeys.removed'));
});

test('ten are enough, and a page without https makes none', async () => {
  plugDevice();
  server.on('listPasskeys', () => Array.from({ length: 10 }, (_, id) => ({ ...LAPTOP, id, name: `Key ${id}` })));
  const { t, list, unmount } = await passkeys();
  await list();
  expect(screen.queryByRole('button', { name: t('security:passkeys.add') })).toBeNull();
  unmount();
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  await passkeys();
  expect(await screen.findByText(t('security:passkeys.obstacle.browser'))).toBeDefined();
});
