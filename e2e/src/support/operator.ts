/** Operators of the console: the first owner's link, authenticator codes, signing in. */
import { expect, type Page } from '@playwright/test';
import type { Person } from './person.ts';
import { appCode } from './totp.ts';

export interface OperatorLogin {
  readonly name: string;
  readonly password: string;
  /** Of the authenticator app, base32. */
  readonly secret: string;
}

const STEP_MS = 30_000;

/** The step of the last code of each secret: the server takes every code once. */
const lastSteps = new Map<string, number>();

/**
 * A code that was not used yet. The server takes one of the step to come, too, as from a phone
 * whose clock is ahead; the third within half a minute waits for its step.
 */
export async function freshCode(secret: string): Promise<string> {
  const now = () => Math.floor(Date.now() / STEP_MS);
  const unused = (lastSteps.get(secret) ?? 0) + 1;
  await expect.poll(() => unused <= now() + 1).toBe(true);
  const step = Math.max(now(), unused);
  lastSteps.set(secret, step);
  return appCode(secret, step * STEP_MS);
}

/** Opens a one-time link, sets the password, adds an authenticator app; ends on the first page. */
export async function enrolByLink(person: Person, link: string, password: string): Promise<OperatorLogin> {
  const { page, t } = person;
  await page.goto(new URL(link).pathname + new URL(link).hash);
  const account = page.locator('input[autocomplete="username"]');
  // The first owner chooses a name; whoever was invited has one.
  if ((await account.inputValue()) === '') await account.fill('owner');
  const name = await account.inputValue();
  await page.getByLabel(t('console:link.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('console:signIn.next') }).click();
  await page.getByRole('button', { name: t('console:enrol.app') }).click();
  await expect(page.getByRole('img', { name: t('console:totp.qr') })).toBeVisible();
  const secret = ((await page.locator('p[dir="ltr"]').textContent()) ?? '').replace(/\s/g, '');
  await page.getByLabel(t('console:totp.firstCode')).fill(await freshCode(secret));
  await page.getByRole('button', { name: t('console:recovery.done') }).click();
  await expectInside(person);
  return { name, password, secret };
}

/** Signs in with name, password and code, on whatever page of the console is open. */
export async function signInOperator(person: Person, login: OperatorLogin): Promise<void> {
  const { page, t } = person;
  await page.getByLabel(t('console:field.name'), { exact: true }).fill(login.name);
  await page.getByLabel(t('console:field.password'), { exact: true }).fill(login.password);
  await page.getByRole('button', { name: t('console:signIn.next') }).click();
  await page.getByLabel(t('console:factor.code')).fill(await freshCode(login.secret));
  await expectInside(person);
}

/** Answers the question for a fresh second factor, where a call asks it. */
export async function confirmAgain(person: Person, login: OperatorLogin): Promise<void> {
  const { page, t } = person;
  const dialog = page.getByRole('dialog', { name: t('console:stepUp.title') });
  await dialog.getByLabel(t('console:factor.code')).fill(await freshCode(login.secret));
  await expect(dialog).toBeHidden();
}

/**
 * From now on answers every question for a fresh second factor, as an operator with the phone at
 * hand would: whether one comes depends on how long ago the last one was.
 */
export async function confirmWhenAsked(person: Person, login: OperatorLogin): Promise<void> {
  const { page, t } = person;
  const dialog = page.getByRole('dialog', { name: t('console:stepUp.title') });
  await page.addLocatorHandler(dialog, () => confirmAgain(person, login), { noWaitAfter: true });
}

export async function signOutOperator(person: Person): Promise<void> {
  const { page, t } = person;
  await openSessionMenu(page, person);
  await page.getByRole('menuitem', { name: t('console:session.signOut') }).click();
  await expect(page.getByRole('heading', { name: t('console:signIn.title') })).toBeVisible();
}

async function openSessionMenu(page: Page, { t, layout }: Person): Promise<void> {
  const bar = page.getByRole('banner');
  if (layout === 'phone') await bar.getByRole('button', { name: t('shell:tool.account') }).click();
  else await bar.locator('button[aria-haspopup="menu"]').click();
}

const expectInside = ({ page, t }: Person): Promise<void> =>
  expect(page.getByRole('navigation', { name: t('shell:nav.label') })).toBeVisible();
