/** Of fewer blocks, how they differ is not known well enough to judge by it. */
const BLOCKS_MIN = 30;

interface Block {
  sum: number;
  count: number;
}

export interface Mean {
  readonly mean: number;
  /** Of the mean, by blocks of time: orders of the same minutes share their luck. */
  readonly error: number;
  readonly count: number;
}

/** Results of one strategy. */
export class Tally {
  readonly #blocks = new Map<number, Block>();
  readonly #blockMs: number;

  /** Blocks so long that what overlaps two of them is little. */
  constructor(blockMs: number) {
    this.#blockMs = blockMs;
  }

  add(at: number, value: number): void {
    const key = Math.floor(at / this.#blockMs);
    const block = this.#blocks.get(key);
    if (block === undefined) this.#blocks.set(key, { sum: value, count: 1 });
    else {
      block.sum += value;
      block.count += 1;
    }
  }

  get mean(): Mean {
    let [sum, count] = [0, 0];
    for (const block of this.#blocks.values()) {
      sum += block.sum;
      count += block.count;
    }
    if (count === 0) return { mean: 0, error: Number.POSITIVE_INFINITY, count };
    const mean = sum / count;
    let squares = 0;
    for (const block of this.#blocks.values()) squares += (block.sum - mean * block.count) ** 2;
    const blocks = this.#blocks.size;
    if (blocks < BLOCKS_MIN) return { mean, error: Number.POSITIVE_INFINITY, count };
    return { mean, error: Math.sqrt((squares * blocks) / (blocks - 1)) / count, count };
  }
}

export const minus = (left: Mean, right: Mean): Mean => ({
  mean: left.mean - right.mean,
  error: Math.hypot(left.error, right.error),
  count: left.count,
});
