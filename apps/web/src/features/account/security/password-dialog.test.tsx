// @vitest-environment happy-dom
import { PASSWORD_LENGTH_MIN } from '@glasshouse/api/constants';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { isInvalid, noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, pressEscape, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FirstPassword } from './link-dialogs.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const OLD = 'a-glass-of-water-4';
const NEW = 'another-glass-of-water-7';
let server: FakeServer;
let closed = 0;

const onClose = () => {
  closed += 1;
};

async function dialog(element: React.ReactNode, language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(element, {
    namespaces: ['account', 'errors', 'security', 'signin'],
    account: CUSTOMER,
    language,
  });
  const sheet = screen.getByRole('dialog');
  const box = (name: string) => within(sheet).getByLabelText<HTMLInputElement>(name);
  const press = (name: string) => page.user.click(within(sheet).getByRole('button', { name }));
  return { ...page, sheet, box, press };
}

beforeEach(() => {
  closed = 0;
  server = new FakeServer().on('changePassword', () => null).on('setFirstPassword', () => null);
});

test('the old password takes the new one in its place', async () => {
  const { user, t, box, press } = await dialog(<PasswordDialog totp={false} onClose={onClose} />, 'de');
  await user.type(box(t('account:field.oldPassword')), OLD);
  await user.type(box(t('account:field.newPassword')), NEW);
  await press(t('account:password.submit'));
  await expect.poll(() => closed).toBe(1);
  expect(server.sent('changePassword')[0]?.body).toEqual({ oldPassword: OLD, newPassword: NEW });
  expect(newestToast()?.title).toBe(t('account:password.done'));
});

test('where the app is on its code is needed too; refusals stand at their fields', async () => {
  server.on('changePassword', () => new Refusal(10004, 'Wrong.', { oldPassword: 10004, totp: 11029 }));
  const { user, t, box, press, sheet } = await dialog(<PasswordDialog totp onClose={onClose} />);
  const code = box(t('security:totp.codeOrRecovery'));
  await press(t('account:password.submit'));
  expect(noteOf(box(t('account:field.oldPassword')))).toBe(t('account:field.enterPassword'));
  const short = t('account:field.passwordShort', { min: PASSWORD_LENGTH_MIN });
  expect(noteOf(box(t('account:field.newPassword')))).toContain(short);
  expect(noteOf(code)).toBe(t('security:totp.enterCode'));
  expect(server.received).toEqual([]);
  await user.type(box(t('account:field.oldPassword')), OLD);
  await user.type(box(t('account:field.newPassword')), NEW);
  await user.type(code, ' 123456 {Enter}');
  await expect.poll(() => noteOf(code)).toBe(t('errors:11029'));
  expect(noteOf(box(t('account:field.oldPassword')))).toBe(t('errors:10004'));
  expect(server.sent('changePassword')[0]?.body).toMatchObject({ totp: '123456' });
  expect(within(sheet).queryByText('Wrong.')).toBeNull();
  expect(closed).toBe(0);
});

test('Escape closes the dialog and sends nothing', async () => {
  const { sheet } = await dialog(<PasswordDialog totp={false} onClose={onClose} />, 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  pressEscape(sheet);
  expect(closed).toBe(1);
  expect(server.received).toEqual([]);
});

test('a first password is typed twice', async () => {
  const { user, t, box, press } = await dialog(<FirstPassword needsName={false} onClose={onClose} />);
  await user.type(box(t('account:field.newPassword')), NEW);
  await user.type(box(t('account:field.confirmPassword')), `${NEW}x`);
  await press(t('signin:password.set'));
  expect(noteOf(box(t('account:field.confirmPassword')))).toBe(t('account:field.passwordsDiffer'));
  expect(server.received).toEqual([]);
  await user.clear(box(t('account:field.confirmPassword')));
  await user.type(box(t('account:field.confirmPassword')), NEW);
  expect(isInvalid(box(t('account:field.confirmPassword')))).toBe(false);
  await press(t('signin:password.set'));
  await expect.poll(() => closed).toBe(1);
  expect(server.sent('setFirstPassword')[0]?.body).toEqual({ newPassword: NEW, confirmPassword: NEW });
  expect(newestToast()?.title).toBe(t('signin:password.done'));
});

test('whoever has neither name nor address takes a name with it', async () => {
  server.on('setFirstPassword', () => new Refusal(10001, 'Taken.', { username: 10001 }));
  const { user, t, box, press } = await dialog(<FirstPassword needsName onClose={onClose} />);
  const name = box(t('account:field.username'));
  await user.type(box(t('account:field.newPassword')), NEW);
  await user.type(box(t('account:field.confirmPassword')), NEW);
  await press(t('signin:password.set'));
  expect(noteOf(name)).toBe(t('account:field.usernameWrong'));
  await user.type(name, ' anna ');
  await press(t('signin:password.set'));
  await expect.poll(() => noteOf(name)).toBe(t('errors:10001'));
  expect(server.sent('setFirstPassword')[0]?.body.username).toBe('anna');
});
