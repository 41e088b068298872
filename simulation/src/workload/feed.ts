import type { Random } from '../random.ts';
import { LATE_MAX_MS } from '../schedule.ts';
import { GAP_LIMITS_MS, type SimInstrument } from './scenario.ts';

export interface FeedPrice {
  readonly code: string;
  readonly mid: number;
  readonly spread: number;
  readonly at: number;
}

interface Source {
  readonly instrument: SimInstrument;
  mid: number;
  /** No tick before this time. */
  silentUntil: number;
  lastAt: number;
}

/** Where a price leaps to, in what it began with. */
const LEAPS: readonly number[] = [0.5, 0.7, 1, 1.4, 2];

/** Random walks with silences just below, exactly at and above each instrument's gap limit. */
export class SimFeed {
  readonly #random: Random;
  readonly #sources: readonly Source[];
  readonly #gridMs: number;

  constructor(options: { instruments: readonly SimInstrument[]; random: Random; gridMs: number }) {
    this.#random = options.random;
    this.#gridMs = options.gridMs;
    this.#sources = options.instruments.map((instrument) => ({
      instrument,
      mid: instrument.startPoints,
      silentUntil: 0,
      lastAt: 0,
    }));
  }

  /** Latest price of a code in points. */
  midOf(code: string): number {
    return this.#sources.find(({ instrument }) => instrument.code === code)?.mid ?? 1;
  }

  /**
   * New prices at `now`, some slightly late, ordered per code. `chance`: probability of a price per
   * instrument.
   */
  take(now: number, chance: number): FeedPrice[] {
    const random = this.#random;
    const prices: FeedPrice[] = [];
    for (const source of this.#sources) {
      if (now < source.silentUntil || !random.chance(chance)) continue;
      const count = random.chance(0.1) ? 2 : 1;
      for (let index = 0; index < count; index += 1) prices.push(this.#next(source, now));
    }
    return prices;
  }

  #next(source: Source, now: number): FeedPrice {
    const random = this.#random;
    const { instrument } = source;
    if (instrument.leaps !== undefined && random.chance(instrument.leaps)) {
      source.mid = Math.round(instrument.startPoints * random.pick(LEAPS));
    } else if (!random.chance(instrument.flat)) {
      const step = random.int(1, Math.max(1, Math.floor(instrument.startPoints / 500)));
      const width = random.chance(instrument.jumps) ? step * 50 : step;
      source.mid = Math.max(10, source.mid + (random.chance(0.5) ? width : -width));
    }
    const lateMs = random.chance(0.1) ? Math.min(this.#gridMs * 4, LATE_MAX_MS) : 0;
    const at = Math.max(source.lastAt, now - lateMs);
    source.lastAt = at;
    if (random.chance(instrument.silence)) {
      const limit = random.chance(0.7) ? instrument.gapLimitMs : random.pick(GAP_LIMITS_MS);
      const pause = random.pick([limit - this.#gridMs, limit, limit, limit + this.#gridMs, limit + 1, limit * 2]);
      source.silentUntil = at + pause;
    }
    return { code: instrument.code, mid: source.mid, spread: random.int(0, 3), at };
  }
}
