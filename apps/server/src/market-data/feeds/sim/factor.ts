import type { MarketClock } from './clock.ts';
import { seedOf, streamOf, uniform, uniformOf } from './hash.ts';

/**
 * A factor is one random path, a logarithm of price over the indices of a market clock. It is built
 * by midpoint displacement (Faber and Schauder): the value in the middle of a cell of 2^level
 * indices is the mean of its ends plus a bounded number drawn from (seed, level, cell). So any
 * value is reached in at most ROOT_LEVEL steps from the ends of a root cell, without visiting what
 * lies between, and how far a path can leave its known points is bounded. The ends of the root
 * cells (about twelve days) are a mean-reverting walk from the epoch.
 */
export const ROOT_LEVEL = 20;

/**
 * From these levels down the displacement follows how lively the market is in its days (cells of 36
 * hours), its hour and its minutes: calm and wild stretches follow each other on three scales,
 * which is also what makes the tails of returns heavy.
 */
const DAYS_LEVEL = 17;
const HOUR_LEVEL = 12;
const MINUTES_LEVEL = 8;

/**
 * Displacements are u·(A + B·u⁴) of an even u, scaled to variance one: tails heavier than normal,
 * and a hard end.
 */
const A = 0.25;
const B = 0.75;
const SCALE = 1 / Math.sqrt((A * A) / 3 + (2 * A * B) / 7 + (B * B) / 11);
const DISPLACEMENT_MAX = SCALE;

/** Half the logarithmic range of the three modulations, and what makes their mean square one. */
const DAYS_SPREAD = 0.75;
const HOUR_SPREAD = 0.35;
const MINUTES_SPREAD = 0.65;
const rootOfMeanSquare = (spread: number): number => Math.sqrt(Math.sinh(2 * spread) / (2 * spread));
const DAYS_SCALE = 1 / rootOfMeanSquare(DAYS_SPREAD);
const HOUR_SCALE = 1 / rootOfMeanSquare(HOUR_SPREAD);
const MINUTES_SCALE = 1 / rootOfMeanSquare(MINUTES_SPREAD);
const DAYS_MAX = DAYS_SCALE * Math.exp(DAYS_SPREAD);
const MINUTES_MAX = MINUTES_SCALE * Math.exp(MINUTES_SPREAD);

/** The stationary deviation of the skeleton in deviations of one root cell. */
const SKELETON_WIDTH = 2;

/** Streams of random numbers within one factor, beside the levels themselves. */
const STREAM = { skeleton: 101, days: 102, hour: 103, minutes: 104 } as const;

/**
 * The most that displacements of the levels `from` down to `lowest` can add up to at one point. A
 * level adds its displacement times a tent over its cell, and τ(x) + τ(2x)/2 ≤ 1 for tents of
 * height one; so with λ = D − (λ of the level above)/2 the sum of all D·τ is at most the sum of all
 * λ: two thirds of the sum of the displacements.
 */
function reachOf(largest: Float64Array, from: number, lowest: number): number {
  let reach = 0;
  let above = 0;
  for (let level = from; lowest <= level; level -= 1) {
    above = Math.max(0, largest[level]! - above / 2);
    reach += above;
  }
  return reach;
}

/**
 * How far a path can leave its cell: everything together; the displacement of its own middle; the
 * levels below that.
 */
export interface Bound {
  whole: number;
  own: number;
  below: number;
}

export interface FactorOptions {
  readonly name: string;
  readonly seed: string;
  readonly clock: MarketClock;
  /**
   * Standard deviation of the logarithm over a fifth (a seventh for `always`) of the clock's week.
   */
  readonly dailyVolatility: number;
  /** Relative activity of the 24 hours of UTC. */
  readonly hours: readonly number[];
  /**
   * Factors of one mood have their calm and wild days and hours together: news reaches a whole
   * market. Were each on its own, a wild day of the common factor would drown what its members do
   * themselves, and all their charts would look the same.
   */
  readonly mood: string;
}

