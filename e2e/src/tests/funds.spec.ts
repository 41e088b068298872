import { readFile } from 'node:fs/promises';
import type { QueryOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { fillCode, newName, PASSWORD, registerByUsername } from '../support/accounts.ts';
import { LAYOUTS } from '../support/devices.ts';
import { type Api, apiOfPage, enterAsGuest, priceOf } from '../support/guest.ts';
import { button, dialog, numberIn, open, type Person, textOf } from '../support/person.ts';
import { seed } from '../support/routes.ts';
import { sharedServer } from '../support/shared-server.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const linesOf = async (api: Api, filter: QueryOf<'listStatement'> = {}) =>
  (await api.resultOf('listStatement', { query: { limit: 200, ...filter } })).items;
const statement = ({ page, t }: Person) => page.getByRole('table', { name: t('account:statement.title') });

/** Available, in orders, in positions, and what open contracts would add. */
const PARTS = 4;

for (const layout of LAYOUTS) {
  test(`funding details: worth, results, lines and where they lead: ${layout}`, async ({ visit }) => {
    const person = await visit({ layout });
    const { page, t } = person;
    const api = await enterAsGuest(person);
    await seed(api);
    await open(person, '/zjxq');

    const summary = page.getByRole('region', { name: t('funds:summary.title') });
    await expect(summary.getByText(t('funds:summary.inPositions'), { exact: true })).toBeVisible();
    await expect(summary.getByText(t('funds:summary.ifClosed'), { exact: true })).toBeVisible();
    // They add up as they are shown, to the cent: the total, and each of the other figures.
    const gap = async (): Promise<number> => {
      const figures = (await summary.locator('bdi').allInnerTexts()).map((text) => numberIn(person, text));
      const [total = 0, ...parts] = figures.map((figure) => Math.round(figure * 100));
      return parts.length === PARTS ? parts.reduce((sum, part) => sum + part, 0) - total : Number.NaN;
    };
    await expect.poll(gap).toBe(0);

    const results = page.getByRole('table', { name: t('funds:profit.title') });
    await expect(results.getByRole('row').filter({ hasText: t('funds:product.contracts') })).toHaveCount(1);
    await expect(results.getByRole('row').filter({ hasText: t('funds:product.spot') })).not.toHaveCount(0);
    await page.getByRole('radio', { name: t('funds:period.custom') }).check();
    await page.getByLabel(t('funds:period.from')).fill('2020-01-01');
    await page.getByLabel(t('funds:period.to')).fill('2020-01-31');
    await expect(page.getByText(t('funds:profit.empty'))).toBeVisible();
    await expect(page.getByText(t('funds:equity.empty'))).toBeVisible();
    await page.getByLabel(t('funds:period.to')).fill('2019-12-31');
    await expect(page.getByText(t('funds:period.wrong'))).toBeVisible();
    await page.getByRole('radio', { name: t('common:word.all') }).check();
    await expect(results.getByRole('row').filter({ hasText: t('funds:product.contracts') })).toHaveCount(1);

    const curve = page.getByRole('slider', { name: t('funds:equity.read') });
    await curve.press('Home');
    await expect(curve).toHaveAttribute('aria-valuenow', '0');
    await curve.press('End');
    await expect(curve).toHaveAttribute('aria-valuetext', /USDT/);

    // The cost of the coins, and the single acquisition of ETH.
    const held = page.getByRole('table', { name: t('funds:cost.heldTitle') });
    await expect(held.getByRole('rowheader')).toHaveCount(2);
    await held.getByRole('button', { name: t('funds:cost.steps', { asset: 'ETH' }) }).click();
    const step = dialog(person)
      .getByRole('row')
      .filter({ hasText: t('funds:product.convert') });
    await expect(step).toContainText(t('funds:cost.basis.usdt'));
    await expect(step).toContainText(/1.000/);
    await dialog(person)
      .getByRole('button', { name: t('common:action.close') })
      .click();

    await button(person, t('funds:asset.open', { asset: 'BTC' })).click();
    await expect(dialog(person).getByText(t('funds:asset.inOrders'))).toBeVisible();
    await dialog(person)
      .getByRole('button', { name: t('account:balances.seeLines') })
      .click();
    await page.getByRole('radio', { name: t('funds:lines.every') }).check();
    const ofBtc = await linesOf(api, { asset: 'BTC' });
    await expect(statement(person).getByRole('rowheader')).toHaveCount(ofBtc.length);

    await button(person, t('funds:lines.clear')).click();
    await page.getByRole('combobox', { name: t('account:statement.reason') }).click();
    await page
      .getByRole('option', { name: t('funds:lines.allOf', { kind: t('funds:product.convert') }), exact: true })
      .click();
    const conversions = await linesOf(api, { reason: 'convert' });
    await expect(statement(person).getByRole('rowheader')).toHaveCount(conversions.length);
    await statement(person).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/order\/convert\/\d+/);
    await expect(page.getByRole('button', { name: t('trade:receipt.verify') })).toBeVisible();
  });
}

