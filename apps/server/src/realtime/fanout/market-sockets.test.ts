import { marketServerMessages, plainMarketMessages } from '@glasshouse/api/sockets';
import Value from 'typebox/value';
import { afterEach, describe, expect, test } from 'vitest';
import { type Fixture, MARKET, NUMBERED, snapshotRow, startFixture } from './testing/fixture.ts';

/** Market sockets end to end: real clients, a real server, a real forked process. */
let fixture: Fixture | undefined;
const start = async (limits: Parameters<typeof startFixture>[0] = {}): Promise<Fixture> => {
  fixture = await startFixture(limits);
  return fixture;
};
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
});

describe('plain clients', () => {
  test('get the market list, then arrays of what changed', async () => {
    const { client, publish } = await start();
    publish({ BTCUSDT: 10_050, ETHUSDT: 20_000 });
    const plain = client(MARKET);
    expect(await plain.next()).toEqual([
      { id: 1, code: 'BTCUSDT', price: 100.5 },
      { id: 1, code: 'ETHUSDT', price: 200 },
    ]);
    publish({ BTCUSDT: 10_123 });
    expect(await plain.next()).toEqual([{ code: 'BTCUSDT', price: 101.23, zdf: 1.23 }]);
    expect(plain.ws.protocol).toBe('');
  });

  test('wait for the list when there is none yet', async () => {
    const { client, publish } = await start();
    const plain = client(MARKET);
    await plain.opened();
    publish({ BTCUSDT: 10_000 });
    expect(await plain.next()).toEqual([{ id: 1, code: 'BTCUSDT', price: 100 }]);
  });

  test('narrow with subscribe, go silent with [], and widen with null', async () => {
    const { client, publish, sockets } = await start();
    publish({ AAA: 100, BBB: 200 });
    const plain = client(MARKET);
    await plain.next();
    plain.send({ subscribe: ['BBB', 'UNKNOWN'] });
    expect(await plain.next()).toEqual([{ code: 'BBB', price: 2, zdf: -98 }]);
    publish({ AAA: 101, BBB: 201 });
    expect(await plain.next()).toEqual([{ code: 'BBB', price: 2.01, zdf: -97.99 }]);
    plain.send({ subscribe: [], depth: 'AAA' });
    expect(await plain.next()).toEqual([]);
    publish({ BBB: 202 });
    // An answer means that the process has taken in the frame before it.
    await sockets.stats();
    plain.send({ subscribe: null });
    const everything = await plain.next();
    expect(everything.map((row: { code: string; price: number }) => [row.code, row.price])).toEqual([
      ['AAA', 1.01],
      ['BBB', 2.02],
    ]);
  });
});

describe('numbered clients', () => {
  test('get a snapshot, then updates with rising numbers, each holding only what changed', async () => {
    const { client, publish } = await start();
    publish({ AAA: 10_000, BBB: 20_000 });
    const numbered = client(MARKET, { protocols: NUMBERED });
    const snapshot = await numbered.next();
    expect(numbered.ws.protocol).toBe('glasshouse.v1');
    expect(snapshot).toMatchObject({ type: 'snapshot', rows: [{ code: 'AAA' }, { code: 'BBB' }] });
    expect(snapshot.rows[0]).toEqual({ code: 'AAA', price: 100, zdf: 0, open: true, stale: false });
    publish({ AAA: 10_001 });
    const first = await numbered.next();
    expect(first).toMatchObject({ type: 'update', seq: snapshot.seq + 1, rows: [{ code: 'AAA', price: 100.01 }] });
    publish({ BBB: 20_002 });
    expect(await numbered.next()).toMatchObject({ type: 'update', seq: first.seq + 1, rows: [{ code: 'BBB' }] });
  });

  test('receive bid, ask and tick of the codes that they name', async () => {
    const { client, publish } = await start();
    publish({ AAA: 10_000, BBB: 20_000 });
    const numbered = client(MARKET, { protocols: NUMBERED });
    await numbered.next();
    numbered.send({ subscribe: ['AAA'] });
    const { rows } = await numbered.next();
    const { at, seq } = snapshotRow('AAA', 10_000, 1);
    const detail = { bid: 99.99, ask: 100.01, tick: seq, at };
    expect(rows).toEqual([{ code: 'AAA', price: 100, zdf: 0, open: true, stale: false, ...detail }]);
  });

  test.each(['address', 'message'])('resume by %s with exactly what changed since', async (method) => {
    const { client, publish } = await start();
    publish({ AAA: 10_000, BBB: 20_000, CCC: 30_000 });
    const before = client(MARKET, { protocols: NUMBERED });
    await before.next();
    publish({ AAA: 10_001 });
    const { seq } = await before.next();
    before.ws.terminate();
    await before.closed;
    publish({ BBB: 20_001 });
    publish({ BBB: 20_002 });
    publish({ CCC: 30_003 });
    const after = client(method === 'address' ? `${MARKET}?resume=${seq}` : MARKET, { protocols: NUMBERED });
    if (method === 'message') {
      expect(await after.next()).toMatchObject({ type: 'snapshot' });
      after.send({ resume: seq });
    }
    const update = await after.next();
    expect(update).toMatchObject({ type: 'update', seq: seq + 3 });
    expect(update.rows.map((row: { code: string; price: number }) => [row.code, row.price])).toEqual([
      ['BBB', 200.02],
      ['CCC', 300.03],
    ]);
  });

  test('get a heartbeat when nothing changed, and a snapshot when their number is unknown', async () => {
    const { client, publish } = await start();
    publish({ AAA: 10_000 });
    const first = client(MARKET, { protocols: NUMBERED });
    const { seq } = await first.next();
    const same = client(`${MARKET}?resume=${seq}`, { protocols: NUMBERED });
    expect(await same.next()).toMatchObject({ type: 'heartbeat', seq });
    for (const unknown of [0, 5, seq + 1000, 'x', '9'.repeat(16)]) {
      const lost = client(`${MARKET}?resume=${unknown}`, { protocols: NUMBERED });
      expect(await lost.next()).toMatchObject({ type: 'snapshot', seq });
    }
  });

  test('receive a heartbeat while nothing changes', async () => {
    const { client, publish } = await start({ heartbeatEveryMs: 60 });
    publish({ AAA: 10_000 });
    const numbered = client(MARKET, { protocols: NUMBERED });
    const { seq } = await numbered.next();
    expect(await numbered.next()).toMatchObject({ type: 'heartbeat', seq });
    expect(await numbered.next()).toMatchObject({ type: 'heartbeat', seq });
  });
});

