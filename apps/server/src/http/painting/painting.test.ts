/** Painted pages: what is painted, what is embedded, for how long, and what is left to the app. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultOf } from '@glasshouse/api/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done, refuse } from '../../platform/call.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { openTestGateway, type TestGateway } from '../testing/gateway.ts';
import { embedded, styleSheetOf } from './document.ts';

const database = withTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'glasshouse-painting-'));
const none = join(folder, 'none');
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 7)';
const ROW = { code: 'BTCUSDT', appName: '</script><script>alert(1)', price: 1, precision: 2, hundred: [1, 2] };
let gateway: TestGateway;
let walletGate: 'off' | 'warn';

/** As the built program: it says what it was given. */
const PROGRAM = `
let isBroken = false;
export const setBroken = (next) => { isBroken = next; };
export const layoutOf = (agent) => /Android/.test(agent) ? 'mobile' : 'desktop';
export let painted = 0;
export async function paint({ data }) {
  if (isBroken) throw new Error('no paint');
  painted += 1;
  return '<main data-style="gap:var(--space-2)">' + [data.address, data.language, data.layout, painted].join(' ') + '</main>';
}
`;
interface Program {
  readonly setBroken: (next: boolean) => void;
  readonly painted: number;
}
let program: Program;

beforeAll(async () => {
  const page = `<html lang="en-GB" dir="ltr"><head><title>x</title><meta name="description" content="x" />
<link rel="modulepreload" data-page crossorigin href="/assets/main-0123abcd.js"></head>
<body><noscript>Switch it on.</noscript><div id="root"></div></body></html>`;
  mkdirSync(join(folder, 'pass'));
  for (const name of ['index', 'other', 'market', 'cruuency', 'help', 'pass/login'])
    writeFileSync(join(folder, `${name}.html`), page);
  const paintProgram = join(folder, 'paint.mjs');
  writeFileSync(paintProgram, PROGRAM);
  program = (await import(paintProgram)) as Program;
  const identity = Buffer.from(JSON.stringify({ code: 200, result: [ROW] }));
  gateway = await openTestGateway(database.pool, {
    handlers: {
      getMarketInfo: ({ params }) =>
        params.id === ROW.code ? done(ROW as unknown as ResultOf<'getMarketInfo'>) : refuse(11050),
      listContents: () => done([]),
      listSignInWays: () => done({ providers: [], wallet: false, walletGate }),
      getParameter: () => done({ paramValue: 'demo-only' } as ResultOf<'getParameter'>),
    },
    gateway: {
      site: { webFolder: folder, consoleFolder: none, logosFolder: none, paintProgram },
      marketList: { bytes: () => ({ etag: '"1"', identity, br: identity, gzip: identity }) },
    },
  });
});
beforeEach(() => {
  walletGate = 'off';
  program.setBroken(false);
  gateway.clock.advance(2_000);
});
afterAll(async () => {
  await gateway.app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => gateway.app.inject({ url, headers });

test.each(['/', '/market', '/help', '/pass/login', '/cruuency?code=BTCUSDT'])(
  '%s is painted by language and kind of device',
  async (url) => {
    const { body, headers } = await get(`${url}${url.includes('?') ? '&' : '?'}language=de`, { 'user-agent': PHONE });
    expect(body).toContain(`<div id="root"><main data-style="gap:var(--space-2)">${url} de mobile `);
    expect(body).toContain('<html data-painted="de mobile" lang="de" dir="ltr">');
    expect(body).toContain('<link rel="later" crossorigin href="/assets/main-0123abcd.js">');
    expect(body).not.toContain('Switch it on.');
    expect(headers.vary).toBe('accept-encoding, accept-language, user-agent');
    expect(headers['cache-control']).toBe('no-cache');
    expect((await get(url)).body).toContain(`${url} en desktop `);
  },
);

test.each(['/?shell', '/market?code=BTCUSDT', '/pass/login?ended=1', '/cruuency', '/profile', '/no/such/page'])(
  '%s is left to the app',
  async (url) => {
    expect((await get(url)).body).toContain('<div id="root"></div>');
  },
);

test('sign-in is painted as a browser without a wallet has it', async () => {
  walletGate = 'warn';
  const { body } = await get('/pass/login');
  const text = /<script type="application\/json" id="painted">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(text)).toMatchObject({ queries: [expect.anything(), [['signInWays'], { walletGate: 'warn' }]] });
});

test('data stay data, whatever an instrument is called', async () => {
  const { body } = await get('/market');
  const text = /<script type="application\/json" id="painted">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ address: '/market', rows: [{ appName: ROW.appName, hundred: [] }] });
  expect(JSON.parse(embedded('<!--'))).toBe('<!--');
});

test('prices are told with their time to readers without scripts', async () => {
  expect((await get('/market?language=en')).body).toMatch(/<noscript><p class="painted-note">Prices as of .* UTC\./);
  expect((await get('/pass/login')).body).toContain('To log in, switch on JavaScript');
});

test('styles are read without scripts, by a sheet that the policy of the page names', async () => {
  const { body, headers } = await get('/market');
  const sheet = /<noscript><style>(.*?)<\/style><\/noscript><\/head>/.exec(body)?.[1] ?? '';
  expect(sheet).toBe('[data-style="gap:var(--space-2)"]{gap:var(--space-2)}');
  const hash = createHash('sha256').update(sheet).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
  expect((await get('/profile')).headers['content-security-policy']).toContain("style-src 'self';");
  // Neither a rule nor an element can be closed from within a style.
  expect(styleSheetOf('<p data-style="a:b}c{d:e"></p><p data-style="a:&lt;/style>"></p>')).toBe('');
});

test('a page that is not painted says in its language that it needs scripts', async () => {
  expect((await get('/profile?language=de')).body).toContain('<noscript><p class="painted-note">Diese Seite braucht');
});

test('a painting serves everybody for a second, and no longer', async () => {
  const turn = async () => / (\d+)<\/main>/.exec((await get('/market?utm=1')).body)?.[1];
  const first = await turn();
  expect(await turn()).toBe(first);
  gateway.clock.advance(1_000);
  expect(await turn()).not.toBe(first);
});

test('an unknown market is not found, and is not painted', async () => {
  const answer = await get('/cruuency?code=NOSUCH');
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('<div id="root"></div>');
});

test('what a query holds is not painted unless it is the code of a market', async () => {
  for (const url of ['/market?x=%3Cscript%3E', '/cruuency?code=%22%3E%3Cscript%3E'])
    expect((await get(url)).body).not.toContain('<script>');
});

test('beyond a number of paintings a second, and where painting fails, the shell is sent', async () => {
  const languages = ['en', 'de', 'fr', 'it', 'es', 'ja', 'ko', 'th', 'zh', 'hk', 'ar'];
  const urls = ['/', '/market', '/help', '/pass/login'].flatMap((path) =>
    languages.map((language) => `${path}?language=${language}`),
  );
  const bodies = await Promise.all(urls.map(async (url) => (await get(url)).body));
  expect(bodies.filter((body) => body.includes('<main '))).toHaveLength(40);
  gateway.clock.advance(2_000);
  program.setBroken(true);
  const answer = await get('/market');
  expect([answer.statusCode, answer.body.includes('<div id="root"></div>')]).toEqual([200, true]);
});
