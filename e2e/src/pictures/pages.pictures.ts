import { enterAsGuest } from '../support/guest.ts';
import type { Person } from '../support/person.ts';
import { loaded } from '../support/plain-visit.ts';
import { nameOf, seed } from '../support/routes.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test, type Visit } from '../support/test.ts';

/** As a visitor, and then as a guest who has one of everything. */
const PUBLIC = ['/gallery.html', '/', '/market', '/pass/login', '/pass/register', '/house', '/help', '/trading'];
const PRIVATE = [
  '/cruuency?code=BTCUSDT',
  '/cruuency?code=BTCUSDT&product=contracts',
  '/cruuency?code=BTCUSDT&product=spot',
  '/portfolio',
  '/profile',
  '/profile/info',
  '/profile/settings',
  '/profile/exchange',
  '/profile/alerts',
  '/profile/notification',
  '/loan',
  '/nfts',
];
const LOOKS: readonly Visit[] = [
  { layout: 'desktop', colorScheme: 'light', language: 'en' },
  { layout: 'phone', colorScheme: 'dark', language: 'de' },
  { layout: 'phone', colorScheme: 'light', language: 'ar' },
];

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ env: { INSTRUMENTS: 'all' } });
});
test.afterAll(() => server.stop());

for (const look of LOOKS) {
  test(`pages in ${look.language}, ${look.layout}, ${look.colorScheme}`, async ({ visit }) => {
    const person = await visit({ ...look, url: server.url });
    for (const route of PUBLIC) await compare(person, route, look);
    const api = await enterAsGuest(person);
    // Before the orders: how its lines are grouped depends on when each of them was filled.
    await compare(person, '/zjxq', look);
    const placing = seed(api);
    // Market orders fill at the next price.
    const orders = await untilDone(placing);
    // The second is a contract that was closed.
    for (const route of [...PRIVATE, ...orders.slice(1)]) await compare(person, route, look);
  });
}

/** Time goes on until all orders of `seed` are through. */
async function untilDone(placing: Promise<string[]>): Promise<string[]> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  placing.then(done, done);
  while (!isDone) await server.clock.advance('2s');
  return placing;
}

async function compare(person: Person, route: string, look: Visit): Promise<void> {
  const { page } = person;
  await page.goto(route);
  if (route !== '/gallery.html') await loaded(person);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(sameDigits);
  const name = [nameOf(route).replace('.html', ''), look.layout, look.language, look.colorScheme].join('-');
  // A failed comparison names itself and the others are taken nevertheless.
  await expect
    .soft(page)
    .toHaveScreenshot(`${name}.png`, { fullPage: true, mask: [page.locator('canvas, svg[class*=sparkline], time')] });
}

/** Runs in the page: prices, times and numbers of orders are no difference of the layout. */
function sameDigits(): void {
  const replace = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      const same = text.replace(/\d/g, '0').replace(/[+\u2212]/g, '+');
      if (same !== text) node.nodeValue = same;
    }
  };
  replace(document.body);
  new MutationObserver((changes) => {
    for (const { target } of changes) replace(target);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
