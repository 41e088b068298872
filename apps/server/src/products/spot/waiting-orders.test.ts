/** The triggers in memory against the obvious list: whatever was placed, ended or read again. */
import { isFurther, isStopReached, trailingStop } from '@glasshouse/rules/trailing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tick } from '../../kernel/core/types.ts';
import { NO_TRIGGER, peakColumns, triggerColumns } from './order-columns.ts';
import { type SpotOrder, trailOf } from './rows.ts';
import { WaitingOrders } from './waiting-orders.ts';

const CODE = 'BTCUSDT';
const tickOf = (seq: number, mid: number): Tick => ({ code: CODE, seq, bid: mid - 1, ask: mid + 1, mid, at: seq });

const step = fc.record({
  move: fc.integer({ min: -40, max: 40 }),
  side: fc.constantFrom('buy', 'sell'),
  kind: fc.constantFrom('stop', 'points', 'rate', 'end', 'end', 'none'),
  distance: fc.integer({ min: 1, max: 200 }),
  which: fc.nat(),
  isRead: fc.boolean(),
});

interface Model {
  order: SpotOrder;
  peak: Tick;
}

test('fires what a plain list fires, with the same peaks, also when it is read again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let waiting = new WaitingOrders();
      const model = new Map<number, Model>();
      const ticks: Tick[] = [tickOf(1, 10_000)];
      waiting.follow(ticks[0] as Tick);
      for (const [index, { move, side, kind, distance, which, isRead }] of steps.entries()) {
        const last = ticks.at(-1) as Tick;
        if (kind === 'end') {
          const id = [...model.keys()][which % Math.max(1, model.size)];
          if (id !== undefined) {
            waiting.change(model.get(id)?.order, undefined);
            model.delete(id);
          }
        } else if (kind !== 'none') {
          const id = index + 1;
          const stop = side === 'sell' ? last.mid - distance : last.mid + distance;
          const trail = kind === 'stop' ? {} : { ...peakColumns(last), seen_seq: last.seq };
          const order = {
            ...NO_TRIGGER,
            ...trail,
            id,
            code: CODE,
            side,
            placed_at: 0,
            type: kind === 'stop' ? 'stop' : 'trailingStop',
            stop_points: kind === 'stop' ? stop : null,
            trail_points: kind === 'points' ? distance : null,
            trail_rate: kind === 'rate' ? `0.00${String(distance).padStart(3, '0')}` : null,
          } as SpotOrder;
          waiting.change(undefined, order);
          model.set(id, { order, peak: last });
        }
        if (isRead) {
          // A start: rows say what was placed, and ticks are read again.
          const seen = waiting.seen();
          waiting = new WaitingOrders();
          for (const { order } of model.values()) waiting.change(undefined, order);
          waiting.catchUp(new Map([[CODE, ticks.filter(({ seq }) => (seen.get(CODE) ?? 0) < seq)]]));
        }
        const tick = tickOf(last.seq + 1, last.mid + move);
        ticks.push(tick);
        waiting.follow(tick);
        const fired = waiting.take(tick);
        const got = fired.flatMap(({ ids, peak }) => ids.map((id) => `${id} ${peak?.seq}`));
        expect(got.sort()).toEqual(expectedOf(model, tick).sort());
        for (const { ids } of fired) expect(ids).toEqual([...ids].sort((left, right) => left - right));
        for (const id of fired.flatMap(({ ids }) => ids)) {
          const order = model.get(id)?.order as SpotOrder;
          waiting.change(order, { ...order, triggered_by: 1, ...triggerColumns(tick) });
          model.delete(id);
        }
        for (const { order, peak } of model.values()) {
          if (order.stop_points === null) expect(waiting.progressOf(order)).toEqual({ peak, seen: tick.seq });
        }
      }
    }),
    { numRuns: 300 },
  );
});

/** What a tick must fire; peaks of the others follow. */
function expectedOf(model: Map<number, Model>, tick: Tick): string[] {
  const fired: string[] = [];
  for (const entry of model.values()) {
    const { side, stop_points } = entry.order;
    const distance = trailOf(entry.order);
    if (distance !== undefined && isFurther(side, tick.mid, entry.peak.mid)) entry.peak = tick;
    const stop = distance === undefined ? (stop_points as number) : trailingStop(side, entry.peak.mid, distance);
    if (isStopReached(side, stop, tick.mid)) {
      fired.push(`${entry.order.id} ${distance === undefined ? undefined : entry.peak.seq}`);
    }
  }
  return fired;
}

test('a hundred thousand trailing stops cost a tick nothing while none fires', () => {
  const waiting = new WaitingOrders();
  for (let id = 1; id <= 100_000; id += 1) {
    const peak = tickOf(id, 1_000_000 - id);
    waiting.follow(peak);
    const order = { ...NO_TRIGGER, ...peakColumns(peak), seen_seq: id, id, code: CODE, side: 'sell', placed_at: 0 };
    waiting.change(undefined, { ...order, type: 'trailingStop', trail_points: 500_000 } as unknown as SpotOrder);
  }
  const started = performance.now();
  for (let seq = 100_001; seq <= 101_000; seq += 1) {
    const tick = tickOf(seq, 2_000_000 + seq);
    waiting.follow(tick);
    expect(waiting.take(tick)).toEqual([]);
  }
  expect(performance.now() - started).toBeLessThan(2_000);
  const fall = tickOf(101_001, 1_601_000);
  waiting.follow(fall);
  expect(waiting.take(fall)[0]?.ids).toHaveLength(100_000);
});
