import { rateOfUnits } from '@glasshouse/rules/money';
import { isFurther, isStopReached, type TrailDistance, type TrailSide, trailingStop } from '@glasshouse/rules/trailing';
import { MinHeap } from '../kernel/core/min-heap.ts';
import type { Tick } from '../kernel/core/types.ts';

/** A tick as a row keeps it. */
export const keptTick = ({ code, seq, bid, ask, mid, at }: Tick): Tick => ({ code, seq, bid, ask, mid, at });

/** Orders with one best tick. Those that a better tick meets become one group. */
interface Group {
  readonly number: number;
  peak: Tick;
  /** Numbers of orders by distance, the nearest first. */
  readonly byPoints: MinHeap;
  readonly byRate: MinHeap;
  /** Its entry among what fires next; undefined: it is empty. */
  key: number | undefined;
  /** The group that took its orders. */
  into: Group | undefined;
}

/** The prices of a tick, and the one of them that is followed. */
type Prices = Pick<Tick, 'bid' | 'ask' | 'mid'>;
export type PriceOf = (tick: Prices) => number;

/** Entries of ended orders tolerated beyond the number of live ones. */
const STALE_SLACK = 64;

export interface Trailing {
  readonly id: number;
  readonly distance: TrailDistance;
  /** The best tick so far. */
  readonly peak: Tick;
}

/**
 * The trailing stops of one instrument and side, by one price of its ticks: the mid, or that at
 * which a position closes. An order follows the best tick since it was placed, so orders differ in
 * their peak only until a tick better than both comes: then they share it for ever. A tick that is
 * no better than any peak costs one comparison; one that is merges the groups that it meets, the
 * smaller into the larger, which each order sees a few times in its life.
 */
export class TrailingStops {
  readonly #side: TrailSide;
  readonly #priceOf: PriceOf;
  readonly #sign: 1 | -1;
  /** Furthest peak first; what was placed last is at the end. */
  #groups: Group[] = [];
  readonly #byNumber = new Map<number, Group>();
  /** By a number of its own: an order that is set anew leaves its old entry behind. */
  readonly #orders = new Map<number, { readonly id: number; readonly group: Group }>();
  readonly #numberOf = new Map<number, number>();
  /** Groups by the price of their nearest stop. */
  readonly #next = new MinHeap();
  #numbers = 0;
  #entries = 0;

  constructor(side: TrailSide, priceOf: PriceOf = ({ mid }) => mid) {
    this.#side = side;
    this.#priceOf = priceOf;
    this.#sign = side === 'buy' ? 1 : -1;
  }

  get size(): number {
    return this.#orders.size;
  }

  add({ id, distance, peak }: Trailing): void {
    const group = this.#groupOf(peak);
    this.#numbers += 1;
    const number = this.#numbers;
    this.#orders.set(number, { id, group });
    this.#numberOf.set(id, number);
    this.#entries += 1;
    if ('points' in distance) group.byPoints.push(distance.points, number);
    else group.byRate.push(Number(distance.rate), number);
    this.#schedule(group);
  }