export class Factor {
  readonly name: string;
  readonly clock: MarketClock;
  /** The answer of the last `measure`, kept in place because it is asked for millions of times. */
  readonly bound: Bound = { whole: 0, own: 0, below: 0 };
  readonly #seed: number;
  readonly #mood: number;
  readonly #streams: Int32Array;
  readonly #amplitude = new Float64Array(ROOT_LEVEL + 1);
  /**
   * The largest displacement of a level, and how far all levels up to it, or below it, can add up
   * within one scale of activity.
   */
  readonly #largest = new Float64Array(ROOT_LEVEL + 1);
  readonly #upTo = new Float64Array(ROOT_LEVEL + 1);
  readonly #below = new Float64Array(ROOT_LEVEL + 1);
  readonly #hours: readonly number[];
  /** Over all hours, days apart. */
  readonly #hourMax: number;
  readonly #skeleton: number[] = [0];
  readonly #cellDeviation: number;
  // The path of cells that the last value was reached by: per level the cell and the values at its
  // two ends.
  readonly #cell = new Int32Array(ROOT_LEVEL + 1).fill(-1);
  readonly #left = new Float64Array(ROOT_LEVEL + 1);
  readonly #right = new Float64Array(ROOT_LEVEL + 1);
  #daysBlock = -1;
  #daysActivity = 1;
  #hourBlock = -1;
  #hourActivity = 1;
  #minutesBlock = -1;
  #minutesActivity = 1;

  constructor({ name, seed, clock, dailyVolatility, hours, mood }: FactorOptions) {
    this.name = name;
    this.clock = clock;
    this.#seed = seedOf(`${seed}/${name}`);
    this.#mood = seedOf(`${seed}/mood:${mood}`);
    this.#streams = Int32Array.from({ length: ROOT_LEVEL + 1 }, (_, level) => streamOf(this.#seed, level));
    const daysPerWeek = clock.name === 'always' ? 7 : 5;
    const deviation = dailyVolatility / Math.sqrt(clock.weekLength / daysPerWeek);
    this.#cellDeviation = deviation * Math.sqrt(2 ** ROOT_LEVEL);
    const norm = Math.sqrt(hours.length / hours.reduce((sum, hour) => sum + hour * hour, 0));
    this.#hours = hours.map((hour) => hour * norm * HOUR_SCALE);
    this.#hourMax = Math.max(...this.#hours) * Math.exp(HOUR_SPREAD);
    for (let level = 1; level <= ROOT_LEVEL; level += 1) {
      this.#amplitude[level] = (deviation * Math.sqrt(2 ** level)) / 2;
      this.#largest[level] = this.#amplitude[level]! * DISPLACEMENT_MAX * (level <= MINUTES_LEVEL ? MINUTES_MAX : 1);
    }
    for (let level = 1; level <= ROOT_LEVEL; level += 1) {
      const lowest = DAYS_LEVEL < level ? DAYS_LEVEL + 1 : HOUR_LEVEL < level ? HOUR_LEVEL + 1 : 1;
      this.#upTo[level] = reachOf(this.#largest, level, lowest);
      this.#below[level] = reachOf(this.#largest, level - 1, lowest);
    }
  }