test('a row that is sent again unchanged makes no message', async () => {
  const { client, publish, sockets } = await start();
  publish({ AAA: 10_000 });
  const numbered = client(MARKET, { protocols: NUMBERED });
  const { seq } = await numbered.next();
  const row = snapshotRow('AAA', 10_000, 1);
  sockets.publishFrame({ seq: 2, at: 1, full: false, rows: [row] });
  publish({ AAA: 10_001 });
  expect(await numbered.next()).toMatchObject({ type: 'update', seq: seq + 1, rows: [{ price: 100.01 }] });
});

test('frames that come faster than four a second are merged into the newest values', async () => {
  const { client, publish } = await start();
  publish({ AAA: 10_000 });
  const numbered = client(MARKET, { protocols: NUMBERED });
  await numbered.next();
  const startedAt = performance.now();
  for (let step = 1; step <= 100; step += 1) {
    publish({ AAA: 10_000 + step });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const last = await numbered.nextWith((message) => message.rows?.[0].price === 101);
  const frames = numbered.received.length - 1;
  expect(last.type).toBe('update');
  expect(frames).toBeLessThanOrEqual(Math.floor((performance.now() - startedAt) / 250) + 1);
  expect(frames).toBeGreaterThan(1);
});

test('compressed and uncompressed clients read the same, at every size of message', async () => {
  const { client, publish } = await start();
  const prices: Record<string, number> = {};
  // Up to 400 rows: the three header forms of a frame, below and above the size at which
  // compression starts.
  for (const rows of [1, 2, 9, 400, 2000]) {
    for (let index = 0; index < rows; index += 1) prices[`C${index}`] = 10_000 + rows * 7 + index;
    publish(prices);
    const deflated = client(MARKET, { protocols: NUMBERED });
    const bare = client(MARKET, { protocols: NUMBERED, perMessageDeflate: false });
    const compressed = await deflated.next();
    const plain = await bare.next();
    expect(deflated.ws.extensions).toContain('permessage-deflate');
    expect(bare.ws.extensions).toBe('');
    expect(compressed.rows).toHaveLength(rows);
    expect(plain).toEqual(compressed);
  }
});

test('a client that insists on a smaller compression window is served uncompressed', async () => {
  const { client, publish } = await start();
  publish({ AAA: 10_000 });
  const extension = 'permessage-deflate; server_max_window_bits=9';
  const small = client(MARKET, { headers: { 'Sec-WebSocket-Extensions': extension }, perMessageDeflate: false });
  expect(await small.next()).toHaveLength(1);
  expect(small.ws.extensions).toBe('');
});

test('messages conform to the API', async () => {
  const { client, publish } = await start({ heartbeatEveryMs: 400 });
  publish({ AAA: 10_000, BBB: 0 });
  const numbered = client(MARKET, { protocols: NUMBERED });
  const narrow = client(MARKET, { protocols: NUMBERED });
  const plain = client(MARKET);
  await Promise.all([numbered.next(), narrow.next(), plain.next()]);
  narrow.send({ subscribe: ['AAA', 'BBB'] });
  await narrow.next();
  publish({ AAA: 10_001 });
  for (const { next } of [numbered, narrow].map((from) => ({
    next: () => from.nextWith((m) => m.type === 'heartbeat'),
  }))) {
    await next();
  }
  const seen = new Set<string>();
  for (const message of [...numbered.received, ...narrow.received]) {
    const type = message.type as keyof typeof marketServerMessages;
    seen.add(type);
    expect([message, Value.Check(marketServerMessages[type], message)]).toEqual([message, true]);
  }
  expect([...seen].sort()).toEqual(['heartbeat', 'snapshot', 'update']);
  expect(plain.received).toHaveLength(2);
  expect(Value.Check(plainMarketMessages.update, plain.received[1])).toBe(true);
});
