/**
 * Random histories: the money adds up after each event, every order's history follows from its
 * ticks, a restart has the same state as the process that ended, and the log replays to the same
 * rows, postings and answers.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import { Replay, rowDigest } from '../../kernel/verify/replay.ts';
import { MODULES } from '../../runtime/modules.ts';
import { contractsOf } from './slice.ts';
import { ContractsFixture } from './testing/fixture.ts';
import { histories, lived } from './testing/histories.ts';
import { historyFaults } from './verify-history.ts';

const RUNS = { numRuns: 60 };

test('the money adds up, histories follow from their ticks, a restart has the same state, and the log replays', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (moments) => {
      const fixture = await lived(moments);
      const { state } = fixture.harness.sequencer;

      const again = new ContractsFixture(fixture.store);
      await again.harness.sequencer.start();
      const before = contractsOf(state);
      const after = contractsOf(again.harness.sequencer.state);
      expect(byId(after.orders)).toEqual(byId(before.orders));
      expect(new Map([...after.exposure].sort())).toEqual(new Map([...before.exposure].sort()));
      expect(byId(after.terms)).toEqual(byId(before.terms));
      for (const mid of [1_500_000, 2_500_000]) {
        const tick = { bid: mid - 1, ask: mid + 1, mid, at: fixture.harness.now };
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
