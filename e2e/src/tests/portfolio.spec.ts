/**
 * The portfolio: what is open on all markets, reversed, closed and cancelled, with a receipt for
 * each order, and the day's result from the ledger. In both layouts, one of them right to left.
 */
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { evidenceOf } from '../support/contracts.ts';
import { type Api, buyCoins, enterAsGuest, patternOf, priceOf } from '../support/guest.ts';
import { barButton, button, dialog, numberIn, open, type Person, settled, textOf } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

const CODE = 'BTCUSDT';
const ROUNDED = 0.006;

/** Two positions, a limit order of each product and an option. */
async function trade(api: Api): Promise<{ open: number[]; waiting: number[] }> {
  const price = await priceOf(api, CODE);
  const at = (share: number): string => (price * share).toFixed(2);
  const contract = { code: CODE, side: 'buy', type: 'market', lots: '5', leverage: 20 } as const;
  const first = await api.resultOf('openPosition', { body: contract });
  const second = await api.resultOf('openPosition', { body: { ...contract, side: 'sell', lots: '2' } });
  const limit = await api.resultOf('openPosition', { body: { ...contract, type: 'limit', price: at(0.9) } });
  const resting = { code: CODE, side: 'buy', type: 'limit', price: at(0.9), quantity: '0.01' } as const;
  const spot = await api.resultOf('placeSpotOrder', { body: resting });
  await buyCoins(api, CODE, '500');
  await api.resultOf('buyOption', { body: { code: CODE, direction: 'up', amount: '10', periodId: 300 } });
  for (const { id } of [first, second])
    await expect.poll(async () => (await evidenceOf(api, id)).order.state).toBe('open');
  return { open: [first.id, second.id], waiting: [limit.id, spot.id] };
}

/** The result of a closed position by its own record: P&L less both fees and financing. */
async function netOf(api: Api, id: number): Promise<number> {
  const { order } = await api.resultOf('getPosition', { params: { id } });
  const costs = amountOf(order.openFee) + amountOf(order.closeFeePaid) - amountOf(order.financing);
  return Number(formatAmount((amountOf(order.realised) - costs) as never));
}

/** Reverses a position from its row, confirmed right below the list; gives the new one. */
async function reverse(person: Person, api: Api, id: number): Promise<number> {
  const { t, page } = person;
  const positions = page.getByRole('list', { name: t('portfolio:counts') });
  const rowOf = (order: number) =>
    positions.getByRole('listitem').filter({ has: page.locator(`a[href="/order/contracts/${order}"]`) });
  // What can be done with a row of a phone is in its menu.
  await rowOf(id).locator('button[aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: t('contracts:reverse') }).click();
  const confirmation = page.getByRole('group', { name: t('contracts:reverse') });
  const confirm = confirmation.getByRole('button', { name: t('contracts:reverse') });
  await expect(confirm).toBeInViewport({ ratio: 1 });
  await expect(confirmation.getByText(t('contracts:putUp'), { exact: true })).toBeVisible();
  await confirm.click();
  await expect(confirmation).toBeHidden();
  await expect.poll(async () => (await evidenceOf(api, id)).order.state).toBe('closed');
  const opposite = (await evidenceOf(api, id)).order.reversedBy ?? 0;
  expect((await evidenceOf(api, opposite)).order).toMatchObject({ side: 'sell', state: 'open', reverses: id });
  await expect(rowOf(opposite)).toBeVisible();
  await expect(rowOf(id)).toHaveCount(0);
  return opposite;
}

/** The total is the balances, as the page was told them, and what the open contracts would add. */
async function totalAddsUp(person: Person, api: Api): Promise<void> {
  const { page, t } = person;
  const header = page.getByRole('region', { name: t('account:balances.total') });
  const [answer] = await Promise.all([page.waitForResponse(patternOf('listBalances')), page.reload()]);
  const { result } = await answer.json();
  await settled(person);
  const total = header.locator('button[data-derived]').first();
  const shown = numberIn(person, await textOf(total));
  await total.click();
  const reason = page.locator('[role=dialog]:popover-open');
  const part = reason.locator('dl > div').filter({ hasText: t('funds:summary.ifClosed') });
  const adds = numberIn(person, await textOf(part.locator('dd')));
  expect(adds).not.toBe(0);
  expect(Math.abs(shown - adds - Number(result.netUsdt))).toBeLessThan(0.02);
  await page.keyboard.press('Escape');
  // The result has parts that add up as they are shown, and is what the total gained today.
  const results = (await header.locator('dl').first().locator('dd').allTextContents()).map((text) =>
    Math.round(numberIn(person, text) * 100),
  );
  const [today = 0, ...parts] = results;
  expect(today).toBe(parts.reduce((sum, cents) => sum + cents, 0));
  const from = await page.evaluate(() => new Date(new Date().setHours(0, 0, 0, 0)).toISOString());
  const curve = await api.resultOf('getEquityCurve', { query: { from } });
  const began = Number(curve[0]?.value) + Number(curve.at(-1)?.paidIn);
  // Each open order is cut to cents.
  expect(Math.abs(shown - began - today / 100)).toBeLessThan(0.06);
}

async function closeAll(person: Person, api: Api, ids: readonly number[]): Promise<void> {
  const { t, page } = person;
  await button(person, t('portfolio:close.all')).click();
  await expect(dialog(person)).toContainText(t('portfolio:close.text'));
  await button(person, t('portfolio:close.button', { count: ids.length })).click();
  const done = t('portfolio:close.doneTitle', { done: ids.length, count: ids.length });
  await expect(dialog(person).getByRole('heading', { name: done })).toBeVisible();
  const nets = await Promise.all(ids.map((id) => netOf(api, id)));
  const total = numberIn(person, await textOf(dialog(person).getByRole('status').locator('bdi')));
  expect(Math.abs(total - nets.reduce((sum, net) => sum + net, 0))).toBeLessThan(ROUNDED);
  for (const id of ids) await expect(dialog(person).locator(`a[href="/order/contracts/${id}"]`)).toBeVisible();
  await dialog(person)
    .getByRole('button', { name: t('common:action.close'), exact: true })
    .last()
    .click();
  await expect(page.getByRole('button', { name: t('portfolio:close.all') })).toHaveCount(0);
}

async function cancelAll(person: Person, count: number): Promise<void> {
  const { t, page } = person;
  await button(person, t('portfolio:cancel.all')).click();
  await button(person, t('portfolio:cancel.button', { count })).click();
  const done = t('portfolio:cancel.doneTitle', { done: count, count });
  await expect(dialog(person).getByRole('heading', { name: done })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: t('portfolio:section.orders') })).toHaveCount(0);
}

