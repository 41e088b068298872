/**
 * Takes a screenshot of every route, for people: no test compares them.
 *
 * `npm run screenshots -w @glasshouse/e2e -- [--width 1440] [--language en] [--scheme light]
 * [--console] [--url http://…] [folder]`; each may be repeated, and every combination is taken.
 * Without a URL it starts a server; the console's pages need its own. A width below 768 px is
 * a phone.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '@glasshouse/i18n/languages';
import { type Browser, chromium } from '@playwright/test';
import { addOperator } from './support/add-operator.ts';
import { browserOptions } from './support/browser.ts';
import { askForLoan, CONSOLE_ROUTES, fillQueues, recordRoutes } from './support/console-routes.ts';
import { enterAsGuest } from './support/guest.ts';
import { enrolByLink } from './support/operator.ts';
import type { Person } from './support/person.ts';
import { loaded, type PageStyle, personWith } from './support/plain-visit.ts';
import { DESKTOP_ROUTES, nameOf, orderRoute, PRIVATE_ROUTES, PUBLIC_ROUTES, seed } from './support/routes.ts';
import { type RunningServer, startServer } from './support/server.ts';

const PHONE_BELOW = 768;
const PASSWORD = 'four unrelated words here';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: ['1440', '390'] },
    language: { type: 'string', multiple: true, default: ['en', 'ar'] },
    scheme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    console: { type: 'boolean', default: false },
    url: { type: 'string' },
  },
});
const [folder = mkdtempSync(join(tmpdir(), 'glasshouse-screenshots-'))] = positionals;
const styles = values.width.map(Number).flatMap((width) =>
  LANGUAGES.filter((language) => values.language.includes(language)).flatMap((language) =>
    (['light', 'dark'] as const)
      .filter((scheme) => values.scheme.includes(scheme))
      .map((colorScheme): PageStyle => {
        return { layout: width < PHONE_BELOW ? 'phone' : 'desktop', language, colorScheme, width };
      }),
  ),
);
mkdirSync(folder, { recursive: true });
const server =
  values.url === undefined ? await startServer({ prices: 'simulated', env: { INSTRUMENTS: 'all' } }) : undefined;
const browser = await chromium.launch(browserOptions());
try {
  if (!values.console) for (const style of styles) await takeSite(browser, style, values.url ?? server?.url ?? '');
  else if (server !== undefined) await takeConsole(browser, server);
} finally {
  await browser.close();
  await server?.stop();
}
console.log(folder);

async function takeSite(from: Browser, style: PageStyle, url: string): Promise<void> {
  const person = await personWith(from, style, url);
  const take = (route: string, name: string) => takePage(person, style, route, name);
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
  await person.page.getByRole('button', { name: person.t('trade:receipt.verify') }).waitFor({ timeout: 90_000 });
  await shoot(person, style, 'order');
  await person.context.close();
}

/** Its queues are filled once; each style signs in as a further operator. */
async function takeConsole(from: Browser, own: RunningServer): Promise<void> {
  const plain = { layout: 'desktop', language: 'en', colorScheme: 'light' } as const;
  const operator = await personWith(from, plain, own.url);
  const payer = await personWith(from, plain, own.url);
  await enrolByLink(operator, own.operatorLink() ?? '', PASSWORD);
  await enrolByLink(payer, await addOperator(own, 'petra'), PASSWORD);
  const anna = await fillQueues(operator, payer, own);
  await askForLoan(operator, anna);
  const routes = [...CONSOLE_ROUTES, ...(await recordRoutes(operator, anna))];
  for (const [index, style] of styles.entries()) {
    const person = await personWith(from, style, own.url);
    await enrolByLink(person, await addOperator(own, `viewer${index}`), PASSWORD);
    for (const route of routes) await takePage(person, style, `/operator${route}`, nameOf(`/console${route}`));
    await person.context.close();
  }
}

async function takePage(person: Person, style: PageStyle, route: string, name: string): Promise<void> {
  await person.page.goto(route);
  await shoot(person, style, name);
}

async function shoot(person: Person, style: PageStyle, name: string): Promise<void> {
  const { page } = person;
  const file = `${name.replaceAll(/[/?=&]/g, '-')}-${style.width}-${style.language}-${style.colorScheme}.png`;
  // A page that goes on loading is taken as it is.
  await loaded(person).catch(() => console.error(`still loading: ${file}`));
  await page.evaluate(() =>
    document.fonts.ready.then(() => new Promise((rendered) => requestAnimationFrame(rendered))),
  );
  await page.screenshot({ path: join(folder, file) });
}
