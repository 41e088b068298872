import { LAYOUTS } from '../support/devices.ts';
import { enterAsGuest, patternOf } from '../support/guest.ts';
import { whileMoving } from '../support/moving.ts';
import { headPrice, open, type Person, textOf } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { openMarket } from '../support/trading.ts';
import { areRowsDrawn, watchCells } from '../support/watch-cells.ts';

const CODE = 'BTCUSDT';
/** Of the first screen of the list. */
const MOVING = [
  { code: CODE, middle: '96000.00' },
  { code: 'ETHUSDT', middle: '3200.00' },
  { code: 'BNBUSDT', middle: '650.000' },
] as const;

for (const layout of LAYOUTS) {
  test(`prices in the list move, and only the cells that changed are repainted: ${layout}`, async ({
    visit,
    steered,
  }) => {
    const person = await visit({ layout, url: steered.url });
    const { page, t } = person;
    await open(person, '/');
    const list = page.getByRole('tabpanel', { name: t('market:type.crypto') }).getByRole('grid');
    // Only visible rows render, and on a phone the list is below the fold.
    await page.getByRole('tablist').evaluate((element) => element.scrollIntoView());
    await expect.poll(() => areRowsDrawn(list)).toBe(true);
    const stop = await watchCells(page, list);
    await whileMoving(steered, MOVING, () => expect.poll(async () => (await stop()).texts).toBeGreaterThan(30));
    const { sameTexts, structure, elsewhere } = await stop();
    expect({ sameTexts, structure, elsewhere }).toEqual({ sameTexts: 0, structure: [], elsewhere: [] });
  });
}

test('the chart shows the bar that the prices of its minute make', async ({ visit, steered }) => {
  const { market, clock, minute } = steered;
  const prices = ['100000.00', '101000.00', '99000.00', '100500.00'];
  await market.set(CODE, '100000.00', '100000.00');
  await minute.sign();
  for (const price of prices) await market.set(CODE, price, price);
  await clock.advance('1m');
  await market.set(CODE, '100700.00', '100700.00');
  const person = await visit({ url: steered.url });
  const { page } = person;
  await openMarket(person, CODE);
  const chart = page.locator('figure [role=group][tabindex="0"]');
  await expect(chart).toHaveAttribute('aria-label', /.+/);
  const legend = page.locator('figure [aria-live=polite] > div').first().locator('> div').first().locator('> span');
  const shown = async () => fourPrices(person, await legend.allTextContents());
  await chart.focus();
  // Back from the bar of now.
  await chart.press('ArrowLeft');
  await expect.poll(shown).toEqual([100_000, 101_000, 99_000, 100_500]);
});

function fourPrices({ t }: Person, fields: readonly string[]): number[] {
  return (['open', 'high', 'low', 'close'] as const).map((name) => {
    const label = `${t(`trade:chart.short.${name}`)} `;
    const field = fields.find((text) => text.startsWith(label)) ?? '';
    return Number(field.slice(label.length).replaceAll(',', ''));
  });
}

test('a chart of ticks says so while there are none, and draws the first ones as they come', async ({ visit }) => {
  const person = await visit({ layout: 'phone' });
  const { page, t } = person;
  // As on a server that has just been set up.
  await page.route(`${patternOf('listRecentTicks')}?*`, (route) => route.fulfill({ json: { code: 200, result: [] } }));
  let release = () => {};
  const isReleased = new Promise<void>((done) => {
    release = done;
  });
  await page.routeWebSocket(/\/ws\/market/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void isReleased.then(() => socket.send(message)));
  });
  await page.addInitScript(() => localStorage.setItem('chartInterval', 'tick'));
  await openMarket(person, 'BTCUSDT');
  const chart = page.locator('figure');
  await expect(chart.getByText(t('trade:chart.empty'))).toBeVisible();
  release();
  await expect(chart.getByText(t('trade:chart.empty'))).toHaveCount(0);
  await expect(chart.locator('[role=group][tabindex="0"]')).toHaveAttribute('aria-label', /\d/);
});

test('a phone that was offline resumes where it stopped', { tag: '@smoke' }, async ({ visit, steered }) => {
  const { market } = steered;
  const person = await visit({ layout: 'phone', url: steered.url });
  const { page, t } = person;
  person.expectInConsole(/ERR_INTERNET_DISCONNECTED/);
  const sockets: string[] = [];
  page.on('websocket', (socket) => {
    if (socket.url().includes('/ws/market')) sockets.push(socket.url());
  });
  await market.set(CODE, '100000.00', '100000.00');
  await openMarket(person, CODE);
  await expectPrice(person, '100000.00');
  await person.context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: t('common:state.offline') })).toBeVisible();
  await market.set(CODE, '100100.00', '100100.00');
  await person.context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: t('common:state.offline') })).toBeHidden();
  await expect.poll(() => sockets.at(-1)).toMatch(/resume=\d+/);
  await expectPrice(person, '100100.00');
  await market.set(CODE, '100200.00', '100200.00');
  await expectPrice(person, '100200.00');
});

