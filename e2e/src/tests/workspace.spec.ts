import { enterAsGuest, priceOf } from '../support/guest.ts';
import { open, type Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

/**
 * The arrangement of the trading workspace, and what is ordered from its chart. Sizes are what the
 * design promises in a window of 1440 by 900.
 */
const CODE = 'BTCUSDT';
const CHART = { width: 900, height: 500 };

const chartOf = ({ page }: Person) => page.locator('figure').first();
const openContracts = (person: Person) => open(person, `/cruuency?code=${CODE}&product=contracts`);

test('the chart is large, panes are resized and put away by keys, and the account keeps it', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const api = await enterAsGuest(person);
  await openContracts(person);
  const box = async () => (await chartOf(person).boundingBox()) ?? { width: 0, height: 0, y: 0 };
  await expect(page.getByRole('radio', { name: t('contracts:market'), exact: true })).toBeVisible();
  const before = await box();
  expect(before.width).toBeGreaterThanOrEqual(CHART.width);
  expect(before.height).toBeGreaterThanOrEqual(CHART.height);
  await expect(page.getByRole('tablist', { name: t('trade:orders.title') })).toBeInViewport();

  const edge = page.getByRole('separator', { name: t('workspace:layout.resizeOrders') });
  await edge.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(async () => Math.round((await box()).height)).toBe(Math.round(before.height) - 40);
  await page.keyboard.press('Enter');
  await expect(edge).toHaveCount(0);
  expect((await box()).height).toBeGreaterThan(before.height + 100);

  await page.getByRole('button', { name: t('workspace:layout.title'), exact: true }).click();
  await page.getByRole('menuitemradio', { name: t('workspace:layout.count2') }).click();
  await expect(page.locator('figure')).toHaveCount(2);
  await expect
    .poll(async () => (await api.resultOf('getWorkspaceLayout')).layout)
    .toMatchObject({ orders: { open: false, size: 344 }, charts: { count: 2 } });
  // Another browser of the same person: nothing is stored in it.
  await page.evaluate(() => localStorage.removeItem('workspaceLayout'));
  await page.context().addInitScript(() => localStorage.removeItem('workspaceLayout'));
  await openContracts(person);
  await expect(page.locator('figure')).toHaveCount(2);
});

test('a right click or the menu key on the chart fills the ticket, and a drag is taken back', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const api = await enterAsGuest(person);
  await openContracts(person);
  const price = await priceOf(api, CODE);
  await page.getByRole('button', { name: t('contracts:setInChart') }).click();
  const stop = page.getByRole('slider', { name: t('contracts:stopLoss') });
  const field = page.getByLabel(t('contracts:stopLoss'), { exact: true }).and(page.getByRole('textbox'));
  const set = await field.inputValue();
  expect(Number(set.replace(/[^\d.]/g, ''))).toBeLessThan(price);
  // Out of view at these prices, it is counted at the end of the lane, where a press scrolls to it.
  await chartOf(person).locator('[data-count=below]').click();
  await stop.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).not.toHaveValue(set);
  await page.getByRole('button', { name: t('trade:chart.undo') }).click();
  await expect(field).toHaveValue(set);

  const chart = chartOf(person);
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not shown');
  await page.mouse.click(box.x + 200, box.y + 160, { button: 'right' });
  await page.getByRole('menuitem').first().click();
  await expect(page.getByRole('radio', { name: t('contracts:limit'), exact: true })).toBeChecked();
  const limit = page.getByLabel(t('contracts:limitPrice'), { exact: true }).and(page.getByRole('textbox'));
  await expect(limit).not.toHaveValue('');
  const value = await limit.inputValue();

  await chart.getByRole('group').and(page.locator('[tabindex="0"]')).first().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem').first().press('Enter');
  await expect(limit).not.toHaveValue(value);
});
