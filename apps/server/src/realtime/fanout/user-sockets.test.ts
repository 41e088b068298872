import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Client, type Fixture, startFixture, USER, userEvent } from './testing/fixture.ts';

/**
 * User sockets from the outside: tokens, events in order, resume and revoke, over a real sockets
 * process.
 */
let fixture: Fixture | undefined;
const start = async (limits: Parameters<typeof startFixture>[0] = {}): Promise<Fixture> => {
  fixture = await startFixture(limits);
  fixture.tokens.set('ann', { userId: 7, sessionId: 71 });
  fixture.tokens.set('ann-phone', { userId: 7, sessionId: 72 });
  fixture.tokens.set('bob', { userId: 8, sessionId: 81 });
  return fixture;
};
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
});

/** A short text message as a client sends it; a mask of zeros leaves the text as it is. */
function maskedFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

async function enter(fixture: Fixture, token: string, resume?: number): Promise<{ client: Client; seq: number }> {
  const client = fixture.client(USER);
  await client.opened();
  client.send({ token, resume });
  const ready = await client.next();
  expect(ready).toMatchObject({ type: 'ready' });
  return { client, seq: ready.seq };
}

test('events reach every device of their user, in order and numbered, and nobody else', async () => {
  const fixture = await start();
  const laptop = await enter(fixture, 'ann');
  const phone = await enter(fixture, 'ann-phone');
  const bob = await enter(fixture, 'bob');
  fixture.sockets.publishUserEvents([
    userEvent(7, 100),
    userEvent(8, 100, 'options.order'),
    userEvent(7, 100),
    userEvent(9, 101),
  ]);
  fixture.sockets.publishUserEvents([userEvent(7, 105)]);
  for (const { client, seq } of [laptop, phone]) {
    const at = 1_790_000_000_100;
    const shape = { type: 'event', book: 'demo', kind: 'balance' };
    expect(await client.next()).toEqual({ ...shape, seq: seq + 1, at, data: [{ n: 100 }] });
    expect(await client.next()).toMatchObject({ seq: seq + 2, data: [{ n: 100 }] });
    expect(await client.next()).toMatchObject({ seq: seq + 3, data: [{ n: 105 }] });
  }
  expect(await bob.client.next()).toMatchObject({ kind: 'options.order', seq: bob.seq + 1 });
  expect(bob.client.received).toHaveLength(2);
});

describe('resume', () => {
  test('gives exactly the events that were missed while away', async () => {
    const fixture = await start();
    const first = await enter(fixture, 'ann');
    fixture.sockets.publishUserEvents([userEvent(7, 1)]);
    const { seq } = await first.client.next();
    first.client.ws.terminate();
    await first.client.closed;
    fixture.sockets.publishUserEvents([userEvent(7, 2), userEvent(7, 3)]);
    const second = await enter(fixture, 'ann', seq);
    expect(await second.client.next()).toMatchObject({ type: 'event', seq: seq + 1, data: [{ n: 2 }] });
    expect(await second.client.next()).toMatchObject({ type: 'event', seq: seq + 2, data: [{ n: 3 }] });
    fixture.sockets.publishUserEvents([userEvent(7, 4)]);
    expect(await second.client.next()).toMatchObject({ type: 'event', seq: seq + 3 });
  });

  test('sends resync when more was missed than is kept, and when the number is unknown', async () => {
    const fixture = await start({ eventsPerUserMax: 2 });
    const { client, seq } = await enter(fixture, 'ann');
    fixture.sockets.publishUserEvents([1, 2, 3].map((n) => userEvent(7, n)));
    for (let n = 0; n < 3; n += 1) await client.next();
    const resumed = await enter(fixture, 'ann', seq + 1);
    expect(await resumed.client.next()).toMatchObject({ type: 'event', seq: seq + 2 });
    for (const from of [seq, 0, 5, seq + 4]) {
      const lost = await enter(fixture, 'ann', from);
      expect(await lost.client.next()).toMatchObject({ type: 'resync', seq: seq + 3 });
    }
  });

  test('sends resync to a user whose events were evicted', async () => {
    const fixture = await start({ userStreamsMax: 1 });
    const ann = await enter(fixture, 'ann');
    ann.client.ws.terminate();
    await ann.client.closed;
    await enter(fixture, 'bob');
    expect((await fixture.sockets.stats()).userStreams).toBe(1);
    fixture.sockets.publishUserEvents([userEvent(7, 1)]);
    const again = await enter(fixture, 'ann', ann.seq);
    expect(await again.client.next()).toMatchObject({ type: 'resync' });
  });
});

