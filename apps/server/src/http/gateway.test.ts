import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { MALFORMED_BODIES, WRONG_TOKENS } from '@glasshouse/api/arbitrary';
import { code } from '@glasshouse/api/codes';
import { LANGUAGES } from '@glasshouse/api/constants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EnvReader } from '../platform/env-reader.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { DEFAULT_LIMITS } from './rate-limits.ts';
import { openTestGateway, type TestGateway } from './testing/gateway.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

/** What all calls share: envelope, languages, tokens, books, keys, bodies. */
const database = withTestDatabase();
let gateway: TestGateway;
let token: string;
let userId: number;
const handedOver: string[] = [];
const HEAD = `7 ${'ab'.repeat(32)}`;

beforeAll(async () => {
  gateway = await openTestGateway(database.pool, {
    gateway: {
      logHead: () => HEAD,
      sockets: {
        handOver: (request, socket) => {
          handedOver.push(request.url ?? '');
          socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
        },
      },
    },
  });
  ({ token, id: userId } = await gateway.guest());
});
afterAll(async () => {
  await gateway.app.close();
});

const ORDER = { code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 60 };
const buy = (request: object = {}) =>
  gateway.call('buyOption', { token, key: `key-${Math.random()}`, body: ORDER, ...request });

describe('who asks', () => {
  test.each<readonly [string, string | undefined, number]>([
    ['no token', undefined, code.notLoggedIn],
    ['an empty token', '', code.notLoggedIn],
    ['a token of the right form', 'A'.repeat(43), code.sessionExpired],
    ...WRONG_TOKENS.map((wrongToken) => [wrongToken.slice(0, 20), wrongToken, code.sessionExpired] as const),
  ])('%s is 401', async (_name, wrongToken, refusal) => {
    const answer = await gateway.call('getUserInfo', { token: wrongToken });
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 401, code: refusal });
    expect(answer.json.message).toEqual(expect.any(String));
  });

  test('a bare token and Bearer both work', async () => {
    for (const header of [token, `Bearer ${token}`, `bearer ${token}`]) {
      expect((await gateway.call('getUserInfo', { token: header })).status).toBe(200);
    }
  });
});

describe('languages', () => {
  const message = async (headers: Record<string, string>) =>
    (await gateway.call('getUserInfo', { headers })).json.message;
  test('each of the eleven has its own texts, and zh-tw reads zh', async () => {
    const all = await Promise.all(LANGUAGES.map((lang) => message({ lang })));
    expect(new Set(all).size).toBe(LANGUAGES.length);
    expect(await message({ lang: 'zh-tw' })).toBe(await message({ lang: 'zh' }));
    expect(await message({ 'accept-language': 'zh-TW, zh;q=0.9' })).toBe(await message({ lang: 'hk' }));
    expect(await message({ 'accept-language': 'fr-CH, de;q=0.9' })).toBe(await message({ lang: 'fr' }));
  });

  test('lang decides, then Accept-Language, then English', async () => {
    const english = await message({});
    expect(await message({ 'accept-language': 'xx, yy;q=0.5' })).toBe(english);
    expect(await message({ lang: 'xx' })).toBe(english);
    expect(await message({ lang: 'en', 'accept-language': 'de' })).toBe(english);
  });
});

describe('the book', () => {
  test.each([
    [{}, 'demo'],
    [{ virtually: 'NO' }, 'demo'],
    [{ virtually: 'yes' }, 'real'],
  ])('%j is %s', async (headers: Record<string, string>, book) => {
    const body = { username: `Member${book}${Object.keys(headers).length}`, password: 'nine brown owls' };
    const member = await gateway.call('register', { body: { ...body, confirmPassword: body.password } });
    expect((await buy({ token: member.json.result.token, headers })).json.code).toBe(200);
    expect(gateway.core.done.at(-1)?.book).toBe(book);
  });

  test('anything else is refused', async () => {
    const { json } = await buy({ headers: { virtually: 'maybe' } });
    expect(json).toMatchObject({ code: code.bookHeaderInvalid, fields: { virtually: code.bookHeaderInvalid } });
  });

  test('only the demo book can be reset', async () => {
    expect(
      (await gateway.call('resetDemo', { token, key: 'reset-real', headers: { virtually: 'YES' } })).json.code,
    ).toBe(code.demoOnly);
    expect((await gateway.call('resetDemo', { token, key: 'reset-demo' })).json).toMatchObject({
      code: 200,
      message: 20005,
      result: { balances: [{ asset: 'USDT', available: '100000', total: '100000' }] },
    });
  });
});

