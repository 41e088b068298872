import type { LocalProvider } from '@glasshouse/server/people/auth/sign-in/testing/local-provider';
import { login, logout, newName, PASSWORD } from '../support/accounts.ts';
import { scan } from '../support/axe.ts';
import { apiOf, apiOfPage } from '../support/guest.ts';
import { button, dialog, open, type Person } from '../support/person.ts';
import { callbackPath, PROVIDER, plugWallet, startProvider, WALLET_NAME } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const withProvider = (person: Person) => button(person, person.t('signin:with', { name: PROVIDER.name }));
const withWallet = (person: Person) => button(person, person.t('signin:with', { name: WALLET_NAME }));
// There is one provider, at the address that the shared server knows.
test.describe.configure({ mode: 'serial' });
let provider: LocalProvider;
test.beforeAll(async () => {
  provider = await startProvider();
});
test.afterAll(() => provider.stop());

const logins = ({ page, t }: Person) => page.getByRole('list', { name: t('signin:ways.title') });
const userOf = async (person: Person) => (await (await apiOfPage(person)).resultOf('getUserInfo', { body: {} })).user;

async function prove(person: Person, action: string): Promise<void> {
  await dialog(person).getByLabel(person.t('security:password.login'), { exact: true }).fill(PASSWORD);
  await dialog(person).getByRole('button', { name: action, exact: true }).click();
}

test('a provider and a wallet sign up, log in, are linked and unlinked', async ({ visit }) => {
  const person = await visit({ isFirstVisit: true });
  const { page, t } = person;
  const sub = newName();
  provider.person = { sub, email: `${sub}@example.org`, isVerified: true };

  // Told of wallets once, and never again.
  await open(person, '/pass/register');
  await expect(page.getByRole('heading', { name: t('signin:gate.title') })).toBeVisible();
  expect(await scan(person, 'wallet gate')).toEqual([]);
  await button(person, t('signin:gate.continue')).click();
  await withProvider(person).click();
  await expectToast(person, t('account:login.done'));
  const made = await userOf(person);
  expect(made).toMatchObject({ guest: false, email: `${sub}@example.org` });
  await logout(person);

  // Known again; the page that asked for the login opens.
  await open(person, '/pass/login?next=/profile/info');
  await withProvider(person).click();
  await expectToast(person, t('account:login.done'));
  await expect(page).toHaveURL(/\/profile\/info$/);
  expect((await userOf(person)).id).toBe(made.id);
  await expect(logins(person)).toContainText(PROVIDER.name);

  // Without a password the last way in cannot go.
  await expect(logins(person).getByRole('button')).toHaveCount(0);
  await button(person, `${t('security:action.setUp')}: ${t('account:field.password')}`).click();
  await dialog(person).getByLabel(t('account:field.newPassword'), { exact: true }).fill(PASSWORD);
  await dialog(person).getByLabel(t('account:field.confirmPassword'), { exact: true }).fill(PASSWORD);
  await dialog(person)
    .getByRole('button', { name: t('signin:password.set'), exact: true })
    .click();
  await expectToast(person, t('signin:password.done'));

  const wallet = await plugWallet(person);
  await open(person, '/profile/info');
  await button(person, t('signin:ways.link', { name: WALLET_NAME })).click();
  await prove(person, t('security:action.continue'));
  await expectToast(person, t('signin:ways.linked'));
  await expect(logins(person)).toContainText(wallet.address.slice(0, 8));
  expect(await scan(person, 'linked logins')).toEqual([]);
  await logins(person).getByRole('listitem').filter({ hasText: PROVIDER.name }).getByRole('button').click();
  await prove(person, t('signin:ways.remove'));
  await expectToast(person, t('signin:ways.removed'));
  await expect(logins(person)).not.toContainText(PROVIDER.name);

  await logout(person);
  await open(person, '/pass/login');
  await withWallet(person).click();
  await expectToast(person, t('account:login.done'));
  expect((await userOf(person)).id).toBe(made.id);

  // Linked again, from the profile and back to it.
  await open(person, '/profile/info');
  await button(person, t('signin:ways.link', { name: PROVIDER.name })).click();
  await prove(person, t('security:action.continue'));
  await expectToast(person, t('signin:ways.linked'));
  await expect(page).toHaveURL(/\/profile\/info#logins$/);
  await expect(logins(person)).toContainText(PROVIDER.name);

  await logout(person);
  await login(person, `${sub}@example.org`, PASSWORD);
  await expectToast(person, t('account:login.done'));
});

test('an address alone links nobody, and an answer from elsewhere logs nobody in', async ({ visit }) => {
  const victim = await visit();
  const { t } = victim;
  const sub = newName();
  const email = `${sub}@example.org`;
  provider.person = { sub, email, isVerified: true };
  await open(victim, '/pass/login');
  await withProvider(victim).click();
  await expectToast(victim, t('account:login.done'));
  const owner = await userOf(victim);

  // At a provider that does not verify, the address says nothing.
  const thief = await visit();
  provider.person = { sub: `${sub}-thief`, email, isVerified: false };
  await open(thief, '/pass/login');
  await withProvider(thief).click();
  await expectToast(thief, t('account:login.done'));
  const thiefAccount = await userOf(thief);
  expect(thiefAccount).toMatchObject({ email: null });
  expect(thiefAccount.id).not.toBe(owner.id);
  // A provider that verifies makes the address a claim that is asked to be proved.
  const claimant = await visit();
  provider.person = { sub: `${sub}-second`, email, isVerified: true };
  await open(claimant, '/pass/login');
  await withProvider(claimant).click();
  await expect(claimant.page.getByRole('heading', { name: t('signin:link.title') })).toBeVisible();
  expect(await scan(claimant, 'prove the account')).toEqual([]);
  await claimant.page.getByLabel(t('account:field.password'), { exact: true }).fill('not the password');
  await button(claimant, t('signin:link.submit')).click();
  await expect(claimant.page.getByText(t('errors:10004'))).toBeVisible();

  // Somebody else's answer, as in a link that one was sent, while one's own login is under way.
  const begun = await apiOf(thief, '').resultOf('startProviderLogin', {
    body: { provider: PROVIDER.id, codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
  });
  const answer = await provider.visit(begun.url);
  const stranger = await visit();
  await stranger.page.route(`${provider.issuer}/**`, (route) => route.fulfill({ body: 'the provider' }));
  await open(stranger, '/pass/login');
  await withProvider(stranger).click();
  await expect(stranger.page.getByText('the provider')).toBeVisible();
  await open(stranger, `${callbackPath()}${answer.search}`);
  await expect(stranger.page.getByText(t('signin:callback.foreign'))).toBeVisible();
  expect(await scan(stranger, 'a login that failed')).toEqual([]);
  expect(stranger.page.url()).not.toContain('code=');
  expect(await stranger.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a wallet signs up on a phone, and nothing happens when its owner declines', async ({ visit }) => {
  const person = await visit({ layout: 'phone', language: 'ar' });
  const { page, t } = person;
  await open(person, '/pass/login');
  const wallet = await plugWallet(person);
  wallet.decline();
  await withWallet(person).click();
  await expect(page.getByText(t('signin:wallet.rejected'))).toBeVisible();
  await withWallet(person).click();
  await expectToast(person, t('account:login.done'));
  const user = await userOf(person);
  expect(user.displayName).toBe(`${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`);
});
