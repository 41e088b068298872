import { type Cell, type Factor, PAGE, PAGE_LEVEL } from './factor.ts';
import { type JumpReach, ROOT_LEVEL } from './factor-jumps.ts';
import type { Grid } from './grid.ts';

/**
 * The logarithm of an instrument's price: a constant, plus factors with coefficients, plus a drift
 * along the time of each factor from the anchor on. Whatever is worth dollars drifts by minus half
 * its variance, which makes the price itself a martingale and not its logarithm; and a ratio of two
 * such prices drifts by the difference, so crosses agree with their legs.
 *
 * The extremes over a range are found by branch and bound over dyadic cells, level by level: a cell
 * is left unvisited when its ends and all that its levels can still add do not exceed what was
 * seen. Every value is added up in the same order wherever it is needed, so a high equals the tick
 * that made it to the last bit.
 */
export interface Term {
  readonly factor: Factor;
  readonly coefficient: number;
  /** Of the logarithm, per unit of the factor's time. */
  readonly drift: number;
}

export interface Extremes {
  high: number;
  low: number;
}

const TERMS_MAX = 4;
/** Margin for the rounding of the bound's own sums. */
const BOUND_SLACK = 1e-11;

interface Visit {
  readonly cell: number;
  readonly ends: readonly Cell[];
}

export class Combination {
  readonly grid: Grid;
  readonly #constant: number;
  readonly #terms: readonly Term[];
  readonly #reach: JumpReach = { low: 0, high: 0, time: 0 };

  constructor(constant: number, terms: readonly Term[], grid: Grid) {
    if (terms.length === 0 || TERMS_MAX < terms.length)
      throw new RangeError(`1 to ${TERMS_MAX} factors, not ${terms.length}`);
    if (terms.some(({ factor }) => factor.clock !== terms[0]!.factor.clock)) {
      throw new RangeError('the factors of one instrument run on one clock');
    }
    this.#constant = constant;
    this.#terms = terms;
    this.grid = grid;
  }

  get clock(): Factor['clock'] {
    return this.#terms[0]!.factor.clock;
  }

  /** Variance of one index on average. */
  get pace(): number {
    return this.#terms.reduce((sum, { factor, coefficient }) => sum + coefficient ** 2 * factor.pace, 0);
  }

