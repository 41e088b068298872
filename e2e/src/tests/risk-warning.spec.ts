import { enterAsGuest } from '../support/guest.ts';
import { barButton, dialog } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { openMarket } from '../support/trading.ts';
import { numbered } from '../support/words.ts';

/**
 * With the first press of its button a person reads three sentences about the product; the share
 * of losing accounts opens into how it is counted. Once read, it is not asked again.
 */
test('the warning comes with the first press, leaves the button in sight, and is kept', async ({ visit }) => {
  const person = await visit({ layout: 'phone', language: 'ar' });
  const { page, t, format } = person;
  const api = await enterAsGuest(person, { hasRead: false });
  await openMarket(person, 'BTCUSDT');
  await barButton(person, t('trade:options.up')).click();
  const place = dialog(person).last();
  const buyName = t('trade:options.buyUp', { amount: format.money('100', 'USDT') });
  const buy = place.getByRole('button', { name: buyName });
  const warning = place.getByRole('region', { name: t('trade:risk.title') });
  await expect(warning).toHaveCount(0);
  // Until it is known what has been read, a press has no effect.
  await expect(buy).not.toHaveAttribute('aria-busy', 'true');
  await buy.click();
  await expect(warning).toContainText(t('trade:risk.options'));
  await expect(warning).toContainText(t('trade:risk.afford'));

  await warning.getByRole('button', { name: t('trade:risk.why') }).click();
  await expect(page.getByRole('dialog', { name: t('trade:risk.why') })).toContainText(t('trade:risk.notYet'));
  await page.keyboard.press('Escape');

  await warning.getByRole('button', { name: buyName }).click();
  // With virtual money, the press also confirms the order that stands under the warning.
  await expectToast(person, numbered(t, 'trade:options.placed', 'id'));
  await expect(warning).toHaveCount(0);
  const { products } = await api.resultOf('getRiskWarning');
  const read = products.map(({ product, acknowledged }) => [product, acknowledged?.language ?? null]);
  expect(read).toEqual([
    ['options', person.language],
    ['contracts', null],
  ]);
});
