import { afterEach, expect, test } from 'vitest';
import { type Fixture, MARKET, NUMBERED, startFixture, USER, userEvent } from './testing/fixture.ts';

/** The sockets process crashes, stops and runs long: what clients and main see of it. */
let fixture: Fixture | undefined;
const start = async (limits: Parameters<typeof startFixture>[0] = {}): Promise<Fixture> => {
  fixture = await startFixture(limits);
  return fixture;
};
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
});

const reconnected = async (fixture: Fixture, path: string): Promise<ReturnType<Fixture['client']>> => {
  for (;;) {
    const client = fixture.client(path, { protocols: NUMBERED });
    const isOpen = await client.opened().then(
      () => true,
      () => false,
    );
    if (isOpen) return client;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

test('when the process is killed, it restarts with the whole snapshot, and clients resume without a gap', async () => {
  const fixture = await start();
  fixture.tokens.set('ann', { userId: 7, sessionId: 71 });
  fixture.publish({ AAA: 10_000, BBB: 20_000 });
  const market = fixture.client(MARKET, { protocols: NUMBERED });
  const user = fixture.client(USER);
  const { seq } = await market.next();
  await user.opened();
  user.send({ token: 'ann' });
  const ready = await user.next();
  const { pid } = await fixture.sockets.stats();
  process.kill(pid, 'SIGKILL');
  expect(await market.closed).toBe(1006);
  expect(await user.closed).toBe(1006);
  fixture.publish({ BBB: 20_002 });

  const again = await reconnected(fixture, `${MARKET}?resume=${seq}`);
  const snapshot = await again.next();
  expect(snapshot).toMatchObject({ type: 'snapshot', rows: [{ price: 100 }, { price: 200.02 }] });
  expect(snapshot.seq).toBeGreaterThan(seq);
  fixture.publish({ AAA: 10_001 });
  expect(await again.next()).toMatchObject({ type: 'update', seq: snapshot.seq + 1 });

  const userAgain = await reconnected(fixture, USER);
  userAgain.send({ token: 'ann', resume: ready.seq });
  expect(await userAgain.next()).toMatchObject({ type: 'ready' });
  expect(await userAgain.next()).toMatchObject({ type: 'resync' });
  fixture.sockets.publishUserEvents([userEvent(7, 1)]);
  expect(await userAgain.next()).toMatchObject({ type: 'event' });
  expect((await fixture.sockets.stats()).pid).not.toBe(pid);
  expect(fixture.log.some((line) => line.includes('ended'))).toBe(true);
});

test('clients in hand-over to a dying process are disconnected, not left waiting', async () => {
  const fixture = await start();
  fixture.publish({ AAA: 10_000 });
  for (let round = 0; round < 3; round += 1) {
    const { pid } = await fixture.sockets.stats();
    // A stopped process accepts nothing, so all of these are still in hand-over when it is killed.
    process.kill(pid, 'SIGSTOP');
    const clients = Array.from({ length: 20 }, () => fixture.client(MARKET));
    await new Promise((resolve) => setTimeout(resolve, round * 10));
    process.kill(pid, 'SIGKILL');
    expect(await Promise.all(clients.map((client) => client.closed))).toEqual(clients.map(() => 1006));
    const again = await reconnected(fixture, MARKET);
    expect(await again.next()).toMatchObject({ type: 'snapshot' });
  }
});

test('stopping sends 1001 to everybody, ends the process and lets the server close', async () => {
  const fixture = await start();
  fixture.publish({ AAA: 10_000 });
  const client = fixture.client(MARKET);
  await client.next();
  const { pid } = await fixture.sockets.stats();
  await fixture.sockets.stop();
  expect(await client.closed).toBe(1001);
  expect(() => process.kill(pid, 0)).toThrow();
});

test('sockets that come and go leave no memory, subscriptions or addresses behind', async () => {
  const fixture = await start({ socketsPerAddressMax: 60 });
  fixture.publish(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`C${index}`, 10_000 + index])));
  const wave = async (): Promise<number> => {
    for (let round = 0; round < 6; round += 1) {
      const clients = Array.from({ length: 50 }, (_, index) =>
        fixture.client(MARKET, index % 2 === 0 ? {} : { protocols: NUMBERED }),
      );
      await Promise.all(clients.map((client) => client.next()));
      for (const [index, client] of clients.entries()) client.send({ subscribe: [`C${index}`, `C${round}`] });
      await Promise.all(clients.map((client) => client.next()));
      for (const client of clients) client.ws.terminate();
      await expect.poll(async () => (await fixture.sockets.stats()).marketSockets).toBe(0);
    }
    return (await fixture.sockets.stats()).rssBytes;
  };
  await wave();
  const warm = await wave();
  let after = warm;
  for (let repeat = 0; repeat < 3; repeat += 1) after = await wave();
  const { audiences, waitingBytes } = await fixture.sockets.stats();
  expect(audiences).toBe(0);
  expect(waitingBytes).toBe(0);
  // 900 sockets more; at 20 kB leaked each this would be 18 MB.
  expect(after - warm).toBeLessThan(16 * 1024 * 1024);
});
