import { Draws, evenOf, GAUSS, GAUSS_MAX, type MarketSecret, type MarketShape, type Stream } from '../secret.ts';
import type { MarketClock } from './clock.ts';
import { FactorJumps, ROOT_LEVEL } from './factor-jumps.ts';
import { CellNumbers, NumberRow } from './pages.ts';
import type { Season } from './seasons.ts';

/** Values are computed by pages of 256 indices. */
export const PAGE_LEVEL = 8;
export const PAGE = 2 ** PAGE_LEVEL;
/** Below this level a page of numbers serves one page of values. */
const FINE_LEVEL = 3;
const PATH_BANDS = [20, 19, 11];
const LAST_BAND = PATH_BANDS.length - 1;
const LAST_TOP = 11;
const CLOCK_BANDS = [20, 16];

/**
 * How unevenly the halves of a cell share its time, beside the hours: what a whole market has in
 * common (its mood), and each factor for itself. Over twelve levels this makes calm and wild
 * stretches at every scale, and the heavy tails.
 */
const moodSpread = (level: number): number => (16 < level ? 0.35 : 13 < level ? 0.2 : 0.32);
const ownSpread = (level: number): number => (13 < level ? 0.14 : 0.36);
const ROOT_SPREAD = 0.45;

/** A cell while a search looks at it: the path at its ends, its beginning in time, its time. */
export interface Cell {
  left: number;
  right: number;
  from: number;
  time: number;
}

/** A page that was computed. */
interface Loaded {
  readonly page: number;
  readonly time: number;
  readonly values: Float64Array;
  readonly times: Float64Array;
}

export interface Mood {
  readonly numbers: CellNumbers;
  readonly roots: NumberRow;
}

export const moodOf = (draws: Draws, name: string): Mood => ({
  numbers: new CellNumbers(draws.stream(`mood ${name}`), CLOCK_BANDS, PAGE_LEVEL + 1),
  roots: new NumberRow(draws.stream(`mood roots ${name}`)),
});

export interface FactorDraws {
  readonly path: Draws;
  readonly clock: Draws;
  readonly jumps: Draws;
  readonly shape: MarketShape;
}

export const factorDraws = (secret: MarketSecret): FactorDraws => ({
  path: new Draws(secret, 'path'),
  clock: new Draws(secret, 'clock'),
  jumps: new Draws(secret, 'jumps'),
  shape: secret.shape,
});

export interface FactorOptions {
  readonly name: string;
  readonly draws: FactorDraws;
  readonly clock: MarketClock;
  /**
   * Standard deviation of the logarithm over a fifth (a seventh for `always`) of the clock's week.
   */
  readonly dailyVolatility: number;
  readonly season: Season;
  readonly mood: Mood;
  /** The index at which path and time are zero. */
  readonly anchor: number;
  /** Before this index, at the start of a page, only every `grid`th is computed; a power of two. */
  readonly fineFrom: number;
  readonly grid: number;
}

/** `reach[level]`: how far a path can leave the ends of a cell, per root of the cell's time. */
const reaches = new WeakMap<Season, Float64Array>();

function reachesOf(season: Season): Float64Array {
  const known = reaches.get(season);
  if (known !== undefined) return known;
  const reach = new Float64Array(ROOT_LEVEL + 1);
  const share = new Float64Array(ROOT_LEVEL + 1).fill(0.5);
  for (let level = PAGE_LEVEL + 1; level <= ROOT_LEVEL; level += 1) {
    const hours = season.largestShare(level);
    const odds =
      (hours / (1 - hours)) *
      ((1 + moodSpread(level)) / (1 - moodSpread(level))) *
      ((1 + ownSpread(level)) / (1 - ownSpread(level)));
    share[level] = odds / (1 + odds);
  }
  for (let top = 1; top <= ROOT_LEVEL; top += 1) {
    // A level adds its displacement times a tent over its cell. Where the tent of a half has its
    // peak, that of the whole is at most the larger share: so a part of what the whole adds counts
    // for the half as well, and the sum of the rest bounds everything.
    let time = 1;
    let above = 0;
    for (let level = top; 0 < level; level -= 1) {
      const displacement = (GAUSS_MAX * Math.sqrt(time)) / 2;
      above = Math.max(0, displacement - above * (1 - share[level]!));
      reach[top]! += above;
      time *= share[level]!;
    }
  }
  reaches.set(season, reach);
  return reach;
}

/**
 * A factor is a Brownian motion in a time of its own: W(T(index)). Both are built by halving cells
 * of 2^level indices. T gives each half a share of the cell's time, by the hour of the day and
 * drawn numbers; the motion in the middle is what Lévy's construction says, the mean of the ends
 * weighted by these shares plus a normal number of the fitting deviation. So any value is reached
 * in a few steps from the ends of a root cell (twelve days), without visiting what lies between;
 * and since the time is drawn apart from the motion, increments are independent of everything
 * before them and symmetric, whatever one knows of the past, of volumes and of volatility.
 */
