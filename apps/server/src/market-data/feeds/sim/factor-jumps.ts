import { GAUSS, type MarketShape, type Stream } from '../secret.ts';
import { NumberRow } from './pages.ts';
import { JUMP_CUT, JUMP_VARIANCE, SHAPES } from './shapes.ts';

/** Cells of 2^20 indices, twelve days: paths, their time and their jumps are drawn by these. */
export const ROOT_LEVEL = 20;

interface Jump {
  readonly index: number;
  readonly size: number;
  /** What it takes of time. */
  readonly time: number;
}
type Drawn = { -readonly [field in keyof Jump]: Jump[field] };

/** How the jumps inside a stretch of indices move the path, and how much time they take. */
export interface JumpReach {
  low: number;
  high: number;
  time: number;
}

/** The jumps of one factor, by its root cells. */
export class FactorJumps {
  /** What the jumps of a root cell take of time. */
  readonly timePerRoot: number;
  readonly #numbers: NumberRow;
  /** Of each jump of a root cell. */
  readonly #deviations: readonly number[];
  /** The jumps of one root cell while they are drawn: years of them are added up at the start. */
  readonly #drawn: Drawn[];
  readonly #groups: readonly { readonly count: number; readonly deviation: number }[];
  readonly #known: (readonly Jump[])[] = [];

  constructor(stream: Stream, shape: MarketShape, dailyVolatility: number) {
    const groups = SHAPES[shape].map(({ count, size }) => ({ count, deviation: dailyVolatility * size }));
    this.#groups = groups;
    this.#numbers = new NumberRow(stream);
    this.#deviations = groups.flatMap(({ count, deviation }) => Array<number>(count).fill(deviation));
    this.#drawn = this.#deviations.map(() => ({ index: 0, size: 0, time: 0 }));
    this.timePerRoot = groups.reduce((sum, { count, deviation }) => sum + count * deviation ** 2 * JUMP_VARIANCE, 0);
  }

  /** The variance that they make in so many indices on average. */
  varianceIn(indices: number): number {
    return this.#groups.reduce(
      (sum, { count, deviation }) => sum + ((count * indices) / 2 ** ROOT_LEVEL) * deviation ** 2 * JUMP_VARIANCE,
      0,
    );
  }

  /** In the order of their indices. */
  of(root: number): readonly Jump[] {
    const known = this.#known[root];
    if (known !== undefined) return known;
    const jumps = this.#draw(root).map((jump): Jump => ({ ...jump }));
    this.#known[root] = jumps;
    return jumps;
  }

  /** How far all of a root cell move the path. */
  sumOf(root: number): number {
    return this.#draw(root).reduce((sum, { size }) => sum + size, 0);
  }

  /** Those of its root cell before and at an index, on the path and in time. */
  until(index: number, reach: JumpReach): void {
    let size = 0;
    let time = 0;
    for (const jump of this.of(index >> ROOT_LEVEL)) {
      if (index < jump.index) break;
      size += jump.size;
      time += jump.time;
    }
    reach.low = size;
    reach.high = size;
    reach.time = time;
  }

  /** The same for all indices of a cell: the least and the most, and the time up to its end. */
  within(level: number, cell: number, reach: JumpReach): void {
    const first = cell * 2 ** level;
    const last = first + 2 ** level - 1;
    this.until(first, reach);
    let size = reach.low;
    for (const jump of this.of(first >> ROOT_LEVEL)) {
      if (jump.index <= first) continue;
      if (last < jump.index) break;
      size += jump.size;
      reach.low = Math.min(reach.low, size);
      reach.high = Math.max(reach.high, size);
      reach.time += jump.time;
    }
  }

  /** Valid until the next call. */
  #draw(root: number): readonly Jump[] {
    const first = root * this.#deviations.length * 3;
    for (const [jump, deviation] of this.#deviations.entries()) {
      const high = this.#numbers.at(first + jump * 3);
      const low = this.#numbers.at(first + jump * 3 + 1);
      const size = this.#numbers.at(first + jump * 3 + 2);
      const inner = JUMP_CUT + Math.floor((size * (65_536 - 2 * JUMP_CUT)) / 65_536);
      const drawn = this.#drawn[jump]!;
      drawn.index = root * 2 ** ROOT_LEVEL + ((high << 4) | (low >> 12));
      drawn.size = deviation * GAUSS[inner]!;
      drawn.time = deviation ** 2 * JUMP_VARIANCE;
    }
    return this.#drawn.sort((left, right) => left.index - right.index);
  }
}
