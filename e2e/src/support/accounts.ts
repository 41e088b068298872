import { expect } from '@playwright/test';
import { apiOfPage, readWarnings } from './guest.ts';
import { mailedCode } from './outbox.ts';
import { button, dialog, numberIn, open, type Person, textOf } from './person.ts';
import type { ServerPlace } from './shared-server.ts';
import { expectToast } from './toasts.ts';

export const PASSWORD = 'a-glass-of-water-4';

let count = 0;
/**
 * A user name that is unique within this run. In digits alone: a name that reads like another one
 * is refused, as `o41` and `o4l` are.
 */
export function newName(): string {
  count += 1;
  return `anna-${process.pid}-${count}`;
}

export async function registerByUsername(person: Person, username: string): Promise<void> {
  const { page, t } = person;
  await open(person, '/pass/register');
  await page.getByLabel(t('account:field.username'), { exact: true }).fill(username);
  await fillPasswords(person, PASSWORD);
  await button(person, t('account:register.submit')).click();
  await expectToast(person, t('account:register.done'));
  await readAll(person);
}

export async function registerByEmail(person: Person, email: string, server: ServerPlace): Promise<void> {
  const { page, t } = person;
  await open(person, '/pass/register');
  await page.getByRole('radio', { name: t('account:register.byEmail') }).check();
  await page.getByLabel(t('account:field.email'), { exact: true }).fill(email);
  await fillCode(person, email, server);
  await fillPasswords(person, PASSWORD);
  await button(person, t('account:register.submit')).click();
  await expectToast(person, t('account:register.done'));
  await readAll(person);
}

/** On both books; where the real one is closed, nothing is kept there. */
async function readAll(person: Person): Promise<void> {
  await readWarnings(await apiOfPage(person), await apiOfPage(person, 'YES'));
}

/** Requests a code, reads it from the mail and types it. */
export async function fillCode(person: Person, email: string, server: ServerPlace): Promise<void> {
  const { page, t } = person;
  await button(person, t('account:register.sendCode')).click();
  await expectToast(person, t('account:register.codeSent'));
  await page.getByLabel(t('account:field.code'), { exact: true }).fill(await mailedCode(server, email));
}

export async function fillPasswords({ page, t }: Person, password: string): Promise<void> {
  await page.getByLabel(t('account:field.password'), { exact: true }).fill(password);
  await page.getByLabel(t('account:field.confirmPassword'), { exact: true }).fill(password);
}

export async function login(person: Person, account: string, password: string): Promise<void> {
  const { page, t } = person;
  if (!page.url().includes('/pass/login')) await open(person, '/pass/login');
  await page.getByLabel(t('account:field.account'), { exact: true }).fill(account);
  await page.getByLabel(t('account:field.password'), { exact: true }).fill(password);
  await page
    .locator('form')
    .getByRole('button', { name: t('account:login.submit'), exact: true })
    .click();
}

/** Opens a demo account by the button on the home page. */
export async function tryDemo(person: Person): Promise<void> {
  await open(person, '/');
  await person.page
    .getByRole('main')
    .getByRole('button', { name: person.t('shell:tool.tryDemo') })
    .click();
  await expectToast(person, person.t('shell:demoOpened'));
  await expect(person.page).toHaveURL(/\/cruuency/);
  await readAll(person);
}

export async function logout(person: Person): Promise<void> {
  const { t } = person;
  await open(person, '/profile');
  await person.page
    .getByRole('main')
    .getByRole('button', { name: t('shell:tool.logout') })
    .click();
  await dialog(person)
    .getByRole('button', { name: new RegExp(`^(${t('shell:tool.logout')}|${t('account:profile.logoutAnyway')})$`) })
    .click();
  await expectToast(person, t('shell:loggedOut'));
}

/** The total balance in USDT, from the table of balances; 0 until it shows. */
export async function readTotal(person: Person): Promise<number> {
  const { page, t } = person;
  const table = page.getByRole('table', { name: t('account:balances.title') });
  // A phone hides the header row and repeats the names in every card.
  const headers = await table.locator('thead th').allTextContents();
  const column = headers.findIndex((header) => header.trim() === t('common:word.total'));
  const row = table.getByRole('row').filter({ has: page.getByText('USDT', { exact: true }) });
  // The table shows cents; the explanation of the total is exact, its result last.
  const total = row.first().locator('th, td').nth(column);
  const why = total.getByRole('button', { name: t('account:balances.why') });
  if ((await why.count()) === 0) return 0;
  if ((await why.getAttribute('aria-expanded')) !== 'true') await why.click();
  return numberIn(person, await textOf(total.locator('dd bdi').last()));
}
