/**
 * The first screen as the server paints it: readable without scripts, and taken over by the app
 * without an error and without anything that moves.
 */
import { LANGUAGE_LIST } from '@glasshouse/i18n/languages';
import { expect, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

const PAGES = ['/', '/market', '/cruuency?code=BTCUSDT', '/help', '/pass/login'] as const;
/** The most that may move on a page, as web.dev/cls counts it; 0.1 is called good. */
const SHIFT_MAX = 0.02;

for (const code of ['de', 'ar'] as const) {
  test(`prices can be read without scripts: ${code}`, async ({ browser, visit }) => {
    const { url } = await visit();
    const { dir, locale } = LANGUAGE_LIST.find((language) => language.code === code)!;
    const context = await browser.newContext({ baseURL: url, locale, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/market');
    await expect(page.locator('html')).toHaveAttribute('dir', dir);
    const row = page.getByRole('main').getByRole('row').filter({ hasText: 'BTC' }).first();
    await expect(row).toContainText(/\d[\d.,]*[.,]\d{2}/);
    // Playwright finds no text in `noscript`, though it is shown.
    await expect(page.locator('.painted-note')).toContainText('UTC');
    await expect(page.locator('.painted-note')).toBeVisible();
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf(code).t('help:title'));
    // Parts of a market stand side by side by styles that the policy allows by their hash.
    await page.goto('/cruuency?code=BTCUSDT');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    expect((await page.getByRole('main').boundingBox())?.width).toBeGreaterThan(1_000);
    // With the place of the chart: coming later, it would be the largest paint of the page.
    await expect(page.getByRole('main').getByRole('link', { name: 'Lightweight Charts' })).toBeVisible();
    await context.close();
  });
}

for (const layout of ['desktop', 'phone'] as const) {
  for (const path of PAGES) {
    // Its browser is watched for errors and warnings, and a difference would be one.
    test(`${path} is painted, and the app takes it over in its place: ${layout}`, async ({ visit }) => {
      const { page, url } = await visit({ layout });
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const answer = await page.goto(url + path);
      expect(await answer?.text()).toContain('<script type="application/json" id="painted">');
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toBeVisible();
      await expect(page.locator('html')).not.toHaveAttribute('data-painted');
      await expect(page.locator('[data-price]')).toHaveCount(0);
      expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(SHIFT_MAX);
    });
  }
}

test('painted prices go on moving while the app has not arrived', async ({ visit, steered }) => {
  const { page, url } = await visit({ url: steered.url });
  await page.route(/\/assets\/main-.*\.js/, () => undefined);
  await page.goto(`${url}/market`);
  const price = page.locator('[data-price=BTCUSDT]').first();
  for (const [middle, written] of [
    ['100123.00', '100,123.00'],
    ['100456.00', '100,456.00'],
    ['100789.00', '100,789.00'],
  ] as const) {
    await steered.market.set('BTCUSDT', middle, middle);
    await expect(price).toHaveText(written);
  }
});

test('what was typed and pressed before the app is there happens once it is', async ({ visit }) => {
  const { page, url, t } = await visit();
  let release = (): void => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/assets\/main-.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${url}/market`);
  await page.getByRole('searchbox', { name: t('market:list.search') }).fill('ETH/USDT');
  release();
  await expect(page.getByRole('grid', { name: t('market:title') }).getByRole('row')).toHaveCount(1);
});

test('a market that there is not has the status of one', async ({ visit }) => {
  const { page, url } = await visit();
  const answer = await page.request.get(`${url}/cruuency?code=NOSUCH`);
  expect(answer.status()).toBe(404);
});
