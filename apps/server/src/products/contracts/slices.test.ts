/**
 * What one tick fires is carried out in slices: all comes out as if it had been done at once,
 * nobody can step out of the way in between, and a crash neither loses nor repeats an order.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHit } from '../../kernel/core/hits.ts';
import { ContractsFixture } from './testing/fixture.ts';
import { histories, lived } from './testing/histories.ts';

const PEOPLE = Array.from({ length: 10 }, (_, index) => 100 + index);

/** Ten positions with the same stop, one of each person. */
async function alike(firedMax: number): Promise<{ fixture: ContractsFixture; ids: number[] }> {
  const fixture = await ContractsFixture.start({ firedMax, offer: { slippageRate: '0.5', stalenessMs: 3_600_000 } });
  const ids: number[] = [];
  for (const user of PEOPLE) {
    await fixture.harness.open(user);
    const { id } = await fixture.bought({ lots: '0.1', leverage: 10, stopLoss: '19500' }, user);
    ids.push(Number(id));
  }
  await fixture.price(20_000);
  await fixture.settled();
  return { fixture, ids };
}

const ended = (fixture: ContractsFixture): number[] =>
  fixture
    .rows<{ id: number; state: string }>('contract_orders')
    .flatMap(({ id, state }) => (state === 'closed' ? [id] : []));

/** How often each order was closed, by its steps. */
const closings = (fixture: ContractsFixture, ids: readonly number[]): number[] =>
  ids.map((id) => fixture.steps(id).filter(({ kind }) => kind === 'closed').length);

/** What people and the house have, and how orders stand, without sequences and ids. */
function outcomeOf(fixture: ContractsFixture): unknown {
  const balances = [...fixture.harness.sequencer.state.accounts].map(([key, { balance }]) => `${key} ${balance}`);
  const orders = fixture.rows<Record<string, unknown>>('contract_orders').map((order) => {
    const { id, entered_by, opened_by, settled_by, ...rest } = order;
    return { ...rest, isSettled: settled_by !== null, isOpened: opened_by != null, isEntered: entered_by != null };
  });
  return { balances: balances.filter((line) => !line.endsWith(' 0')).sort(), orders };
}

test('in slices of any size, all comes out as at once', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 1, max: 4 }), async (moments, firedMax) => {
      const [atOnce, inSlices] = await Promise.all([lived(moments), lived(moments, { firedMax })]);
      expect(outcomeOf(inSlices)).toEqual(outcomeOf(atOnce));
    }),
    { numRuns: 60 },
  );
});

test('hit is hit: no cancelling, changing or closing between slices, and the tick that hit decides', async () => {
  const { fixture, ids } = await alike(3);
  const last = ids.at(-1) as number;
  const { harness } = fixture;
  const fell = harness.tick(1_940_000);
  // The price is back before the second slice; others trade meanwhile.
  const back = harness.tick(2_000_000);
  const stop = harness.submit(PEOPLE.at(-1) as number, 'contracts.stops', { id: last, stopLoss: '19000' });
  const close = fixture.close(last, undefined, PEOPLE.at(-1));
  const secondOpening = harness.open(999);
  await fell;
  expect(harness.published.at(-1)?.mid).toBe(1_940_000);
  expect(isHit(harness.sequencer.state, last)).toBe(true);
  expect([(await stop).code, (await close).code, (await secondOpening).code]).toEqual([11260, 11260, 200]);
  expect(ended(fixture).length).toBeLessThan(ids.length);
  await back;
  await fixture.settled();
  expect(closings(fixture, ids)).toEqual(ids.map(() => 1));
  for (const id of ids) expect(fixture.latest(id)).toMatchObject({ closedBy: 'stopLoss', closePrice: '19399.99' });
  expect(harness.published.slice(-2).map(({ mid }) => mid)).toEqual([1_940_000, 2_000_000]);
  expect(fixture.faults()).toEqual([]);
});

test('a slice is no longer than said, and commands have their turn between slices', async () => {
  const { fixture, ids } = await alike(2);
  const before = fixture.store.entries.length;
  void fixture.harness.tick(1_940_000);
  const answers = Array.from({ length: 5 }, (_, index) => fixture.harness.open(2_000 + index));
  await Promise.all(answers);
  await fixture.settled();
  const entries = fixture.store.entries
    .slice(before)
    .map(({ entry }) => JSON.parse(entry) as { type: string; body: { orders?: number[] } });
  const fired = entries.filter(({ type }) => type === 'contracts.fire').map(({ body }) => body.orders ?? []);
  expect(fired.map(({ length }) => length)).toEqual([2, 2, 2, 2, 2]);
  expect(fired.flat()).toEqual(ids);
  const opened = entries.findIndex(({ type }) => type === 'books.open');
  const lastFired = entries.findLastIndex(({ type }) => type === 'contracts.fire');
  expect(opened).toBeLessThan(lastFired);
});

test.each(Array.from({ length: 8 }, (_, index) => index))(
  'killed after %i flushes of the slices, or with a flush that failed: each once, at the same price',
  async (flushes) => {
    for (const fault of ['never', 'before', 'after'] as const) {
      const { fixture, ids } = await alike(2);
      let left = flushes;
      let isOver = false;
      fixture.store.fault = () => {
        left -= 1;
        if (0 <= left || isOver) return undefined;
        isOver = true;
        return fault === 'never' ? new Promise(() => {}) : fault;
      };
      void fixture.harness.tick(1_940_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
      fixture.store.fault = () => undefined;
      // Nothing of the tick was durable: nobody saw it, and it comes again.
      if (fault === 'never') await fixture.restart();
      await fixture.settled();
      if (!fixture.store.ticks.some(({ mid }) => mid === 1_940_000)) await fixture.price(19_400);
      await fixture.settled();
      await fixture.price(20_000);
      await fixture.settled();
      expect(closings(fixture, ids)).toEqual(ids.map(() => 1));
      const prices = fixture.rows<{ close_value: string }>('contract_orders').map(({ close_value }) => close_value);
      expect(new Set(prices).size).toBe(1);
      // A core that starts again loads accounts as they are needed.
      expect([...fixture.store.accounts.values()].reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n);
      expect(fixture.harness.bugs).toEqual([]);
    }
  },
);

test('a reset of the demo book between slices ends its orders once, and the rest go on', async () => {
  const { fixture, ids } = await alike(2);
  const fell = fixture.harness.tick(1_940_000);
  const reset = fixture.harness.submit(PEOPLE.at(-1) as number, 'books.reset', {});
  await fell;
  expect((await reset).code).toBe(200);
  await fixture.settled();
  expect(closings(fixture, ids)).toEqual(ids.map(() => 1));
  expect(fixture.available(PEOPLE.at(-1))).toBe(10_000_000_000_000n);
  expect(fixture.faults()).toEqual([]);
});
