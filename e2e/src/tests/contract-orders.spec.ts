import { evidenceOf, orderContract, showTicket } from '../support/contracts.ts';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { button, dialog, open, type Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

/**
 * Stop orders on both sides of the price, of which the one that opens cancels the other; then a
 * take-profit step, and a close of half the lots. All through the page.
 */
const CODE = 'BTCUSDT';

test('a stop order cancels its other, then closes in steps and by half', { tag: '@smoke' }, async ({
  visit,
  steered,
}) => {
  const { market } = steered;
  await market.set(CODE, '99999.00', '100001.00');
  const person = await visit({ url: steered.url });
  const { page, t } = person;
  const api = await enterAsGuest(person);
  const up = await placeStop(person, api, { side: 'buy', price: '101000' });
  const id = await placeStop(person, api, { side: 'sell', price: '99800', partner: up });
  expect([await stateOf(api, up), await stateOf(api, id)]).toEqual(['waiting', 'waiting']);
  await market.set(CODE, '99799.00', '99801.00');
  await expect
    .poll(() => Promise.all([up, id].map((orderId) => stateOf(api, orderId))))
    .toEqual(['cancelled oco', 'open']);

  await open(person, `/cruuency?code=${CODE}&product=contracts`);
  await page
    .getByRole('button', { name: t('contracts:editStops', { name: 'BTC/USDT' }) })
    .first()
    .click();
  const stops = dialog(person).last();
  await stops
    .locator('summary')
    .filter({ hasText: t('order:targets') })
    .click();
  await button(person, t('contracts:addTarget')).click();
  const save = button(person, t('common:action.save'));
  await expect(save).toBeEnabled();
  await save.click();
  await expect.poll(async () => (await evidenceOf(api, id)).order.targets?.length).toBe(1);

  await button(person, t('contracts:close')).first().click();
  const closing = dialog(person).last();
  await closing
    .getByRole('group', { name: t('contracts:closeShare') })
    .getByRole('button')
    .nth(1)
    .click();
  await closing.getByRole('button').last().click();
  await expect.poll(async () => (await evidenceOf(api, id)).order.openLots).toBe('0.5');
});

async function stateOf(api: Api, id: number): Promise<string> {
  const { state, closedBy } = (await evidenceOf(api, id)).order;
  return closedBy === null ? state : `${state} ${closedBy}`;
}

interface StopRequest {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  /** The order that it cancels by opening. */
  readonly partner?: number;
}

/** Through the ticket and its confirmation; returns the order's number. */
async function placeStop(person: Person, api: Api, { side, price, partner }: StopRequest): Promise<number> {
  const { t } = person;
  await open(person, `/cruuency?code=${CODE}&product=contracts`);
  const ticket = await showTicket(person, side);
  await ticket.getByRole('radio', { name: t(side === 'buy' ? 'order:side.long' : 'order:side.short') }).check();
  await ticket.getByRole('radio', { name: t('order:stop'), exact: true }).check();
  await ticket.getByLabel(t('contracts:lots'), { exact: true }).fill('1');
  if (partner !== undefined) {
    await ticket.getByRole('combobox', { name: t('contracts:oco') }).click();
    await person.page.getByRole('option', { name: String(partner) }).click();
  }
  // The chart's line of what was typed before has the same name.
  await ticket.getByRole('textbox', { name: t('order:stopPrice'), exact: true }).fill(price);
  return orderContract(person, api, ticket);
}
