import { setTimeout as sleep } from 'node:timers/promises';
import { depthServerMessages, RECENT_TRADES_MAX } from '@glasshouse/api/sockets';
import { Compile } from 'typebox/compile';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Client,
  depthUpdate,
  type Fixture,
  MARKET,
  NUMBERED,
  startFixture,
  tradeText,
} from './testing/fixture.ts';

/**
 * Order books on the market socket, over a real sockets process: who receives what, and what
 * hostile or slow clients cost.
 */
let fixture: Fixture | undefined;
const start = async (limits: Parameters<typeof startFixture>[0] = {}): Promise<Fixture> => {
  fixture = await startFixture(limits);
  fixture.publish({ AAA: 100, BBB: 200 });
  return fixture;
};
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
});

/** A client of the numbered dialect that hears no prices, only what it watches. */
async function quiet(fixture: Fixture, options: Parameters<Fixture['client']>[1] = {}): Promise<Client> {
  const client = fixture.client(MARKET, { protocols: NUMBERED, ...options });
  await client.opened();
  await client.next();
  client.send({ subscribe: [] });
  await client.nextWith((message) => message.rows?.length === 0);
  return client;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

const depthOf = (client: Client) => client.nextWith(({ type }) => type === 'depth');
const tradesOf = (client: Client) => client.nextWith(({ type }) => type === 'trades');
const ids = ({ items }: { items: { id: string }[] }): number[] => items.map(({ id }) => Number(id));

test('the first watcher starts the book, all receive it, and the last one to leave ends it', async () => {
  const fixture = await start();
  const first = await quiet(fixture);
  const second = await quiet(fixture);
  first.send({ depth: 'AAA' });
  await until(() => fixture.depthWatched.has('demo/AAA'));
  fixture.sockets.publishDepth(depthUpdate(7, { isFirst: true, trades: [tradeText(1), tradeText(2)] }));
  const depth = await depthOf(first);
  const trades = await tradesOf(first);
  expect(depth).toMatchObject({ code: 'AAA', book: 'demo', seq: 7, bids: [['7.00', '1']] });
  expect(ids(trades)).toEqual([1, 2]);
  expect(Compile(depthServerMessages.depth).Check(depth)).toBe(true);
  expect(Compile(depthServerMessages.trades).Check(trades)).toBe(true);
  // A later watcher starts from the current book, without another update.
  second.send({ depth: 'AAA', book: 'demo' });
  expect(await depthOf(second)).toEqual(depth);
  expect(ids(await tradesOf(second))).toEqual([1, 2]);
  fixture.sockets.publishDepth(depthUpdate(8, { depth: null, trades: [tradeText(3)] }));
  for (const client of [first, second]) expect(ids(await tradesOf(client))).toEqual([3]);
  first.send({ depth: null });
  second.ws.terminate();
  await until(() => !fixture.depthWatched.has('demo/AAA'));
  expect((await fixture.sockets.stats()).depthAudiences).toBe(0);
});

test('the two books of a pair are two markets, and a client watches one at a time', async () => {
  const fixture = await start();
  const client = await quiet(fixture);
  client.send({ depth: 'AAA', book: 'real' });
  await until(() => fixture.depthWatched.has('real/AAA'));
  client.send({ depth: 'BBB' });
  await until(() => fixture.depthWatched.has('demo/BBB'));
  expect([...fixture.depthWatched]).toEqual(['demo/BBB']);
  fixture.sockets.publishDepth(depthUpdate(1, { book: 'real', isFirst: true }));
  fixture.sockets.publishDepth(depthUpdate(2, { code: 'BBB', isFirst: true }));
  expect(await depthOf(client)).toMatchObject({ code: 'BBB', book: 'demo', seq: 2 });
  expect(client.received.filter(({ type }) => type === 'depth')).toHaveLength(1);
});

test('a book without trades says so, and asking again starts it again', async () => {
  const fixture = await start();
  const client = await quiet(fixture);
  client.send({ depth: 'AAA' });
  await until(() => fixture.depthWatched.size === 1);
  fixture.sockets.publishDepth(depthUpdate(1, { isFirst: true }));
  expect((await tradesOf(client)).items).toEqual([]);
  client.send({ depth: 'AAA' });
  expect(await depthOf(client)).toMatchObject({ seq: 1 });
  expect((await tradesOf(client)).items).toEqual([]);
});

test('an update that was under way to a closed audience is not taken for the beginning of a new one', async () => {
  const fixture = await start();
  const client = await quiet(fixture);
  client.send({ depth: 'AAA' });
  await until(() => fixture.depthWatched.size === 1);
  fixture.sockets.publishDepth(depthUpdate(1, { trades: [tradeText(9)] }));
  fixture.sockets.publishDepth(depthUpdate(2, { isFirst: true, trades: [tradeText(8), tradeText(9)] }));
  expect(await depthOf(client)).toMatchObject({ seq: 2 });
  expect(ids(await tradesOf(client))).toEqual([8, 9]);
});

test('prices and an order book travel on one socket, in the plain dialect too', async () => {
  const fixture = await start();
  const client = fixture.client(MARKET);
  await client.opened();
  await client.next();
  client.send({ subscribe: ['AAA'], depth: 'AAA' });
  await until(() => fixture.depthWatched.size === 1);
  fixture.sockets.publishDepth(depthUpdate(5, { isFirst: true }));
  expect(await depthOf(client)).toMatchObject({ seq: 5 });
  fixture.publish({ AAA: 101 });
  expect(await client.nextWith((message) => Array.isArray(message) && message[0]?.price === 1.01)).toHaveLength(1);
});

describe('hostile and slow clients', () => {
  test.each([
    ['a code that is no text', { depth: 7 }],
    ['a code that no instrument could have', { depth: 'aaa' }],
    ['a book that there is not', { depth: 'AAA', book: 'paper' }],
    ['a field more', { depth: 'AAA', levels: 1000 }],
  ])('%s ends the socket with 1008', async (_name, message) => {
    const fixture = await start();
    const client = await quiet(fixture);
    client.send(message);
    expect(await client.closed).toBe(1008);
  });

  test('codes that are not listed open no books', async () => {
    const fixture = await start();
    const client = await quiet(fixture);
    for (const code of ['NOPE', 'ZZZ', 'AAAA']) client.send({ depth: code });
    client.send({ depth: 'AAA' });
    await until(() => fixture.depthWatched.size === 1);
    client.send({ depth: 'NOPE' });
    await until(() => fixture.depthWatched.size === 0);
    expect((await fixture.sockets.stats()).depthAudiences).toBe(0);
  });

  test('one that asks for books again and again is cut off by the number of its messages', async () => {
    const fixture = await start();
    const client = await quiet(fixture);
    for (let turn = 0; turn < 40; turn += 1) client.send({ depth: turn % 2 === 0 ? 'AAA' : null });
    expect(await client.closed).toBe(1008);
    await until(() => fixture.depthWatched.size === 0);
  });

  test('one that stops reading is passed over, and then gets the newest book and the trades it missed', async () => {
    const fixture = await start({ marketBufferBytesMax: 32 * 1024, heartbeatEveryMs: 200 });
    const client = await quiet(fixture, { perMessageDeflate: false });
    client.send({ depth: 'AAA' });
    await until(() => fixture.depthWatched.size === 1);
    fixture.sockets.publishDepth(depthUpdate(1, { isFirst: true, trades: [tradeText(1)] }));
    await tradesOf(client);
    client.ws.pause();
    const wide = 'x'.repeat(200_000);
    let seq = 1;
    // More than the kernel takes for a socket that nobody reads.
    while ((await fixture.sockets.stats()).framesSkipped === 0) {
      seq += 1;
      const depth = JSON.stringify({ type: 'depth', seq, wide });
      fixture.sockets.publishDepth(depthUpdate(seq, { depth, trades: [tradeText(seq)] }));
      await sleep(2);
    }
    const last = seq + 10;
    for (seq += 1; seq <= last; seq += 1) fixture.sockets.publishDepth(depthUpdate(seq, { trades: [tradeText(seq)] }));
    expect((await fixture.sockets.stats()).waitingBytes).toBeLessThan(32 * 1024 + 2 * 200_400);
    client.ws.resume();
    expect(await client.nextWith((message) => message.type === 'depth' && message.seq === last)).toBeDefined();
    await client.nextWith((message) => message.type === 'trades' && ids(message).includes(last));
    const tradeIds = client.received.filter(({ type }) => type === 'trades').flatMap(ids);
    expect(new Set(tradeIds).size).toBe(tradeIds.length);
    const recent = Array.from({ length: Math.min(last, RECENT_TRADES_MAX) }, (_, index) => last - index);
    expect(tradeIds).toEqual(expect.arrayContaining(recent));
  });
});

test('a sockets process that ends takes its watchers along', async () => {
  const fixture = await start();
  const client = await quiet(fixture);
  client.send({ depth: 'AAA' });
  await until(() => fixture.depthWatched.size === 1);
  process.kill((await fixture.sockets.stats()).pid, 'SIGKILL');
  await until(() => fixture.depthWatched.size === 0);
});
