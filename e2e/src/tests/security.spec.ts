import { login, logout, newName, PASSWORD, registerByUsername } from '../support/accounts.ts';
import { apiOfPage } from '../support/guest.ts';
import { addPasskey, named, plugDevice } from '../support/passkeys.ts';
import { button, dialog, open, type Person } from '../support/person.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { appCode } from '../support/totp.ts';

let server: RunningServer;
test.beforeAll(async () => {
  // A day, as it is outside of tests: what makes withdrawals wait is seen here.
  server = await startServer({ env: { SANDBOX_WITHDRAWAL_WAIT_SECONDS: '86400' } });
});
test.afterAll(() => server?.stop());

/** Sets the app up; gives the recovery codes. */
async function switchAppOn(person: Person): Promise<string[]> {
  const { page, t } = person;
  await button(person, `${t('security:action.setUp')}: ${t('security:totp.name')}`).click();
  await page.getByLabel(t('security:password.login'), { exact: true }).fill(PASSWORD);
  await button(person, t('security:action.continue')).click();
  await expect(page.getByRole('img', { name: t('security:totp.qrLabel') })).toBeVisible();
  const secret = (await dialog(person).locator('code').textContent()) ?? '';
  await page.getByLabel(t('security:totp.code'), { exact: true }).fill(appCode(secret));
  await button(person, t('security:totp.switchOn')).click();
  const codes = dialog(person).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  // Without having kept them there is no way on.
  await expect(button(person, t('security:recovery.done'))).toBeDisabled();
  await page.getByLabel(t('security:recovery.kept')).check();
  const texts = await codes.allTextContents();
  await button(person, t('security:recovery.done')).click();
  await expectToast(person, t('security:totp.done'));
  return texts;
}

test('app, recovery codes, passkey and withdrawal password protect an account', async ({ visit }) => {
  const person = await visit({ url: named(server.url) });
  const { page, t } = person;
  await plugDevice(person);
  const name = newName();
  await registerByUsername(person, name);
  await open(person, '/profile/info');
  await expect(page.getByText(t('security:overview.missing'))).toBeVisible();
  const codes = await switchAppOn(person);

  await addPasskey(person, { recoveryCode: codes[0]! });
  await expect(page.getByRole('list', { name: t('security:passkeys.name') })).toContainText('Laptop');

  await button(person, `${t('security:action.setUp')}: ${t('security:withdrawal.name')}`).click();
  const form = dialog(person);
  await form.getByLabel(t('security:password.login'), { exact: true }).fill(PASSWORD);
  await form.getByLabel(t('security:withdrawal.new'), { exact: true }).fill(PASSWORD);
  await form.getByLabel(t('security:withdrawal.repeat'), { exact: true }).fill(PASSWORD);
  // Neither address nor older app can confirm it, so withdrawals wait.
  await form.getByLabel(t('security:totp.codeOrRecovery'), { exact: true }).fill(codes[2]!);
  await button(person, t('security:withdrawal.set')).click();
  await expect(form.getByText(t('errors:11143'))).toBeVisible();
  await form.getByLabel(t('security:withdrawal.new'), { exact: true }).fill('seven grey herons');
  await form.getByLabel(t('security:withdrawal.repeat'), { exact: true }).fill('seven grey herons');
  await button(person, t('security:withdrawal.set')).click();
  await expectToast(person, t('security:withdrawal.done'));
  const { security } = await (await apiOfPage(person)).resultOf('getUserInfo', { body: {} });
  expect(security).toMatchObject({ totp: true, recoveryCodesLeft: 8, passkeys: 1, withdrawalPassword: true });
  expect(security).toMatchObject({ withdrawalsBlockedBy: 'withdrawalPassword', step: 'totp' });
  await expect(page.getByText(t('security:history.kind.withdrawalPassword')).first()).toBeVisible();

  await logout(person);
  await login(person, name, PASSWORD);
  await expect(page.getByRole('heading', { name: t('account:login.codeTitle') })).toBeVisible();
  const code = page.getByLabel(t('account:login.codeField'), { exact: true });
  const submit = page.locator('form').getByRole('button', { name: t('account:login.submit'), exact: true });
  // Used already: each works once.
  await code.fill(codes[0]!);
  await submit.click();
  await expect(page.getByText(t('errors:11029'))).toBeVisible();
  await code.fill(codes[1]!);
  await submit.click();
  await expectToast(person, t('account:login.done'));

  await logout(person);
  await open(person, '/pass/login');
  await button(person, t('account:login.passkey')).click();
  await expectToast(person, t('account:login.done'));
  await open(person, '/profile/info');
  await expect(page.getByText(t('security:history.kind.recoveryUsed')).first()).toBeVisible();
});
