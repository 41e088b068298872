/**
 * Trailing stops in memory against the obvious list: whatever was set, set anew, ended or read
 * again.
 */
import { closingSide, distanceAt, isActive, isFurther, isStopReached, trailingStop } from '@glasshouse/rules/trailing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tick } from '../../kernel/core/types.ts';
import type { ContractOrder, Trail } from './rows.ts';
import { distanceOf, followFrom } from './trail.ts';
import { TRAIL_PRICES, Trails } from './trails.ts';

const CODE = 'BTCUSDT';
const tickOf = (seq: number, mid: number): Tick => ({ code: CODE, seq, bid: mid - 1, ask: mid + 1, mid, at: seq });

const step = fc.record({
  move: fc.integer({ min: -40, max: 40 }),
  side: fc.constantFrom('buy', 'sell'),
  kind: fc.constantFrom('points', 'rate', 'later', 'anew', 'end', 'none'),
  distance: fc.integer({ min: 1, max: 200 }),
  which: fc.nat(),
  isRead: fc.boolean(),
  isRecorded: fc.boolean(),
});

interface Model {
  order: ContractOrder;
  peak: Tick | null;
}

const priceOf = ({ side }: ContractOrder, tick: Tick): number => TRAIL_PRICES[closingSide(side)](tick);

function trailOf(kind: string, distance: number, price: number): Trail {
  if (kind === 'rate') return { points: null, rate: `0.00${String(distance).padStart(3, '0')}`, activation: null };
  return { points: distance, rate: null, activation: kind === 'later' ? price : null };
}

test('fires what a plain list fires, with the same peaks, also when it is read again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let trails = new Trails();
      const model = new Map<number, Model>();
      const ticks: Tick[] = [tickOf(1, 10_000)];
      for (const [index, { move, side, kind, distance, which, isRead, isRecorded }] of steps.entries()) {
        const last = ticks.at(-1) as Tick;
        const known = [...model.keys()][which % Math.max(1, model.size)];
        const before = known === undefined ? undefined : model.get(known)?.order;
        if (kind === 'end') {
          trails.change(before, undefined);
          model.delete(known ?? 0);
        } else if (kind !== 'none') {
          const isAnew = kind === 'anew' && before !== undefined;
          const own = isAnew ? before.side : side;
          const ahead = own === 'buy' ? last.mid + distance : last.mid - distance;
          const trail = trailOf(kind, distance, ahead);
          const id = isAnew ? before.id : index + 1;
          const order = {
            id,
            code: CODE,
            side: own,
            state: 'open',
            opened_at: 0,
            ...followFrom(own, trail, last),
          } as ContractOrder;
          trails.change(isAnew ? before : undefined, order);
          model.set(id, { order, peak: order.peak });
        }
        if (isRecorded) {
          for (const entry of model.values()) {
            const progress = trails.progressOf(entry.order);
            expect(progress?.peak).toEqual(entry.peak);
            const order = { ...entry.order, peak: entry.peak, seen_seq: last.seq };
            trails.change(entry.order, order);
            entry.order = order;
          }
        }
        if (isRead) {
          const seen = trails.seen();
          trails = new Trails();
          for (const { order } of model.values()) trails.change(undefined, order);
          trails.catchUp(new Map([[CODE, ticks.filter(({ seq }) => (seen.get(CODE) ?? 0) < seq)]]));
        }
        const tick = tickOf(last.seq + 1, last.mid + move);
        ticks.push(tick);
        trails.follow(tick);
        const got = trails.take(tick).flatMap(({ ids, peak }) => ids.map((id) => `${id} ${peak.seq}`));
        expect(got.sort()).toEqual(expectedOf(model, tick).sort());
        for (const line of got) {
          const id = Number(line.split(' ')[0]);
          trails.change(model.get(id)?.order, undefined);
          model.delete(id);
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
    const { order, peak } = entry;
    const own = closingSide(order.side);
    const trail = order.trail as Trail;
    const price = priceOf(order, tick);
    if (peak === null) {
      if (isActive(own, price, trail.activation)) entry.peak = tick;
      continue;
    }
    const best = priceOf(order, peak);
    if (isFurther(own, price, best)) entry.peak = tick;
    else if (isStopReached(own, trailingStop(own, best, distanceOf(trail)), price))
      fired.push(`${order.id} ${peak.seq}`);
  }
  return fired;
}

test('a hundred thousand that follow one price cost a tick nothing while none fires', () => {
  const trails = new Trails();
  for (let id = 1; id <= 100_000; id += 1) {
    const activation = id % 2 === 0 ? 2_000_000 + id : null;
    const following = followFrom('buy', { points: 500_000, rate: null, activation }, tickOf(1, 1_000_000));
    trails.change(undefined, { ...following, id, code: CODE, side: 'buy', state: 'open' } as ContractOrder);
  }
  expect(distanceAt(1_000_000, { points: 500_000 })).toBe(500_000);
  const began = performance.now();
  for (let seq = 2; seq < 10_002; seq += 1) {
    const tick = tickOf(seq, 1_000_000 + (seq % 7));
    trails.follow(tick);
    expect(trails.take(tick)).toHaveLength(0);
  }
  expect(performance.now() - began).toBeLessThan(5_000);
});
