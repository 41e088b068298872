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
const MAIN_PRIVATE_ROUTES = ['/profile', '/profile/notification', '/zjxq'];
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
    const own = isShort
      ? MAIN_PRIVATE_ROUTES
      : [...tickets, ...PRIVATE_ROUTES, await orderRoute(api), ...(await seed(api))];
    for (const route of own) wrong.push(...(await misfits(person, route)));
    expect(wrong).toEqual([]);
  });
}

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
