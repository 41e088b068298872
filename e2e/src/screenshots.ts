/**
 * Takes a screenshot of every route: desktop and phone, light and dark, English and Arabic.
 * `npm run screenshots -w @glasshouse/e2e [folder] [url]`; without a URL it starts a server. The
 * screenshots are for people, no test compares them.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { browserOptions } from './support/browser.ts';
import { LAYOUTS } from './support/devices.ts';
import { enterAsGuest } from './support/guest.ts';
import type { Person } from './support/person.ts';
import { loaded, type PageStyle, personWith } from './support/plain-visit.ts';
import { DESKTOP_ROUTES, nameOf, orderRoute, PRIVATE_ROUTES, PUBLIC_ROUTES, seed } from './support/routes.ts';
import { startServer } from './support/server.ts';

const LOOKS: readonly PageStyle[] = LAYOUTS.flatMap((layout) =>
  (['en', 'ar'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ layout, language, colorScheme })),
  ),
);

const [folder = mkdtempSync(join(tmpdir(), 'glasshouse-screenshots-')), ownUrl] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server =
  ownUrl === undefined ? await startServer({ prices: 'simulated', env: { INSTRUMENTS: 'all' } }) : undefined;
const browser = await chromium.launch(browserOptions());
try {
  for (const look of LOOKS) await takeAll(browser, look, ownUrl ?? server?.url ?? '');
} finally {
  await browser.close();
  await server?.stop();
}
console.log(folder);

async function takeAll(from: Browser, look: PageStyle, url: string): Promise<void> {
  const person = await personWith(from, look, url);
  const take = async (route: string, name: string): Promise<void> => {
    await person.page.goto(route);
    await shoot(person, join(folder, `${name}-${look.layout}-${look.language}-${look.colorScheme}.png`));
  };
  for (const route of PUBLIC_ROUTES) await take(route, nameOf(route));
  const api = await enterAsGuest(person);
  const order = await orderRoute(api);
  await take(order, 'order-open');
  const histories = await seed(api);
  const desktop = ['/cruuency?code=BTCUSDT', ...DESKTOP_ROUTES];
  for (const route of ['/', '/market', ...desktop]) await take(route, `${nameOf(route)}-member`);
  for (const [index, route] of histories.entries()) await take(route, `${nameOf(route)}-${index + 1}`);
  for (const route of PRIVATE_ROUTES) await take(route, nameOf(route));
  await person.page.goto(order);
  // The receipt exists once the option's half minute is over.
  await person.page.getByRole('button', { name: person.t('trade:receipt.verify') }).click({ timeout: 90_000 });
  await shoot(person, join(folder, `order-${look.layout}-${look.language}-${look.colorScheme}.png`));
  await person.context.close();
}

async function shoot(person: Person, path: string): Promise<void> {
  const { page } = person;
  await loaded(person);
  await page.evaluate(() =>
    document.fonts.ready.then(() => new Promise((rendered) => requestAnimationFrame(rendered))),
  );
  await page.screenshot({ path });
}
