import { translatorFor } from '@glasshouse/i18n/server';
import { LAYOUTS } from '../support/devices.ts';
import { enterAsGuest } from '../support/guest.ts';
import { waitForAllRows } from '../support/market-list.ts';
import { button, headPrice, navigate, open, type Person, settled } from '../support/person.ts';
import { DESKTOP_ROUTES, PRIVATE_ROUTES, PUBLIC_ROUTES, seed } from '../support/routes.ts';
import { openStaggered, RESPONSE_ORDERS, type ResponseOrder } from '../support/staggered-responses.ts';
import { expect, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

test('a number that leads to nothing says so, with a way on', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const unknown = 987_654_321;
  const orders = ['options', 'contracts', 'spot', 'convert', 'plan', 'loan'].map((kind) => `/order/${kind}/${unknown}`);
  await enterAsGuest(person);
  for (const [path, says] of [
    ...orders.map((order) => [order, t('guide:gone.order', { id: unknown })] as const),
    ['/order/options/abc', t('guide:gone.order', { id: '' })],
    [`/loan/${unknown}`, t('guide:gone.order', { id: unknown })],
    [`/loan/agreement/${unknown}`, t('guide:gone.page')],
    [`/nfts/${unknown}`, t('guide:gone.page')],
    [`/nfts/receipt/${unknown}`, t('guide:gone.order', { id: unknown })],
    [`/nfts/certificate/${'A'.repeat(22)}`, t('guide:gone.page')],
    [`/detail?id=${unknown}`, t('help:gone')],
    ['/cruuency?code=NOSUCH', t('common:state.nothingFound')],
  ] as const) {
    await navigate(person, path);
    const main = page.getByRole('main');
    await expect(main.getByText(says.trim(), { exact: true }), path).toBeVisible();
    await expect(main.getByRole('link'), path).not.toHaveCount(0);
  }
});

