/**
 * Long lists are one tab stop with arrow keys inside, and the list always shows the current market.
 */
import { enterAsGuest } from '../support/guest.ts';
import { open, type Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { openMarket } from '../support/trading.ts';

for (const language of ['en', 'ar'] as const) {
  test(`the market list is one tab stop: ${language}`, async ({ visit }) => {
    const person = await visit({ language });
    const { page, t } = person;
    await open(person, '/market');
    const grid = page.getByRole('grid');
    await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
    await grid.locator('[tabindex="0"]').focus();
    const toStar = language === 'ar' ? 'ArrowRight' : 'ArrowLeft';
    const last = Number(await grid.getAttribute('aria-rowcount'));
    for (const [key, row, what] of [
      ['ArrowDown', 2, 'link'],
      ['End', last, 'link'],
      ['ArrowUp', last - 1, 'link'],
      [toStar, last - 1, 'button'],
      ['Home', 1, 'button'],
    ] as const) {
      await page.keyboard.press(key);
      const place = grid.locator(`[aria-rowindex="${row}"]`);
      await expect(place.getByRole(what)).toBeFocused();
      await expect(place).toBeInViewport();
      await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
    }
    // The star toggles at the focused row; removing the last favourite moves the focus to the tab.
    await page.keyboard.press('Space');
    await expect(grid.getByRole('button', { pressed: true })).toHaveCount(1);
    await page.getByRole('tab', { name: t('market:type.favourites') }).click();
    await expect(grid.getByRole('row')).toHaveCount(1);
    await grid.getByRole('button').focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(t('market:list.noFavourites'))).toBeVisible();
    await expect(page.getByRole('tab', { name: t('market:type.favourites') })).toBeFocused();
  });
}

test('the order book is one tab stop', async ({ visit }) => {
  const person = await visit();
  await enterAsGuest(person);
  await openMarket(person, 'BTCUSDT');
  const { page, t } = person;
  const lines = page.getByRole('group', { name: t('workspace:book.levels') });
  await expect(lines.locator('[tabindex="0"]')).toHaveCount(1);
  await lines.locator('[tabindex="0"]').focus();
  await page.keyboard.press('ArrowUp');
  await expect(lines.locator('[data-level=ask]').nth(1)).toBeFocused();
  await expect(lines.locator('[tabindex="0"]')).toHaveCount(1);
});

test('a market opened without a type in the URL selects its own tab of the list', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  await openMarket(person, 'BTCUSDT');
  await page.getByRole('button', { name: t('workspace:layout.showMarkets') }).click();
  await expectTab(person, t('market:type.crypto'));
  await openMarket(person, 'AAPL');
  await expectTab(person, t('market:type.stocks'));
  await expect(page.getByRole('grid').locator('[aria-current]')).toContainText('AAPL');
  // A tab that the user chooses stays.
  await page.getByRole('tab', { name: t('market:type.forex') }).click();
  await expect(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await expectTab(person, t('market:type.forex'));
});

const expectTab = ({ page, t }: Person, name: string) =>
  expect(page.getByRole('tablist', { name: t('market:title') }).getByRole('tab', { selected: true })).toHaveText(name);

for (const language of ['de', 'fr', 'ar', 'th'] as const) {
  test(`the header is one row from 768 up, and its menu has what does not fit: ${language}`, async ({ visit }) => {
    const person = await visit({ language });
    const { page, t } = person;
    await enterAsGuest(person);
    await open(person, '/');
    const header = page.getByRole('banner');
    const nav = header.getByRole('navigation', { name: t('shell:nav.label') });
    const more = nav.getByRole('button', { name: t('shell:nav.more') });
    const all = await nav.getByRole('link', { includeHidden: true }).allTextContents();
    for (const width of [1920, 1366, 1024, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const tops = () =>
        nav
          .getByRole('link')
          .evaluateAll((links) => new Set(links.map((link) => link.getBoundingClientRect().top)).size);
      await expect.poll(tops, { message: `rows at ${width}` }).toBe(1);
      await expect.poll(() => header.evaluate((element) => element.clientHeight)).toBeLessThan(60);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    const shown = await nav.getByRole('link').allTextContents();
    expect(shown.length).toBeLessThan(all.length);
    await more.focus();
    await page.keyboard.press('ArrowDown');
    const menu = page.getByRole('menu', { name: t('shell:nav.more') });
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    expect([...shown, ...(await menu.getByRole('menuitem').allTextContents())]).toEqual(all);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/profile$/);
  });
}
