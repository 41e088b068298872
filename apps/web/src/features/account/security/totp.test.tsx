// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { noteOf, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, pressEscape, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PROTECTED } from '../../../testing/account.ts';
import { TotpManage } from './totp-manage.tsx';
import { TotpSetup } from './totp-setup.tsx';

const PASSWORD = 'a-glass-of-water-4';
const STARTED = { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/anna?secret=ABCDEFGHIJKLMNOP' };
const CODES = { recoveryCodes: ['K7QX-2MWD-9FTB', 'ABCD-EFGH-JKMN'] };
let server: FakeServer;
let closed = 0;

const onClose = () => {
  closed += 1;
};

async function dialog(element: React.ReactNode, language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(element, { namespaces: ['account', 'errors', 'security'], account: CUSTOMER, language });
  const { t, user } = page;
  const sheet = within(screen.getByRole('dialog'));
  const box = (name: string) => sheet.getByLabelText<HTMLInputElement>(name);
  const press = (name: string) => user.click(sheet.getByRole('button', { name }));
  const prove = async () => {
    await user.type(box(t('security:password.login')), PASSWORD);
    await press(t('security:action.continue'));
  };
  return { ...page, sheet, box, press, prove };
}

beforeEach(() => {
  closed = 0;
  server = new FakeServer()
    .on('startTotp', () => STARTED)
    .on('confirmTotp', () => CODES)
    .on('renewRecoveryCodes', () => CODES)
    .on('removeTotp', () => null);
});

test('password, picture and key, first code, then the recovery codes that must be kept', async () => {
  const { user, t, sheet, box, press, prove } = await dialog(<TotpSetup email={null} onClose={onClose} />);
  await prove();
  expect(await sheet.findByRole('img', { name: t('security:totp.qrLabel') })).toBeDefined();
  expect(server.sent('startTotp')[0]?.body).toEqual({ password: PASSWORD });
  expect(sheet.getByText('ABCD EFGH IJKL MNOP').dir).toBe('ltr');
  expect(sheet.getByRole('link', { name: t('security:totp.openApp') }).getAttribute('href')).toBe(STARTED.uri);
  expect(sheet.getByText(t('security:totp.noEmailText'))).toBeDefined();
  await user.type(box(t('security:totp.code')), '123456');
  await press(t('security:totp.switchOn'));
  await screen.findByRole('dialog', { name: t('security:recovery.title') });
  expect(server.sent('confirmTotp')[0]?.body).toEqual({ totp: '123456' });
  expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES.recoveryCodes);
  // Closed by mistake, they would be gone.
  pressEscape(screen.getByRole('dialog'));
  expect(closed).toBe(0);
  const done = sheet.getByRole<HTMLButtonElement>('button', { name: t('security:recovery.done') });
  expect(done.disabled).toBe(true);
  await user.click(box(t('security:recovery.kept')));
  await user.click(done);
  expect(closed).toBe(1);
  expect(newestToast()?.title).toBe(t('security:totp.done'));
});

test('an account with an address confirms by a mailed code as well', async () => {
  server.on('sendCode', () => ({ cooldownSeconds: 60 }));
  const { user, t, sheet, box, press, prove } = await dialog(
    <TotpSetup email="anna@example.com" onClose={onClose} />,
    'de',
  );
  await prove();
  await sheet.findByText(t('security:totp.confirmText', { email: 'anna@example.com' }));
  await user.type(box(t('security:totp.code')), '123456');
  await press(t('security:totp.switchOn'));
  expect(noteOf(box(t('account:field.code')))).toBe(t('account:field.enterCode'));
  await press(t('account:register.sendCode'));
  expect(server.sent('sendCode')[0]?.body).toEqual({ account: 'anna@example.com', type: 'secure' });
  await user.type(box(t('account:field.code')), '654321');
  await press(t('security:totp.switchOn'));
  await expect.poll(() => server.sent('confirmTotp')[0]?.body).toEqual({ totp: '123456', code: '654321' });
});

test('a wrong password or code is refused at its field', async () => {
  server
    .on('startTotp', ({ body }) =>
      body.password === PASSWORD ? STARTED : new Refusal(10004, 'Wrong.', { password: 10004 }),
    )
    .on('confirmTotp', () => new Refusal(11029, 'Wrong.', { totp: 11029 }));
  const { user, t, sheet, box, press, prove } = await dialog(<TotpSetup email={null} onClose={onClose} />, 'ar');
  await press(t('security:action.continue'));
  expect(noteOf(box(t('security:password.login')))).toBe(t('account:field.enterPassword'));
  await user.type(box(t('security:password.login')), 'guessed{Enter}');
  await expect.poll(() => noteOf(box(t('security:password.login')))).toBe(t('errors:10004'));
  await user.clear(box(t('security:password.login')));
  await prove();
  await sheet.findByText('ABCD EFGH IJKL MNOP');
  // Before there are recovery codes there is none to type.
  await user.type(box(t('security:totp.code')), 'K7QX-2MWD-9FTB{Enter}');
  expect(noteOf(box(t('security:totp.code')))).toContain(t('account:field.enterCode'));
  await user.clear(box(t('security:totp.code')));
  await user.type(box(t('security:totp.code')), '111111{Enter}');
  await expect.poll(() => noteOf(box(t('security:totp.code')))).toContain(t('errors:11029'));
  expect(closed).toBe(0);
});

test('recovery codes are copied, and printed', async () => {
  vi.stubGlobal('print', vi.fn());
  const { user, t, sheet, press } = await dialog(<TotpManage state={PROTECTED} onClose={onClose} />);
  expect(row(t('security:recovery.left'))).toBe('8');
  await press(t('security:totp.renew'));
  expect(sheet.getByText(t('security:totp.renewText'))).toBeDefined();
  await user.type(sheet.getByLabelText(t('security:password.login')), PASSWORD);
  await user.type(sheet.getByLabelText(t('security:totp.codeOrRecovery')), '123456{Enter}');
  await screen.findByRole('dialog', { name: t('security:recovery.title') });
  expect(server.sent('renewRecoveryCodes')[0]?.body).toEqual({ password: PASSWORD, totp: '123456' });
  await press(t('security:recovery.copy'));
  expect(await navigator.clipboard.readText()).toBe(`${CODES.recoveryCodes.join('\n')}\n`);
  await press(t('security:recovery.print'));
  expect(window.print).toHaveBeenCalledOnce();
});

test('the app is switched off by password and code', async () => {
  const { user, t, sheet, press } = await dialog(<TotpManage state={PROTECTED} onClose={onClose} />);
  await press(t('security:totp.remove'));
  expect(sheet.getByText(t('security:totp.removeText'))).toBeDefined();
  await press(t('security:totp.remove'));
  expect(noteOf(sheet.getByLabelText(t('security:totp.codeOrRecovery')))).toBe(t('security:totp.enterCode'));
  expect(server.received).toEqual([]);
  await user.type(sheet.getByLabelText(t('security:password.login')), PASSWORD);
  await user.type(sheet.getByLabelText(t('security:totp.codeOrRecovery')), 'k7qx 2mwd 9ftb{Enter}');
  await expect.poll(() => closed).toBe(1);
  expect(server.sent('removeTotp')[0]?.body).toEqual({ password: PASSWORD, totp: 'k7qx 2mwd 9ftb' });
  expect(newestToast()?.title).toBe(t('security:totp.removed'));
});
