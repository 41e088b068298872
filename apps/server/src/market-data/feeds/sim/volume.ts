import { evenOf, type Stream } from '../secret.ts';
import type { Combination } from './combination.ts';
import { CellNumbers, NumberRow } from './pages.ts';

/**
 * Traded volume as a cumulative count: what trades between two seconds is the difference of two
 * counts, so the volumes of ticks add up to that of their bar exactly, whatever the bar. One part
 * of the count follows the time of the price, so volumes rise with moves; the other is split over
 * halves by the hour of the day and drawn numbers. Neither depends on where the price goes.
 */
const ROOT_LEVEL = 20;
const ROOT_S = 2 ** ROOT_LEVEL;
const BANDS = [20, 12, 4];
/** From this level up, halves share by the activity of their hours. */
const HOURS_LEVEL = 11;
const COARSE_SPREAD = 0.2;
const FINE_SPREAD = 0.7;
const FINE_LEVEL = 5;
const ROOT_SPREAD = 0.5;
/** Part of the volume that follows the time of the price. */
const FOLLOWING = 0.75;
/**
 * Average count of one second: enough to tell seconds apart, and 2^53 is ten thousand years away.
 */
const COUNT_PER_SECOND = 256;
const DAY_S = 86_400;
const HOUR_S = 3600;

export interface VolumeOptions {
  readonly stream: Stream;
  readonly roots: Stream;
  readonly path: Combination;
  /** Units of the base in one second of open market, on average. */
  readonly perSecond: number;
  /** Indices of the path in one second of open market, by the hours' activity. */
  readonly pacePerSecond: number;
  readonly hours: readonly number[];
}

export class VolumePath {
  /**
   * Units of the base in one count: a power of two, so that sums of volumes are exact in floating
   * point.
   */
  readonly quantum: number;
  readonly #path: Combination;
  readonly #perVariance: number;
  readonly #numbers: CellNumbers;
  readonly #rootNumbers: NumberRow;
  readonly #perRoot: number;
  readonly #roots: number[] = [0];
  /** Activity from midnight to each full hour; the last entry is the whole day. */
  readonly #hourSums: number[];
  readonly #cell = new Int32Array(ROOT_LEVEL + 1).fill(-1);
  readonly #left = new Float64Array(ROOT_LEVEL + 1);
  readonly #right = new Float64Array(ROOT_LEVEL + 1);

  constructor({ stream, roots, path, perSecond, pacePerSecond, hours }: VolumeOptions) {
    this.#path = path;
    this.#numbers = new CellNumbers(stream, BANDS, 1);
    this.#rootNumbers = new NumberRow(roots);
    this.quantum = 2 ** Math.floor(Math.log2(perSecond / COUNT_PER_SECOND));
    this.#hourSums = [0];
    for (const hour of hours) this.#hourSums.push(this.#hourSums.at(-1)! + hour);
    const counts = perSecond / this.quantum;
    this.#perRoot = counts * (1 - FOLLOWING) * ROOT_S;
    this.#perVariance = (counts * FOLLOWING) / (path.pace * pacePerSecond);
  }

  /** Units of the base traded at the seconds from..to, `to` excluded. */
  between(from: number, to: number): number {
    return Math.max(0, this.#countAt(to) - this.#countAt(from)) * this.quantum;
  }

  #countAt(second: number): number {
    const { clock } = this.#path;
    const index = clock.toIndex(second);
    const part = clock.partOf(second, index);
    return Math.floor(this.#ownCountAt(second) + this.#perVariance * this.#path.varianceAt(index, part));
  }

  #ownCountAt(second: number): number {
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
    const u = evenOf(this.#numbers.at(level, cell));
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
      const share = 1 + ROOT_SPREAD * evenOf(this.#rootNumbers.at(position));
      this.#roots.push(this.#roots[position - 1]! + this.#perRoot * share);
    }
    return this.#roots[root]!;
  }
}
