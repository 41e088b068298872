import { newName, PASSWORD, registerByUsername } from '../support/accounts.ts';
import { scan } from '../support/axe.ts';
import { apiOfPage, enterAsGuest } from '../support/guest.ts';
import { barButton, button, dialog, navigate, open, type Person } from '../support/person.ts';
import { DESKTOP_ROUTES, orderRoute, PRIVATE_ROUTES, PUBLIC_ROUTES, seed } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';
import { appCode } from '../support/totp.ts';
import { openMarket } from '../support/trading.ts';

/** Each layout, and each direction of reading. */
const LOOKS = [
  ['desktop', 'en'],
  ['phone', 'ar'],
] as const;

for (const [layout, language] of LOOKS) {
  test(`public pages have no accessibility violations: ${layout}, ${language}`, async ({ visit }) => {
    const person = await visit({ layout, language });
    const found: string[] = [];
    for (const route of PUBLIC_ROUTES) found.push(...(await violationsOn(person, route)));
    await enterAsGuest(person);
    await scanOverlays(person, found);
    expect(found).toEqual([]);
  });

  test(`private pages have no accessibility violations: ${layout}, ${language}`, async ({ visit, steered }) => {
    const person = await visit({ layout, language, url: steered.url });
    const found: string[] = [];
    const api = await enterAsGuest(person);
    const order = await orderRoute(api);
    const histories = await seed(api);
    for (const route of ['/', '/cruuency?code=BTCUSDT', ...DESKTOP_ROUTES, ...histories, ...PRIVATE_ROUTES]) {
      found.push(...(await violationsOn(person, route)));
    }
    // Settled, with its receipt: prices, ledger lines, log.
    await steered.clock.advance('31s');
    await steered.minute.sign();
    await open(person, order);
    await expect(button(person, person.t('trade:receipt.verify'))).toBeVisible();
    found.push(...(await scan(person, 'order with receipt')));
    expect(found).toEqual([]);
  });
}

test('what protects an account has no accessibility violations', async ({ visit }) => {
  const person = await visit({ layout: 'phone', language: 'ar' });
  const { page, t } = person;
  await registerByUsername(person, newName());
  await open(person, '/profile/info');
  await expect(page.getByText(t('security:overview.missing'))).toBeVisible();
  const found = await scan(person, 'security');
  for (const [action, name] of [
    ['security:action.change', 'account:field.password'],
    ['security:action.add', 'account:field.email'],
    ['security:action.setUp', 'security:withdrawal.name'],
    ['security:action.setUp', 'security:totp.name'],
  ] as const) {
    await button(person, `${t(action)}: ${t(name)}`).click();
    await expect(dialog(person)).toBeVisible();
    found.push(...(await scan(person, name)));
    if (name !== 'security:totp.name') await page.keyboard.press('Escape');
  }
  await page.getByLabel(t('security:password.login'), { exact: true }).fill(PASSWORD);
  await button(person, t('security:action.continue')).click();
  await expect(page.getByRole('img', { name: t('security:totp.qrLabel') })).toBeVisible();
  found.push(...(await scan(person, 'QR code')));
  const secret = (await dialog(person).locator('code').textContent()) ?? '';
  await page.getByLabel(t('security:totp.code'), { exact: true }).fill(appCode(secret));
  await button(person, t('security:totp.switchOn')).click();
  await expect(page.getByLabel(t('security:recovery.kept'))).toBeVisible();
  found.push(...(await scan(person, 'recovery codes')));
  expect(found).toEqual([]);
});

test('the tour and logging in on top of a page have no accessibility violations', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  await registerByUsername(person, newName());
  await navigate(person, '/profile/settings');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('guide:tour.again') })
    .click();
  const tour = page.getByRole('region', { name: t('guide:tour.title') });
  await expect(tour).toBeVisible();
  const found = await scan(person, 'tour');

  // The session ends elsewhere while the page is open, which may be asking for something.
  person.expectInConsole(/401/);
  await (await apiOfPage(person)).resultOf('logout');
  await expect(dialog(person)).toContainText(t('guide:session.title'));
  found.push(...(await scan(person, 'log in again')));
  expect(found).toEqual([]);
});

async function violationsOn(person: Person, route: string): Promise<string[]> {
  await navigate(person, route);
  return scan(person, route);
}

/** Overlays: the languages, the ticket on a phone, the confirmation of an order. */
async function scanOverlays(person: Person, found: string[]): Promise<void> {
  const { page, t, format, layout } = person;
  await openMarket(person, 'BTCUSDT');
  if (layout === 'phone') {
    // Beside a chart the tools of its header are in a menu.
    await button(person, t('shell:nav.more')).click();
    const language = page.getByRole('menuitem', { name: t('shell:tool.language') });
    await expect(language).toBeVisible();
    found.push(...(await scan(person, 'tools of the header')));
    await language.click();
  } else {
    await button(person, t('shell:tool.account')).click();
    await page.getByRole('menuitem', { name: t('shell:tool.language') }).click();
  }
  await expect(dialog(person)).toBeVisible();
  found.push(...(await scan(person, 'languages')));
  await page.keyboard.press('Escape');
  if (layout === 'phone') await barButton(person, t('trade:options.up')).click();
  const buy = t('trade:options.buyUp', { amount: format.money('100', 'USDT') });
  await page.getByRole('button', { name: buy }).last().click();
  await expect(page.getByRole('group', { name: t('trade:options.confirmTitle') })).toBeVisible();
  found.push(...(await scan(person, 'confirmation')));
}
