/** The sequencer's queue during a slow flush: cases found by the simulation, in the small. */
import { beforeEach, expect, test, vi } from 'vitest';
import { MODULES } from '../../runtime/modules.ts';
import { GAP_LIMIT_MS, Harness } from '../testing/harness.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { SEQUENCER_LIMITS } from './sequencer-options.ts';
import type { Batch } from './store.ts';

let store: MemoryStore;
let harness: Harness;

beforeEach(async () => {
  store = new MemoryStore(MODULES);
  harness = new Harness(store, { limits: { ...SEQUENCER_LIMITS, batchMax: 4 } });
  await harness.start();
  await harness.open(1);
  await harness.tick(10_000_000);
});

/** Flushes block until the returned function is called; `seen` is called as each begins. */
function holdFlushes(seen: (batch: Batch) => void = () => {}): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  store.fault = async (batch) => {
    seen(batch);
    await promise;
    return undefined;
  };
  return resolve;
}

test('repeated ids in one batch are found although no durable answer is kept in memory', async () => {
  await harness.buy(1, {}, 'first');
  await harness.buy(1, {}, 'second');
  const keys = ['third', 'first', 'second', 'third', 'first'];
  const answers = await Promise.all(keys.map((key) => harness.buy(1, {}, key)));
  expect(answers.map(({ repeated }) => repeated ?? false)).toEqual([false, true, true, true, true]);
  expect(harness.reloads).toBe(0);
  expect(store.rows.get('option_orders')?.size).toBe(3);
});

test('a time event queued before a tick does not overtake it, however long both wait', async () => {
  const order = await harness.buy(1, { periodId: 30 });
  await harness.tick(10_000_000);
  for (let second = 0; second < 25; second += 1) await harness.tick(10_000_001);

  const release = holdFlushes();
  // The first is being flushed, four fill the batch behind it, the rest queue up.
  const waiting = Array.from({ length: 5 }, (_, index) => harness.open(2 + index));
  harness.sequencer.time();
  const last = harness.tick(10_000_005, 4_000);
  harness.now += 30_000 + GAP_LIMIT_MS;
  release();
  await Promise.all([...waiting, last]);
  await harness.tick(10_000_009);
  const row = store.rows.get('option_orders')?.get(String(order.seq));
  expect(row).toMatchObject({ state: 'settled', outcome: 'win', exit_mid: 10_000_005 });
});

test('commands waiting behind a flush are looked up together, not a few at a time', async () => {
  const users = Array.from({ length: 100 }, (_, index) => 10 + index);
  harness = new Harness(store);
  await harness.start();
  const release = holdFlushes();
  const first = harness.open(2);
  await new Promise((resolve) => setTimeout(resolve, 10));
  const find = vi.spyOn(store, 'findCommands');
  const waiting = users.map((user) => harness.open(user));
  await vi.waitFor(() => expect(find.mock.calls.flatMap(([ids]) => ids)).toHaveLength(users.length));
  expect(find).toHaveBeenCalledTimes(1);
  release();
  const answers = await Promise.all([first, ...waiting]);
  expect(answers.every(({ code }) => code === 200)).toBe(true);
});

test('a full batch is prepared while the previous one is being flushed, and flushed next', async () => {
  const batches: Batch[] = [];
  const release = holdFlushes((batch) => batches.push(batch));
  const prepare = vi.fn();
  store.prepare = prepare;
  const orders = Promise.all(Array.from({ length: 9 }, (_, index) => harness.buy(1, {}, `order ${index}`)));
  await vi.waitFor(() => expect(prepare).toHaveBeenCalledTimes(1));
  expect(batches).toHaveLength(1);
  release();
  const numbers = (await orders).map(({ seq }) => seq);
  expect(batches[1]).toBe(prepare.mock.calls[0]?.[0]);
  expect(batches[1]?.applied).toHaveLength(4);
  expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
});

test('a prepared batch is decided anew when the flush before it fails', async () => {
  let fails = true;
  store.fault = async () => {
    if (!fails) return undefined;
    fails = false;
    await vi.waitFor(() => expect(prepare).toHaveBeenCalled());
    return 'before';
  };
  const prepare = vi.fn();
  store.prepare = prepare;
  const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => harness.buy(1, {}, `order ${index}`)));
  expect(answers.every(({ code }) => code === 200)).toBe(true);
  expect(harness.reloads).toBe(1);
  expect(store.rows.get('option_orders')?.size).toBe(9);
});