test('an exported statement holds exactly the filtered lines', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const api = await enterAsGuest(person);
  await seed(api);
  await open(person, '/zjxq');
  await expect(statement(person).getByRole('rowheader')).not.toHaveCount(0);
  const save = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(person, name).click()]);
    await expectToast(person, t('funds:export.saved', { name: file.suggestedFilename() }));
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const csv = await save(t('account:statement.exportCsv'));
  expect(csv.name).toMatch(/^statement-demo-\d{4}-\d\d-\d\d\.csv$/);
  const ids = (await linesOf(api)).map(({ id }) => id);
  expect(
    csv.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0]),
  ).toEqual(ids);

  await page.getByRole('combobox', { name: t('account:balances.asset') }).click();
  await page.getByRole('option', { name: 'ETH' }).click();
  await expect(statement(person).getByRole('rowheader')).toHaveCount(1);
  const json = await save(t('account:statement.exportJson'));
  expect(JSON.parse(json.text)).toMatchObject([{ asset: 'ETH', reason: 'convert.receive' }]);
});

test('a long list in a low window scrolls to its end, and mouse and keyboard work together', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  await page.setViewportSize({ width: 1440, height: 520 });
  await enterAsGuest(person);
  await open(person, '/zjxq');
  const reasons = page.getByRole('combobox', { name: t('account:statement.reason') });
  await reasons.click();
  const first = page.getByRole('option').first();
  const last = page.getByRole('option').last();
  await first.hover();
  await page.mouse.wheel(0, 5_000);
  await expect(last).toBeInViewport({ ratio: 1 });

  // While the mouse button is down, list and focus stay in place.
  await last.hover();
  await page.mouse.down();
  await expect(reasons).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Home');
  await expect(first).toHaveAttribute('data-active');
  await page.mouse.up();
  await last.click();
  await expect(reasons).toHaveText(t('account:reason.demo.reset'));
});

test('an alert that fires shows on the bell and leads to its market', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const api = await enterAsGuest(person);
  await open(person, '/profile');
  await expect(button(person, t('notices:title'))).toBeVisible();
  const price = await priceOf(api, 'BTCUSDT');
  // A series of alerts on both sides, each twice as far away: a market that stands still for
  // minutes, but for the last digit, meets one as soon as one that runs away.
  for (let step = 0; step < 20; step += 1) {
    const away = 1e-7 * 2 ** step;
    for (const share of [1 - away, 1 + away]) {
      const added = await api.call('addAlert', { body: { code: 'BTCUSDT', price: (price * share).toFixed(2) } });
      // The price may be there already.
      expect([code.orderPriceIncorrect, 200]).toContain(added.code);
    }
  }
  const fired = async () => (await api.resultOf('listAlerts', { query: { limit: 200, state: 'fired' } })).items;
  await expect.poll(async () => (await fired()).length).toBeGreaterThan(0);
  const bell = page.getByRole('button', {
    name: new RegExp(`^${t('notices:unread', { count: 7 }).replace('7', '\\d+')}$`),
  });
  await expect(bell).toBeVisible();
  await bell.click();
  await dialog(person)
    .getByRole('link', { name: /BTC\/USDT/ })
    .first()
    .click();
  await expect(page).toHaveURL(/cruuency\?code=BTCUSDT/);
  // The remaining alerts would keep firing. One that fires before it is removed refuses, which is
  // fine.
  const { items } = await api.resultOf('listAlerts', { query: { limit: 200, state: 'active' } });
  for (const { id } of items) await api.call('removeAlert', { body: { id } });
  await open(person, '/profile/notification');
  await expect(page.getByRole('main').getByRole('link', { name: /BTC\/USDT/ })).not.toHaveCount(0);
  await page.getByRole('radio', { name: t('notices:onlyUnread') }).check();
  const readAll = page.getByRole('main').getByRole('button', { name: t('notices:readAll') });
  await expect(async () => {
    if (await readAll.isVisible()) await readAll.click();
    await expect(page.getByText(t('notices:nothingUnread'))).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('an account with a user name binds an email, and its fee tier shows the volume traded', async ({ visit }) => {
  const server = sharedServer();
  const person = await visit();
  const { page, t } = person;
  await registerByUsername(person, newName());
  await open(person, '/profile/info');
  const rowButton = (action: 'security:action.add' | 'security:action.change') =>
    button(person, `${t(action)}: ${t('account:field.email')}`);
  await rowButton('security:action.add').click();
  const form = dialog(person);
  const submit = form.getByRole('button', { name: t('account:profile.bindEmail'), exact: true });
  await submit.click();
  await expect(form.getByText(t('account:field.emailWrong'))).toBeVisible();
  const email = `${newName()}@example.com`;
  await form.getByLabel(t('account:field.email'), { exact: true }).fill(email);
  await fillCode(person, email, server);
  await form.getByLabel(t('security:password.login'), { exact: true }).fill('not-the-password-1');
  await submit.click();
  await expect(form.getByRole('alert').or(form.locator('[aria-invalid=true]')).first()).toBeVisible();
  await form.getByLabel(t('security:password.login'), { exact: true }).fill(PASSWORD);
  await submit.click();
  await expectToast(person, t('account:profile.emailBound'));
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(rowButton('security:action.change')).toBeVisible();

  const api = await apiOfPage(person);
  await seed(api);
  await open(person, '/profile');
  const feeTiers = page.getByRole('table', { name: t('funds:levels.table') });
  await expect(feeTiers.getByRole('rowheader')).toHaveCount(6);
  expect(await textOf(feeTiers.getByRole('row').nth(1))).toContain(t('funds:levels.yours'));
  await expect(page.getByRole('progressbar')).toHaveAccessibleName(t('funds:levels.progress', { level: 1 }));
});
