import { enterAsGuest } from '../support/guest.ts';
import { barButton, dialog } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { openMarket } from '../support/trading.ts';

/**
 * Before the first option a person reads three sentences in the ticket, in the place of its button;
 * the share of losing accounts opens into how it is counted. Once read, it is not asked again.
 */
test('the warning stands in the ticket once, and is kept', async ({ visit }) => {
  const person = await visit({ layout: 'phone', language: 'ar' });
  const { page, t, format } = person;
  const api = await enterAsGuest(person, { hasRead: false });
  await openMarket(person, 'BTCUSDT');
  await barButton(person, t('trade:options.up')).click();
  const place = dialog(person).last();
  const warning = place.getByRole('region', { name: t('trade:risk.title') });
  await expect(warning).toContainText(t('trade:risk.options'));
  await expect(warning).toContainText(t('trade:risk.afford'));
  const buy = place.getByRole('button', { name: t('trade:options.buyUp', { amount: format.money('100', 'USDT') }) });
  await expect(buy).toHaveCount(0);

  await warning.getByRole('button', { name: t('trade:risk.why') }).click();
  await expect(page.getByRole('dialog', { name: t('trade:risk.why') })).toContainText(t('trade:risk.notYet'));
  await page.keyboard.press('Escape');

  await warning.getByRole('button', { name: t('trade:risk.accept') }).click();
  await expect(buy).toBeVisible();
  await expect(warning).toBeHidden();
  const { products } = await api.resultOf('getRiskWarning');
  const read = products.map(({ product, acknowledged }) => [product, acknowledged?.language ?? null]);
  expect(read).toEqual([
    ['options', person.language],
    ['contracts', null],
  ]);
});
