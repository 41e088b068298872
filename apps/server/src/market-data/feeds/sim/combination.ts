import { type Factor, ROOT_LEVEL } from './factor.ts';

/**
 * The logarithm of an instrument's price: a constant plus factors with coefficients. It is a path
 * of the same kind as its factors, so its extremes over a range are found by branch and bound over
 * dyadic cells: a cell is left unvisited when its ends and all that its levels can still add do not
 * exceed the best value seen. Every value is added up in the same order wherever it is needed, so a
 * high equals the tick that made it to the last bit.
 */
export interface Term {
  readonly factor: Factor;
  readonly coefficient: number;
}

const TERMS_MAX = 4;
/** Margin for the rounding of the bound's own sums. */
const BOUND_SLACK = 1e-12;

export class Combination {
  readonly #constant: number;
  readonly #factors: readonly Factor[];
  readonly #coefficients: Float64Array;
  readonly #size: number;
  // Values of the factors at the ends of the cell that is being visited, per depth.
  readonly #left: Float64Array;
  readonly #right: Float64Array;
  readonly #middles = Array.from({ length: ROOT_LEVEL + 1 }, () => new Float64Array(TERMS_MAX));
  #first = 0;
  #last = 0;
  #sign = 1;
  #best = 0;

  constructor(constant: number, terms: readonly Term[]) {
    if (terms.length === 0 || TERMS_MAX < terms.length)
      throw new RangeError(`1 to ${TERMS_MAX} factors, not ${terms.length}`);
    if (terms.some(({ factor }) => factor.clock !== terms[0]!.factor.clock)) {
      throw new RangeError('the factors of one instrument run on one clock');
    }
    this.#constant = constant;
    this.#factors = terms.map(({ factor }) => factor);
    this.#coefficients = Float64Array.from(terms, ({ coefficient }) => coefficient);
    this.#size = terms.length;
    this.#left = new Float64Array((ROOT_LEVEL + 2) * this.#size);
    this.#right = new Float64Array((ROOT_LEVEL + 2) * this.#size);
  }

  get clock(): Factor['clock'] {
    return this.#factors[0]!.clock;
  }

  valueAt(index: number): number {
    let value = this.#constant;
    for (let term = 0; term < this.#size; term += 1) {
      value += this.#coefficients[term]! * this.#factors[term]!.valueAt(index);
    }
    return value;
  }

  /** The highest (sign 1) or lowest (sign -1) value at the indices first..last, both included. */
  extreme(first: number, last: number, sign: 1 | -1): number {
    this.#first = first;
    this.#last = last;
    this.#sign = sign;
    this.#best = Math.max(sign * this.valueAt(first), sign * this.valueAt(last));
    let level = 0;
    while (level < ROOT_LEVEL && 2 ** level < last - first) level += 1;
    for (let cell = first >> level; cell << level < last; cell += 1) {
      for (let term = 0; term < this.#size; term += 1) {
        this.#left[term] = this.#factors[term]!.valueAt(cell << level);
        this.#right[term] = this.#factors[term]!.valueAt((cell + 1) << level);
      }
      const from = this.#sum(this.#left, 0);
      const to = this.#sum(this.#right, 0);
      // The end that this cell shares with the next lies inside neither.
      if ((cell + 1) << level <= last && this.#best < to) this.#best = to;
      if (this.#best < this.#highest(level, cell, from, to)) this.#visit(level, cell, 0, from, to);
    }
    return sign * this.#best;
  }

  /** The signed value of the ends kept at `slot`, with the sums in the order of `valueAt`. */
  #sum(ends: Float64Array, slot: number): number {
    let value = this.#constant;
    for (let term = 0; term < this.#size; term += 1) value += this.#coefficients[term]! * ends[slot + term]!;
    return this.#sign * value;
  }

  /** No value inside the cell with these ends exceeds this. */
  #highest(level: number, cell: number, from: number, to: number): number {
    let whole = BOUND_SLACK;
    let own = 0;
    let below = BOUND_SLACK;
    for (let term = 0; term < this.#size; term += 1) {
      const factor = this.#factors[term]!;
      const weight = Math.abs(this.#coefficients[term]!);
      factor.measure(level, cell);
      whole += weight * factor.bound.whole;
      own += weight * factor.bound.own;
      below += weight * factor.bound.below;
    }
    const end = Math.max(from, to);
    return Math.min(end + whole, Math.max(end, (from + to) / 2 + own) + below);
  }

  #visit(level: number, cell: number, slot: number, from: number, to: number): void {
    if (level === 0) return;
    const middleIndex = (cell << level) + (1 << (level - 1));
    const size = this.#size;
    const next = slot + size;
    const middles = this.#middles[level]!;
    let middle = this.#constant;
    for (let term = 0; term < size; term += 1) {
      const value =
        (this.#left[slot + term]! + this.#right[slot + term]!) / 2 + this.#factors[term]!.displacement(level, cell);
      middle += this.#coefficients[term]! * value;
      middles[term] = value;
    }
    middle *= this.#sign;
    if (this.#first <= middleIndex && middleIndex <= this.#last && this.#best < middle) this.#best = middle;
    if (level === 1) return;
    const leftFirst = to <= from;
    for (let turn = 0; turn < 2; turn += 1) {
      const isLeft = (turn === 0) === leftFirst;
      if (isLeft ? middleIndex <= this.#first : this.#last <= middleIndex) continue;
      const child = cell * 2 + (isLeft ? 0 : 1);
      if (this.#highest(level - 1, child, isLeft ? from : to, middle) <= this.#best) continue;
      for (let term = 0; term < size; term += 1) {
        this.#left[next + term] = isLeft ? this.#left[slot + term]! : middles[term]!;
        this.#right[next + term] = isLeft ? middles[term]! : this.#right[slot + term]!;
      }
      if (isLeft) this.#visit(level - 1, child, next, from, middle);
      else this.#visit(level - 1, child, next, middle, to);
    }
  }
}
