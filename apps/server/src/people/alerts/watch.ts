import { MinHeap } from '../../kernel/core/min-heap.ts';
import type { Tick } from '../../kernel/core/types.ts';
import { isOpening, type PriceAlert } from './rows.ts';

/** Stale entries tolerated beyond the number of live ones before the heaps are rebuilt. */
const STALE_SLACK = 64;

/** What it waits for in the heap of its direction. */
const keyOf = ({ direction, points }: PriceAlert): number => (direction === 'above' ? points : -points);

/**
 * The alerts of one instrument: a heap per direction, what the price reaches first on top; and
 * those that wait for its market to open.
 */
export class Watch {
  readonly #live = new Map<number, PriceAlert>();
  readonly #openings = new Map<number, PriceAlert>();
  #above = new MinHeap();
  /** Keys are negative, so that the highest price is on top. */
  #below = new MinHeap();

  get size(): number {
    return this.#live.size + this.#openings.size;
  }

  add(alert: PriceAlert): void {
    if (isOpening(alert)) {
      this.#openings.set(alert.id, alert);
      return;
    }
    this.#live.set(alert.id, alert);
    this.#push(alert);
    if (2 * this.#live.size + STALE_SLACK < this.#above.size + this.#below.size) this.#rebuild();
  }

  /** The entry stays in its heap until it reaches the top, or until too many stale ones pile up. */
  remove(id: number): void {
    this.#live.delete(id);
    this.#openings.delete(id);
  }

  /**
   * Removes and returns the alerts that a tick reaches: openings, unless its market `isClosed` at
   * its time, then those it rose to, then those it fell to.
   */
  take({ mid, at }: Pick<Tick, 'mid' | 'at'>, isClosed: () => boolean): number[] {
    const reached: number[] = [];
    if (0 < this.#openings.size && !isClosed()) {
      for (const { id, placed_at } of this.#openings.values()) {
        // A tick may come late, from the session before.
        if (placed_at <= at) reached.push(id);
      }
      for (const id of reached) this.#openings.delete(id);
    }
    for (const [heap, key] of [
      [this.#above, mid],
      [this.#below, -mid],
    ] as const) {
      while (heap.peekKey() <= key) {
        const at = heap.peekKey();
        const id = heap.pop() as number;
        const alert = this.#live.get(id);
        // A split leaves an entry at the old level behind.
        if (alert !== undefined && keyOf(alert) === at) reached.push(id);
      }
    }
    return [...new Set(reached)];
  }

  #push(alert: PriceAlert): void {
    const heap = alert.direction === 'above' ? this.#above : this.#below;
    heap.push(keyOf(alert), alert.id);
  }

  #rebuild(): void {
    this.#above = new MinHeap();
    this.#below = new MinHeap();
    for (const alert of this.#live.values()) this.#push(alert);
  }
}