describe('moving money', () => {
  test('without an Idempotency-Key, each request is a new one', async () => {
    const request = {
      method: 'POST',
      url: '/swx/customer/order/buyOptions',
      headers: { authorization: token },
      payload: ORDER,
    } as const;
    const before = gateway.core.count('options.buy');
    const answers = [await gateway.app.inject(request), await gateway.app.inject(request)];
    expect(answers.map((answer) => answer.json().code)).toEqual([200, 200]);
    expect(gateway.core.count('options.buy')).toBe(before + 2);
  });

  test('its answer names the head of the log, and that of a question does not', async () => {
    expect((await buy()).headers['log-head']).toBe(HEAD);
    expect((await gateway.call('getUserInfo', { token })).headers['log-head']).toBeUndefined();
  });

  test('an Idempotency-Key of another form is refused', async () => {
    for (const key of ['', 'a b', 'ключ', 'x'.repeat(65)]) {
      const headers: Record<string, string> = { 'idempotency-key': key };
      const answer = await gateway.app.inject({
        method: 'POST',
        url: '/swx/customer/order/buyOptions',
        headers: {
          authorization: token,
          ...(key === 'ключ' ? { 'idempotency-key': Buffer.from(key).toString('latin1') } : headers),
        },
        payload: ORDER,
      });
      expect(answer.json()).toMatchObject({
        code: code.idempotencyKeyInvalid,
        fields: { 'Idempotency-Key': code.idempotencyKeyInvalid },
      });
    }
  });

  test('the same key moves it once under any concurrency, with the same answer', async () => {
    const before = gateway.core.count('options.buy');
    const answers = await Promise.all(Array.from({ length: 30 }, () => buy({ key: 'double-click' })));
    expect(gateway.core.count('options.buy')).toBe(before + 1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.json))).size).toBe(1);
    expect((await buy({ key: 'double-click', body: { ...ORDER, amount: '11' } })).json.code).toBe(
      code.idempotencyKeyReused,
    );
    const secondGuest = await gateway.guest();
    expect((await buy({ key: 'double-click', token: secondGuest.token })).json.code).toBe(200);
    expect(gateway.core.count('options.buy')).toBe(before + 2);
  });

  test('the command names the user of the session, whatever the body says', async () => {
    await buy({ key: 'mine' });
    expect(gateway.core.done.at(-1)).toEqual({
      id: `${userId}:mine`,
      userId,
      book: 'demo',
      type: 'options.buy',
      body: ORDER,
      session: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect((await buy({ key: 'theirs', body: { ...ORDER, userId: 1 } })).json).toMatchObject({
      code: code.unknownField,
      fields: { userId: code.unknownField },
    });
  });

  test('when the core is gone the answer is 503 with a number and no internals', async () => {
    gateway.core.isGone = true;
    const answer = await buy({ key: 'outage' });
    gateway.core.isGone = false;
    expect(answer.status).toBe(503);
    expect(answer.json).toEqual({
      code: code.outcomeUnknown,
      message: expect.any(String),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await buy({ key: 'outage' })).json.code).toBe(200);
  });
});

