/**
 * Random histories: the money adds up after each event, every order's history follows from its
 * ticks, a restart has the same state as the process that ended, and the log replays to the same
 * rows, postings and answers.
 */
import { FEE_TIER_MAX } from '@glasshouse/rules/fee-tiers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEntry } from '../../kernel/log-entry.ts';
import { Replay, rowDigest } from '../../kernel/replay.ts';
import { MODULES } from '../../runtime/modules.ts';
import { contractsOf } from './slice.ts';
import { ContractsFixture, USER } from './testing/fixture.ts';
import { historyFaults } from './verify-history.ts';

const OTHER = 8;
const HOURS = 3_600_000;
const RUNS = { numRuns: 60 };

const prices = fc.integer({ min: 19_000, max: 21_000 });
const optionalPrice = fc.option(prices.map(String), { nil: undefined });
const moment = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('tick' as const), mid: prices, afterMs: fc.nat({ max: 2_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      user: fc.constantFrom(USER, OTHER),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      type: fc.constantFrom('market' as const, 'limit' as const),
      price: prices.map(String),
      lots: fc.constantFrom('0.01', '0.37', '1', '3', '7.77'),
      leverage: fc.constantFrom(1, 10, 50, 100),
      stopLoss: optionalPrice,
      takeProfit: optionalPrice,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      nth: fc.nat(20),
      lots: fc.constantFrom(undefined, '0.01', '0.3', '1'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('stops' as const),
      nth: fc.nat(20),
      stopLoss: fc.option(prices.map(String)),
      takeProfit: optionalPrice,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 50 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('level' as const),
      user: fc.constantFrom(USER, OTHER),
      level: fc.integer({ min: 0, max: FEE_TIER_MAX }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const), user: fc.constantFrom(USER, OTHER) }) },
);
type Moment = typeof moment extends fc.Arbitrary<infer Value> ? Value : never;

/** `placed` lists every accepted order, with its owner. */
async function live(fixture: ContractsFixture, moment: Moment, placed: { id: number; user: number }[]): Promise<void> {
  const { harness } = fixture;
  const order = 'nth' in moment ? placed[moment.nth % Math.max(1, placed.length)] : undefined;
  switch (moment.kind) {
    case 'tick':
      await fixture.price(moment.mid, moment.afterMs);
      return;
    case 'wait':
      await harness.wait(moment.hours * HOURS);
      return;
    case 'level':
      await fixture.assignFeeTier(moment.level, moment.user);
      return;
    case 'reset':
      await harness.submit(moment.user, 'books.reset', {});
      return;
    case 'buy': {
      const { kind, user, price, stopLoss, takeProfit, ...rest } = moment;
      const answer = await fixture.buy(
        {
          ...rest,
          ...(rest.type === 'limit' ? { price } : {}),
          ...(stopLoss === undefined ? {} : { stopLoss }),
          ...(takeProfit === undefined ? {} : { takeProfit }),
        },
        user,
      );
      if (answer.code === 200) placed.push({ id: (answer.result as { id: number }).id, user });
      return;
    }
    case 'close':
      if (order !== undefined) await fixture.close(order.id, moment.lots, order.user);
      return;
    case 'stops':
      if (order !== undefined) {
        const { stopLoss, takeProfit } = moment;
        await fixture.stops(order.id, { stopLoss, ...(takeProfit === undefined ? {} : { takeProfit }) });
      }
      return;
    case 'cancel':
      if (order !== undefined) await fixture.cancel(order.id, order.user);
  }
}

async function lived(moments: readonly Moment[]): Promise<ContractsFixture> {
  const fixture = await ContractsFixture.start({
    offer: { feeRate: '0.0005', financingRate: '0.0007', lotSize: '0.333', stalenessMs: 3_600_000 },
    insurance: '500',
  });
  await fixture.harness.open(OTHER);
  const placed: { id: number; user: number }[] = [];
  for (const one of moments) {
    await live(fixture, one, placed);
    expect(fixture.faults()).toEqual([]);
  }
  return fixture;
}

const histories = fc.array(moment, { minLength: 5, maxLength: 60 });

test('the money adds up, histories follow from their ticks, a restart has the same state, and the log replays', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (moments) => {
      const fixture = await lived(moments);
      const { state } = fixture.harness.sequencer;

      const again = new ContractsFixture(fixture.store);
      await again.harness.sequencer.start();
      const [before, after] = [contractsOf(state), contractsOf(again.harness.sequencer.state)];
      expect(byId(after.orders)).toEqual(byId(before.orders));
      expect(new Map([...after.exposure].sort())).toEqual(new Map([...before.exposure].sort()));
      expect(byId(after.terms)).toEqual(byId(before.terms));
      for (const mid of [1_500_000, 2_500_000]) {
        const tick = { bid: mid - 1, ask: mid + 1, mid };
        expect(after.triggers.get('BTCUSDT')?.take(tick) ?? []).toEqual(
          before.triggers.get('BTCUSDT')?.take(tick) ?? [],
        );
      }

      for (const { order, steps, terms } of fixture.histories()) expect(historyFaults(order, steps, terms)).toEqual([]);

      const replay = new Replay(MODULES);
      const postings: string[] = [];
      for (const { entry } of fixture.store.entries) {
        const { lines, difference } = replay.apply(parseEntry(entry));
        expect(difference).toBeUndefined();
        for (const { from, to, amount, reason } of lines) postings.push([from.key, to.key, amount, reason].join(' '));
      }
      expect(postings).toEqual(
        fixture.store.lines.map(({ from, to, amount, reason }) => [from.key, to.key, amount, reason].join(' ')),
      );
      for (const table of ['contract_orders', 'contract_steps', 'contract_terms']) {
        for (const row of fixture.store.rows.get(table)?.values() ?? []) {
          expect(replay.rows.get(replay.rowId({ table, row }))).toBe(rowDigest(row));
        }
      }
    }),
    RUNS,
  );
});

const byId = <Key, Value>(map: ReadonlyMap<Key, Value>): [Key, Value][] =>
  [...map].sort(([left], [right]) => (left < right ? -1 : 1));

test('nobody loses more on a position than its margin, fee and financing', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (moments) => {
      const fixture = await lived(moments);
      for (const row of fixture.store.rows.get('contract_orders')?.values() ?? []) {
        const order = row as { initial_margin: string; realised: string; close_fee: string; financing: string };
        const lost = -Number(order.realised) + Number(order.close_fee) + Number(order.financing);
        expect(lost).toBeLessThanOrEqual(Number(order.initial_margin) + 1e-6);
      }
    }),
    RUNS,
  );
});
