import type { QueryOf } from '@glasshouse/api';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { button, dialog, open, type Person } from '../support/person.ts';
import { seed } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const linesOf = async (api: Api, filter: QueryOf<'listStatement'> = {}) =>
  (await api.resultOf('listStatement', { query: { limit: 200, ...filter } })).items;
const statement = ({ page, t }: Person) => page.getByRole('table', { name: t('account:statement.title') });

test('funding details: results, lines and where they lead, and what a coin cost', async ({ visit }) => {
  const person = await visit({ layout: 'phone' });
  const { page, t } = person;
  const api = await enterAsGuest(person);
  await seed(api);
  await open(person, '/zjxq');

  await page.getByRole('heading', { name: t('funds:results') }).click();
  const results = page.getByRole('table', { name: t('funds:profit.title') });
  await expect(results.getByRole('row').filter({ hasText: t('funds:product.contracts') })).toHaveCount(1);
  await expect(results.getByRole('row').filter({ hasText: t('funds:product.spot') })).not.toHaveCount(0);
  await page.getByRole('radio', { name: t('funds:period.custom') }).check();
  await page.getByLabel(t('funds:period.from')).fill('2020-01-01');
  await page.getByLabel(t('funds:period.to')).fill('2020-01-31');
  await expect(page.getByText(t('funds:profit.empty'))).toBeVisible();
  await page.getByLabel(t('funds:period.to')).fill('2019-12-31');
  await expect(page.getByText(t('funds:period.wrong'))).toBeVisible();
  await page.getByRole('radio', { name: t('common:word.all') }).check();
  await expect(results.getByRole('row').filter({ hasText: t('funds:product.contracts') })).toHaveCount(1);

  await open(person, '/portfolio');
  const curve = page.getByRole('slider', { name: t('funds:equity.read') });
  await curve.press('Home');
  await expect(curve).toHaveAttribute('aria-valuenow', '0');
  await curve.press('End');
  await expect(curve).toHaveAttribute('aria-valuetext', /USDT/);

  // The cost of a coin, and the single acquisition of ETH.
  await open(person, '/profile/balancebb');
  await button(person, t('funds:asset.open', { asset: 'ETH' })).click();
  await button(person, t('funds:cost.steps', { asset: 'ETH' })).click();
  const step = page
    .getByRole('dialog', { name: t('funds:cost.steps', { asset: 'ETH' }) })
    .getByRole('row')
    .filter({ hasText: t('funds:product.convert') });
  await expect(step).toContainText(t('funds:cost.basis.usdt'));
  await expect(step).toContainText(/1.000/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog(person)).toHaveCount(0);

  await button(person, t('funds:asset.open', { asset: 'BTC' })).click();
  await expect(dialog(person).getByText(t('funds:asset.inOrders'))).toHaveCount(0);
  await dialog(person)
    .getByRole('link', { name: t('account:balances.seeLines') })
    .click();
  await expect(page).toHaveURL(/\/zjxq\?asset=BTC#lines$/);
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