describe('requests that cannot be read', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    gateway.app.inject({
      method: 'POST',
      url: '/swx/customer/login/login',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });

  test.each([
    ['broken JSON', '{"account":', 400, code.malformedBody],
    ['NaN', '{"account":NaN}', 400, code.malformedBody],
    ['a body over the limit', JSON.stringify({ account: 'x'.repeat(70_000) }), 413, code.payloadTooLarge],
    ['a body that is a list', '[]', 200, code.wrongType],
    ['a body that is null', 'null', 200, code.wrongType],
    ['a body that is a number', '7', 200, code.wrongType],
    ['a prototype', '{"__proto__":{"account":"a"},"account":"alice","password":"x"}', 200, code.unknownField],
    ['depth', `${'['.repeat(30_000)}`, 400, code.malformedBody],
  ])('%s', async (_name, payload, status, refusal) => {
    const answer = await post(payload);
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code: refusal });
  });

  test.each(['__proto__=a', '__proto__=a&__proto__=b', 'constructor=x', 'type[]=2', 'type=2&%74ype2=1'])(
    '?%s has a field that nobody knows',
    async (query) => {
      expect((await gateway.call('listMarkets', { query })).json.code).toBe(code.unknownField);
    },
  );

  test('no body at all is an empty one', async () => {
    const answer = await gateway.app.inject({ method: 'POST', url: '/swx/customer/login/guest' });
    expect(answer.json().code).toBe(200);
    const typed = await gateway.app.inject({
      method: 'POST',
      url: '/swx/customer/login/guest',
      headers: { 'content-type': 'application/json' },
    });
    expect(typed.json().code).toBe(200);
  });

  test.each(MALFORMED_BODIES)('%j is no JSON', async (payload) => {
    const answer = await post(payload);
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 400, code: code.malformedBody });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    '%s is 415',
    async (type) => {
      const answer = await post('account=alice', { 'content-type': type });
      expect({ status: answer.statusCode, code: answer.json().code }).toEqual({
        status: 415,
        code: code.unsupportedMedia,
      });
    },
  );

  test.each([
    ['GET', '/swx/customer/nothing'],
    ['GET', '/swx/customer/login/login'],
    ['GET', '/swx/customer/login/loginByDapp'],
    ['GET', '/swx'],
    ['GET', '/swx/customer/index/getMarketInfo/%E0%A4%A'],
    ['DELETE', '/'],
    ['GET', '/assets/missing-12345678.js'],
    ['GET', '/logos/..%2f..%2fetc%2fpasswd'],
  ])('%s %s is not found', async (method, url) => {
    const answer = await gateway.app.inject({ method: method as 'GET', url });
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 404, code: code.pathNotFound });
  });

  test('a bug is answered with a number and no internals', async () => {
    const broken = await openTestGateway(database.pool, {
      handlers: {
        listPublicKeys: () => {
          throw new Error('secret of the inside');
        },
        getMarketInfo: async () => {
          throw new Error('secret of the inside');
        },
      },
    });
    for (const name of ['listPublicKeys', 'getMarketInfo'] as const) {
      const { status, json } = await broken.call(name, { path: { id: 'BTCUSDT' } });
      expect(status).toBe(500);
      expect(json).toEqual({ code: code.serverError, message: expect.any(String), requestId: expect.any(String) });
    }
    await broken.app.close();
  });
});

describe('candles', () => {
  type Bar = [number, number, number, number, number, number];
  const bars = Array.from({ length: 300 }, (_, at): Bar => [at * 60_000, 100.25, 101, 99.5, 100.75, 12.5]);

  test.each([
    ['gzip, deflate, br', 'br', 300, brotliDecompressSync],
    ['gzip', 'gzip', 300, gunzipSync],
    ['identity', undefined, 300, (bytes: Buffer) => bytes],
    // A bar that is corrected is not worth it.
    ['gzip, deflate, br', undefined, 3, (bytes: Buffer) => bytes],
  ])('come for %j in %s: %i', async (accepted, encoding, count, decode) => {
    const rows = bars.slice(0, count);
    const served = await openTestGateway(database.pool, {
      handlers: { listCandles: () => ({ ok: true, result: rows }) },
    });
    const answer = await served.app.inject({
      url: '/swx/customer/index/getKValueByCodeAndDate?code=BTCUSDT',
      headers: { 'accept-encoding': accepted },
    });
    await served.app.close();
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding' });
    expect(JSON.parse(decode(answer.rawPayload).toString())).toEqual({ code: 200, result: rows });
  });
});

describe('the market list', () => {
  const list = (headers: Record<string, string>, query = '') =>
    gateway.app.inject({ url: `/swx/customer/index/listMarketByType${query}`, headers });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['', undefined, (bytes: Buffer) => bytes],
    ['br;q=0', undefined, (bytes: Buffer) => bytes],
  ])('is encoded as %j asks', async (accepted, encoding, decode) => {
    const answer = await list({ 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(JSON.parse(decode(answer.rawPayload).toString())).toEqual({ code: 200, result: [] });
  });

  test('is not sent again to a client that has it', async () => {
    const { etag } = (await list({})).headers;
    for (const version of [String(etag), `"x", W/${etag}`, '*']) {
      expect((await list({ 'if-none-match': version })).statusCode).toBe(304);
    }
    expect((await list({ 'if-none-match': '"older"' })).statusCode).toBe(200);
  });

  test.each([
    ['?type=2', 200],
    ['?type=2&type=3', 200],
    ['?type=2&limit=24', 200],
    ['?limit=0', code.outOfRange],
    ['?limit=2001', code.outOfRange],
    ['?type=7', code.wrongFormat],
    ['?type=crypto', code.wrongType],
    ['?kind=2', code.unknownField],
  ])('%s is %i', async (query, refusal) => {
    expect((await list({}, query)).json().code).toBe(refusal);
  });
});

