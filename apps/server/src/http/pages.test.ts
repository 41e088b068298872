/** What the server gives a browser besides calls: the app, its files, the published contract. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { code } from '@glasshouse/api/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { openTestGateway, TEST_SITE, type TestGateway } from './testing/gateway.ts';

const database = withTestDatabase();
let gateway: TestGateway;
let widget: string | undefined;
const webFolder = mkdtempSync(join(tmpdir(), 'glasshouse-web-'));
const consoleFolder = mkdtempSync(join(tmpdir(), 'glasshouse-console-'));
const logosFolder = mkdtempSync(join(tmpdir(), 'glasshouse-logos-'));

beforeAll(async () => {
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Glasshouse</title>');
  writeFileSync(join(webFolder, 'assets/app-Ab3dEf12.js'), 'export {};');
  writeFileSync(join(webFolder, 'assets/app-Ab3dEf12.js.br'), brotliCompressSync('export {};'));
  mkdirSync(join(consoleFolder, 'assets'));
  writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html><title>Console</title>');
  writeFileSync(join(consoleFolder, 'assets/app-Ab3dEf12.js'), 'export {};');
  writeFileSync(join(logosFolder, 'coin-btc.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  gateway = await openTestGateway(database.pool, {
    gateway: { site: { webFolder, consoleFolder, logosFolder }, widgetOrigin: async () => widget },
  });
});
afterAll(async () => {
  await gateway.app.close();
  for (const folder of [webFolder, consoleFolder, logosFolder]) rmSync(folder, { recursive: true });
});

describe('pages', () => {
  test.each(['/', '/market', '/cruuency?code=BTCUSDT', '/no/such/page'])(
    '%s is the app, revalidated each time',
    async (url) => {
      const answer = await gateway.app.inject({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toMatch(/<title>.*Glasshouse<\/title>/);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
      expect(answer.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
      const again = await gateway.app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } });
      expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    },
  );

  test('only the page of support frames another chat, and only where one is configured', async () => {
    const policy = async (url: string) =>
      String((await gateway.app.inject({ url })).headers['content-security-policy']);
    expect(await policy('/service.html?language=ar')).not.toContain('frame-src');
    widget = 'https://chat.example';
    expect(await policy('/service.html?language=ar')).toContain('; frame-src https://chat.example;');
    expect(await policy('/service.html')).toContain("script-src 'self';");
    expect(await policy('/profile/kefu')).not.toContain('frame-src');
    widget = undefined;
    expect((await gateway.app.inject({ url: '/service.html' })).body).toContain('<title>Glasshouse');
  });

  test.each([
    ['/operator', '<title>Console'],
    ['/operator/', '<title>Console'],
    ['/operator/kyc?item=4', '<title>Console'],
    ['/operators', 'Glasshouse</title>'],
  ])('%s has %s', async (url, title) => {
    const answer = await gateway.app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(title);
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'self'/);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test.each(['/services.html', '/robots.txt', '/.env', '/operator/app.js', '/wp-login.php'])(
    '%s is not found, and no page',
    async (url) => {
      const answer = await gateway.app.inject({ url });
      expect([answer.statusCode, answer.json().code]).toEqual([404, code.pathNotFound]);
    },
  );

  test('sockets may be opened to this site alone', async () => {
    const policy = String((await gateway.app.inject({ url: '/' })).headers['content-security-policy']);
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ws://${new URL(TEST_SITE).host}`);
  });

  test('files of the console are immutable, and missing ones are not its page', async () => {
    const found = await gateway.app.inject({ url: '/operator/assets/app-Ab3dEf12.js' });
    expect(found.headers['cache-control']).toContain('immutable');
    expect((await gateway.app.inject({ url: '/operator/assets/gone-Ab3dEf12.js' })).statusCode).toBe(404);
  });

  test('hashed files are immutable, and compressed for clients that accept it', async () => {
    const url = '/assets/app-Ab3dEf12.js';
    const plain = await gateway.app.inject({ url });
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const small = await gateway.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers['content-encoding']).toBe('br');
    const refused = await gateway.app.inject({ url, headers: { 'accept-encoding': 'gzip, br;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
    expect((await gateway.app.inject({ method: 'HEAD', url })).body).toBe('');
  });

  test.each(['/swx/openapi.json', '/swx/asyncapi.json', '/swx/docs', '/swx/docs.css'])(
    '%s is the contract',
    async (url) => {
      const answer = await gateway.app.inject({ url });
      expect(answer.statusCode).toBe(200);
      if (url.endsWith('.json')) expect(answer.json()).toHaveProperty('info.title');
      expect(
        (await gateway.app.inject({ url, headers: { 'accept-encoding': 'br' } })).headers['content-encoding'],
      ).toBe('br');
    },
  );

  test('logos and health', async () => {
    expect((await gateway.app.inject('/logos/coin-btc.svg')).headers['content-type']).toBe('image/svg+xml');
    expect((await gateway.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await gateway.app.inject('/readyz')).json()).toEqual({
      status: 'ok',
      database: true,
      core: true,
      disk: true,
      damaged: [],
      watchers: {},
    });
  });
});
