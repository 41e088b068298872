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
  /** Number of the newest one: every row of every frame is compared with it. */
  #last = 0;

  constructor(most: number) {
    this.#most = most;
    this.#ring = new Float64Array(FIELDS * most);
  }

  /** Ignores a tick that is not newer than the last one. */
  add(tick: PublishedTick): void {
    if (tick[0] <= this.#last) return;
    [this.#last] = tick;
    this.#ring.set(tick, (this.#count % this.#most) * FIELDS);
    this.#count += 1;
  }

  /** Those of the last `forMs` before the newest one, oldest first. */
  list(forMs: number): PublishedTick[] {
    const first = Math.max(0, this.#count - this.#most);
    const ticks = Array.from({ length: this.#count - first }, (_, place) => this.#at(first + place));
    const from = (ticks.at(-1)?.[1] ?? 0) - forMs;
    return ticks.filter(([, at]) => from <= at);
  }

  #at(index: number): PublishedTick {
    const from = (index % this.#most) * FIELDS;
    const [seq, at, mid] = this.#ring.subarray(from, from + FIELDS);
    return [seq as number, at as number, mid as number];
  }
}