test('an address may name its language, and the window is called after its page', async ({ visit }) => {
  const person = await visit();
  const { page, context } = person;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { t } = wordsOf('de');
  await open(person, '/?language=de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle(`${t('site:title.home')} · Glasshouse`);
  await navigate(person, '/house');
  await expect(page).toHaveTitle(`${t('account:house.hour')} · Glasshouse`);
  await navigate(person, '/cruuency?code=BTCUSDT');
  await expect(page).toHaveTitle('BTC/USDT · Glasshouse');
  await page.getByRole('button', { name: t('common:action.share') }).click();
  await expect(page.getByText(translatorFor('de').error(11086))).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${person.url}/cruuency?code=BTCUSDT&language=de`);
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest?language=de');
  // A visitor who goes on to what is somebody's own logs in first.
  await page.goto('/zjxq');
  await expect(page).toHaveURL(/\/pass\/login\?next=%2Fzjxq$/);
});

test('theme and up/down colours survive a reload', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  await open(person, '/');
  const html = page.locator('html');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  for (const name of [t('shell:tool.themeDark'), t('shell:tool.paletteBlueOrange')]) {
    await button(person, t('shell:tool.theme')).first().click();
    await page.getByRole('menuitemradio', { name }).click();
  }
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('data-updown', 'blue-orange');
  expect(await background()).not.toBe(light);
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('data-updown', 'blue-orange');
  await button(person, t('shell:tool.theme')).first().click();
  await expect(page.getByRole('menuitemradio', { name: t('shell:tool.themeDark') })).toBeChecked();
});

test('at 400 % of the size a page is one column, and without movement nothing moves', async ({ visit, steered }) => {
  const person = await visit({ isMoving: true, url: steered.url });
  const { page } = person;
  await page.addInitScript(() => {
    const target = window as { tints?: number };
    target.tints = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      target.tints = (target.tints ?? 0) + 1;
      return animate.apply(this, how);
    };
  });
  await enterAsGuest(person);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/zjxq', '/profile/settings', '/cruuency?code=BTCUSDT']) {
    await open(person, path);
    await settled(person);
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await over(), path).toBeLessThanOrEqual(0);
    const moving = () =>
      document.getAnimations().filter(({ effect }) => 0 < Number(effect?.getComputedTiming().duration ?? 0)).length;
    expect(await page.evaluate(moving), path).toBe(0);
  }
  // Chart and ticket take the width of the page.
  for (const part of ['figure', 'form']) {
    expect((await page.getByRole('main').locator(part).first().boundingBox())?.width).toBeGreaterThan(240);
  }
  const tints = () => page.evaluate(() => (window as { tints?: number }).tints ?? 0);
  for (const price of ['100001.00', '99999.00', '100002.00']) {
    await steered.market.set('BTCUSDT', price, price);
    await expect(headPrice(person)).toHaveText(person.format.price(price, 2));
  }
  expect(await tints()).toBe(0);
});

test('a page opens at its top, and going back restores the scroll position', async ({ visit }) => {
  const person = await visit({ layout: 'phone' });
  const { page } = person;
  await open(person, '/market');
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect(page.locator('main a[href*="cruuency"]').first()).toBeVisible();
  await waitForAllRows(page.getByRole('grid'));
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await expect.poll(scrolled).toBe(1_500);
  const row = page.locator('main a[href*="cruuency"]').nth(8);
  await row.evaluate((element) => (element as HTMLElement).click());
  await expect(page).toHaveURL(/cruuency/);
  await expect.poll(scrolled).toBe(0);
  // Make the page being left tall enough for that scroll position.
  await page
    .locator('main figure')
    .first()
    .evaluate((left) => {
      (left as HTMLElement).style.minBlockSize = '4000px';
    });
  await page.goBack();
  await expect(page).toHaveURL(/\/market/);
  // To the same rows. An emulated phone has a mouse again while it leaves a page: search and tabs
  // above the rows are then 8 px lower, the window follows the rows, and that position is stored.
  const away = async () => Math.abs((await scrolled()) - 1_500);
  await expect.poll(away).toBeLessThan(20);
  await page.reload();
  await expect.poll(away).toBeLessThan(20);
});

test('the market page fits a desktop window: the list scrolls separately, the chart is in view', async ({ visit }) => {
  const person = await visit();
  const { page } = person;
  await open(person, '/market');
  const chart = page.locator('figure [role=group][tabindex="0"]');
  await expect(chart).toHaveAttribute('aria-label', /.+/);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBe(page.viewportSize()?.height);
  await expect(chart).toBeInViewport({ ratio: 0.99 });
});

test('what a page preloads is used and fetched only once', async ({ visit }) => {
  const person = await visit();
  const { page } = person;
  await page.addInitScript(() => {
    const target = window as { fetched?: string[] };
    target.fetched = [];
    const { fetch } = window;
    window.fetch = (...args) => {
      target.fetched?.push(new Request(...args).url);
      return fetch(...args);
    };
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  // A painted page brings its figures; this one is a shell.
  await open(person, '/cruuency?code=BTCUSDT&product=spot');
  const preloaded = await page
    .locator('link[rel=preload][as=fetch]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(preloaded).not.toEqual([]);
  for (const url of preloaded) {
    await expect.poll(() => page.evaluate(() => (window as { fetched?: string[] }).fetched)).toContain(url);
    expect(requests.filter((request) => request === url)).toHaveLength(1);
  }
});

interface Shifted {
  /** The total layout shift so far, and what moved, for the failure message. */
  shifted?: () => { shift: number; moved: string[] };
}

type LayoutShift = PerformanceEntry & {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
};

for (const layout of LAYOUTS) {
  test(`no page shifts or overflows, in whatever order its responses arrive: ${layout}`, async ({ visit }) => {
    const person = await visit({ layout });
    await watchShifts(person);
    const found = await problemsOfEmpty(person, PUBLIC_ROUTES);
    await enterAsGuest(person);
    found.push(...(await problemsOfEmpty(person, ['/', '/cruuency?code=BTCUSDT', ...PRIVATE_ROUTES])));
    expect(found).toEqual([]);
  });

  test(`no page with filled lists shifts or overflows: ${layout}`, async ({ visit }) => {
    const person = await visit({ layout });
    await watchShifts(person);
    const histories = await seed(await enterAsGuest(person));
    // What is open stands on the home page.
    await open(person, '/');
    await expect(person.page.getByRole('main').locator('a[href^="/order/contracts/"]').first()).toBeVisible();
    await settled(person);
    expect(await problemsOf(person, ['/', ...DESKTOP_ROUTES, ...PRIVATE_ROUTES, ...histories])).toEqual([]);
  });
}

test('the ticket of a newcomer keeps its place on a tablet, whatever there is to read first', async ({ visit }) => {
  const person = await visit();
  await person.page.setViewportSize({ width: 768, height: 1024 });
  await watchShifts(person);
  await enterAsGuest(person, { hasRead: false });
  const desks = ['options', 'contracts'].map((product) => `/cruuency?code=BTCUSDT&product=${product}`);
  expect(await problemsOf(person, desks)).toEqual([]);
});

async function watchShifts(person: Person): Promise<void> {
  await person.context.addInitScript(() => {
    // Responses from a service worker cannot be staggered.
    navigator.serviceWorker.register = () => new Promise(() => undefined);
    const all = { shift: 0, moved: [] as string[] };
    // As web.dev/cls defines it: the worst window of at most five seconds without a pause of one.
    // Prices do not add up where a slow machine takes a minute for the page.
    const run = { sum: 0, from: 0, to: 0 };
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { value, hadRecentInput, sources, startTime } = entry as LayoutShift;
        if (hadRecentInput) continue;
        if (1_000 < startTime - run.to || 5_000 < startTime - run.from) {
          Object.assign(run, { sum: 0, from: startTime });
        }
        run.sum += value;
        run.to = startTime;
        all.shift = Math.max(all.shift, run.sum);
        for (const { node } of sources) all.moved.push((node?.textContent ?? '').slice(0, 40));
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    (window as Shifted).shifted = () => {
      // Entries that are not reported yet count too.
      note(observer.takeRecords());
      return all;
    };
  });
}

async function problemsOf(person: Person, routes: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const route of routes) {
    for (const order of RESPONSE_ORDERS) found.push(...(await problems(person, route, order)));
  }
  return found;
}

/**
 * Each route in one order, and in the other one on the other layout: few responses fill an empty
 * page, and each load costs as much as one of a full page.
 */
async function problemsOfEmpty(person: Person, routes: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const first = LAYOUTS.indexOf(person.layout);
  for (const [index, route] of routes.entries()) {
    const order = RESPONSE_ORDERS[(first + index) % RESPONSE_ORDERS.length]!;
    found.push(...(await problems(person, route, order)));
  }
  return found;
}

const SHIFT_MAX = 0.02;

async function problems(person: Person, route: string, order: ResponseOrder): Promise<string[]> {
  const { page } = person;
  await openStaggered(person, route, order);
  await settled(person);
  // Wait for fonts and logos, and a frame with them.
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Shifts are recorded at the end of a frame, so the last one needs a second frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((rendered) => requestAnimationFrame(rendered));
  });
  const { shift, moved, over } = await page.evaluate(() => ({
    ...((window as Shifted).shifted?.() ?? { shift: Number.NaN, moved: [] }),
    over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  return [
    ...(shift < SHIFT_MAX ? [] : [`${route}, ${order}: layout shift of ${shift.toFixed(3)}: ${moved.join(' | ')}`]),
    ...(over <= 0 ? [] : [`${route}: ${over} px wider than the window`]),
  ];
}