  valueAt(index: number): number {
    for (const { factor } of this.#terms) factor.seek(index);
    return this.#onPage(index & (PAGE - 1));
  }

  /** The variance until an index: how much has happened, in the time of the factors. */
  varianceAt(index: number, part: number): number {
    const at = index & (PAGE - 1);
    let variance = 0;
    for (const { factor, coefficient } of this.#terms) {
      factor.seek(index);
      const from = factor.times[at]!;
      const time = part === 0 ? from : from + (factor.times[at + 1]! - from) * part;
      variance += coefficient * coefficient * time;
    }
    return variance;
  }

  /** How fast prices move around an index, in means; jumps apart. */
  livelinessAt(index: number): number {
    let variance = 0;
    for (const { factor, coefficient } of this.#terms) {
      factor.seek(index);
      variance += coefficient ** 2 * factor.pace * factor.liveliness();
    }
    return variance / this.pace;
  }

  /** The highest and the lowest value at the indices of the grid in first..last, both on it. */
  extremes(first: number, last: number): Extremes {
    const firstValue = this.valueAt(first);
    const lastValue = this.valueAt(last);
    const best: Extremes = { high: Math.max(firstValue, lastValue), low: Math.min(firstValue, lastValue) };
    let level = PAGE_LEVEL;
    while (level < ROOT_LEVEL && first >> level !== last >> level) level += 1;
    let visits: Visit[] = [];
    for (let cell = first >> level; cell <= last >> level; cell += 1) {
      visits.push({ cell, ends: this.#terms.map(({ factor }) => ({ ...factor.cellAt(level, cell) })) });
    }
    for (; PAGE_LEVEL < level; level -= 1) visits = this.#halves(level, visits, { first, last, best });
    for (const { cell, ends } of visits) {
      if (this.#exceeds(PAGE_LEVEL, cell, ends, best)) this.#searchPage(cell, ends, { first, last, best });
    }
    return best;
  }

  /** The halves of these cells that reach into the range and may hold an extreme. */
  #halves(
    level: number,
    visits: readonly Visit[],
    { first, last, best }: { first: number; last: number; best: Extremes },
  ): Visit[] {
    const found: Visit[] = [];
    for (const { cell, ends } of visits) {
      const middle = cell * 2 ** level + 2 ** (level - 1);
      const halves: [Cell[], Cell[]] = [[], []];
      for (const [position, whole] of ends.entries()) {
        const { factor } = this.#terms[position]!;
        factor.split(level, cell, whole);
        for (const side of [0, 1] as const) {
          const half: Cell = { left: 0, right: 0, from: 0, time: 0 };
          factor.halve(whole, side === 1, half);
          halves[side].push(half);
        }
      }
      if (first <= middle && middle <= last) this.#take(this.#atStart(middle, halves[1]), best);
      if (first < middle) found.push({ cell: cell * 2, ends: halves[0] });
      if (middle <= last) found.push({ cell: cell * 2 + 1, ends: halves[1] });
    }
    return found.filter((visit) => this.#exceeds(level - 1, visit.cell, visit.ends, best));
  }

  #searchPage(
    page: number,
    ends: readonly Cell[],
    { first, last, best }: { first: number; last: number; best: Extremes },
  ): void {
    for (const [position, { factor }] of this.#terms.entries()) factor.load(page, ends[position]!);
    const start = page * PAGE;
    const to = Math.min(PAGE - 1, last - start);
    const step = this.grid.stepAt(start);
    for (let at = Math.max(0, first - start); at <= to; at += step) this.#take(this.#onPage(at), best);
  }

  #take(value: number, best: Extremes): void {
    if (best.high < value) best.high = value;
    if (value < best.low) best.low = value;
  }

  #onPage(at: number): number {
    let value = this.#constant;
    for (const { factor, coefficient, drift } of this.#terms) {
      value += coefficient * factor.values[at]! + drift * Math.max(0, factor.times[at]!);
    }
    return value;
  }

  /** The value at the first index of a cell. */
  #atStart(index: number, ends: readonly Cell[]): number {
    let value = this.#constant;
    for (const [position, { factor, coefficient, drift }] of this.#terms.entries()) {
      const { left, from } = ends[position]!;
      factor.jumps.until(index, this.#reach);
      value += coefficient * (left + this.#reach.low) + drift * Math.max(0, from + this.#reach.time);
    }
    return value;
  }

  /** Whether any value inside the cell may lie beyond the best ones. */
  #exceeds(level: number, cell: number, ends: readonly Cell[], { high, low }: Extremes): boolean {
    let from = this.#constant;
    let to = this.#constant;
    let reach = BOUND_SLACK;
    let up = 0;
    let down = 0;
    for (const [position, { factor, coefficient, drift }] of this.#terms.entries()) {
      const end = ends[position]!;
      const jumps = this.#reach;
      factor.jumps.within(level, cell, jumps);
      from += coefficient * end.left + drift * Math.max(0, end.from);
      to += coefficient * end.right + drift * Math.max(0, end.from + end.time);
      reach += Math.abs(coefficient) * factor.reach[level]! * Math.sqrt(end.time) + Math.abs(drift) * end.time;
      up += Math.max(coefficient * jumps.low, coefficient * jumps.high) + Math.max(0, drift * jumps.time);
      down += Math.min(coefficient * jumps.low, coefficient * jumps.high) + Math.min(0, drift * jumps.time);
    }
    return high < Math.max(from, to) + reach + up || Math.min(from, to) - reach + down < low;
  }
}
