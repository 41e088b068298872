// @vitest-environment happy-dom
import { currentSession } from '@glasshouse/app/session/session';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PROTECTED, SECURITY } from '../../../testing/account.ts';
import { EmailDialog } from './email-dialog.tsx';
import type { SecurityState } from './next-step.ts';

const EMAIL = 'new@example.com';
const PASSWORD = 'a-glass-of-water-4';
let server: FakeServer;
let closed = 0;

async function dialog(state: SecurityState, language: 'en' | 'de' | 'ar' = 'en') {
  const namespaces = ['account', 'errors', 'security'] as const;
  const page = await show(<EmailDialog state={state} onClose={() => (closed += 1)} />, {
    namespaces,
    account: CUSTOMER,
    language,
  });
  const { t, user } = page;
  const title = t(state.emailBound ? 'account:profile.changeEmail' : 'account:profile.bindEmail');
  const sheet = within(screen.getByRole('dialog', { name: title }));
  const box = (name: string) => sheet.getByLabelText<HTMLInputElement>(name);
  const submit = () => user.click(sheet.getByRole('button', { name: title }));
  const fill = async () => {
    await user.type(box(t('account:field.email')), EMAIL);
    await user.type(box(t('account:field.code')), '123456');
    await user.type(box(t('security:password.login')), PASSWORD);
  };
  return { ...page, sheet, box, submit, fill };
}

beforeEach(() => {
  closed = 0;
  server = new FakeServer()
    .on('sendCode', () => ({ cooldownSeconds: 60 }))
    .on('bindEmail', () => ({ ...CUSTOMER, email: EMAIL }));
});

test('an address takes its code and the password, and stands in the session', async () => {
  const { user, t, sheet, box, submit, fill } = await dialog(SECURITY, 'de');
  await fill();
  await user.click(sheet.getByRole('button', { name: t('account:register.sendCode') }));
  expect(server.sent('sendCode')[0]?.body).toEqual({ account: EMAIL, type: 'bind' });
  expect(sheet.getByText(t('security:email.addText'))).toBeDefined();
  await submit();
  await expect.poll(() => closed).toBe(1);
  expect(server.sent('bindEmail')[0]?.body).toEqual({ email: EMAIL, code: '123456', password: PASSWORD });
  expect(currentSession()?.user.email).toBe(EMAIL);
  expect(newestToast()?.title).toBe(t('account:profile.emailBound'));
  expect(box(t('account:field.email')).dir).toBe('ltr');
});

test('an empty form names what is missing', async () => {
  const { t, box, submit } = await dialog(SECURITY, 'ar');
  await submit();
  expect(noteOf(box(t('account:field.email')))).toBe(t('account:field.emailWrong'));
  expect(noteOf(box(t('account:field.code')))).toBe(t('account:field.enterCode'));
  expect(noteOf(box(t('security:password.login')))).toBe(t('account:field.enterPassword'));
  expect(server.received).toEqual([]);
});

test('a wrong password stands at its field, and the address is not changed', async () => {
  server.on('bindEmail', () => new Refusal(10004, 'Wrong.', { password: 10004 }));
  const { t, box, submit, fill } = await dialog(SECURITY);
  await fill();
  await submit();
  await expect.poll(() => noteOf(box(t('security:password.login')))).toBe(t('errors:10004'));
  expect(currentSession()?.user.email).toBe(CUSTOMER.email);
  expect(closed).toBe(0);
});

test('a bound address is changed with the code of the app, and the old one is told', async () => {
  const { user, t, sheet, box, submit, fill } = await dialog(PROTECTED);
  expect(sheet.getByText(t('security:email.changeText'))).toBeDefined();
  await fill();
  await submit();
  expect(noteOf(box(t('security:totp.codeOrRecovery')))).toBe(t('security:totp.enterCode'));
  await user.type(box(t('security:totp.codeOrRecovery')), '654321');
  await submit();
  await expect.poll(() => server.sent('bindEmail')[0]?.body.totp).toBe('654321');
});

test('a first address stops no withdrawals where the app confirms them', async () => {
  const { t, sheet } = await dialog({ ...PROTECTED, emailBound: false });
  expect(sheet.queryByText(t('security:email.addText'))).toBeNull();
});
