/**
 * One client, or one network, that asks without end: it uses up its own budget and its own turns,
 * and others are answered as before.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { code } from '@glasshouse/api/codes';
import { BASE_PATH } from '@glasshouse/api/constants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { done } from '../platform/call.ts';
import { manualClock } from '../platform/clock.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { DEFAULT_LIMITS } from './rate-limits.ts';
import { openTestGateway, TEST_START, type TestGateway } from './testing/gateway.ts';

const database = withTestDatabase();
const clock = manualClock(TEST_START);
const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const BUDGET = { burst: 100, refillMs: 100 };
const LIMITS = {
  ...DEFAULT_LIMITS,
  requestsPerAddress: BUDGET,
  requestsPerNetwork: { burst: 250, refillMs: 50 },
  requestsPerMember: BUDGET,
};
let gateway: TestGateway;
/** What the gateway logged as its own failure. */
const failures: unknown[] = [];
let releaseCandles: () => void = () => {};
let candles: Promise<void> = Promise.resolve();

beforeAll(async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'site-'));
  await writeFile(join(webFolder, 'index.html'), '<html lang="en" dir="ltr"><head></head><body></body></html>');
  gateway = await openTestGateway(database.pool, {
    gateway: {
      site: { webFolder, consoleFolder: webFolder, logosFolder: join(webFolder, 'none') },
      log: { error: (...failure: unknown[]) => failures.push(failure) } as never,
    },
    limits: LIMITS,
    clock,
    handlers: {
      listCandles: async () => {
        await candles;
        return done(Array.from({ length: 300 }, (_, index) => [index, 1, 2, 0.5, 1.5, index * 7]));
      },
    },
  });
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => gateway.app.close());
beforeEach(() => void failures.splice(0));

const get = (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  gateway.app.inject({ method: 'GET', url, remoteAddress, headers });
const LIST = `${BASE_PATH}/index/listMarketByType`;
const CANDLES = `${BASE_PATH}/index/getKValueByCodeAndDate?code=BTCUSDT&interval=1m`;

/** Requests of an address until one is refused; how many passed. */
async function passed(url: string, address: string, headers: Record<string, string> = {}): Promise<number> {
  for (let count = 0; count < 1_000; count += 1) {
    const { statusCode } = await get(url, address, headers);
    if (statusCode === 429) return count;
  }
  return 1_000;
}

describe('the budget of requests', () => {
  test('is used up by one address, refused with 429 and a time to wait, and its own', async () => {
    const flood = '203.0.113.10';
    expect(await passed(LIST, flood)).toBe(2);
    const refused = await get('/sitemap.xml', flood);
    expect([refused.statusCode, refused.json().code]).toEqual([429, code.tooManyRequests]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(LIST, '198.51.100.1')).statusCode).toBe(200);
  });

  test('compressed answers from memory cost a tenth of plain ones', async () => {
    expect(await passed(LIST, '203.0.114.1', { 'accept-encoding': 'br' })).toBe(17);
  });

  test('a network has a budget, however many addresses it asks from', async () => {
    let accepted = 0;
    for (let host = 1; host < 60; host += 1) {
      if ((await get(LIST, `203.0.115.${host}`)).statusCode === 200) accepted += 1;
    }
    expect(accepted).toBe(5);
  });

  test('fills again with time', async () => {
    const address = '203.0.116.1';
    expect(await passed(CANDLES, address)).toBe(5);
    clock.advance(2_000);
    expect(await passed(CANDLES, address)).toBe(1);
  });

  test('a member has a budget of their own behind an address that used up its own', async () => {
    const { id, token } = await gateway.guest();
    await database.pool.query(
      `update users set kind = 'user', username = 'u' || id, password_hash = 'x', upgraded_at = $2 where id = $1`,
      [id, new Date(clock.now() - WEEK_MS)],
    );
    await gateway.sessions.refresh(id);
    await gateway.sessions.find(token);
    const address = '203.0.117.1';
    await passed(LIST, address);
    expect((await get(CANDLES, address)).statusCode).toBe(429);
    expect((await get(CANDLES, address, { authorization: token })).statusCode).toBe(200);
    expect(await passed(CANDLES, '203.0.118.1', { authorization: token })).toBe(4);
  });

  test('members of a day share the budget of their network, however many register', async () => {
    let accepted = 0;
    for (let member = 0; member < 12; member += 1) {
      const { id, token } = await gateway.guest();
      await database.pool.query(
        `update users set kind = 'user', username = 'u' || id, password_hash = 'x', upgraded_at = $2 where id = $1`,
        [id, new Date(clock.now() - WEEK_MS + 1)],
      );
      await gateway.sessions.refresh(id);
      await gateway.sessions.find(token);
      const own = await passed(CANDLES, `203.0.121.${member}`, { authorization: token });
      expect(own).toBeLessThanOrEqual(5);
      accepted += own;
    }
    // 250 units of the network at 20 each, the last one on credit; 12 alone would have had 60.
    expect(accepted).toBe(13);
  });

  test('a member whose identity was checked has weight from the first day', async () => {
    const { id, token } = await gateway.guest();
    await database.pool.query(
      "update users set kind = 'user', username = 'u' || id, password_hash = 'x', upgraded_at = $2 where id = $1",
      [id, new Date(clock.now())],
    );
    await database.pool.query(
      `insert into kyc_states (user_id, basic_state, basic_attempts, full_state, full_attempts)
       values ($1, 'verified', 1, 'none', 0)`,
      [id],
    );
    await gateway.sessions.refresh(id);
    await gateway.sessions.find(token);
    const address = '203.0.122.1';
    await passed(LIST, address);
    expect((await get(CANDLES, address)).statusCode).toBe(429);
    expect((await get(CANDLES, address, { authorization: token })).statusCode).toBe(200);
  });

  test.each(['invented', 'a'.repeat(43)])('an invalid token opens no budget of its own: %s', async (token) => {
    expect(await passed(CANDLES, `203.0.119.${token.length}`, { authorization: token })).toBe(5);
  });

  test('health checks are never refused', async () => {
    expect(await passed('/healthz', '203.0.113.10')).toBe(1_000);
  });
});

