import { readFileSync } from 'node:fs';
import { fillPasswords, login, logout, newName, PASSWORD, registerByUsername, tryDemo } from '../support/accounts.ts';
import { scan } from '../support/axe.ts';
import { patternOf } from '../support/guest.ts';
import { field } from '../support/identity.ts';
import { button, dialog, navigate, open, type Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { buyOption, openMarket, showHistory } from '../support/trading.ts';

const OTHER_PASSWORD = 'another-glass-of-water-7';

/** The browser logs each 401 to its console. */
const UNAUTHORIZED = /status of 401/;

test('a guest trades, saves the account and keeps the history', { tag: '@smoke' }, async ({ visit }) => {
  const person = await visit({ layout: 'phone' });
  const { page, t } = person;
  await tryDemo(person);
  await openMarket(person, 'BTCUSDT');
  const id = await buyOption(person, { code: 'BTCUSDT', direction: 'up', stake: '75' });

  const username = newName();
  await navigate(person, '/profile');
  const save = page.getByRole('main').getByRole('link', { name: t('account:guest.submit') });
  await save.click();
  await page.getByLabel(t('account:field.username'), { exact: true }).fill(username);
  await fillPasswords(person, PASSWORD);
  await button(person, t('account:guest.submit')).click();
  await expectToast(person, t('account:guest.done'));
  await navigate(person, '/profile');
  await expect(page.getByRole('main').getByRole('button', { name: t('shell:tool.logout') })).toBeVisible();
  await expect(save).toHaveCount(0);

  await logout(person);
  await login(person, username, PASSWORD);
  await expectToast(person, t('account:login.done'));
  await open(person, '/zjxq');
  const lines = page.getByRole('table', { name: t('account:statement.title') });
  await expect(lines.getByRole('row').filter({ hasText: t('account:reason.demo.grant') })).toHaveCount(1);
  await expect(lines.getByRole('link', { name: `${t('account:statement.order')} ${id}` }).first()).toBeVisible();
  await openMarket(person, 'BTCUSDT');
  await showHistory(person);
  await expect(page.getByRole('main').locator(`a[href="/order/options/${id}"]`)).toBeVisible();
});

test('visitors are asked to log in, and return to the page they wanted', { tag: '@smoke' }, async ({ visit }) => {
  const person = await visit();
  const username = newName();
  await registerByUsername(person, username);
  await logout(person);
  await person.page.goto('/zjxq');
  await expect(person.page).toHaveURL(/\/pass\/login\?next=%2Fzjxq/);
  person.expectInConsole(UNAUTHORIZED);
  await login(person, username, 'not-the-password');
  await expect(person.page.getByText(person.t('errors:10004'))).toBeVisible();
  await login(person, username, PASSWORD);
  await expect(person.page).toHaveURL(/\/zjxq$/);
});

test('a changed password and a revoked device end other sessions at once', async ({ visit }) => {
  const username = newName();
  const here = await visit();
  await registerByUsername(here, username);
  const there = await visit({ layout: 'phone' });
  there.expectInConsole(UNAUTHORIZED);
  await login(there, username, PASSWORD);
  await expectToast(there, there.t('account:login.done'));
  await open(there, '/profile/identity');
  await button(there, there.t('kyc:action.basic')).click();
  const name = field(there, there.t('kyc:field.firstName'));
  await name.fill('Anna');

  await open(here, '/profile/info');
  await button(here, `${here.t('security:action.change')}: ${here.t('account:field.password')}`).click();
  await here.page.getByLabel(here.t('account:field.oldPassword'), { exact: true }).fill(PASSWORD);
  await here.page.getByLabel(here.t('account:field.newPassword'), { exact: true }).fill(OTHER_PASSWORD);
  await button(here, here.t('account:password.submit')).click();
  await expectToast(here, here.t('account:password.done'));
  // What was typed stays, and is there to be gone on with after logging in on top of it.
  await expectLoggedOut(there);
  const again = dialog(there);
  await again.getByLabel(there.t('account:field.password'), { exact: true }).fill(OTHER_PASSWORD);
  await again.getByRole('button', { name: there.t('account:login.submit'), exact: true }).click();
  await expectToast(there, there.t('account:login.done'));
  await expect(again).toHaveCount(0);
  await expect(name).toHaveValue('Anna');
  await expect(there.page).toHaveURL(/\/profile\/identity/);
  await here.page.reload();
  const device = here.page.getByRole('listitem').filter({ hasText: 'iPhone' });
  await device.getByRole('button').click();
  await dialog(here)
    .getByRole('button', { name: here.t('account:sessions.revoke') })
    .click();
  await expectToast(here, here.t('account:sessions.revoked', { count: 1 }));
  await expect(device).toHaveCount(0);
  await expectLoggedOut(there);
  await button(there, there.t('guide:session.other')).click();
  await expect(there.page).toHaveURL(/\/pass\/login/);
  await expect(there.page.getByText(there.t('account:login.sessionEnded'))).toBeVisible();
});

test('a log-out in one tab hides the others, which go on with what was typed', async ({ visit }) => {
  const here = await visit();
  const { t } = here;
  const username = newName();
  await registerByUsername(here, username);
  const there: Person = { ...here, page: await here.context.newPage() };
  here.expectInConsole(UNAUTHORIZED);
  await open(there, '/profile/identity');
  await button(there, t('kyc:action.basic')).click();
  const name = field(there, t('kyc:field.firstName'));
  await name.fill('Anna');

  await logout(here);
  await expectLoggedOut(there);
  await expect(name).toBeHidden();
  await expect(there.page.locator('header').first()).toBeHidden();
  await login(here, username, PASSWORD);
  await expectToast(here, t('account:login.done'));
  await expect(dialog(there).getByText(t('guide:session.title'))).toHaveCount(0);
  await expect(name).toHaveValue('Anna');
  await expect(name).toBeFocused();

  // Somebody else sits down.
  await logout(here);
  await expectLoggedOut(there);
  await registerByUsername(here, newName());
  await expect(name).toHaveCount(0);
  await expect(there.page.locator('header').first()).toBeVisible();
  await there.page.close();
});

/** The page notices by itself, without a reload. */
async function expectLoggedOut({ page, t }: Person): Promise<void> {
  await expect(page.getByRole('dialog', { name: t('guide:session.title') })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
}

test('everything is taken along in a file, and the account closed for good', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const name = newName();
  // The pill of the header asks late: an answer after the account is closed would be a refusal.
  const pillAnswers = (['listPositions', 'listOptionOrders', 'listProfitDays', 'getEquityCurve'] as const).map((call) =>
    page.waitForResponse(`${patternOf(call)}?*`),
  );
  await registerByUsername(person, name);
  await open(person, '/profile/info');
  await Promise.all(pillAnswers);
  const [file] = await Promise.all([page.waitForEvent('download'), button(person, t('signin:closing.export')).click()]);
  expect(file.suggestedFilename()).toMatch(/^account-\d+-[\d-]+\.jsonl$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain(name);
  await button(person, t('signin:closing.close')).click();
  await expect(dialog(person).getByText(t('signin:closing.kept'))).toBeVisible();
  expect(await scan(person, 'closing')).toEqual([]);
  await dialog(person).getByLabel(t('security:password.login'), { exact: true }).fill(PASSWORD);
  await button(person, t('signin:closing.confirm')).click();
  await expectToast(person, t('signin:closing.done'));
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await login(person, name, PASSWORD);
  await expect(page.getByText(t('errors:11346'))).toBeVisible();
  // Whoever closed it may come back.
  await button(person, t('signin:closing.reopen')).click();
  await expectToast(person, t('account:login.done'));
});
