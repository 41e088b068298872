import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, MARKET, NUMBERED, startFixture, USER } from './testing/fixture.ts';

/** What clients can do wrong, by mistake or on purpose, at nobody's cost but their own. */
let fixture: Fixture | undefined;
const start = async (limits: Parameters<typeof startFixture>[0] = {}): Promise<Fixture> => {
  fixture = await startFixture(limits);
  fixture.publish({ AAA: 10_000 });
  return fixture;
};
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
});

describe.each([MARKET, USER])('on %s', (path) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
    fixture.publish({ AAA: 10_000 });
  });
  afterAll(() => fixture.stop());

  test.each<[string, string | Buffer, number]>([
    ['not JSON', '{"subscribe":', 1008],
    ['an empty message', '', 1008],
    ['a JSON text', '"subscribe"', 1008],
    ['a JSON list', '[]', 1008],
    ['null', 'null', 1008],
    ['an unknown field', '{"hello":1}', 1008],
    ['a wrong type', '{"subscribe":"AAA","token":5}', 1008],
    ['a list of wrong types', '{"subscribe":[1,null]}', 1008],
    ['a negative resume', '{"resume":-1}', 1008],
    ['a broken resume', '{"resume":1.5}', 1008],
    ['codes that are none', '{"subscribe":["<script>"]}', 1008],
    ['more codes than allowed', JSON.stringify({ subscribe: Array.from({ length: 251 }, (_, n) => `C${n}`) }), 1008],
    ['a binary message', Buffer.from('{"subscribe":["AAA"]}'), 1003],
    ['a message over the limit', `{"subscribe":["${'A'.repeat(5000)}"]}`, 1009],
    ['a compressed bomb', 'A'.repeat(5_000_000), 1009],
  ])('%s ends the socket', async (_, message, code) => {
    const client = fixture.client(path);
    await client.opened();
    client.ws.send(message);
    expect(await client.closed).toBe(code);
    const otherClient = fixture.client(MARKET);
    expect(await otherClient.next()).toHaveLength(1);
  });

  test('text that is not UTF-8 ends the socket with 1007', async () => {
    const client = fixture.client(path);
    await client.opened();
    client.ws.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await client.closed).toBe(1007);
  });

  test('more than thirty messages in ten seconds end the socket', async () => {
    fixture.tokens.set('ann', { userId: 7, sessionId: 71 });
    const client = fixture.client(path);
    await client.opened();
    if (path === USER) client.send({ token: 'ann' });
    await client.next();
    for (let n = 0; n < 40; n += 1) client.send({ resume: n });
    expect(await client.closed).toBe(1008);
  });
});

describe('the handshake', () => {
  const statusOf = async (fixture: Fixture, path: string, headers: Record<string, string> = {}): Promise<string> => {
    const client = fixture.client(path, { headers });
    return client.opened().then(
      () => 'open',
      (error: Error) => error.message,
    );
  };

  test.each([
    ['/swx/ws/other', {}, 'status 404'],
    [MARKET, { Origin: 'https://evil.example' }, 'status 403'],
    [MARKET, { Origin: 'null' }, 'status 403'],
    [MARKET, { Origin: 'not a url' }, 'status 403'],
    [MARKET, {}, 'open'],
  ])('%s with %j: %s', async (path, headers, expected) => {
    expect(await statusOf(await start(), path, headers)).toBe(expected);
  });

  test('a page of this host may connect', async () => {
    const fixture = await start();
    expect(await statusOf(fixture, MARKET, { Origin: `http://${fixture.url}` })).toBe('open');
  });

  test('more sockets than allowed in all are refused with 503', async () => {
    const fixture = await start({ socketsMax: 2 });
    const first = fixture.client(MARKET);
    await first.next();
    await fixture.client(MARKET).next();
    expect(await statusOf(fixture, MARKET)).toBe('status 503');
    first.ws.terminate();
    await expect.poll(() => statusOf(fixture, MARKET)).toBe('open');
  });

  test('more sockets from one address than allowed are closed with 1013, until one of them leaves', async () => {
    const fixture = await start({ socketsPerAddressMax: 1 });
    const first = fixture.client(MARKET);
    await first.next();
    const crowded = fixture.client(MARKET);
    expect(await crowded.closed).toBe(1013);
    expect(crowded.received).toEqual([]);
    first.ws.close();
    await first.closed;
    await expect.poll(async () => (await fixture.sockets.stats()).marketSockets).toBe(0);
    expect(await fixture.client(MARKET).next()).toHaveLength(1);
  });

  test('garbage after the request line, and clients that leave half-way, harm nobody', async () => {
    const fixture = await start();
    const [host, port] = fixture.url.split(':') as [string, string];
    const upgrade = `GET ${MARKET} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const requests = [
      `${upgrade}\r\n`,
      `${upgrade}Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      `${upgrade}${key}Sec-WebSocket-Extensions: ;;;\r\n\r\n`,
      `${upgrade}${key}\r\nthis is no frame at all`,
      `${upgrade}${key}\r\n`,
    ];
    for (let round = 0; round < 20; round += 1) {
      for (const request of requests) {
        const socket = connect(Number(port), host, () => {
          socket.write(request);
          if (round % 2 === 0) socket.destroy();
        });
        socket.on('error', () => {});
        setTimeout(() => socket.destroy(), 100);
      }
    }
    const otherClient = fixture.client(MARKET);
    expect(await otherClient.next()).toHaveLength(1);
    await expect.poll(async () => (await fixture.sockets.stats()).marketSockets).toBe(1);
  });
});

