import { LRUCache } from 'lru-cache';
import { Draws, evenOf, GAUSS, type MarketSecret, type Stream } from '../secret.ts';
import { barPath, drawn, type PathPoint, type Place, pointsOf } from './bar-path.ts';
import type { RecordedBar, Recording } from './recording.ts';
import { Summaries } from './summaries.ts';

/** `recorded`: every loop as it was. Who has the file, or saw a loop before, knows what comes. */
export type ReplayOrder = 'shuffled' | 'recorded';

/** One pass through a recording: what is played in each of its places. */
export interface Loop {
  readonly bars: readonly RecordedBar[];
  readonly summaries: Summaries;
  /** The ticks of one bar. */
  pathOf(place: number): readonly PathPoint[];
}

/** Bars that stay together: so calm and wild hours stay calm and wild. */
const BLOCK = 60;
/** Loops kept in memory, of each recording. */
const KEPT = 3;
/** Moves of a loop are scaled by up to this much. */
const SCALE_SPREAD = 0.15;
/** How far loops may carry a price away from where the recording began, as a logarithm. */
const FAR = Math.log(32);
/** Loops between the anchor and one that is asked for: years at the speed of life. */
const LOOPS_MAX = 20_000;

const BAND = { order: 200_000, scale: 200_001, moves: 200_002, gaps: 200_003 } as const;
const PAGE = 256;
/** Variance of a minute from its range, by Parkinson. */
const PER_SQUARED_RANGE = 1 / (4 * Math.LN2);

/**
 * Makes the loops of a recording. A loop that was played tells nothing of the next: in each, blocks
 * of minutes come in another order and are scaled, and prices move as far as the recording did and
 * where drawn numbers say. So its volatility, its volumes and its hours remain, and no direction:
 * not even whoever has the file can tell where a price goes.
 */
export class Loops {
  readonly #recording: Recording;
  readonly #draws: Draws;
  readonly #ticksPerBar: number;
  readonly #loops = new LRUCache<number, Loop>({ max: KEPT });
  readonly #anchorLoop: number;
  /** Logarithms of the price at which loops begin, over that of the recording. */
  readonly #levels = new Map<number, number>();
  readonly #recorded: Summaries | undefined;
  readonly #startsRun: ReadonlySet<number>;

  constructor(recording: Recording, { secret, order, anchorLoop, ticksPerBar }: LoopsOptions) {
    this.#recording = recording;
    this.#draws = new Draws(secret, 'replay');
    this.#ticksPerBar = ticksPerBar;
    this.#anchorLoop = Math.max(0, anchorLoop);
    this.#levels.set(this.#anchorLoop, 0);
    this.#recorded = order === 'recorded' ? new Summaries(recording.bars) : undefined;
    this.#startsRun = new Set(recording.runs.map(({ first }) => first));
  }

  at(loop: number): Loop {
    const known = this.#loops.get(loop);
    if (known !== undefined) return known;
    const stream = this.#draws.stream(`${this.#recording.code} ${loop}`);
    const made = this.#recorded === undefined ? this.#drawn(loop, stream) : this.#asRecorded(stream, this.#recorded);
    this.#loops.set(loop, made);
    return made;
  }

  #asRecorded(stream: Stream, summaries: Summaries): Loop {
    const { bars } = this.#recording;
    return {
      bars,
      summaries,
      pathOf: (place) => barPath(bars[place]!, this.#ticksPerBar, { stream, place }),
    };
  }

