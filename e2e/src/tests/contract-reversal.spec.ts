import { evidenceOf, openContract } from '../support/contracts.ts';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { button, dialog, open } from '../support/person.ts';
import { openFold } from '../support/receipts.ts';
import { expect, test } from '../support/test.ts';
import { showOrders } from '../support/trading.ts';

/**
 * A trailing stop, set in the dialog of a position that is then reversed from its row; at last the
 * trailing stop of the new position closes it. All through the page.
 */
const CODE = 'BTCUSDT';

test('a position is reversed, and its opposite closed by a trailing stop', async ({ visit, steered }) => {
  const { market } = steered;
  await market.set(CODE, '99999.00', '100001.00');
  const person = await visit({ layout: 'phone', url: steered.url });
  const { page, t } = person;
  const api = await enterAsGuest(person);
  const id = await openContract(person, api, { code: CODE, side: 'buy', lots: '1', leverage: 10 });

  const setTrail = async (percent: string): Promise<void> => {
    const edit = page.getByRole('button', { name: t('contracts:editStops', { name: 'BTC/USDT' }) });
    await edit.first().click();
    const stops = dialog(person).last();
    await stops
      .locator('summary')
      .filter({ hasText: t('contracts:trailing') })
      .click();
    await stops.getByLabel(t('order:trailing'), { exact: true }).fill(percent);
    await button(person, t('common:action.save')).click();
    await expect(stops).toBeHidden();
  };
  await open(person, `/cruuency?code=${CODE}&product=contracts`);
  await showOrders(person);
  await setTrail('20');
  await expect.poll(async () => (await evidenceOf(api, id)).order.trailing?.rate).toBe('0.2');

  await button(person, t('contracts:reverse')).first().click();
  const confirmation = page.getByRole('group', { name: t('contracts:reverse') });
  await expect(confirmation.getByText(t('contracts:putUp'))).toBeVisible();
  await confirmation.getByRole('button', { name: t('contracts:reverse') }).click();
  await expect(confirmation).toBeHidden();
  await expect.poll(() => stateOf(api, id)).toBe('closed');
  const { reversedBy } = (await evidenceOf(api, id)).order;
  const reversal = await evidenceOf(api, reversedBy ?? 0);
  expect(reversal.order).toMatchObject({ side: 'sell', state: 'open', reverses: id, lots: '1' });
  const [closed, opened] = [await evidenceOf(api, id), reversal].map(({ steps }) => steps.at(-1)?.tick?.seq);
  expect(closed).toBe(opened);

  await setTrail('1');
  await expect.poll(async () => (await evidenceOf(api, reversedBy ?? 0)).order.trailing?.rate).toBe('0.01');
  // It follows the price down, and closes on the way back up.
  await market.set(CODE, '98999.00', '99001.00');
  expect(await stateOf(api, reversedBy ?? 0)).toBe('open');
  await market.set(CODE, '99998.00', '100000.00');
  await expect.poll(() => stateOf(api, reversedBy ?? 0)).toBe('closed');
  await open(person, `/order/contracts/${reversedBy}`);
  const terms = await openFold(person, t('common:word.allTerms'));
  await expect(terms.getByRole('link', { name: `#${id}` })).toBeVisible();
  await expect(terms.getByText(t('order:peakTick'), { exact: true })).toBeVisible();
  // And with the price that recorded it.
  const prices = await openFold(person, t('trade:receipt.ticks'));
  await expect(prices.getByText(t('order:peakTick'), { exact: true })).toBeVisible();
});

const stateOf = async (api: Api, id: number): Promise<string> => (await evidenceOf(api, id)).order.state;
