import type { Bar } from '../../candles/candles.ts';
import type { MarketSecret } from '../secret.ts';
import type { FeedTick } from '../types.ts';
import { type PathPoint, POINTS_MIN } from './bar-path.ts';
import { Loops, type ReplayOrder } from './loops.ts';
import { BAR_MS, type RecordedBar, type Recording } from './recording.ts';
import { extend, type Summary, summaryOf } from './summaries.ts';
import { ANCHOR_MS, makeTimeline, type Timeline } from './timeline.ts';

/**
 * A recorded bar and where the wall clock plays it. `from` inclusive, `to` exclusive, both epoch
 * ms.
 */
export interface PlayedBar {
  readonly recorded: RecordedBar;
  readonly from: number;
  readonly to: number;
}

/** One recording, played on the wall clock. */
export class ReplayMarket {
  readonly code: string;
  readonly #recording: Recording;
  readonly #timeline: Timeline;
  readonly #ticksPerBar: number;
  readonly #loops: Loops;
  #pathOf = '';
  #path: readonly PathPoint[] = [];

  constructor(
    recording: Recording,
    { speed, tickMs, secret, order }: { speed: number; tickMs: number; secret: MarketSecret; order: ReplayOrder },
  ) {
    const { bars, code } = recording;
    this.code = code;
    this.#recording = recording;
    this.#timeline = makeTimeline({ from: bars[0]!.at, to: bars.at(-1)!.at + BAR_MS, speed });
    this.#ticksPerBar = Math.max(POINTS_MIN, Math.floor(this.#timeline.barMs / tickMs));
    const anchorLoop = this.#timeline.loopAt(secret.anchor);
    this.#loops = new Loops(recording, { secret, order, anchorLoop, ticksPerBar: this.#ticksPerBar });
  }

