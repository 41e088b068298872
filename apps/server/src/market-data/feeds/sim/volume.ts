import { seedOf, uniform } from './hash.ts';

/**
 * Traded volume as a cumulative count: what trades between two seconds is the difference of two
 * counts, so the volumes of ticks add up to that of their bar exactly, whatever the bar. The count
 * at the ends of a root cell is drawn once; inside, each cell gives a part of its volume to its
 * left half, by the hour of the day and a random number.
 */
const ROOT_LEVEL = 20;
const ROOT_S = 2 ** ROOT_LEVEL;
/** From this level up, halves share by the activity of their hours. */
const HOURS_LEVEL = 11;
const COARSE_SPREAD = 0.25;
const FINE_SPREAD = 0.6;
const FINE_LEVEL = 7;
const ROOT_SPREAD = 0.5;
const STREAM_ROOT = 101;
/**
 * Average count of one second: enough to tell seconds apart, and 2^53 is ten thousand years away.
 */
const COUNT_PER_SECOND = 256;
const DAY_S = 86_400;
const HOUR_S = 3600;

export interface VolumeOptions {
  readonly code: string;
  readonly seed: string;
  /** Units of the base in one second of open market, on average. */
  readonly perSecond: number;
  readonly hours: readonly number[];
}

export class VolumePath {
  /**
   * Units of the base in one count: a power of two, so that sums of volumes are exact in floating
   * point.
   */
  readonly quantum: number;
  readonly #seed: number;
  readonly #perRoot: number;
  readonly #roots: number[] = [0];
  /** Activity from midnight to each full hour; the last entry is the whole day. */
  readonly #hourSums: number[];
  readonly #cell = new Int32Array(ROOT_LEVEL + 1).fill(-1);
  readonly #left = new Float64Array(ROOT_LEVEL + 1);
  readonly #right = new Float64Array(ROOT_LEVEL + 1);

  constructor({ code, seed, perSecond, hours }: VolumeOptions) {
    this.#seed = seedOf(`${seed}/volume/${code}`);
    this.quantum = 2 ** Math.floor(Math.log2(perSecond / COUNT_PER_SECOND));
    this.#hourSums = [0];
    for (const hour of hours) this.#hourSums.push(this.#hourSums.at(-1)! + hour);
    this.#perRoot = (perSecond / this.quantum) * ROOT_S;
  }

  /** Units of the base traded at the seconds from..to, `to` excluded. */
  between(from: number, to: number): number {
    return (Math.floor(this.#countAt(to)) - Math.floor(this.#countAt(from))) * this.quantum;
  }

  #countAt(second: number): number {
    let target = 0;
    while (target < ROOT_LEVEL && (second & ((1 << (target + 1)) - 1)) === 0) target += 1;
    let level = target;
    while (level < ROOT_LEVEL && this.#cell[level] !== second >> level) level += 1;
    if (level === ROOT_LEVEL && this.#cell[level] !== second >> level) {
      const root = second >> ROOT_LEVEL;
      this.#cell[level] = root;
      this.#left[level] = this.#rootCount(root);
      this.#right[level] = this.#rootCount(root + 1);
    }
    while (target < level) {
      const left = this.#left[level]!;
      const right = this.#right[level]!;
      const middle = left + (right - left) * this.#leftShare(level, this.#cell[level]!);
      level -= 1;
      const child = second >> level;
      this.#cell[level] = child;
      const isRight = (child & 1) === 1;
      this.#left[level] = isRight ? middle : left;
      this.#right[level] = isRight ? right : middle;
    }
    return this.#left[target]!;
  }

  #leftShare(level: number, cell: number): number {
    const u = uniform(this.#seed, level, cell);
    if (level < HOURS_LEVEL) return 0.5 + 0.5 * (level <= FINE_LEVEL ? FINE_SPREAD : COARSE_SPREAD) * u;
    const start = cell * 2 ** level;
    const half = 2 ** (level - 1);
    const middle = this.#activityUntil(start + half);
    const left = (middle - this.#activityUntil(start)) * (1 + COARSE_SPREAD * u);
    const right = (this.#activityUntil(start + 2 * half) - middle) * (1 - COARSE_SPREAD * u);
    return left / (left + right);
  }

  /** The integral of the hours' activity since the epoch, in hours of average activity times 24. */
  #activityUntil(second: number): number {
    const day = Math.floor(second / DAY_S);
    const rest = second - day * DAY_S;
    const hour = Math.floor(rest / HOUR_S);
    const from = this.#hourSums[hour]!;
    const part = (rest - hour * HOUR_S) / HOUR_S;
    return day * this.#hourSums[24]! + from + (this.#hourSums[hour + 1]! - from) * part;
  }

  #rootCount(root: number): number {
    while (this.#roots.length <= root) {
      const position = this.#roots.length;
      const share = 1 + ROOT_SPREAD * uniform(this.#seed, STREAM_ROOT, position);
      this.#roots.push(this.#roots[position - 1]! + this.#perRoot * share);
    }
    return this.#roots[root]!;
  }
}
