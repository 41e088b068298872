/** A tick as it was published: number, time in epoch ms, mid in points of the instrument. */
export type PublishedTick = readonly [seq: number, at: number, mid: number];

const FIELDS = 3;

/**
 * The newest ticks of one instrument, in a ring: what a chart of seconds begins with. They are as
 * they were published, at most a few a second; the tape has them all.
 */
export class RecentTicks {
  readonly #most: number;
  readonly #ring: Float64Array;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
    this.#ring = new Float64Array(FIELDS * most);
  }

  /** Ignores a tick that is not newer than the last one. */
  add(tick: PublishedTick): void {
    const last = this.#at(this.#count - 1);
    if (last !== undefined && tick[0] <= last[0]) return;
    this.#ring.set(tick, (this.#count % this.#most) * FIELDS);
    this.#count += 1;
  }

  /** Those of the last `forMs` before the newest one, oldest first. */
  list(forMs: number): PublishedTick[] {
    const found: PublishedTick[] = [];
    const newest = this.#at(this.#count - 1);
    for (let index = this.#count - 1; 0 <= index && this.#count - this.#most <= index; index -= 1) {
      const tick = this.#at(index) as PublishedTick;
      if (newest !== undefined && tick[1] < newest[1] - forMs) break;
      found.push(tick);
    }
    return found.reverse();
  }

  #at(index: number): PublishedTick | undefined {
    if (index < 0) return undefined;
    const from = (index % this.#most) * FIELDS;
    const [seq, at, mid] = this.#ring.subarray(from, from + FIELDS);
    return [seq as number, at as number, mid as number];
  }
}
