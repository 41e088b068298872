import { closingSide, type TrailSide } from '@glasshouse/rules/trailing';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import type { Tick } from '../../kernel/core/types.ts';
import { RecordTimes } from '../../trading/record-trails.ts';
import { replayTrails, seenByCode } from '../../trading/replay-trails.ts';
import { type PriceOf, TrailingStops } from '../../trading/trailing-stops.ts';
import { type ContractOrder, isTrailHeld, type Trail } from './rows.ts';
import { distanceOf } from './trail.ts';

const STALE_SLACK = 64;

/** A trailing stop of a buyer sells, and follows the bid at which it would. */
export const TRAIL_PRICES: Readonly<Record<TrailSide, PriceOf>> = { sell: ({ bid }) => bid, buy: ({ ask }) => ask };
const SIDES = ['sell', 'buy'] as const;

/** The trailing stops of one instrument. */
interface Followed {
  trails: Readonly<Record<TrailSide, TrailingStops>>;
  /** Those not active yet, by the price that makes them so; what becomes active first is on top. */
  pending: Readonly<Record<TrailSide, MinHeap>>;
  /** The last tick that they have followed. */
  seen: number;
}

const empty = (): Pick<Followed, 'trails' | 'pending'> => ({
  trails: { sell: new TrailingStops('sell', TRAIL_PRICES.sell), buy: new TrailingStops('buy', TRAIL_PRICES.buy) },
  pending: { sell: new MinHeap(4), buy: new MinHeap(4) },
});

const signOf = (side: TrailSide): 1 | -1 => (side === 'sell' ? 1 : -1);

/** How far a trailing stop has followed; no peak: it is not active yet. */
export type Progress = {
  readonly peak: Tick | null;
  readonly seen: number;
};

/**
 * The best tick of every trailing stop since it was set. It follows from the tape alone, so that
 * nothing is written while it moves, and a start reads the ticks since it was recorded again.
 */
export class Trails {
  readonly #orders = new Map<number, ContractOrder>();
  /** Not active yet: its key in the heap. */
  readonly #waits = new Map<number, number>();
  readonly #codes = new Map<string, Followed>();
  /** By when their best tick is to be recorded next. */
  readonly #records = new RecordTimes();

  /** Call it when an order was placed, changed or ended. */
  change(before: ContractOrder | undefined, after: ContractOrder | undefined): void {
    const was = before !== undefined && follows(before);
    const is = after !== undefined && follows(after);
    if (is && was && isSame(before, after)) this.#orders.set(after.id, after);
    else {
      if (was) this.#remove(before);
      if (is) this.#add(after);
    }
  }

  /** Every tick, before what it fires is taken. */
  follow(tick: Tick): void {
    const followed = this.#codes.get(tick.code);
    if (followed === undefined) return;
    followed.seen = tick.seq;
    for (const side of SIDES) {
      followed.trails[side].follow(tick);
      this.#activate(followed, side, tick);
    }
  }

  /**
   * Removes and returns what a tick fires, by the best tick that it fell back from; what its owner
   * set within the lead stays.
   */
  take(tick: Tick): readonly { readonly peak: Tick; readonly ids: readonly number[] }[] {
    const followed = this.#codes.get(tick.code);
    if (followed === undefined) return [];
    const isHeld = (id: number): boolean => isTrailHeld(this.#orders.get(id) as ContractOrder, tick.at);
    return SIDES.flatMap((side) => followed.trails[side].take(tick, isHeld));
  }

  /** The best tick of an order, and the last one that was considered. */
  progressOf({ id, code, side }: ContractOrder): Progress | undefined {
    const followed = this.#codes.get(code);
    if (followed === undefined) return undefined;
    const peak = followed.trails[closingSide(side)].peakOf(id) ?? null;
    return peak === null && !this.#waits.has(id) ? undefined : { peak, seen: followed.seen };
  }

  /** Those whose best tick is to be recorded by now, at most so many. */
  due(at: number, most: number): number[] {
    return this.#records.due(at, most, (id) => this.#orders.has(id));
  }

  /** Instruments with trailing stops, and the last tick that all of them have considered. */
  seen(): Map<string, number> {
    return seenByCode(this.#orders.values());
  }

  /** After a start: ticks since the best ones were recorded, by instrument. */
  catchUp(ticksOf: ReadonlyMap<string, readonly Tick[]>): void {
    this.#waits.clear();
    const restart = (code: string) => {
      const followed = this.#followed(code);
      Object.assign(followed, empty());
      return (order: ContractOrder) => this.#follow(followed, order);
    };
    replayTrails(this.#orders.values(), { ticksOf, restart, follow: (tick) => this.follow(tick) });
  }

  #add(order: ContractOrder): void {
    this.#orders.set(order.id, order);
    this.#follow(this.#followed(order.code), order);
    // Set at the price of a moment ago, at most.
    this.#records.add(order.id, order.peak?.at ?? order.opened_at ?? 0);
  }

  #follow(followed: Followed, { id, side, trail, peak, seen_seq }: ContractOrder): void {
    const own = closingSide(side);
    const orderTrail = trail as Trail;
    followed.seen = Math.max(followed.seen, seen_seq as number);
    if (peak !== null) {
      followed.trails[own].add({ id, distance: distanceOf(orderTrail), peak });
      return;
    }
    const key = signOf(own) * (orderTrail.activation as number);
    this.#waits.set(id, key);
    followed.pending[own].push(key, id);
  }

  /** Those whose activation a tick has reached follow from this tick on: none was better before. */
  #activate({ trails, pending }: Followed, side: TrailSide, tick: Tick): void {
    const heap = pending[side];
    while (heap.peekKey() <= signOf(side) * TRAIL_PRICES[side](tick)) {
      const key = heap.peekKey();
      const id = heap.pop() as number;
      const order = this.#orders.get(id);
      if (order === undefined || this.#waits.get(id) !== key) continue;
      this.#waits.delete(id);
      trails[side].add({ id, distance: distanceOf(order.trail as Trail), peak: tick });
    }
  }

  #remove({ id, code, side }: ContractOrder): void {
    this.#orders.delete(id);
    const followed = this.#followed(code);
    const own = closingSide(side);
    followed.trails[own].remove(id);
    const heap = followed.pending[own];
    if (this.#waits.delete(id) && 2 * this.#waits.size + STALE_SLACK < heap.size) {
      heap.keep((key, waiting) => this.#waits.get(waiting) === key);
    }
  }

  #followed(code: string): Followed {
    let followed = this.#codes.get(code);
    if (followed === undefined) {
      followed = { ...empty(), seen: 0 };
      this.#codes.set(code, followed);
    }
    return followed;
  }
}

const follows = ({ state, trail_from }: ContractOrder): boolean => state === 'open' && trail_from !== null;

/** Whether it is the trailing stop that it was: what was recorded of it does not matter. */
function isSame(before: ContractOrder, after: ContractOrder): boolean {
  const was = before.trail as Trail;
  const is = after.trail as Trail;
  return (
    before.trail_from?.seq === after.trail_from?.seq &&
    was.points === is.points &&
    was.rate === is.rate &&
    was.activation === is.activation
  );
}
