import { newName, PASSWORD, registerByEmail } from '../support/accounts.ts';
import { field, fillBasic, takePhoto, WITH_FAKE_CAMERA } from '../support/identity.ts';
import { mailedCode } from '../support/outbox.ts';
import { button, dialog, navigate, open } from '../support/person.ts';
import { sharedServer } from '../support/shared-server.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

test.use({ launchOptions: WITH_FAKE_CAMERA });

/** The smallest picture that is one: 1 × 1 pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** With one wrong character at its end. */
const MISTYPED = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdx';
const RIGHT = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const WITHDRAWAL_PASSWORD = 'another-glass-of-water-9';

test('a person sends the basic check, deposits with a photo, and prepares a withdrawal', { tag: '@smoke' }, async ({
  visit,
}) => {
  const person = await visit();
  const { page, t } = person;
  const email = `${newName()}@example.com`;
  await registerByEmail(person, email, sharedServer());

  await test.step('basic check: a draft survives a reload', async () => {
    await open(person, '/profile/identity');
    await button(person, t('kyc:action.basic')).click();
    await button(person, t('kyc:action.submit')).click();
    await expect(page.getByText(t('kyc:wrong.empty')).first()).toBeVisible();
    // The first field that is wrong is where one types next, whatever kind of field it is.
    await expect(field(person, t('kyc:field.firstName'))).toBeFocused();
    await field(person, t('kyc:field.firstName')).fill('Anna');
    await button(person, t('kyc:action.submit')).click();
    // Somebody with one legal name has no last name.
    await expect(page.getByRole('combobox', { name: t('kyc:field.sex') })).toBeFocused();
    await expect(page.getByText(t('kyc:draft.saved'))).toBeVisible();
    await open(person, '/profile/identity');
    await button(person, t('kyc:action.continue')).click();
    await expect(field(person, t('kyc:field.firstName'))).toHaveValue('Anna');
    await fillBasic(person);
    await button(person, t('kyc:action.submit')).click();
    await expectToast(person, t('kyc:submitted'));
    await expect(page.getByText(t('kyc:state.pending')).first()).toBeVisible();
  });

  await test.step('the demo account says where deposits are, and what the real one needs', async () => {
    await navigate(person, '/profile/balance');
    await page
      .getByRole('main')
      .getByRole('button', { name: t('shell:book.toReal') })
      .click();
    await expect(dialog(person).getByText(t('wallet:steps.kyc.pending'))).toBeVisible();
    await dialog(person)
      .getByRole('button', { name: t('shell:book.toReal') })
      .click();
    await expectToast(person, t('shell:book.switchedReal'));
  });

  await test.step('a simulated deposit waits for its review', async () => {
    await page.getByRole('radio', { name: /TRC20/ }).check();
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
    await field(person, t('wallet:simulate.amount')).fill('500');
    await button(person, t('wallet:simulate.submit')).click();
    await expectToast(person, t('wallet:simulate.done'));
    // It is a receipt of its own, which the list leads back to.
    await expect(page).toHaveURL(/\/order\/deposit\/\d+$/);
    const receipt = page.getByRole('article');
    await expect(receipt.getByText(t('wallet:deposit.state.reviewing'))).toBeVisible();
    const steps = receipt.getByRole('list').filter({ hasText: t('wallet:deposit.step.seen') });
    await expect(steps.locator('[aria-current=step]')).toContainText(t('wallet:deposit.step.reviewed'));
    const url = page.url();
    await page.getByRole('link', { name: t('wallet:deposit.list') }).click();
    const row = page.getByRole('main').getByRole('link', { name: new RegExp(t('wallet:deposit.state.reviewing')) });
    await row.click();
    await expect(page).toHaveURL(url);
  });

  await test.step('a transfer is reported with a photo of the proof', async () => {
    // Two presses from a market to the address of a deposit.
    await navigate(person, '/market');
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('shell:tool.deposit') })
      .click();
    await page.getByRole('radio', { name: /TRC20/ }).check();
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
    const amount = field(person, t('wallet:report.amount'));
    if (!(await amount.isVisible())) await page.getByText(t('wallet:report.title'), { exact: true }).click();
    await amount.fill('200');
    const part = `${t('wallet:report.proof')} (${t('common:word.optional')})`;
    const file = page.locator('input[data-purpose=depositProof]');
    await file.setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
    await expect(page.getByText(t('kyc:photo.problem.kind'))).toBeVisible();
    await file.setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: PICTURE });
    await expect(page.getByRole('group', { name: part }).getByText(t('kyc:photo.done'))).toBeVisible();
    await takePhoto(person, part);
    await button(person, t('wallet:report.submit')).click();
    await expect(page.getByText(t('wallet:deposit.state.pending')).first()).toBeVisible();
  });

  await test.step('a withdrawal names what blocks it, and a mistyped address', async () => {
    await navigate(person, '/profile/balance2');
    await expect(page.getByText(t('wallet:block.withdrawalPasswordMissing'))).toBeVisible();
    await page.getByRole('radio', { name: /TRC20/ }).check();
    const address = field(person, t('wallet:withdraw.address'));
    await address.fill(MISTYPED);
    await expect(page.getByText(t('wallet:wrong.address.checksum'))).toBeVisible();
    await address.fill(RIGHT);
    await expect(page.getByText(t('wallet:wrong.address.checksum'))).toHaveCount(0);
  });

  await test.step('what is missing is set on the page, and what was typed stays', async () => {
    await button(person, t('wallet:block.setPassword')).click();
    const sheet = dialog(person);
    await sheet.getByLabel(t('security:password.login')).fill(PASSWORD);
    await sheet.getByRole('button', { name: t('account:register.sendCode') }).click();
    await expectToast(person, t('account:register.codeSent'));
    await sheet.getByLabel(t('account:field.code'), { exact: true }).fill(await mailedCode(sharedServer(), email));
    await sheet.getByLabel(t('security:withdrawal.new'), { exact: true }).fill(WITHDRAWAL_PASSWORD);
    await sheet.getByLabel(t('security:withdrawal.repeat'), { exact: true }).fill(WITHDRAWAL_PASSWORD);
    await sheet.getByRole('button', { name: t('security:withdrawal.set'), exact: true }).click();
    await expectToast(person, t('security:withdrawal.done'));
    await expect(page.getByText(t('wallet:block.withdrawalPasswordMissing'))).toHaveCount(0);
    await expect(field(person, t('wallet:withdraw.address'))).toHaveValue(RIGHT);
  });

  await test.step('somebody who is logged in has no use for the pages of login', async () => {
    for (const path of ['/pass/login', '/pass/register?invite=ABC']) {
      await open(person, path);
      await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    }
  });
});
