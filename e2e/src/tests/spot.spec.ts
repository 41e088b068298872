import { type Api, enterAsGuest } from '../support/guest.ts';
import { barButton, button, dialog, open, type Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { showHistory, showWaiting } from '../support/trading.ts';
import { numbered } from '../support/words.ts';

/** Spot trading: a resting order that is cancelled, and a market order that delivers coins. */
const CODE = 'ETHUSDT';

test('a limit order rests and is cancelled, a market order delivers coins', { tag: '@smoke' }, async ({
  visit,
  steered,
}) => {
  const { market } = steered;
  await market.set(CODE, '3000.00', '3000.20');
  const person = await visit({ layout: 'phone', url: steered.url });
  const { page, t, format } = person;
  const api = await enterAsGuest(person);
  await open(person, `/cruuency?code=${CODE}&product=spot`);

  const ticket = await openTicket(person);
  await ticket.getByLabel(t('workspace:spot.limitPrice'), { exact: true }).fill('2850');
  await ticket.getByLabel(t('workspace:spot.quantity'), { exact: true }).fill('0.5');
  const buy = t('workspace:spot.buySize', { size: format.money('0.5', 'ETH', { max: 8 }) });
  await confirm(ticket, { button: buy, title: t('workspace:spot.confirmBuy', { asset: 'ETH' }) });
  await expectToast(person, numbered(t, 'workspace:spot.placed.waiting', 'id'));

  await showWaiting(person);
  const orders = page.getByRole('table', { name: t('contracts:waiting') });
  await expect(orders).toContainText('ETH/USDT');
  await button(person, t('workspace:spot.cancel')).click();
  await dialog(person)
    .last()
    .getByRole('button', { name: t('workspace:spot.cancelOrder') })
    .click();
  await expect(page.getByText(t('contracts:emptyWaiting'))).toBeVisible();

  const again = await openTicket(person);
  await again.getByRole('radio', { name: t('workspace:spot.market'), exact: true }).check();
  await again.getByRole('radio', { name: 'USDT', exact: true }).check();
  await again.getByLabel(t('workspace:spot.spend'), { exact: true }).fill('500');
  const spend = t('workspace:spot.buyFor', { asset: 'ETH', size: format.money('500', 'USDT') });
  await confirm(again, { button: spend, title: t('workspace:spot.confirmBuy', { asset: 'ETH' }) });

  // One that its trigger ends says why: where it waited, among the past ones, and to its owner.
  const why = t('errors:11064');
  const id = await placeRefused(api);
  await market.set(CODE, '3010.00', '3010.20');
  await showWaiting(person);
  await expect(page.getByRole('table', { name: t('contracts:waiting') }).getByText(why)).toBeVisible();
  const { items } = await api.resultOf('listNotifications', {});
  expect(items.find(({ link }) => link === `/order/spot/${id}`)?.title).toContain(why);

  await showHistory(person);
  const history = page.getByRole('table', { name: t('trade:orders.history') });
  await expect(history.getByText(why)).toBeVisible();
  await expect(history.getByText(t('order:spotState.filled'), { exact: true })).toBeVisible();
  await expect(history.getByText(t('order:spotState.revoked'), { exact: true })).not.toHaveCount(0);

  await open(person, '/profile/balancebb');
  await expect(page.getByRole('rowheader', { name: 'ETH' })).toBeVisible();
});

/** A post-only order that is refused at its trigger, because it would trade at once. */
async function placeRefused(api: Api): Promise<number> {
  const trigger = { type: 'stopLimit', stopPrice: '3005.00', price: '3100.00' } as const;
  const body = { code: CODE, side: 'buy', quantity: '0.1', timeInForce: 'postOnly', ...trigger } as const;
  return (await api.resultOf('placeSpotOrder', { body })).id;
}

test('workspace keys search and choose the side, but not while typing', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  await enterAsGuest(person);
  await open(person, `/cruuency?code=${CODE}&product=spot`);
  const sell = page.getByRole('radio', { name: t('workspace:side.sell'), exact: true });
  await expect(sell).toBeVisible();

  await page.keyboard.press('s');
  await expect(sell).toBeChecked();
  await expect(sell).toBeFocused();
  // The list of markets is put away at this width until it is asked for.
  await page.keyboard.press('m');
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('btcusdt');
  await expect(sell).toBeChecked();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/code=BTCUSDT/);
  await page.keyboard.press('Escape');
  await expect(search).not.toBeFocused();
  await page.keyboard.press('?');
  await expect(dialog(person)).toContainText(t('workspace:keys.title'));
});

/** Beside the chart on a desktop, in a sheet from the bottom on a phone. */
async function openTicket(person: Person) {
  const { page, t, layout } = person;
  if (layout !== 'phone') return page.getByRole('main');
  await barButton(person, t('workspace:side.buy')).click();
  return dialog(person).last();
}

async function confirm(
  ticket: ReturnType<Person['page']['getByRole']>,
  words: { button: string; title: string },
): Promise<void> {
  await ticket.getByRole('button', { name: words.button }).click();
  const confirmation = ticket.getByRole('group', { name: words.title });
  await confirmation.getByRole('button', { name: words.button }).click();
  await expect(confirmation).toBeHidden();
}
