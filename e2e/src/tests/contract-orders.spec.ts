import { evidenceOf, marketOf, showTicket } from '../support/contracts.ts';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { button, dialog, open, type Person } from '../support/person.ts';
import { RESTLESS_CODE, RESTLESS_MIDDLE } from '../support/staged-recordings.ts';
import { expect, test } from '../support/test.ts';

/**
 * Stop orders on both sides of the price, of which the one that opens cancels the other; then a
 * take-profit step, and a close of half the lots. All through the page.
 */
const CODE = RESTLESS_CODE;
/** Its price moves so far within seconds, and never so far. */
const AWAY = { near: 0.002, far: 0.1 } as const;

test('a stop order cancels its other, then closes in steps and by half', { tag: '@smoke' }, async ({ visit }) => {
  const person = await visit({ layout: 'desktop', language: 'en' });
  const { page, t } = person;
  const api = await enterAsGuest(person);
  const up = await placeStop(person, api, { side: 'buy', away: AWAY.far });
  const id = await placeStop(person, api, { side: 'sell', away: AWAY.near, other: up });
  await expect
    .poll(() => Promise.all([up, id].map((orderId) => stateOf(api, orderId))), { timeout: 180_000 })
    .toEqual(['cancelled oco', 'open']);

  await open(person, `/cruuency?code=${CODE}&product=contracts`);
  await page
    .getByRole('button', { name: t('contracts:editStops', { name: 'BCH/USDT' }) })
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

/** Through the ticket and its confirmation; returns the order's number. */
async function placeStop(
  person: Person,
  api: Api,
  { side, away, other: partner }: { readonly side: 'buy' | 'sell'; readonly away: number; readonly other?: number },
): Promise<number> {
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
  const placed = async () => (await api.resultOf('listPositions', { query: { limit: 1 } })).items[0]?.id;
  const before = await placed();
  const asked = ticket.getByRole('group', { name: t('contracts:confirm.title') });
  // The chart's line of what was typed before has the same name.
  const price = ticket.getByRole('textbox', { name: t('order:stopPrice'), exact: true });
  // If the price passes the stop between typing and ordering, type it again, as a person would.
  await expect(async () => {
    if ((await placed()) !== before) return;
    // No swing goes below the lowest point of the others.
    await expect.poll(async () => Number((await marketOf(api, CODE)).bid)).toBeGreaterThan(RESTLESS_MIDDLE);
    const { bid, ask, precision } = await marketOf(api, CODE);
    const stop = side === 'buy' ? Number(ask) * (1 + away) : Number(bid) * (1 - away);
    await price.fill(stop.toFixed(precision), { timeout: 10_000 });
    // A confirmation left over from an attempt that was refused.
    if (await asked.isVisible()) await asked.getByRole('button').first().click({ timeout: 10_000 });
    await ticket.locator('button[type=submit]').click({ timeout: 10_000 });
    await asked.locator('button[type=submit]').click({ timeout: 10_000 });
    await expect.poll(placed, { timeout: 10_000 }).not.toBe(before);
  }).toPass();
  return (await placed()) ?? 0;
}
