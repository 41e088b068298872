/**
 * Text fits where it stands: every route in every language and layout, at every width. A desktop
 * at 360 is one at 400 % of the size. Ten minutes, so it is a command of its own:
 * `npm run fit -w @glasshouse/e2e`, or `FIT=de,ar` before it for some languages. With the other
 * tests go the main pages of a phone, in a language of long words and in one from right to left.
 */
import { LANGUAGES } from '@glasshouse/i18n/languages';
import { LAYOUTS } from '../support/devices.ts';
import { misfitsAt } from '../support/fit.ts';
import { enterAsGuest } from '../support/guest.ts';
import { navigate, open, type Person, settled } from '../support/person.ts';
import { DESKTOP_ROUTES, orderRoute, PRIVATE_ROUTES, PUBLIC_ROUTES, seed } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const named = process.env.FIT?.split(',') ?? [];
const isShort = named.length === 0;
const WIDTHS = isShort ? [360] : [360, 768, 1440];
const MAIN_ROUTES = ['/', '/market', '/trading', '/help'];
const MAIN_PRIVATE_ROUTES = ['/portfolio', '/profile', '/profile/notification', '/zjxq'];
const SHORT = [
  ['de', 'phone'],
  ['ar', 'phone'],
] as const;
const CHOSEN = LANGUAGES.filter((language) => named.includes(language) || named.includes('all')).flatMap((language) =>
  LAYOUTS.map((layout) => [language, layout] as const),
);

for (const [language, layout] of isShort ? SHORT : CHOSEN) {
  test(`text fits: ${language}, ${layout}, at ${WIDTHS.join(', ')}`, async ({ visit }) => {
    const person = await visit({ language, layout });
    const wrong: string[] = [];
    await open(person, '/');
    for (const route of isShort ? MAIN_ROUTES : PUBLIC_ROUTES) wrong.push(...(await misfits(person, route)));
    const api = await enterAsGuest(person);
    await open(person, '/profile');
    const tickets = layout === 'desktop' ? DESKTOP_ROUTES : [];
    const orders = [await orderRoute(api), ...(await seed(api))];
    const own = isShort ? MAIN_PRIVATE_ROUTES : [...tickets, ...PRIVATE_ROUTES, ...orders];
    for (const route of own) wrong.push(...(await misfits(person, route)));
    expect(wrong).toEqual([]);
  });
}

test('the header of a phone keeps each of its labels in one line, in every language', async ({ visit }) => {
  const { page } = await visit({ layout: 'phone' });
  const wrong: string[] = [];
  for (const language of LANGUAGES) {
    await page.goto(`/?language=${language}`);
    const login = page.locator('header a[href^="/pass/login"]');
    await expect(login).toBeVisible();
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const { lines, over, room } = await login.evaluate((link) => {
        const header = link.closest('header') ?? link;
        let words: Node = link;
        while (words.lastChild !== null) words = words.lastChild;
        const text = document.createRange();
        text.selectNode(words);
        const tops = [...text.getClientRects()].filter(({ width }) => 0 < width).map(({ top }) => Math.round(top));
        const brand = header.querySelector('a')?.lastElementChild?.getBoundingClientRect();
        const next = header.querySelector('button')?.getBoundingClientRect();
        const gap =
          brand === undefined || next === undefined ? 0 : Math.max(next.left - brand.right, brand.left - next.right);
        return { lines: new Set(tops).size, over: header.scrollWidth - header.clientWidth, room: gap };
      });
      if (1 < lines || 0 < over || room < 0)
        wrong.push(`${language} at ${width}: ${lines} lines, ${over} over, ${room}`);
    }
  }
  expect(wrong).toEqual([]);
});

async function misfits(person: Person, route: string): Promise<string[]> {
  const found: string[] = [];
  await navigate(person, route);
  await settled(person);
  for (const width of WIDTHS) {
    for (const { what, text, where, by } of await misfitsAt(person.page, width)) {
      found.push(`${route} at ${width}: ${what} by ${by} "${text}" in ${where}`);
    }
  }
  return found;
}
