import { evidenceOf, openContract } from '../support/contracts.ts';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { button, dialog, open } from '../support/person.ts';
import { RESTLESS_CODE } from '../support/staged-recordings.ts';
import { expect, test } from '../support/test.ts';
import { showOrders } from '../support/trading.ts';

/**
 * A trailing stop, set in the dialog of a position that is then reversed from its row; at last the
 * trailing stop of the new position closes it. All through the page.
 */
/** A coin that always moves: recorded ones stand still for minutes. */
const CODE = RESTLESS_CODE;

test('a position is reversed, and its opposite closed by a trailing stop', async ({ visit }) => {
  const person = await visit({ layout: 'phone', language: 'en' });
  const { page, t } = person;
  const api = await enterAsGuest(person);
  const id = await openContract(person, api, { code: CODE, side: 'buy', lots: '1', leverage: 10 });
  await expect.poll(() => stateOf(api, id)).toBe('open');

  const setTrail = async (percent: string): Promise<void> => {
    const edit = page.getByRole('button', { name: t('contracts:editStops', { name: 'BCH/USDT' }) });
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
  const asked = page.getByRole('group', { name: t('contracts:reverse') });
  await expect(asked.getByText(t('contracts:putUp'))).toBeVisible();
  await asked.getByRole('button', { name: t('contracts:reverse') }).click();
  await expect(asked).toBeHidden();
  await expect.poll(() => stateOf(api, id)).toBe('closed');
  const { reversedBy } = (await evidenceOf(api, id)).order;
  const reversal = await evidenceOf(api, reversedBy ?? 0);
  expect(reversal.order).toMatchObject({ side: 'sell', state: 'open', reverses: id, lots: '1' });
  const [closed, opened] = [await evidenceOf(api, id), reversal].map(({ steps }) => steps.at(-1)?.tick?.seq);
  expect(closed).toBe(opened);

  await setTrail('0.01');
  await expect.poll(() => stateOf(api, reversedBy ?? 0), { timeout: 120_000 }).toBe('closed');
  await open(person, `/order/contracts/${reversedBy}`);
  await expect(page.getByRole('link', { name: `#${id}` })).toBeVisible();
  // In the terms, and with the step that recorded it.
  await expect(page.getByText(t('order:peakTick'), { exact: true }).first()).toBeVisible();
});

const stateOf = async (api: Api, id: number): Promise<string> => (await evidenceOf(api, id)).order.state;
