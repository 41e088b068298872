/**
 * What a member sees first and checks last: the home page with what is open and what changed, each
 * opening into its reason, and the statement by order down to its postings.
 */
import { buyCoins, enterAsGuest } from '../support/guest.ts';
import { button, dialog, navigate, open, settled, textOf } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

const CODE = 'BTCUSDT';

test('the home of a member explains itself, and the statement opens from orders to postings', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const api = await enterAsGuest(person);
  await buyCoins(api, CODE, '500');
  await open(person, '/');
  await settled(person);
  const main = page.getByRole('main');
  await expect(main.getByText(t('portfolio:result.open'), { exact: true })).toBeVisible();

  // A press on the total opens the coins that it is the sum of, at the prices of the press.
  const total = main.locator('button[data-derived]').first();
  const reason = page.locator('[role=dialog]:popover-open');
  await expect(total).toHaveText(/\d/);
  await total.click();
  await expect(reason.getByText('BTC', { exact: true }).first()).toBeVisible();
  await expect(reason.locator('[data-total] dd')).toHaveText(await textOf(total));
  await page.keyboard.press('Escape');

  // The change of a market has its two prices.
  await navigate(person, '/market');
  await page.keyboard.press('x');
  await main.locator('bdi[data-derived]').first().click();
  await expect(reason.getByText(t('guide:why.dayAgo')).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');

  await navigate(person, '/zjxq');
  const lines = page.getByRole('table', { name: t('account:statement.title') });
  await lines
    .getByRole('row')
    .filter({ hasText: t('funds:product.spot') })
    .getByRole('button')
    .first()
    .click();
  await expect(dialog(person).getByRole('row')).not.toHaveCount(0);
  await button(person, t('common:action.close')).first().click();
});