test('who left before being let in takes nothing from who comes right after', async () => {
  const fixture = await start();
  const letIn = Promise.withResolvers<void>();
  fixture.lookUpAfter = letIn.promise;
  const gone = fixture.client(USER);
  await gone.opened();
  gone.send({ token: 'ann' });
  await fixture.sockets.stats();
  gone.ws.terminate();
  await gone.closed;
  while ((await fixture.sockets.stats()).userSockets !== 0);
  const stays = fixture.client(USER);
  await stays.opened();
  stays.send({ token: 'ann' });
  await fixture.sockets.stats();
  letIn.resolve();
  expect(await stays.next()).toMatchObject({ type: 'ready' });
  await fixture.sockets.stats();
  fixture.sockets.publishUserEvents([userEvent(7, 1)]);
  expect(await stays.next()).toMatchObject({ type: 'event', data: [{ n: 1 }] });
});

describe('tokens', () => {
  test('one that arrives during the hand-over is received', async () => {
    const fixture = await start();
    const [host, port] = fixture.url.split(':');
    const client = connect(Number(port), host);
    const handOver = fixture.sockets.handOver.bind(fixture.sockets);
    fixture.sockets.handOver = (...args) => {
      handOver(...args);
      client.write(maskedFrame(JSON.stringify({ token: 'ann' })));
    };
    const headers = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = `Sec-WebSocket-Key: ${Buffer.alloc(16, 1).toString('base64')}`;
    client.write([`GET ${USER} HTTP/1.1`, `Host: ${fixture.url}`, ...headers, key, '', ''].join('\r\n'));
    let output = '';
    for await (const chunk of client) {
      output += String(chunk);
      if (output.includes('"ready"')) break;
    }
    expect(output).toContain('"ready"');
  });

  test('an unknown one closes the socket with 4401', async () => {
    const fixture = await start();
    const client = fixture.client(USER);
    await client.opened();
    client.send({ token: 'mallory' });
    expect(await client.closed).toBe(4401);
    expect(client.received).toEqual([]);
  });

  test('silence closes the socket and reveals nothing about the token', async () => {
    const fixture = await start({ authTimeoutMs: 100 });
    const client = fixture.client(USER);
    expect(await client.closed).toBe(1013);
  });

  test.each([
    ['a second one', [{ token: 'ann' }, { token: 'ann' }]],
    ['a resume without one', [{ resume: 1 }]],
  ])('%s ends the socket with 1008', async (_, messages) => {
    const fixture = await start();
    const client = fixture.client(USER);
    await client.opened();
    for (const message of messages) client.send(message);
    expect(await client.closed).toBe(1008);
  });

  test('revoking a session closes its socket, revoking a user all of theirs, and no others', async () => {
    const fixture = await start();
    const laptop = await enter(fixture, 'ann');
    const phone = await enter(fixture, 'ann-phone');
    const bob = await enter(fixture, 'bob');
    fixture.sockets.revoke({ sessionIds: [72] });
    expect(await phone.client.closed).toBe(4401);
    expect(laptop.client.ws.readyState).toBe(laptop.client.ws.OPEN);
    fixture.sockets.revoke({ userIds: [7] });
    expect(await laptop.client.closed).toBe(4401);
    fixture.sockets.publishUserEvents([userEvent(8, 1)]);
    expect(await bob.client.next()).toMatchObject({ type: 'event' });
  });
});

test('a quiet user socket gets a heartbeat with its current number', async () => {
  const fixture = await start({ heartbeatEveryMs: 60 });
  const { client, seq } = await enter(fixture, 'ann');
  expect(await client.next()).toMatchObject({ type: 'heartbeat', seq });
});

test('a user socket that stops reading is cut off instead of buffered, and misses nothing by resuming', async () => {
  const fixture = await start({ userBufferBytesMax: 64 * 1024 });
  const { client, seq } = await enter(fixture, 'ann');
  client.ws.pause();
  const data = [{ text: 'x'.repeat(100_000) }];
  // More than the kernel takes for a socket that nobody reads (about 4 MB a side on loopback).
  for (let n = 0; n < 150; n += 1) {
    fixture.sockets.publishUserEvents([{ ...userEvent(7, n), data }]);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const { cutOff, waitingBytes } = await fixture.sockets.stats();
  expect(cutOff).toBe(1);
  expect(waitingBytes).toBeLessThan(64 * 1024 + 2 * 100_200);
  client.ws.terminate();
  const last = seq + 150;
  const again = await enter(fixture, 'ann', last - 3);
  for (const missed of [last - 2, last - 1, last]) expect((await again.client.next()).seq).toBe(missed);
});