  remove(id: number): void {
    const number = this.#numberOf.get(id);
    if (number === undefined) return;
    this.#numberOf.delete(id);
    this.#orders.delete(number);
    if (2 * this.#orders.size + STALE_SLACK < this.#entries) this.#rebuild();
  }

  /** The best tick of a live order. */
  peakOf(id: number): Tick | undefined {
    const order = this.#orders.get(this.#numberOf.get(id) ?? 0);
    return order === undefined ? undefined : resolve(order.group).peak;
  }

  /** Every tick, in order. */
  follow(tick: Tick): void {
    const price = this.#priceOf(tick);
    let largest: Group | undefined;
    const met: Group[] = [];
    for (;;) {
      const last = this.#groups.at(-1);
      if (last === undefined || !isFurther(this.#side, price, this.#priceOf(last.peak))) break;
      this.#groups.pop();
      met.push(last);
      if (largest === undefined || sizeOf(largest) < sizeOf(last)) largest = last;
    }
    if (largest === undefined) return;
    for (const group of met) if (group !== largest) this.#merge(group, largest);
    if (sizeOf(largest) === 0) {
      this.#byNumber.delete(largest.number);
      return;
    }
    largest.peak = tick;
    this.#groups.push(largest);
    this.#schedule(largest);
  }

  /**
   * Removes and returns what a tick fires, by the peak that it fell back from; ids ascending.
   * `isHeld`: reached, but not to fire yet. It stays, and the next tick judges it again.
   */
  take(
    tick: Prices,
    isHeld: (id: number) => boolean = () => false,
  ): { readonly peak: Tick; readonly ids: readonly number[] }[] {
    const price = this.#priceOf(tick);
    const fired: { peak: Tick; ids: number[] }[] = [];
    const later: Group[] = [];
    while (this.#next.peekKey() <= this.#sign * price) {
      const key = this.#next.peekKey();
      const group = this.#byNumber.get(this.#next.pop() as number);
      if (group === undefined || group.key !== key) continue;
      const { ids, hasHeld } = this.#reached(group, price, isHeld);
      if (0 < ids.length) fired.push({ peak: group.peak, ids: ids.sort((left, right) => left - right) });
      group.key = undefined;
      // Its next stop is reached already: this tick has judged it.
      if (hasHeld) later.push(group);
      else this.#schedule(group);
      if (!hasHeld && group.key === undefined) this.#drop(group);
    }
    for (const group of later) this.#schedule(group);
    return fired.sort((left, right) => (left.ids[0] as number) - (right.ids[0] as number));
  }

  #reached(group: Group, price: number, isHeld: (id: number) => boolean): { ids: number[]; hasHeld: boolean } {
    const ids: number[] = [];
    let hasHeld = false;
    for (const heap of [group.byPoints, group.byRate]) {
      const held: [key: number, number: number][] = [];
      for (;;) {
        const stop = this.#stopOf(group, heap);
        if (stop === undefined || !isStopReached(this.#side, stop, price)) break;
        const key = heap.peekKey();
        const number = heap.pop() as number;
        const order = this.#orders.get(number);
        if (order !== undefined && isHeld(order.id)) {
          held.push([key, number]);
          continue;
        }
        this.#entries -= 1;
        if (order === undefined) continue;
        this.#orders.delete(number);
        this.#numberOf.delete(order.id);
        ids.push(order.id);
      }
      for (const [key, number] of held) heap.push(key, number);
      hasHeld ||= 0 < held.length;
    }
    return { ids, hasHeld };
  }

  /** The stop of the nearest order of a heap, ended ones included. */
  #stopOf({ peak, byRate }: Group, heap: MinHeap): number | undefined {
    if (heap.size === 0) return undefined;
    const key = heap.peekKey();
    const distance = heap === byRate ? { rate: rateOfUnits(key) } : { points: key };
    return trailingStop(this.#side, this.#priceOf(peak), distance);
  }

  #schedule(group: Group): void {
    const stops = [this.#stopOf(group, group.byPoints), this.#stopOf(group, group.byRate)];
    const keys = stops.filter((stop) => stop !== undefined).map((stop) => this.#sign * stop);
    const key = keys.length === 0 ? undefined : Math.min(...keys);
    const isKnown = key === undefined || key === group.key;
    group.key = key;
    if (!isKnown) this.#next.push(key, group.number);
  }

  /** The group with this peak; a new one in its place among the others. */
  #groupOf(peak: Tick): Group {
    let place = this.#groups.length;
    while (0 < place) {
      const before = this.#groups[place - 1] as Group;
      if (before.peak.seq === peak.seq) return before;
      if (!isFurther(this.#side, this.#priceOf(peak), this.#priceOf(before.peak))) break;
      place -= 1;
    }
    this.#numbers += 1;
    const group: Group = {
      number: this.#numbers,
      peak,
      byPoints: new MinHeap(4),
      byRate: new MinHeap(4),
      key: undefined,
      into: undefined,
    };
    this.#groups.splice(place, 0, group);
    this.#byNumber.set(group.number, group);
    return group;
  }

  #merge(from: Group, into: Group): void {
    from.byPoints.keep((key, number) => this.#move(into.byPoints, key, number));
    from.byRate.keep((key, number) => this.#move(into.byRate, key, number));
    from.into = into;
    this.#byNumber.delete(from.number);
  }

  #move(to: MinHeap, key: number, number: number): false {
    if (this.#orders.has(number)) to.push(key, number);
    else this.#entries -= 1;
    return false;
  }

  #drop(group: Group): void {
    this.#byNumber.delete(group.number);
    const place = this.#groups.lastIndexOf(group);
    if (0 <= place) this.#groups.splice(place, 1);
  }

  /** Drops entries of ended orders. */
  #rebuild(): void {
    this.#entries = 0;
    for (const group of [...this.#groups]) {
      for (const heap of [group.byPoints, group.byRate]) {
        heap.keep((_key, number) => this.#orders.has(number));
        this.#entries += heap.size;
      }
      this.#schedule(group);
      if (group.key === undefined) this.#drop(group);
    }
  }
}

const sizeOf = ({ byPoints, byRate }: Group): number => byPoints.size + byRate.size;

function resolve(group: Group): Group {
  let last = group;
  while (last.into !== undefined) last = last.into;
  // Later look-ups take one step.
  for (let current = group; current.into !== undefined && current !== last; ) {
    const next = current.into;
    current.into = last;
    current = next;
  }
  return last;
}
