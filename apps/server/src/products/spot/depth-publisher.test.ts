/**
 * Order books are built only while watched, at most four times a second, and only from durable
 * state.
 */
import type { DepthServerMessage } from '@glasshouse/api/sockets';
import { expect, test } from 'vitest';
import type { DepthMarket, DepthUpdate } from '../../kernel/core/bus.ts';
import { DEPTH_EVERY_MS, DepthPublisher, MARKETS_PER_TURN_MAX } from './depth-publisher.ts';
import { SpotFixture } from './testing/fixture.ts';

type Depth = Extract<DepthServerMessage, { type: 'depth' }>;
const DEMO: DepthMarket = { book: 'demo', code: 'BTCUSDT' };

/**
 * A publisher on a market; `seal` acts as the sequencer sealing a batch, `tell` as the batch
 * becoming durable.
 */
function watching(fixture: SpotFixture) {
  const updates: DepthUpdate[] = [];
  const { harness } = fixture;
  const publisher = new DepthPublisher({
    market: harness.market,
    now: () => harness.now,
    publish: (update) => updates.push(update),
  });
  const seal = () => publisher.sealed(harness.sequencer.state);
  const turn = (): DepthUpdate[] => {
    updates.length = 0;
    seal()?.();
    return [...updates];
  };
  const depth = (): Depth => JSON.parse(turn()[0]?.depth ?? 'null');
  return { publisher, updates, seal, turn, depth };
}

test('nothing is built while nobody watches; a watcher gets the book and the last trades at once', async () => {
  const fixture = await SpotFixture.start({ pool: { base: '100', quote: '10000' } });
  const { publisher, turn } = watching(fixture);
  expect(turn()).toEqual([]);
  publisher.watch(DEMO, true);
  const [first] = turn();
  expect(first).toMatchObject({ ...DEMO, isFirst: true });
  // The users' opening coins were bought on this market.
  expect(first?.trades.map((text) => JSON.parse(text).id)).toEqual(['1', '2', '3']);
  publisher.watch(DEMO, false);
  await fixture.harness.tick(10_050);
  expect(turn()).toEqual([]);
  expect(publisher.size).toBe(0);
});

test('users’ orders and the house’s quotes are summed by price', async () => {
  const fixture = await SpotFixture.start({ pool: { base: '100', quote: '10000' } });
  await fixture.placed(1, { side: 'sell', price: '100.01', quantity: '1' });
  await fixture.placed(2, { side: 'sell', price: '100.01', quantity: '0.5' });
  await fixture.placed(2, { side: 'buy', price: '99', quantity: '0.25' });
  const { publisher, depth } = watching(fixture);
  publisher.watch(DEMO, true);
  const { bids, asks, seq, code, book } = depth();
  expect({ code, book }).toEqual({ code: 'BTCUSDT', book: 'demo' });
  expect(seq).toBeGreaterThan(0);
  expect(asks.slice(0, 2)).toEqual([
    ['100.01', '2.499'],
    ['101.01', '1.98'],
  ]);
  expect(bids.map(([price]) => price)).toEqual(['99.99', '99.00', '98.99', '97.99']);
});

test('a tick moves the quotes, a stale or closed market removes them, and no update follows without a change', async () => {
  const fixture = await SpotFixture.start({ pool: { base: '100', quote: '10000' } });
  await fixture.placed(1, { side: 'sell', price: '120', quantity: '1' });
  const { publisher, turn, depth } = watching(fixture);
  publisher.watch(DEMO, true);
  const first = depth();
  fixture.harness.now += DEPTH_EVERY_MS;
  expect(turn()).toEqual([]);
  await fixture.harness.tick(10_010);
  const moved = depth();
  expect(moved.asks[0]?.[0]).toBe('100.11');
  // The price of the same tick comes with them, and none without house quotes.
  expect([first.price, moved.price]).toEqual(['100.00', '100.10']);
  expect(moved.seq).toBeGreaterThan(first.seq);
  fixture.harness.now += 10_001;
  const stale = depth();
  expect(stale).toMatchObject({ bids: [], asks: [['120.00', '1']] });
  expect(stale.price).toBeUndefined();
  await fixture.harness.tick(10_010);
  expect(depth().bids).toHaveLength(3);
  fixture.harness.market.sessionEnds = undefined;
  fixture.harness.now += DEPTH_EVERY_MS;
  expect(depth().bids).toEqual([]);
});

test('at most four updates a second; trades in between come with the next one', async () => {
  const fixture = await SpotFixture.start({ pool: { base: '100', quote: '10000' } });
  const { publisher, turn } = watching(fixture);
  publisher.watch(DEMO, true);
  turn();
  for (let count = 0; count < 3; count += 1) {
    await fixture.placed(1, { side: 'buy', type: 'market', quantity: '0.1' });
    expect(turn()).toEqual([]);
  }
  fixture.harness.now += DEPTH_EVERY_MS;
  const [update] = turn();
  expect(update).toMatchObject({ isFirst: false });
  expect(update?.trades.map((text) => JSON.parse(text))).toMatchObject(
    [4, 5, 6].map((id) => ({ id: String(id), side: 'buy' })),
  );
});

test('a tick that was passed over comes with the first batch that is due, even an empty one', async () => {
  const fixture = await SpotFixture.start({ pool: { base: '100', quote: '10000' } });
  const { harness } = fixture;
  const { publisher, turn, depth } = watching(fixture);
  publisher.watch(DEMO, true);
  turn();
  await harness.tick(10_010, 100);
  expect(turn()).toEqual([]);
  harness.now += DEPTH_EVERY_MS - 100;
  const tick = harness.market.lastTick(DEMO.code);
  expect(depth()).toMatchObject({
    price: '100.10',
    tick: { seq: tick?.seq, at: tick?.at, bid: '100.09', ask: '100.11' },
  });
});

test('an update that comes late does not delay the next one', async () => {
  const fixture = await SpotFixture.start({ pool: { base: '100', quote: '10000' } });
  const { harness } = fixture;
  const { publisher, turn } = watching(fixture);
  publisher.watch(DEMO, true);
  turn();
  const delayMs = 60;
  await harness.tick(10_010, DEPTH_EVERY_MS + delayMs);
  expect(turn()).toHaveLength(1);
  await harness.tick(10_020, DEPTH_EVERY_MS - delayMs);
  expect(turn()).toHaveLength(1);
});

test('what is not durable is never published, and is published with what is', async () => {
  const fixture = await SpotFixture.start({ pool: { base: '100', quote: '10000' } });
  const { publisher, seal, turn, updates } = watching(fixture);
  publisher.watch(DEMO, true);
  turn();
  fixture.harness.now += DEPTH_EVERY_MS;
  await fixture.placed(1, { side: 'buy', type: 'market', quantity: '0.1' });
  updates.length = 0;
  expect(seal()).toBeDefined();
  expect(updates).toEqual([]);
  expect(turn()[0]?.trades).toHaveLength(1);
});

test('a batch updates a bounded number of markets, the others follow with later batches', async () => {
  const fixture = await SpotFixture.start();
  const codes = Array.from({ length: MARKETS_PER_TURN_MAX + 5 }, (_, index) => `COIN${index}USDT`);
  for (const code of codes) await fixture.define({ code, base: code.slice(0, -4) });
  const { publisher, turn } = watching(fixture);
  for (const code of codes) publisher.watch({ book: 'demo', code }, true);
  publisher.watch({ book: 'demo', code: 'NOPE' }, true);
  expect(turn()).toHaveLength(MARKETS_PER_TURN_MAX);
  expect(turn()).toHaveLength(5);
  expect(turn()).toEqual([]);
});