describe('limits', () => {
  const limits = {
    ...DEFAULT_LIMITS,
    loginPerAccount: { burst: 3, refillMs: 10_000 },
    guestPerAddress: { burst: 2, refillMs: 60_000 },
    ordersPerUser: { burst: 2, refillMs: 1_000 },
    badTokenPerAddress: { burst: 2, refillMs: 1_000 },
  };

  test('answer 429 with Retry-After, and pass again after that time', async () => {
    const limited = await openTestGateway(database.pool, { limits });
    const login = () => limited.call('login', { body: { account: 'Mallory', password: 'guess' } });
    for (let index = 0; index < 3; index += 1) expect((await login()).json.code).toBe(code.passwordWrong);
    const refused = await login();
    expect({ status: refused.status, code: refused.json.code, after: refused.headers['retry-after'] }).toEqual({
      status: 429,
      code: code.tooManyRequests,
      after: '10',
    });
    expect((await limited.call('login', { body: { account: ' mallory ', password: 'guess' } })).status).toBe(429);
    expect((await limited.call('login', { body: { account: 'somebody', password: 'guess' } })).status).toBe(200);
    limited.clock.advance(10_000);
    expect((await login()).json.code).toBe(code.passwordWrong);

    const first = await limited.guest();
    const second = await limited.guest();
    expect((await limited.call('loginAsGuest')).status).toBe(429);
    const order = (who: string, key: string) => limited.call('buyOption', { token: who, key, body: ORDER });
    expect((await order(first.token, 'a')).status).toBe(200);
    expect((await order(first.token, 'b')).status).toBe(200);
    expect((await order(first.token, 'c')).status).toBe(429);
    expect((await order(second.token, 'a')).status).toBe(200);
    expect(limited.core.count('options.buy')).toBe(3);

    const unknown = () => limited.call('getUserInfo', { token: 'A'.repeat(43) });
    expect([(await unknown()).status, (await unknown()).status, (await unknown()).status]).toEqual([401, 401, 429]);
    await limited.app.close();
  });

  test('forwarded addresses count only behind a trusted proxy', async () => {
    const cases = [
      [undefined, [200, 200, 429, 429]],
      ['1', [200, 200, 200, 200]],
      ['loopback', [200, 200, 200, 200]],
      ['10.0.0.0/8', [200, 200, 429, 429]],
    ] as const;
    for (const [setting, expected] of cases) {
      const trustedProxies = readTrustedProxies(new EnvReader({ TRUSTED_PROXIES: setting }));
      const limited = await openTestGateway(database.pool, { limits, gateway: { trustedProxies } });
      const statuses = [];
      for (let index = 0; index < 4; index += 1) {
        statuses.push(
          (await limited.call('loginAsGuest', { headers: { 'x-forwarded-for': `192.0.2.${index}` } })).status,
        );
      }
      expect(statuses, setting).toEqual(expected);
      await limited.app.close();
    }
  });
});

describe('sockets', () => {
  /** The first line that an upgrade request gets. */
  async function upgrade(path: string, protocol = 'websocket'): Promise<string> {
    const { port } = gateway.app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer.split('\r\n', 1)[0]!;
  }

  test('are handed over on their two paths only', async () => {
    await gateway.app.listen({ port: 0, host: '127.0.0.1' });
    expect(await upgrade('/swx/ws/market')).toBe('HTTP/1.1 101 Switching Protocols');
    expect(await upgrade('/swx/ws/user?x=1')).toBe('HTTP/1.1 101 Switching Protocols');
    expect(await upgrade('/swx/ws/other')).toBe('HTTP/1.1 404 Not Found');
    expect(await upgrade('/swx/ws/market', 'h2c')).toBe('HTTP/1.1 404 Not Found');
    expect(handedOver).toEqual(['/swx/ws/market', '/swx/ws/user?x=1']);
  });
});