test('a phone shows the chart and the price above the ticket, and the button below is always in view', async ({
  visit,
  steered,
}) => {
  const person = await visit({ layout: 'phone', url: steered.url });
  const { page, t } = person;
  const api = await enterAsGuest(person);
  await open(person, `/cruuency?code=${CODE}&product=contracts`);
  // The bar says what it opens, and switches it.
  await button(person, `${t('workspace:product.label')}: ${t('workspace:product.contracts')} 10×`).click();
  await page.getByRole('menuitemradio', { name: t('workspace:product.spot') }).click();
  await button(person, `${t('workspace:product.label')}: ${t('workspace:product.spot')}`).click();
  await page.getByRole('menuitemradio', { name: t('workspace:product.contracts') }).click();
  const buy = barButton(person, t('workspace:side.buy'));
  await expect(buy).toContainText(`${t('workspace:product.contracts')} 10×`);
  await buy.click();

  const { height } = page.viewportSize()!;
  const submit = dialog(person).locator('button[type=submit]');
  await expect(submit).toBeInViewport({ ratio: 1 });
  const top = (await dialog(person).getByRole('heading').first().boundingBox())!.y;
  expect(top).toBeGreaterThan(0.3 * height);
  const chart = (await dialog(person).locator('canvas').first().boundingBox())!;
  expect(chart.y + chart.height).toBeLessThanOrEqual(top);

  // A position is on the island of every page, which says when it ends.
  await api.resultOf('buyOption', { body: { code: CODE, direction: 'up', amount: '10', periodId: 30 } });
  await open(person, '/help');
  const island = page.getByRole('navigation').getByRole('button');
  await expect(island).toContainText(/0:\d\d/);
  // Beside the count, what is open would come to; the day's result is one press away.
  await expect(island).toContainText(t('portfolio:island.open', { number: '1' }));
  await expect(island.locator('bdi').last()).toHaveText(/^([−+]\d+\.\d\d|0\.00)$/);
  await island.click();
  await expect(dialog(person).getByText(t('portfolio:result.today'), { exact: true })).toBeVisible();
  await expect(dialog(person).getByText(t('portfolio:result.open'), { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  // At settlement it becomes the result, which leads to the receipt.
  await steered.clock.advance('31s');
  await page.getByRole('navigation').locator('a[href^="/order/options/"]').click();
  await expect(page).toHaveURL(/\/order\/options\/\d+$/);
});

test('all positions close and all orders are cancelled, each with its receipt', async ({ visit, steered }) => {
  await steered.market.set(CODE, '99999.00', '100001.00');
  const person = await visit({ layout: 'phone', language: 'ar', url: steered.url });
  const { page, t } = person;
  const api = await enterAsGuest(person);
  const orders = await trade(api);
  await open(person, '/portfolio');
  await settled(person);
  const shown = page.getByRole('main');
  const positions = shown.getByRole('list', { name: t('portfolio:counts') });
  for (const id of orders.open) await expect(positions.locator(`a[href="/order/contracts/${id}"]`)).toBeVisible();
  await expect(positions.locator('a[href^="/order/options/"]')).toBeVisible();
  await shown.getByRole('heading', { name: t('portfolio:section.exposure') }).click();
  await expect(shown.getByRole('table', { name: t('portfolio:section.exposure') })).toBeVisible();

  await totalAddsUp(person, api);

  const [first, second] = orders.open as [number, number];
  await closeAll(person, api, [await reverse(person, api, first), second]);
  await cancelAll(person, orders.waiting.length);

  // The day's result is that of the ledger: both positions, and the fee of the option.
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await page.getByRole('heading', { name: t('portfolio:section.days') }).click();
  // A phone shows no row of headers.
  const today = page
    .getByRole('table', { name: t('portfolio:section.days') })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();
  const gap = async (): Promise<number> => {
    const { items } = await api.resultOf('listProfitDays', { query: { zone, limit: 1 } });
    return Math.abs(numberIn(person, await textOf(today.locator('bdi').last())) - Number(items[0]?.net));
  };
  await expect.poll(gap).toBeLessThan(ROUNDED);
});