  /** Finds how far the path can leave a cell's ends and puts it into `bound`. */
  measure(level: number, cell: number): void {
    let activity = 1;
    let lower = 0;
    if (HOUR_LEVEL < level) {
      const hours = this.#upTo[HOUR_LEVEL]! * this.#hourMax;
      if (level <= DAYS_LEVEL) {
        activity = this.#activityOfDays(cell >> (DAYS_LEVEL - level));
        lower = activity * hours;
      } else lower = DAYS_MAX * (this.#upTo[DAYS_LEVEL]! + hours);
    } else {
      activity = this.#activityOfHour(cell >> (HOUR_LEVEL - level));
      if (level <= MINUTES_LEVEL) activity *= this.#activityOfMinutes(cell >> (MINUTES_LEVEL - level)) / MINUTES_MAX;
    }
    this.bound.whole = this.#upTo[level]! * activity + lower;
    this.bound.own = this.#largest[level]! * activity;
    this.bound.below = this.#below[level]! * activity + lower;
  }

  /** What is added to the mean of a cell's ends to give its middle. */
  displacement(level: number, cell: number): number {
    const u = uniformOf(this.#streams[level]!, cell);
    const square = u * u;
    let size = this.#amplitude[level]! * SCALE * u * (A + B * square * square);
    if (HOUR_LEVEL < level && level <= DAYS_LEVEL) size *= this.#activityOfDays(cell >> (DAYS_LEVEL - level));
    if (level <= HOUR_LEVEL) size *= this.#activityOfHour(cell >> (HOUR_LEVEL - level));
    if (level <= MINUTES_LEVEL) size *= this.#activityOfMinutes(cell >> (MINUTES_LEVEL - level));
    return size;
  }

  /** The path at an index of its clock (not negative, below 2^31). Cheapest in ascending order. */
  valueAt(index: number): number {
    // Climb to the smallest known cell around the index, then descend to the largest cell that
    // begins at it.
    let target = 0;
    while (target < ROOT_LEVEL && (index & ((1 << (target + 1)) - 1)) === 0) target += 1;
    let level = target;
    while (level < ROOT_LEVEL && this.#cell[level] !== index >> level) level += 1;
    if (level === ROOT_LEVEL && this.#cell[level] !== index >> level) {
      const root = index >> ROOT_LEVEL;
      this.#cell[level] = root;
      this.#left[level] = this.#skeletonAt(root);
      this.#right[level] = this.#skeletonAt(root + 1);
    }
    while (target < level) {
      const cell = this.#cell[level]!;
      const left = this.#left[level]!;
      const right = this.#right[level]!;
      const middle = (left + right) / 2 + this.displacement(level, cell);
      level -= 1;
      const child = index >> level;
      this.#cell[level] = child;
      const isRight = (child & 1) === 1;
      this.#left[level] = isRight ? middle : left;
      this.#right[level] = isRight ? right : middle;
    }
    return this.#left[target]!;
  }

  #skeletonAt(root: number): number {
    const retries = Math.sqrt(1 - 1 / (SKELETON_WIDTH * SKELETON_WIDTH));
    while (this.#skeleton.length <= root) {
      const position = this.#skeleton.length;
      let step = 0;
      for (let draw = 0; draw < 4; draw += 1) step += uniform(this.#seed, STREAM.skeleton, position * 4 + draw);
      // Four even draws on (-1, 1) have variance 4/3.
      const shock = step * this.#cellDeviation * Math.sqrt(3 / 4);
      this.#skeleton.push(this.#skeleton[position - 1]! * retries + shock);
    }
    return this.#skeleton[root]!;
  }

  #activityOfDays(block: number): number {
    if (block !== this.#daysBlock) {
      this.#daysActivity = DAYS_SCALE * Math.exp(DAYS_SPREAD * uniform(this.#mood, STREAM.days, block));
      this.#daysBlock = block;
    }
    return this.#daysActivity;
  }

  /** With the days' activity in it. */
  #activityOfHour(block: number): number {
    if (block !== this.#hourBlock) {
      const second = this.clock.toSecond((block << HOUR_LEVEL) + (1 << (HOUR_LEVEL - 1)));
      const hour = this.#hours[Math.floor(second / 3600) % 24]!;
      const burst = Math.exp(HOUR_SPREAD * uniform(this.#mood, STREAM.hour, block));
      this.#hourActivity = hour * burst * this.#activityOfDays(block >> (DAYS_LEVEL - HOUR_LEVEL));
      this.#hourBlock = block;
    }
    return this.#hourActivity;
  }

  #activityOfMinutes(block: number): number {
    if (block !== this.#minutesBlock) {
      this.#minutesActivity = MINUTES_SCALE * Math.exp(MINUTES_SPREAD * uniform(this.#seed, STREAM.minutes, block));
      this.#minutesBlock = block;
    }
    return this.#minutesActivity;
  }
}
