/** What crawlers and previews of links are given: heads, map, rules and pictures. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES, languageInfo } from '@glasshouse/i18n/languages';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { openTestGateway, TEST_SITE, type TestGateway } from '../testing/gateway.ts';
import { sitemapXml } from './pages.ts';
import { socialPicture } from './picture.ts';

const database = withTestDatabase();
const webFolder = mkdtempSync(join(tmpdir(), 'glasshouse-heads-'));
const none = join(webFolder, 'none');
let gateway: TestGateway;
const MARKET = {
  appName: 'Bitcoin <script>',
  code: 'BTCUSDT',
  price: 63_210.5,
  hundred: [1, 3, 2, 5],
  source: 'sim' as const,
  at: Date.parse('2026-01-05T12:00:00Z'),
  precision: 2,
};

beforeAll(async () => {
  const texts = '<link rel="modulepreload" crossorigin href="/assets/home-en-0123abcd.js">';
  const head = '<title>Glasshouse</title>\n<meta\n name="description"\n content="x"\n/>';
  writeFileSync(
    join(webFolder, 'index.html'),
    `<!doctype html><html lang="en-GB" dir="ltr"><head>${head}${texts}</head></html>`,
  );
  writeFileSync(join(webFolder, 'other.html'), `<html lang="en-GB" dir="ltr"><head>${head}</head></html>`);
  mkdirSync(join(webFolder, 'pass'));
  writeFileSync(join(webFolder, 'pass/login.html'), `<html lang="en-GB" dir="ltr"><head>${head}${texts}</head></html>`);
  const shortcut = { name: 'Funding details', url: '/zjxq', icons: [] };
  writeFileSync(join(webFolder, 'manifest.webmanifest'), JSON.stringify({ id: '/', shortcuts: [shortcut] }));
  writeFileSync(join(webFolder, 'robots.txt'), 'User-agent: *\nDisallow: /profile\n');
  gateway = await openTestGateway(database.pool, {
    gateway: {
      site: { webFolder, consoleFolder: none, logosFolder: none },
      marketOf: (code) => (code === MARKET.code ? MARKET : undefined),
    },
  });
});
afterAll(async () => {
  await gateway.app.close();
  rmSync(webFolder, { recursive: true });
});

const bodyOf = async (url: string, headers: Record<string, string> = {}) =>
  (await gateway.app.inject({ url, headers })).body;

test('a page has title, description and language of its address', async () => {
  const german = await bodyOf('/market?language=de');
  expect(german).toContain('<title>Märkte und Kurse · Glasshouse</title>');
  expect(german).toContain('<html lang="de" dir="ltr">');
  expect(german).toContain('<meta name="description" content="Live-Kurse');
  expect(german).toContain(`<link rel="canonical" href="${TEST_SITE}/market?language=de" />`);
  expect(await bodyOf('/market', { 'accept-language': 'ar' })).toContain('dir="rtl"');
  const plain = await bodyOf('/market');
  expect(plain).toContain(`<link rel="canonical" href="${TEST_SITE}/market" />`);
  expect(plain).not.toBe(german);
});

test('a page fetches its own texts early, in the language that it will speak', async () => {
  const french = { 'accept-language': 'fr' };
  for (const path of ['/', '/pass/login']) expect(await bodyOf(path, french)).toContain('/assets/home-fr-0123abcd.js');
  expect(await bodyOf('/')).toContain('/assets/home-en-0123abcd.js');
  // Nothing of the home page for pages that are not.
  for (const path of ['/profile', '/no/such/page', '/service.html'])
    expect(await bodyOf(path)).not.toContain('/assets/');
});

test('the installed app is called by words of the language, and is the same app in each', async () => {
  const path = '/manifest.webmanifest';
  const german = JSON.parse(await bodyOf(`${path}?language=de`));
  expect(german).toMatchObject({ id: '/', lang: 'de', dir: 'ltr', shortcuts: [{ name: 'Finanzen', url: '/zjxq' }] });
  expect(german.description).toContain('Handeln Sie');
  const arabic = await gateway.app.inject({ url: path, headers: { 'accept-language': 'ar' } });
  expect(arabic.json()).toMatchObject({ id: '/', lang: 'ar', dir: 'rtl', shortcuts: [{ name: 'تفاصيل الأموال' }] });
  expect(arabic.headers).toMatchObject({ 'content-type': 'application/manifest+json' });
  expect(arabic.headers.vary).toContain('accept-language');
  const again = { 'accept-language': 'en', 'if-none-match': String(arabic.headers.etag) };
  expect((await gateway.app.inject({ url: path, headers: again })).json()).toMatchObject({ lang: 'en-GB' });
});

test.each(['/', '/market', '/cruuency?code=BTCUSDT', '/pass/login'])(
  '%s names itself in every language',
  async (url) => {
    const page = await bodyOf(url);
    for (const language of LANGUAGES) expect(page).toContain(`hreflang="${languageInfo(language).locale}"`);
    expect(page).toContain('hreflang="x-default"');
    expect(page).toContain('property="og:image"');
  },
);

test('a market has its name in the title and a picture of its own', async () => {
  const page = await bodyOf('/cruuency?code=BTCUSDT&type=2&id=1');
  expect(page).toMatch(/<title>BTC\/USDT: price and chart · Glasshouse<\/title>/);
  expect(page).toContain(`content="${TEST_SITE}/social/market/BTCUSDT.png"`);
  expect(page).toContain(`<link rel="canonical" href="${TEST_SITE}/cruuency?code=BTCUSDT" />`);
});

test.each(['/profile', '/zjxq', '/order/options/4', '/cruuency?code="><script>', '/no/such/page', '/pass/reset'])(
  '%s is left out by search engines, and says nothing of what was asked',
  async (url) => {
    const page = await bodyOf(url);
    expect(page).toContain('content="noindex"');
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('canonical');
  },
);

test('the map has every public page and the markets on offer, and the rules name it', async () => {
  const map = await bodyOf('/sitemap.xml');
  expect(map.match(/<url>/g)).toHaveLength(9 + 1);
  expect(map).toContain(`<loc>${TEST_SITE}/cruuency?code=BTCUSDT</loc>`);
  expect(sitemapXml(TEST_SITE, () => true).match(/<url>/g)).toHaveLength(9 + CATALOGUE.length);
  expect(map).not.toContain('/profile');
  const rules = await bodyOf('/robots.txt');
  expect(rules).toContain('Disallow: /profile');
  expect(rules).toContain(`Sitemap: ${TEST_SITE}/sitemap.xml`);
});

test.each(['/social/market/BTCUSDT.png?language=ar', '/social/home.png'])('%s is a picture', async (url) => {
  const answer = await gateway.app.inject({ url });
  expect(answer.headers['content-type']).toBe('image/png');
  expect(answer.headers['cache-control']).toContain('public');
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
});

test.each(['/social/market/NOSUCH.png', '/social/market/BTCUSDT.svg', '/social/market/..png'])(
  '%s is not found',
  async (url) => {
    expect((await gateway.app.inject({ url })).statusCode).toBe(404);
  },
);

test.each(LANGUAGES)('the picture has ink for its words in %s', async (language) => {
  const [described, without] = await Promise.all([
    socialPicture(MARKET, language),
    socialPicture({ ...MARKET, appName: ' ' }, language),
  ]);
  expect(described.equals(without)).toBe(false);
});