export class Factor {
  readonly name: string;
  readonly clock: MarketClock;
  readonly jumps: FactorJumps;
  readonly reach: Float64Array;
  /** Time of one index on average: its variance. */
  readonly pace: number;
  /**
   * The path at the indices of the page that was sought last, and the time; before `fineFrom` only
   * at every `grid`th.
   */
  values: Float64Array = new Float64Array(PAGE + 1);
  times: Float64Array = new Float64Array(PAGE + 1);
  /** What `split` found: the path in the middle, and the left half's share of the time. */
  middle = 0;
  share = 0;
  readonly #path: CellNumbers;
  readonly #fine: Stream;
  readonly #own: CellNumbers;
  readonly #mood: Mood;
  readonly #season: Season;
  readonly #rootPath: NumberRow;
  readonly #rootTime: NumberRow;
  /** The path and the time at the ends of root cells, with all jumps before. */
  readonly #rootValues: number[] = [0];
  readonly #rootTimes: number[] = [0];
  readonly #rootSpans: number[] = [];
  /** Unknown until a cell is asked for: most threads open all markets and look at few. */
  #isAnchored = false;
  readonly #anchor: number;
  #zeroValue = 0;
  #zeroTime = 0;
  #page = -1;
  #pageTime = 0;
  /** The page that was sought before: a bar is looked for from both of its ends. */
  #before: Loaded | undefined;
  readonly #grid: number;
  readonly #fineFrom: number;
  // The cells by which the last page was reached, per level.
  readonly #cellOf = new Int32Array(ROOT_LEVEL + 1).fill(-1);
  readonly #cells: readonly Cell[] = Array.from({ length: ROOT_LEVEL + 1 }, () => ({
    left: 0,
    right: 0,
    from: 0,
    time: 0,
  }));

  constructor({ name, draws, clock, dailyVolatility, season, mood, anchor, fineFrom, grid }: FactorOptions) {
    this.name = name;
    this.#fineFrom = fineFrom;
    this.#grid = grid;
    this.clock = clock;
    this.reach = reachesOf(season);
    const daysPerWeek = clock.name === 'always' ? 7 : 5;
    const perDay = clock.weekLength / daysPerWeek;
    this.jumps = new FactorJumps(draws.jumps.stream(name), draws.shape, dailyVolatility);
    this.pace = (dailyVolatility ** 2 - this.jumps.varianceIn(perDay)) / perDay;
    this.#path = new CellNumbers(draws.path.stream(name), PATH_BANDS, FINE_LEVEL + 1);
    this.#fine = draws.path.stream(`fine ${name}`);
    this.#own = new CellNumbers(draws.clock.stream(name), CLOCK_BANDS, PAGE_LEVEL + 1);
    this.#mood = mood;
    this.#season = season;
    this.#rootPath = new NumberRow(draws.path.stream(`roots ${name}`));
    this.#rootTime = new NumberRow(draws.clock.stream(`roots ${name}`));
    this.#anchor = anchor;
  }

  /** Computes the page of an index (not negative, below 2^31). Cheapest in ascending order. */
  seek(index: number): void {
    const page = index >> PAGE_LEVEL;
    if (!this.#recall(page)) this.load(page, this.cellAt(PAGE_LEVEL, page));
  }

  /** The ends and the time of a cell, without jumps inside its root; valid until the next call. */
  cellAt(level: number, cell: number): Cell {
    if (!this.#isAnchored) this.#findZero();
    let from = level;
    while (from < ROOT_LEVEL && this.#cellOf[from] !== cell >> (from - level)) from += 1;
    if (from === ROOT_LEVEL && this.#cellOf[from] !== cell >> (from - level)) {
      const root = cell >> (from - level);
      this.#readRoots(root);
      const target = this.#cells[from]!;
      target.left = this.#rootValues[root]! - this.#zeroValue;
      target.right = target.left + this.#rootSpans[root]!;
      target.from = this.#rootTimes[root]! - this.#zeroTime;
      target.time = this.#rootTimes[root + 1]! - this.#rootTimes[root]! - this.jumps.timePerRoot;
      this.#cellOf[from] = root;
    }
    while (level < from) {
      const whole = this.#cells[from]!;
      this.split(from, this.#cellOf[from]!, whole);
      from -= 1;
      const child = cell >> (from - level);
      this.halve(whole, (child & 1) === 1, this.#cells[from]!);
      this.#cellOf[from] = child;
    }
    return this.#cells[level]!;
  }

  /** Finds the middle of a cell: puts path and share of time into `middle` and `share`. */
  split(level: number, cell: number, { left, right, time }: Cell): void {
    const share = this.#shareOf(level, cell);
    const deviation = Math.sqrt(time * share * (1 - share));
    this.share = share;
    this.middle = left + share * (right - left) + deviation * GAUSS[this.#path.at(level, cell)]!;
  }

  /** One half of the cell that `split` has just looked at. */
  halve(whole: Cell, isRight: boolean, half: Cell): void {
    const span = whole.time * this.share;
    if (isRight) {
      half.right = whole.right;
      half.left = this.middle;
      half.from = whole.from + span;
      half.time = whole.time - span;
    } else {
      half.left = whole.left;
      half.right = this.middle;
      half.from = whole.from;
      half.time = span;
    }
  }

  /** Computes a page from its cell. */
  load(page: number, { left, right, from, time }: Cell): void {
    if (this.#recall(page)) return;
    this.#setAside();
    this.#page = page;
    this.#pageTime = time;
    const { values, times } = this;
    const grid = page * PAGE < this.#fineFrom ? this.#grid : 1;
    values[0] = left;
    values[PAGE] = right;
    const numbers = this.#path.pageOf(LAST_BAND, page >> (LAST_TOP - PAGE_LEVEL));
    for (let size = PAGE, level = PAGE_LEVEL; grid < size && FINE_LEVEL < level; size >>= 1, level -= 1) {
      const depth = LAST_TOP - level;
      const heap = (1 << depth) + ((page << (PAGE_LEVEL - level)) & ((1 << depth) - 1));
      this.#halveAll(size, time, numbers, heap);
    }
    if (grid < 2 ** FINE_LEVEL) {
      const fine = this.#fine.page(0, page);
      for (let size = 2 ** FINE_LEVEL, heap = 0; grid < size; heap += PAGE / size, size >>= 1) {
        this.#halveAll(size, time, fine, heap);
      }
    }
    for (let index = 0; index <= PAGE; index += grid) times[index] = from + (time * index) / PAGE;
    this.#addJumps(page);
  }

  /** Returns to a page that is still there; false: it is to be computed. */
  #recall(page: number): boolean {
    if (page === this.#page) return true;
    const before = this.#before;
    if (before === undefined || before.page !== page) return false;
    this.#before = { page: this.#page, time: this.#pageTime, values: this.values, times: this.times };
    this.#page = page;
    this.#pageTime = before.time;
    this.values = before.values;
    this.times = before.times;
    return true;
  }

  /** Makes room for another page beside the one sought last. */
  #setAside(): void {
    if (this.#page < 0) return;
    const { values, times } = this;
    this.values = this.#before?.values ?? new Float64Array(PAGE + 1);
    this.times = this.#before?.times ?? new Float64Array(PAGE + 1);
    this.#before = { page: this.#page, time: this.#pageTime, values, times };
  }

  /** How fast time runs on the page sought last, in means. */
  liveliness(): number {
    return this.#pageTime / (PAGE * this.pace);
  }

  /** The middles of all cells of one size on the page. */
  #halveAll(size: number, time: number, numbers: Uint16Array, first: number): void {
    const { values } = this;
    const deviation = Math.sqrt((time * size) / PAGE) / 2;
    for (let start = 0, at = first; start < PAGE; start += size, at += 1) {
      values[start + size / 2] = (values[start]! + values[start + size]!) / 2 + deviation * GAUSS[numbers[at]!]!;
    }
  }

  #addJumps(page: number): void {
    const { values, times } = this;
    const start = page * PAGE;
    let size = 0;
    let time = 0;
    let from = 0;
    const add = (to: number): void => {
      if (size !== 0) {
        for (let index = from; index < to; index += 1) {
          values[index]! += size;
          times[index]! += time;
        }
      }
      from = Math.max(from, to);
    };
    for (const jump of this.jumps.of(start >> ROOT_LEVEL)) {
      if (start + PAGE <= jump.index) break;
      add(Math.max(0, jump.index - start));
      size += jump.size;
      time += jump.time;
    }
    add(PAGE);
    times[PAGE]! += time;
  }

  #shareOf(level: number, cell: number): number {
    const half = 2 ** (level - 1);
    const start = cell * 2 * half;
    const middle = this.#season.until(start + half);
    const mood = moodSpread(level) * evenOf(this.#mood.numbers.at(level, cell));
    const own = ownSpread(level) * evenOf(this.#own.at(level, cell));
    const left = (middle - this.#season.until(start)) * (1 + mood) * (1 + own);
    const right = (this.#season.until(start + 2 * half) - middle) * (1 - mood) * (1 - own);
    return left / (left + right);
  }

  #readRoots(root: number): void {
    while (this.#rootSpans.length <= root) {
      const position = this.#rootSpans.length;
      const length = 2 ** ROOT_LEVEL;
      const season = this.#season.until((position + 1) * length) - this.#season.until(position * length);
      const mood = evenOf(this.#mood.roots.at(position));
      const own = evenOf(this.#rootTime.at(position));
      const time = this.pace * season * (1 + ROOT_SPREAD * mood) * (1 + ROOT_SPREAD * own);
      const span = Math.sqrt(time) * GAUSS[this.#rootPath.at(position)]!;
      const jumped = this.jumps.sumOf(position);
      this.#rootSpans.push(span);
      this.#rootValues.push(this.#rootValues[position]! + span + jumped);
      this.#rootTimes.push(this.#rootTimes[position]! + time + this.jumps.timePerRoot);
    }
  }

  #findZero(): void {
    this.#isAnchored = true;
    this.seek(this.#anchor);
    this.#zeroValue = this.values[this.#anchor & (PAGE - 1)]!;
    this.#zeroTime = this.times[this.#anchor & (PAGE - 1)]!;
    this.#page = -1;
    this.#cellOf.fill(-1);
  }
}
