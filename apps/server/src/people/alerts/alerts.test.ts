/**
 * Alerts through the core, in memory: each fires once, at the first tick that reaches it, whatever
 * happens in between.
 */
import { code } from '@glasshouse/api/codes';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import { Harness, TEST_CODE } from '../../kernel/testing/harness.ts';
import { MemoryStore } from '../../kernel/testing/memory-store.ts';
import { Replay } from '../../kernel/verify/replay.ts';
import { MODULES } from '../../runtime/modules.ts';
import type { PriceAlert } from './rows.ts';
import { alertsOf } from './slice.ts';

const USER = 7;
let store: MemoryStore;
let harness: Harness;

beforeEach(async () => {
  store = new MemoryStore(MODULES);
  harness = new Harness(store);
  await harness.start();
  await harness.tick(10_000);
});

const add = (price: string, userId = USER, key?: string) =>
  harness.submit(userId, 'alerts.add', { code: TEST_CODE, precision: 2, price }, key);
const added = async (price: string): Promise<number> => {
  const answer = await add(price);
  expect(answer.code).toBe(200);
  return (answer.result as { id: number }).id;
};
const remove = (id: number, userId = USER) => harness.submit(userId, 'alerts.remove', { id });
const rowOf = (id: number) => store.rows.get('price_alerts')?.get(String(id)) as PriceAlert;
const fired = () =>
  harness.events.filter(({ kind, data }) => kind === 'alert' && (data as { state: string }).state === 'fired');

test.each([
  ['above, reached exactly', '101', [10_099, 10_100], 10_100],
  ['above, jumped over', '101', [10_050, 10_500, 10_100], 10_500],
  ['below, reached exactly', '99.00', [9_901, 9_900], 9_900],
  ['below, jumped over', '99', [10_100, 9_000, 9_900], 9_000],
])('%s', async (_name, price, mids, by) => {
  const id = await added(price);
  for (const mid of mids) await harness.tick(mid);
  await harness.tick(by);
  const row = rowOf(id);
  expect(row).toMatchObject({ state: 'fired', tick: { mid: by } });
  expect(harness.published.find(({ seq }) => seq === row.tick?.seq)).toMatchObject({ ...row.tick });
  expect(fired()).toHaveLength(1);
  expect(fired()[0]?.data).toMatchObject({ id, code: TEST_CODE, state: 'fired', tick: { seq: row.tick?.seq } });
  expect(harness.bugs).toEqual([]);
});

test('an opening: any first price, above or below the last one', async () => {
  for (const mid of [9_000, 11_000]) {
    const answer = await harness.submit(USER, 'alerts.add', { code: TEST_CODE, precision: 2, price: null });
    expect(answer.result).toMatchObject({ opening: true, state: 'active' });
    const { id } = answer.result as { id: number };
    const tick = await harness.tick(mid);
    expect(rowOf(id)).toMatchObject({ state: 'fired', tick: { seq: tick.seq, mid } });
  }
  // An instrument that never had a price may open as well.
  const first = await harness.submit(USER, 'alerts.add', { code: 'NEW', precision: 2, price: null });
  expect(first.result).toMatchObject({ opening: true, state: 'active' });
  const falls = await added('0.01');
  expect((await harness.submit(USER, 'alerts.remove', { id: falls })).result).not.toHaveProperty('opening');
});

test('an opening: no tick that comes late from the session before, nor one outside of trading hours', async () => {
  const { market } = harness;
  await harness.wait(1_000);
  const answer = await harness.submit(USER, 'alerts.add', { code: TEST_CODE, precision: 2, price: null });
  const { id } = answer.result as { id: number };
  const rises = await added('101');
  const falls = await added('99');
  await harness.sequencer.ticks([market.next(TEST_CODE, 10_050, rowOf(id).placed_at - 1)]);
  market.sessionEnds = undefined;
  await harness.tick(10_100);
  // Prices are prices: only the opening waits.
  expect([id, rises, falls].map((each) => rowOf(each).state)).toEqual(['active', 'fired', 'active']);
  market.sessionEnds = Number.POSITIVE_INFINITY;
  const tick = await harness.tick(10_050);
  expect(rowOf(id)).toMatchObject({ state: 'fired', tick: { seq: tick.seq } });
  expect(harness.bugs).toEqual([]);
});

