import type { Bar } from '../../candles/candles.ts';
import type { Interval } from '../../candles/intervals.ts';
import { barStart, INTERVAL_MS } from '../../candles/intervals.ts';
import { DAY_BARS_MAX, RECENT_MINUTES_MAX, type RecentBars } from '../../candles/recent-bars.ts';
import type { LiveSource } from './source.ts';

/** Bars kept of each interval when a market is new here. */
export const BARS_MAX = 500;
/**
 * What pages show first comes first: changes of the day and sparklines, then charts from the usual
 * to the rare.
 */
const ORDER: readonly (readonly Interval[])[] = [['5m', '1m'], ['1h', '1d'], ['15m'], ['30m'], ['4h'], ['1w']];
const AT_ONCE = 0;
/** A source needs a moment to close a bar, and so does the tape. */
const CLOSED_AFTER_MS = 20_000;
/** Pause before a source that refused is asked again. */
const REFUSED_PAUSE_MS = 5_000;
const ATTEMPTS_MAX = 3;
/** The bar that was open and the one before it. */
const CLOSING_BARS = 2;

/** A time in which this process did not see the market. */
export interface Unwatched {
  readonly from: number;
  readonly to: number;
}

export interface BackfillStore {
  /** Whether every bar of the interval with `from <= at < to` is stored. */
  isComplete(query: { code: string; interval: Interval; from: number; to: number }): Promise<boolean>;
  /** Adds bars that are missing; replaces those that reach into the unwatched time. */
  write(code: string, interval: Interval, bars: readonly Bar[], unwatched: Unwatched): Promise<void>;
  read(query: { code: string; interval: Interval; limit: number }): Promise<readonly Bar[]>;
}

interface Pass {
  readonly intervals: readonly Interval[];
  readonly limit: number;
  readonly dueAt: number;
  readonly unwatched: Unwatched;
}

export interface BackfillOptions {
  readonly sources: readonly LiveSource[];
  readonly codes: readonly string[];
  readonly store: BackfillStore;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** The day of an instrument is known now, as far as its sources tell. */
  readonly onRecentBars: (code: string, bars: RecentBars) => void;
  readonly onFailure: (reason: string) => void;
}

/**
 * Fills in from the sources what the tape did not see: the time before the first start, and
 * outages. One request after the other, with the source's pause between them. Bars that were open
 * at the end of an outage are fetched once more when they have closed.
 */
export class Backfill {
  readonly #options: BackfillOptions;
  #passes: Pass[] = [];
  #stopped = false;
  #running: Promise<void> | undefined;

  constructor(options: BackfillOptions) {
    this.#options = options;
  }

  /**
   * The market was not seen during this time. Pending work of an earlier outage is merged with it,
   * so that a flapping source does not pile up work.
   */
  missed(missed: Unwatched): void {
    const waiting = this.#passes.filter(({ dueAt }) => dueAt === AT_ONCE);
    const closing = this.#passes.filter(({ dueAt }) => dueAt !== AT_ONCE);
    const unwatched = { from: Math.min(missed.from, ...waiting.map((pass) => pass.unwatched.from)), to: missed.to };
    this.#passes = ORDER.map((intervals) => ({ intervals, limit: BARS_MAX, dueAt: AT_ONCE, unwatched }));
    for (const interval of ORDER.flat()) {
      const dueAt = barStart(interval, missed.to - 1) + INTERVAL_MS[interval] + CLOSED_AFTER_MS;
      const same = closing.findIndex((pass) => pass.dueAt === dueAt && pass.intervals.includes(interval));
      const [before] = same === -1 ? [] : closing.splice(same, 1);
      const from = Math.min(unwatched.from, before?.unwatched.from ?? unwatched.from);
      closing.push({ intervals: [interval], limit: CLOSING_BARS, dueAt, unwatched: { from, to: missed.to } });
    }
    this.#passes.push(...closing);
  }

  /** Works through what is due. Safe to call at any time, also while it runs. */
  work(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #work(): Promise<void> {
    const { sources, codes, now } = this.#options;
    // Nothing can be fetched until a source has loaded its markets.
    if (!codes.some((code) => sources.some((source) => source.lists(code)))) return;
    for (;;) {
      const due = this.#passes.findIndex(({ dueAt }) => dueAt <= now());
      const [pass] = due === -1 ? [] : this.#passes.splice(due, 1);
      if (pass === undefined) return;
      for (const code of codes) {
        if (this.#stopped) return;
        await this.#fillAll(code, pass);
      }
    }
  }

  async #fillAll(code: string, pass: Pass): Promise<void> {
    const { pause, onFailure } = this.#options;
    for (let attempt = 0; attempt < ATTEMPTS_MAX && !this.#stopped; attempt += 1) {
      try {
        for (const interval of pass.intervals) await this.#fill(code, interval, pass);
        if (pass.limit === BARS_MAX && pass.intervals.includes('1m')) await this.#reportRecentBars(code);
        return;
      } catch (error) {
        onFailure(error instanceof Error ? error.message : String(error));
        await pause(REFUSED_PAUSE_MS);
      }
    }
  }

  async #fill(code: string, interval: Interval, { limit, unwatched }: Pass): Promise<void> {
    const { sources, store, now, pause } = this.#options;
    const length = INTERVAL_MS[interval];
    const to = barStart(interval, now() - CLOSED_AFTER_MS);
    const from = to - limit * length;
    // Stored bars that reach into the unwatched time may be incomplete; those before it are
    // complete.
    const partial = Math.max(from, Math.min(to, barStart(interval, unwatched.from)));
    const isComplete = await store.isComplete({ code, interval, from, to: partial });
    const needed = isComplete ? (to - partial) / length : limit;
    if (0 < needed) {
      const source = sources.find((candidate) => candidate.lists(code));
      if (source === undefined) return;
      const bars = await source.bars({ code, interval, limit: needed + 1 });
      await pause(source.barsPauseMs);
      const closed = (bars ?? []).filter(({ at }) => at < to).slice(-needed);
      if (0 < closed.length) await store.write(code, interval, closed, unwatched);
    }
  }

  async #reportRecentBars(code: string): Promise<void> {
    const { store, onRecentBars } = this.#options;
    const fives = await store.read({ code, interval: '5m', limit: DAY_BARS_MAX });
    const minutes = await store.read({ code, interval: '1m', limit: RECENT_MINUTES_MAX });
    if (0 < fives.length || 0 < minutes.length) onRecentBars(code, { fives, minutes });
  }
}