  /** Adds the ticks in (after, upTo]. */
  collectTicks(after: number, upTo: number, ticks: FeedTick[]): void {
    this.#eachBar(after + 1, upTo + 1, (loop, index) => {
      const path = this.#pathAt(loop, index);
      for (let tick = 0; tick < path.length; tick += 1) {
        const at = this.#tickAt(loop, index, tick);
        if (after < at && at <= upTo) ticks.push(tickOf(this.code, path[tick]!, at));
      }
    });
  }

  /** The bar of the ticks in [from, to). */
  barOf(from: number, to: number): Bar | undefined {
    let sum: Summary | undefined;
    const add = (part: Summary | undefined): void => {
      if (part === undefined) return;
      if (sum === undefined) sum = { ...part };
      else extend(sum, part);
    };
    for (const { loop, first, last } of this.#spans(from, to)) {
      let begin = first;
      let end = last;
      while (begin <= end && this.#tickAt(loop, begin, 0) < from) add(this.#partial(loop, begin++, from, to));
      const partials: number[] = [];
      while (begin <= end && to <= this.#tickAt(loop, end, this.#ticksPerBar - 1)) partials.push(end--);
      if (begin <= end) add(this.#loops.at(loop).summaries.over(begin, end));
      for (const index of partials.reverse()) add(this.#partial(loop, index, from, to));
    }
    return sum === undefined ? undefined : { at: from, ...sum };
  }

  /** Until when the market is open, or undefined while it is closed. */
  sessionEndsAt(at: number): number | undefined {
    const session = this.#runAt(at);
    return session === undefined ? undefined : Math.floor(session.to);
  }

  /**
   * The latest instant before `at` at which a tick may exist, so that a search for bars can leap
   * over closed hours.
   */
  lastOpenBefore(at: number): number | undefined {
    for (let loop = this.#timeline.loopAt(at - 1); 0 <= loop; loop -= 1) {
      const index = this.#indexBefore(this.#timeline.toRecorded(at, loop));
      for (let bar = index; 0 <= bar && index - 2 < bar; bar -= 1) {
        for (let tick = this.#ticksPerBar - 1; 0 <= tick; tick -= 1) {
          const tickAt = this.#tickAt(loop, bar, tick);
          if (tickAt < at) return tickAt;
        }
      }
    }
    return undefined;
  }

  /** The recorded bar that plays at this instant. */
  playedAt(at: number): PlayedBar | undefined {
    const loop = this.#timeline.loopAt(at);
    if (loop < 0) return undefined;
    // Ticks are rounded down to a millisecond, so the instant's bar is the last whose first tick is
    // not after it.
    let index = this.#indexBefore(this.#timeline.toRecorded(at + 1, loop) + 1);
    while (0 <= index && at < this.#tickAt(loop, index, 0)) index -= 1;
    if (index < 0) return undefined;
    const recorded = this.#loops.at(loop).bars[index]!;
    const from = this.#tickAt(loop, index, 0);
    const to = Math.floor(this.#timeline.toWall(recorded.at + BAR_MS, loop));
    return at < to ? { recorded, from, to } : undefined;
  }

  #runAt(at: number): { to: number } | undefined {
    const played = this.playedAt(at);
    const loop = this.#timeline.loopAt(at);
    if (loop < 0) return undefined;
    const { bars, runs } = this.#recording;
    const recorded = played?.recorded.at ?? this.#timeline.toRecorded(at, loop);
    const run = runs.find(({ first, last }) => bars[first]!.at <= recorded && recorded < bars[last]!.at + BAR_MS);
    return run === undefined ? undefined : { to: this.#timeline.toWall(bars[run.last]!.at + BAR_MS, loop) };
  }

  #tickAt(loop: number, index: number, tick: number): number {
    const start = this.#timeline.toWall(this.#recording.bars[index]!.at, loop);
    return Math.floor(start + (tick * this.#timeline.barMs) / this.#ticksPerBar);
  }

  #pathAt(loop: number, index: number): readonly PathPoint[] {
    const name = `${loop}/${index}`;
    if (this.#pathOf !== name) {
      this.#path = this.#loops.at(loop).pathOf(index);
      this.#pathOf = name;
    }
    return this.#path;
  }

  /** Index of the last bar that opens before a recorded instant, or -1. */
  #indexBefore(recorded: number): number {
    const { bars } = this.#recording;
    let low = 0;
    let high = bars.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (bars[middle]!.at < recorded) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Per loop the bars that may have a tick in [from, to), oldest first. */
  *#spans(from: number, to: number): Generator<{ loop: number; first: number; last: number }> {
    if (to <= from || to <= ANCHOR_MS) return;
    const lastLoop = this.#timeline.loopAt(to - 1);
    for (let loop = Math.max(0, this.#timeline.loopAt(from)); loop <= lastLoop; loop += 1) {
      // One bar more at the lower end: the instant may lie inside it.
      const first = Math.max(0, this.#indexBefore(this.#timeline.toRecorded(from, loop)));
      const last = this.#indexBefore(this.#timeline.toRecorded(to + 1, loop));
      if (first <= last) yield { loop, first, last };
    }
  }

  #eachBar(from: number, to: number, visit: (loop: number, index: number) => void): void {
    for (const { loop, first, last } of this.#spans(from, to)) {
      for (let index = first; index <= last; index += 1) visit(loop, index);
    }
  }

  #partial(loop: number, index: number, from: number, to: number): Summary | undefined {
    const inside = this.#pathAt(loop, index).filter((_, tick) => {
      const at = this.#tickAt(loop, index, tick);
      return from <= at && at < to;
    });
    return summaryOf(inside.map(({ mid, volume }) => ({ open: mid, high: mid, low: mid, close: mid, volume })));
  }
}

function tickOf(code: string, { mid, spread, volume }: PathPoint, at: number): FeedTick {
  const bid = Math.max(1, mid - Math.floor(spread / 2));
  return { code, bid, ask: mid + Math.ceil(spread / 2), mid, volume, at };
}