describe('refusals', () => {
  test.each([
    ['the price of this moment', '100', code.orderPriceIncorrect],
    ['the same with zeros', '100.00', code.orderPriceIncorrect],
    ['between two points', '100.005', code.orderPriceIncorrect],
    ['no price', '0', code.orderPriceIncorrect],
    ['a negative one', '-5', code.orderPriceIncorrect],
    ['a word', 'high', code.orderPriceIncorrect],
    ['more points than a number holds exactly', '99999999999999', code.orderPriceIncorrect],
    ['far more', '999999999999999', code.orderPriceIncorrect],
  ])('%s', async (_name, price, refusal) => {
    expect((await add(price)).code).toBe(refusal);
  });

  test('an instrument that never had a price', async () => {
    const answer = await harness.submit(USER, 'alerts.add', { code: 'NOPE', precision: 2, price: '5' });
    expect(answer.code).toBe(code.notTradable);
  });

  test('one more than the maximum; one that ends frees a place', async () => {
    const ids = [];
    for (let count = 1; count <= SHIPPED['alerts.activeMax']; count += 1) ids.push(await added(String(100 + count)));
    expect((await add('99')).code).toBe(code.tooManyAlerts);
    expect((await add('99', USER + 1)).code).toBe(200);
    expect((await remove(ids[0]!)).code).toBe(200);
    expect((await add('99')).code).toBe(200);
    await harness.tick(10_200);
    expect((await add('98')).code).toBe(200);
  });

  test('removing a missing, an ended and somebody else’s alert; firing from outside', async () => {
    const id = await added('101');
    expect((await remove(id + 1_000)).code).toBe(code.nothingFound);
    expect((await remove(id, USER + 1)).code).toBe(code.nothingFound);
    expect((await harness.submit(USER, 'alerts.fire', { tick: null, alerts: [id] })).code).not.toBe(200);
    expect((await remove(id)).code).toBe(200);
    expect((await remove(id)).code).toBe(code.nothingFound);
    await harness.tick(10_100);
    expect(fired()).toEqual([]);
    expect(rowOf(id)).toMatchObject({ state: 'removed', tick: null });
  });
});

test('a retry does not add a second one', async () => {
  const first = await add('101', USER, 'once');
  expect((await add('101', USER, 'once')).result).toEqual(first.result);
  expect(alertsOf(harness.sequencer.state).alerts.size).toBe(1);
});

test('survives a restart', async () => {
  const above = await added('101');
  const below = await added('99');
  await harness.sequencer.stop();
  const { now } = harness;
  harness = new Harness(store);
  harness.now = now;
  await harness.sequencer.start();
  // The tape continues its count.
  for (let seq = 0; seq < 2; seq += 1) await harness.tick(10_050);
  await harness.tick(10_100);
  expect(rowOf(above).state).toBe('fired');
  expect(rowOf(below).state).toBe('active');
  expect(fired()).toHaveLength(1);
});

/** Random alerts and prices against a naive model that checks every alert at every tick. */
test('fires what a scan of all alerts would fire, and the log replays', async () => {
  const price = fc.integer({ min: 9_990, max: 10_010 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), points: price }),
    fc.record({ kind: fc.constant('remove' as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant('tick' as const), points: price }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      store = new MemoryStore(MODULES);
      harness = new Harness(store);
      await harness.start();
      let mid = (await harness.tick(10_000)).mid;
      const model = new Map<number, { points: number; above: boolean; state: string; by: number | null }>();
      for (const step of steps) {
        if (step.kind === 'add') {
          const answer = await add((step.points / 100).toFixed(2));
          if (step.points === mid) expect(answer.code).toBe(code.orderPriceIncorrect);
          else {
            const { id } = answer.result as { id: number };
            model.set(id, { points: step.points, above: mid < step.points, state: 'active', by: null });
          }
        } else if (step.kind === 'remove') {
          const id = [...model.keys()][step.which] ?? 0;
          const entry = model.get(id);
          expect((await remove(id)).code).toBe(entry?.state === 'active' ? 200 : code.nothingFound);
          if (entry?.state === 'active') entry.state = 'removed';
        } else {
          const tick = await harness.tick(step.points);
          mid = tick.mid;
          for (const entry of model.values()) {
            const reached = entry.above ? entry.points <= mid : mid <= entry.points;
            if (entry.state === 'active' && reached) Object.assign(entry, { state: 'fired', by: tick.seq });
          }
        }
      }
      for (const [id, entry] of model) {
        expect(rowOf(id)).toMatchObject({ state: entry.state, points: entry.points });
        expect(rowOf(id).tick?.seq ?? null).toBe(entry.by);
      }
      expect(harness.bugs).toEqual([]);
      const replay = new Replay(MODULES);
      for (const { entry } of store.entries) expect(replay.apply(parseEntry(entry)).difference).toBeUndefined();
      expect([...alertsOf(replay.state).alerts.keys()]).toEqual([...alertsOf(harness.sequencer.state).alerts.keys()]);
    }),
    { numRuns: 60 },
  );
});