describe('a market socket that stops reading', () => {
  /** Frames of about 200 kB, which compress badly, as long as `until` is not satisfied. */
  const flood = async (fixture: Fixture, until: () => Promise<boolean>): Promise<void> => {
    for (let step = 0; step < 2_000 && !(await until()); step += 1) {
      const prices: Record<string, number> = {};
      for (let index = 0; index < 3_000; index += 1) prices[`C${index}`] = 1 + Math.floor(Math.random() * 1e9);
      fixture.publish(prices);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  test('is passed over, holds no more than the bound and one frame, and catches up when it reads again', async () => {
    const fixture = await start({ frameEveryMs: 1 });
    const slow = fixture.client(MARKET, { protocols: NUMBERED, perMessageDeflate: false });
    await slow.next();
    slow.ws.pause();
    await flood(fixture, async () => 20 < (await fixture.sockets.stats()).framesSkipped);
    const stats = await fixture.sockets.stats();
    expect(stats.framesSkipped).toBeGreaterThan(20);
    expect(stats.waitingBytes).toBeLessThan(256 * 1024 + 400_000);
    slow.ws.resume();
    fixture.publish({ AAA: 12_345 });
    await expect.poll(async () => (await fixture.sockets.stats()).waitingBytes).toBe(0);
    fixture.publish({ BBB: 23_456 });
    const rows = new Map<string, number>();
    await slow.nextWith((message) => {
      for (const row of message.rows) rows.set(row.code, row.price);
      return rows.has('BBB');
    });
    const fresh = await fixture.client(MARKET, { protocols: NUMBERED }).next();
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(fresh.rows.map((row: { code: string; price: number }) => [row.code, row.price])),
    );
  });

  test('is cut off when it stays behind', async () => {
    const fixture = await start({ frameEveryMs: 1, behindMsMax: 100 });
    const slow = fixture.client(MARKET, { protocols: NUMBERED, perMessageDeflate: false });
    const quick = fixture.client(MARKET, { protocols: NUMBERED });
    await slow.next();
    slow.ws.pause();
    await flood(fixture, async () => 0 < (await fixture.sockets.stats()).cutOff);
    await expect.poll(async () => (await fixture.sockets.stats()).marketSockets, { timeout: 5_000 }).toBe(1);
    fixture.publish({ AAA: 54_321 });
    await quick.nextWith((message) => message.rows?.some((row: { price: number }) => row.price === 543.21));
  });
});

test('a socket that answers no ping is dropped', async () => {
  const fixture = await start({ pingEveryMs: 300 });
  const deaf = fixture.client(MARKET);
  const alive = fixture.client(MARKET);
  await deaf.next();
  await alive.next();
  deaf.ws.pause();
  await expect.poll(async () => (await fixture.sockets.stats()).marketSockets).toBe(1);
  expect(alive.pings).toBeGreaterThan(0);
  expect(alive.ws.readyState).toBe(alive.ws.OPEN);
});
