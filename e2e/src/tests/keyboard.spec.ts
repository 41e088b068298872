/** What the keyboard needs of a layout: focus and header links stay in view. */
import { enterAsGuest } from '../support/guest.ts';
import { waitForAllRows } from '../support/market-list.ts';
import { open } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

test('the market list is one tab stop, and scrolls to the row with the focus', async ({ visit }) => {
  const person = await visit({ language: 'ar' });
  const { page, t } = person;
  await open(person, '/market');
  const grid = page.getByRole('grid');
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await grid.locator('[tabindex="0"]').focus();
  await waitForAllRows(grid);
  const last = Number(await grid.getAttribute('aria-rowcount'));
  for (const [key, row, what] of [
    ['ArrowDown', 2, 'link'],
    ['End', last, 'link'],
    ['ArrowUp', last - 1, 'link'],
    ['ArrowRight', last - 1, 'button'],
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

test('the header is one row from 768 up, and its menu has what does not fit', async ({ visit }) => {
  for (const language of ['de', 'fr', 'ar', 'th'] as const) {
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
    // A window of a third of a screen: some of the places are in the menu.
    await page.setViewportSize({ width: 660, height: 800 });
    await expect(more).toBeVisible();
    const shown = await nav.getByRole('link').allTextContents();
    expect(shown.length).toBeLessThan(all.length);
    await more.focus();
    await page.keyboard.press('ArrowDown');
    const menu = page.getByRole('menu', { name: t('shell:nav.more') });
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    expect([...shown, ...(await menu.getByRole('menuitem').allTextContents())]).toEqual(all);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/house$/);
  }
});