  #drawn(loop: number, stream: Stream): Loop {
    const { bars } = this.#recording;
    const made: RecordedBar[] = [];
    const moves: Move[] = [];
    let level = Math.log(bars[0]!.open) + this.#levelOf(loop);
    this.#eachMove(stream, (move) => {
      const { place, source } = move;
      level += move.gap;
      moves.push({ ...move, gap: level });
      const path = motionOf(move, this.#ticksPerBar, { stream, place });
      let [high, low] = [path[0]!, path[0]!];
      for (const value of path) {
        if (high < value) high = value;
        if (value < low) low = value;
      }
      const bar = bars[source]!;
      const wide = (spread: number): number =>
        spread === 0 ? 0 : Math.max(1, Math.round((spread * Math.exp(level)) / bar.open));
      made.push({
        at: bars[place]!.at,
        open: pointsAt(level + path[0]!),
        high: pointsAt(level + high),
        low: pointsAt(level + low),
        close: pointsAt(level + path.at(-1)!),
        volume: bar.volume,
        spreadOpen: wide(bar.spreadOpen),
        spreadClose: wide(bar.spreadClose),
      });
      level += move.body;
    });
    return {
      bars: made,
      summaries: new Summaries(made),
      pathOf: (place) => {
        const move = moves[place]!;
        const path = motionOf(move, this.#ticksPerBar, { stream, place });
        return pointsOf(
          made[place]!,
          Array.from(path, (value) => pointsAt(move.gap + value)),
          { stream, place },
        );
      },
    };
  }

  /** Loops go on where the one before ended, from the one in which the installation began. */
  #levelOf(loop: number): number {
    const step = loop < this.#anchorLoop ? -1 : 1;
    if (LOOPS_MAX < Math.abs(loop - this.#anchorLoop)) throw new RangeError('a recording was played too often');
    let level = 0;
    for (let at = this.#anchorLoop; at !== loop; at += step) {
      const next = at + step;
      const known = this.#levels.get(next);
      if (known === undefined) {
        const played = step === 1 ? this.#returnOf(at) : -this.#returnOf(next);
        // Far away, a loop begins where the one before began: rare, and never in trading hours.
        level = Math.abs(level + played) < FAR ? level + played : level;
        this.#levels.set(next, level);
      } else level = known;
    }
    return level;
  }

  #returnOf(loop: number): number {
    let sum = 0;
    this.#eachMove(this.#draws.stream(`${this.#recording.code} ${loop}`), ({ gap, body }) => {
      sum += gap + body;
    });
    return sum;
  }

  #eachMove(stream: Stream, visit: (move: Move) => void): void {
    const { bars } = this.#recording;
    const scale = 1 + SCALE_SPREAD * evenOf(stream.page(BAND.scale, 0)[0]!);
    const order = shuffledBlocks(stream, Math.floor(bars.length / BLOCK));
    let numbers = stream.page(BAND.moves, 0);
    let signs = stream.page(BAND.gaps, 0);
    for (let place = 0; place < bars.length; place += 1) {
      if (place % PAGE === 0) {
        numbers = stream.page(BAND.moves, place / PAGE);
        signs = stream.page(BAND.gaps, place / PAGE);
      }
      const block = Math.floor(place / BLOCK);
      const source = (order[block] ?? block) * BLOCK + (place % BLOCK);
      // A night stays where the hours are: its gap belongs to the place.
      const gapped = this.#startsRun.has(place) ? place : this.#startsRun.has(source) ? 0 : source;
      const gap = gapped === 0 ? 0 : scale * Math.log(bars[gapped]!.open / bars[gapped - 1]!.close);
      const { high, low } = bars[source]!;
      const variance = (scale * Math.log(high / low)) ** 2 * PER_SQUARED_RANGE;
      // Half the variance less, so that the mean of the price stays and not of its logarithm.
      const body = Math.sqrt(variance) * GAUSS[numbers[place % PAGE]!]! - variance / 2;
      const isUp = signs[place % PAGE]! % 2 === 0;
      visit({ place, source, gap: (isUp ? gap : -gap) - (gap * gap) / 2, body, variance });
    }
  }
}

/** A bar as logarithms: the gap before it, how far it goes, and its variance. */
interface Move {
  readonly place: number;
  readonly source: number;
  readonly gap: number;
  readonly body: number;
  readonly variance: number;
}

const pointsAt = (logarithm: number): number => Math.max(1, Math.round(Math.exp(logarithm)));

/**
 * A Brownian motion over one bar, given where it ends. The last step leads to the next bar, so
 * there is none of another kind between two bars.
 */
function motionOf({ body, variance }: Move, count: number, place: Place): Float64Array {
  const path = new Float64Array(count);
  const numbers = drawn(place, 0, count);
  const deviation = Math.sqrt(variance / count);
  let reached = 0;
  for (let step = 1; step < count; step += 1) {
    reached += deviation * GAUSS[numbers[step]!]!;
    path[step] = reached;
  }
  const missing = body - reached - deviation * GAUSS[numbers[0]!]!;
  for (let step = 1; step < count; step += 1) path[step]! += (missing * step) / count;
  return path;
}

interface LoopsOptions {
  readonly secret: MarketSecret;
  readonly order: ReplayOrder;
  /** The loop that plays at the secret's anchor. */
  readonly anchorLoop: number;
  readonly ticksPerBar: number;
}

function shuffledBlocks(stream: Stream, count: number): number[] {
  const order = Array.from({ length: count }, (_, block) => block);
  let numbers = stream.page(BAND.order, 0);
  for (let last = count - 1; 0 < last; last -= 1) {
    const position = count - 1 - last;
    if (position % (PAGE / 2) === 0) numbers = stream.page(BAND.order, position / (PAGE / 2));
    const pair = (position % (PAGE / 2)) * 2;
    const drawn = (numbers[pair]! * 65_536 + numbers[pair + 1]!) % (last + 1);
    [order[last], order[drawn]] = [order[drawn]!, order[last]!];
  }
  return order;
}