test('a part of the page whose first request failed is asked for again', async ({ visit }) => {
  const person = await visit({ layout: 'phone' });
  const { page, t } = person;
  person.expectInConsole(/ERR_INTERNET_DISCONNECTED/);
  const cut = new Set<string>();
  // Its code and styles; the texts come before anything can be shown.
  await page.route(/\/assets\/workspace-(?!\w\w-)[^/]*\.(?:css|js)$/, (route) => {
    const url = route.request().url();
    if (cut.has(url)) return route.fallback();
    cut.add(url);
    return route.abort('internetdisconnected');
  });
  await openMarket(person, 'BTCUSDT');
  // In the page that is there now: it may have been loaded again.
  const missing = (): Promise<string[]> =>
    page.evaluate(
      (urls) =>
        urls.filter((url) => {
          const entries = performance.getEntriesByName(url) as PerformanceResourceTiming[];
          return !entries.some(({ responseStatus }) => responseStatus === 200);
        }),
      [...cut],
    );
  await expect.poll(() => cut.size).toBeGreaterThan(0);
  await expect.poll(missing).toEqual([]);
  await page.getByRole('tab', { name: t('workspace:tab.book') }).click();
  await expect(page.getByRole('main').getByText(t('workspace:book.quantity')).first()).toBeVisible();
  expect(cut.size).toBeGreaterThan(0);
});

test('a tab frozen in the background is live again at once, on the same socket', async ({ visit, steered }) => {
  const { market } = steered;
  const person = await visit({ url: steered.url });
  const { page } = person;
  let sockets = 0;
  page.on('websocket', (socket) => {
    if (socket.url().includes('/ws/market')) sockets += 1;
  });
  await market.set(CODE, '100000.00', '100000.00');
  await openMarket(person, CODE);
  await expectPrice(person, '100000.00');
  const browser = await person.context.newCDPSession(page);
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
  await market.set(CODE, '100100.00', '100100.00');
  await browser.send('Page.setWebLifecycleState', { state: 'active' });
  await expectPrice(person, '100100.00');
  expect(sockets).toBe(1);
});

test('markets open one after the other beside the chart, whatever their price decimals', async ({ visit }) => {
  const person = await visit();
  const { page } = person;
  await open(person, '/market');
  const chart = page.locator('figure [role=group]');
  await expect(chart).toHaveAttribute('aria-label', /\d/);
  const markets = page.getByRole('main').locator('a[href*="cruuency?code="]');
  // Twice: the second time everything is cached, so one chart replaces the other immediately.
  for (const index of [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]) {
    const market = markets.nth(index);
    await market.click();
    await expect(market).toHaveAttribute('aria-current');
    const code = new URL((await market.getAttribute('href')) ?? '', person.url).searchParams.get('code') ?? '';
    const name = await textOf(market.locator('bdi').first());
    await expect(chart, code).toHaveAttribute('aria-label', new RegExp(`^${name.split(/[/\s]/)[0]}`));
  }
});

test('digits keep their width while they change', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  for (const route of ['/', '/market', '/cruuency?code=BTCUSDT']) {
    await open(person, route);
    await expect(page.locator('main bdi[dir=ltr]').first()).toBeVisible();
    // The proof of the home page comes late.
    if (route === '/') await expect(page.getByRole('region', { name: t('site:proof.title') })).toContainText(/#\d/);
    const styles = await page
      .locator('main bdi[dir=ltr]')
      .evaluateAll((figures) => figures.map((figure) => getComputedStyle(figure).fontVariantNumeric));
    expect(
      styles.filter((style) => !style.includes('tabular-nums')),
      route,
    ).toEqual([]);
  }
});

test('the price explains where it comes from', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  await enterAsGuest(person);
  await openMarket(person, 'BTCUSDT');
  await page.getByRole('button', { name: new RegExp(`${t('market:source.title')}$`) }).click();
  const note = page.getByRole('dialog', { name: t('market:source.title') });
  await expect(note).toContainText(t('market:source.feedSim'));
  await expect(note).toContainText(/#\d+/);
});

const expectPrice = (person: Person, price: string): Promise<void> =>
  expect(headPrice(person)).toHaveText(person.format.price(price, 2));
