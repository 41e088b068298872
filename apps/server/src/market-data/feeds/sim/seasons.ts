import type { MarketClock } from './clock.ts';

/** Indices between two nodes of the table; every clock's week is a whole number of them. */
const NODE = 225;
const HOUR_S = 3600;

/**
 * How much happens by the hour of the day, added up over the indices of a clock: a piecewise linear
 * function with a mean slope of one.
 */
export class Season {
  readonly #sums: Float64Array;
  readonly #weekLength: number;
  readonly #nodes: number;

  constructor(clock: MarketClock, hours: readonly number[], power: number) {
    this.#weekLength = clock.weekLength;
    this.#nodes = clock.weekLength / NODE;
    if (!Number.isInteger(this.#nodes)) throw new RangeError(`the week of the clock ${clock.name} has a fraction`);
    this.#sums = new Float64Array(this.#nodes + 1);
    for (let node = 0; node < this.#nodes; node += 1) {
      const second = clock.toSecond(node * NODE + Math.floor(NODE / 2));
      this.#sums[node + 1] = this.#sums[node]! + activityAt(hours, second) ** power;
    }
    const scale = this.#weekLength / this.#sums[this.#nodes]!;
    for (let node = 0; node <= this.#nodes; node += 1) this.#sums[node]! *= scale;
  }

  /** The sum up to an index. */
  until(index: number): number {
    const week = Math.floor(index / this.#weekLength);
    const rest = (index - week * this.#weekLength) / NODE;
    const node = Math.floor(rest);
    const from = this.#sums[node]!;
    return week * this.#weekLength + from + (this.#sums[node + 1]! - from) * (rest - node);
  }

  /**
   * The most that one half of any cell of this level can hold of the whole: between nodes the share
   * is monotone in the cell's place, so the cells with an end or their middle on a node decide.
   */
  largestShare(level: number): number {
    const half = 2 ** (level - 1);
    let largest = 0.5;
    for (let node = 0; node < this.#nodes; node += 1) {
      for (let part = 0; part <= 2; part += 1) {
        const start = node * NODE + this.#weekLength * 4 - part * half;
        const from = this.until(start);
        const middle = this.until(start + half);
        const to = this.until(start + 2 * half);
        largest = Math.max(largest, (middle - from) / (to - from), (to - middle) / (to - from));
      }
    }
    return largest;
  }
}

/** The hours' activities are those of their middles; between two it changes evenly. */
function activityAt(hours: readonly number[], second: number): number {
  const hour = second / HOUR_S - 0.5;
  const before = Math.floor(hour);
  const at = (index: number): number => hours[((index % 24) + 24) % 24]!;
  return at(before) + (at(before + 1) - at(before)) * (hour - before);
}