test('a network that keeps many charts waiting is refused before others are', async () => {
  candles = new Promise((resolve) => {
    releaseCandles = resolve;
  });
  const flood = Array.from({ length: 70 }, (_, index) => get(CANDLES, `203.0.120.${index}`));
  const refused = await Promise.race(flood);
  expect(refused.statusCode).toBe(429);
  const honest = get(CANDLES, '198.51.100.2');
  releaseCandles();
  expect((await honest).statusCode).toBe(200);
  const answers = await Promise.all(flood);
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0);
});

test.each(['br', 'gzip'])('charts arrive whole, compressed with %s within their turn', async (encoding) => {
  const { headers, rawPayload } = await get(CANDLES, '198.51.100.4', { 'accept-encoding': encoding });
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  const text = (encoding === 'br' ? brotliDecompressSync : gunzipSync)(rawPayload).toString();
  expect(text).toBe((await get(CANDLES, '198.51.100.5')).payload);
  expect(JSON.parse(text).result).toHaveLength(300);
});

test('refusals of a used-up budget are held, and no answer of anybody else with them', async () => {
  const held = await openTestGateway(database.pool, { gateway: { holdRefusalsMs: HOUR_MS }, limits: LIMITS, clock });
  const ask = (remoteAddress: string) => held.app.inject({ method: 'GET', url: '/sitemap.xml', remoteAddress });
  const answered: string[] = [];
  // The budget is 100, and each costs 60.
  for (const name of ['first', 'second']) answered.push(`${name} ${(await ask('203.0.123.1')).statusCode}`);
  void ask('203.0.123.1').then(() => answered.push('refused'));
  answered.push(`honest ${(await ask('198.51.100.6')).statusCode}`);
  expect(answered).toEqual(['first 200', 'second 200', 'honest 200']);
  await held.app.close();
});

describe('every answer', () => {
  test.each([
    ['a call', LIST, 200],
    ['what is not found', `${BASE_PATH}/nothing`, 404],
    ['a bad address', '/%E0%A4%A', 404],
    ['a health check', '/healthz', 200],
  ])('carries a policy and is for this site only: %s', async (_name, url, status) => {
    const { statusCode, headers } = await get(url, '198.51.100.3');
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test('asks browsers for https where the site is reached by it', async () => {
    const secure = await openTestGateway(database.pool, { gateway: { publicUrl: 'https://trade.example' } });
    const { headers } = await secure.app.inject({ url: '/healthz' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.app.close();
  });

  test('answers what is no request with the same policy', async () => {
    const text = await raw('NONSENSE\r\n\r\n');
    expect(text).toContain('HTTP/1.1 400 Bad Request');
    expect(text).toContain("content-security-policy: default-src 'none'");
  });
});

/** Sends bytes as they are and gives whatever the server answered until it closed. */
function raw(bytes: string, { isLeaving = false } = {}): Promise<string> {
  const { port } = gateway.app.server.address() as { port: number };
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, () => {
        if (isLeaving) socket.resetAndDestroy();
      });
    });
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

test.each(['//', '///', '//[', '/\\', '//x?language=de', 'http://other.example/', '*'])(
  'GET %s is answered with a page or a refusal, not with an error of ours',
  async (path) => {
    const text = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 (?:200|404|400) /);
    expect(failures).toEqual([]);
  },
);

test('a client that leaves in the middle of its body is no error of ours', async () => {
  const head = `POST ${BASE_PATH}/login/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  await raw(`${head}Content-Length: 1000\r\n\r\n{"account":`, { isLeaving: true });
  await raw(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(failures).toEqual([]);
});

test('a guest is refused before the file is read', async () => {
  const { token } = await gateway.guest();
  const head = `POST ${BASE_PATH}/user/importHistory HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
  const form = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 50000000\r\n';
  const text = await raw(`${head}Authorization: ${token}\r\n${form}\r\n--x\r\n`);
  expect(text).toContain(`"code":${code.guestMustUpgrade}`);
});
