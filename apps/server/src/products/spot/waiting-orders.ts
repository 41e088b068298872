import { MinHeap } from '../../kernel/core/min-heap.ts';
import type { Tick } from '../../kernel/core/types.ts';
import { isWithinLead } from '../../trading/lead.ts';
import { RecordTimes } from '../../trading/record-trails.ts';
import { replayTrails, seenByCode } from '../../trading/replay-trails.ts';
import { TrailingStops } from '../../trading/trailing-stops.ts';
import type { Side } from './order-book.ts';
import { peakOf } from './order-columns.ts';
import { isUntriggered, type SpotOrder, trailOf } from './rows.ts';

/** Stale entries of a heap tolerated beyond the number of live ones. */
const STALE_SLACK = 64;

const SIDES = ['sell', 'buy'] as const;

/** Stop prices of one side, what fires first on top. */
interface Stops {
  readonly sign: 1 | -1;
  readonly heap: MinHeap;
  live: number;
}

interface Triggers {
  readonly stops: Readonly<Record<Side, Stops>>;
  trails: Readonly<Record<Side, TrailingStops>>;
  /** The last tick that trailing stops have followed. */
  seen: number;
}

/** What one tick fires: orders with a stop price, and trailing stops by the peak that they left. */
export interface FiredOrders {
  readonly ids: readonly number[];
  readonly peak: Tick | undefined;
}

const stopsOf = (sign: 1 | -1): Stops => ({ sign, heap: new MinHeap(), live: 0 });
const trailsOf = () => ({ buy: new TrailingStops('buy'), sell: new TrailingStops('sell') });

/**
 * Orders that wait for a trigger, by instrument. What a tick does not fire costs a few comparisons,
 * however many wait.
 */
export class WaitingOrders {
  readonly #orders = new Map<number, SpotOrder>();
  readonly #codes = new Map<string, Triggers>();
  /** Trailing stops by when their best tick is to be recorded next. */
  readonly #records = new RecordTimes();

  /** Call it when an order was placed, changed or ended. */
  change(before: SpotOrder | undefined, after: SpotOrder | undefined): void {
    const was = before !== undefined && isUntriggered(before);
    const is = after !== undefined && isUntriggered(after);
    if (is) this.#orders.set(after.id, after);
    if (was === is) return;
    if (is) this.#add(after);
    else if (was) this.#remove(before);
  }

  /** Every tick, before what it fires is taken. */
  follow(tick: Tick): void {
    const triggers = this.#codes.get(tick.code);
    if (triggers === undefined) return;
    triggers.seen = tick.seq;
    for (const side of SIDES) triggers.trails[side].follow(tick);
  }

  /**
   * Removes and returns what a tick fires: orders with a stop price first, each list by id. What
   * was placed within the lead stays, and the next tick judges it again.
   */
  take(tick: Tick): FiredOrders[] {
    const triggers = this.#codes.get(tick.code);
    if (triggers === undefined) return [];
    const ids = SIDES.flatMap((side) => this.#reached(triggers.stops[side], tick));
    const isHeld = (id: number): boolean => isWithinLead((this.#orders.get(id) as SpotOrder).crosses_from, tick.at);
    const trails = SIDES.flatMap((side) => triggers.trails[side].take(tick, isHeld));
    const stops = 0 < ids.length ? [{ ids: ids.sort((left, right) => left - right), peak: undefined }] : [];
    return [...stops, ...trails];
  }

  /** The best tick of a trailing stop, and the last one that was considered. */
  progressOf({ id, code, side }: SpotOrder): { readonly peak: Tick; readonly seen: number } | undefined {
    const triggers = this.#codes.get(code);
    const peak = triggers?.trails[side].peakOf(id);
    return triggers === undefined || peak === undefined ? undefined : { peak, seen: triggers.seen };
  }

  /** Trailing stops whose best tick is to be recorded by now, at most so many. */
  due(at: number, most: number): number[] {
    return this.#records.due(at, most, (id) => this.#orders.has(id));
  }

  /** Instruments with trailing stops, and the last tick that all of them have considered. */
  seen(): Map<string, number> {
    return seenByCode(this.#orders.values());
  }

  /** After a start: ticks since the best ones were recorded, by instrument. */
  catchUp(ticksOf: ReadonlyMap<string, readonly Tick[]>): void {
    const restart = (code: string) => {
      const triggers = this.#triggers(code);
      triggers.trails = trailsOf();
      return (order: SpotOrder) => this.#trail(triggers, order);
    };
    replayTrails(this.#orders.values(), { ticksOf, restart, follow: (tick) => this.follow(tick) });
  }

  #add(order: SpotOrder): void {
    const triggers = this.#triggers(order.code);
    if (order.stop_points !== null) {
      const stops = triggers.stops[order.side];
      stops.live += 1;
      stops.heap.push(stops.sign * order.stop_points, order.id);
    } else {
      this.#trail(triggers, order);
      this.#records.add(order.id, order.placed_at);
    }
  }

  #trail(triggers: Triggers, order: SpotOrder): void {
    const distance = trailOf(order);
    if (distance === undefined) throw new Error(`order ${order.id} waits for nothing`);
    triggers.trails[order.side].add({ id: order.id, distance, peak: peakOf(order) });
    triggers.seen = Math.max(triggers.seen, order.seen_seq ?? 0);
  }

  #remove({ id, code, side, stop_points }: SpotOrder): void {
    const isKnown = this.#orders.delete(id);
    const triggers = this.#triggers(code);
    if (stop_points === null) {
      triggers.trails[side].remove(id);
      return;
    }
    const stops = triggers.stops[side];
    if (isKnown) stops.live -= 1;
    if (2 * stops.live + STALE_SLACK < stops.heap.size) {
      stops.heap.keep((_key, waiting) => this.#orders.has(waiting));
    }
  }

  #reached({ sign, heap }: Stops, { mid, at }: Tick): number[] {
    const ids: number[] = [];
    const held: [key: number, id: number][] = [];
    while (heap.peekKey() <= sign * mid) {
      const key = heap.peekKey();
      const id = heap.pop() as number;
      const order = this.#orders.get(id);
      if (order === undefined) continue;
      if (isWithinLead(order.crosses_from, at)) held.push([key, id]);
      else ids.push(id);
    }
    for (const [key, id] of held) heap.push(key, id);
    return ids;
  }

  #triggers(code: string): Triggers {
    let triggers = this.#codes.get(code);
    if (triggers === undefined) {
      triggers = { stops: { sell: stopsOf(-1), buy: stopsOf(1) }, trails: trailsOf(), seen: 0 };
      this.#codes.set(code, triggers);
    }
    return triggers;
  }
}
