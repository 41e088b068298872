import { LRUCache } from 'lru-cache';
import type { Pool } from '../../platform/postgres.ts';
import type { Bar } from '../candles/candles.ts';
import { foldBars } from '../candles/candles.ts';
import { mergeBars, storedBars, storedRunningBar } from '../candles/candles-store.ts';
import type { Interval } from '../candles/intervals.ts';
import { barStart, INTERVAL_MS } from '../candles/intervals.ts';
import type { Feed } from '../feeds/types.ts';
import { JournalMinutes } from './journal-minutes.ts';
import { onTodaysBasis, Splits } from './split-bars.ts';
import { Watched } from './watched.ts';

/** Bars per chunk of the cache. */
const CHUNK_BARS = 512;
/**
 * 2,000 chunks of 512 bars of six numbers are about 100 MB at most, and far less for markets that
 * sleep.
 */
const CHUNKS_KEPT_MAX = 2_000;
/** The most chunks that one query reads: 22 days of minutes, many years of hours. */
const CHUNKS_PER_QUERY_MAX = 64;
/** A bar is stored within a few seconds of its end; until then the source's own is used. */
const SETTLE_MS = 15_000;
/** Nothing is older. */
const YEARS_MAX_MS = 30 * 366 * 24 * 3_600_000;

export interface CandleQuery {
  readonly code: string;
  readonly interval: Interval;
  /** Opening times, epoch ms: `from <= at < to`. */
  readonly from: number;
  readonly to: number;
  /** Of more bars, the newest. */
  readonly limit: number;
  /** Time of the last published tick: nothing later is shown. */
  readonly asOf: number;
}

/**
 * Candles of the past: bars that the tape stored, and the source's own where the tape was not
 * there. A bar that is not stored yet is the sum of what is stored and of the last minutes in the
 * journal, up to the last published tick: what the source said and the tape refused is in neither.
 * Only one that began before the tape was there is the source's.
 */
export class HistorySource {
  readonly #pool: Pool;
  readonly #feeds: readonly Feed[];
  readonly #now: () => number;
  readonly #chunks = new LRUCache<string, readonly Bar[]>({ max: CHUNKS_KEPT_MAX });
  readonly #journal: JournalMinutes;
  readonly #watched: Watched;
  readonly #splits: Splits;
  readonly #loading = new Map<string, Promise<readonly Bar[]>>();

  constructor(pool: Pool, feeds: readonly Feed[], now: () => number) {
    this.#pool = pool;
    this.#feeds = feeds;
    this.#now = now;
    this.#journal = new JournalMinutes(pool, now);
    this.#watched = new Watched(pool, now);
    this.#splits = new Splits(pool, now);
  }

  /** On the basis of today: prices before a split are shown as after it. */
  async candles(query: CandleQuery): Promise<Bar[]> {
    const [bars, all] = await Promise.all([this.#stored(query), this.#splits.of(query.code)]);
    const splits = all.filter(({ at }) => at <= query.asOf);
    return onTodaysBasis(bars, {
      interval: query.interval,
      splits,
      partsOf: (interval, from, to) =>
        this.candles({ ...query, interval, from, to, limit: Math.ceil((to - from) / INTERVAL_MS[interval]) + 1 }),
    });
  }

  /** As the tape and the source have them. */
  async #stored(query: CandleQuery): Promise<Bar[]> {
    const { code, interval, limit } = query;
    const feed = this.#feeds.find((candidate) => candidate.codes.has(code));
    const asOf = Math.min(query.asOf, this.#now());
    const length = INTERVAL_MS[interval];
    const open = barStart(interval, asOf);
    const to = Math.min(query.to, open + length);
    const from = Math.max(query.from, to - YEARS_MAX_MS);
    // Bars before this time are stored and final: they come in cacheable chunks.
    const settled = Math.min(barStart(interval, this.#now() - SETTLE_MS), open);

    const tail = settled < to ? await this.#tail(feed, { ...query, from: Math.max(from, settled), to, asOf }) : [];
    const parts: (readonly Bar[])[] = [tail];
    let count = tail.length;
    const span = CHUNK_BARS * length;
    // Chunks are counted from a bar's beginning: weeks do not begin where the epoch does.
    const origin = barStart(interval, 0);
    let start = origin + Math.floor((Math.min(to, settled) - 1 - origin) / span) * span;
    for (let looked = 0; looked < CHUNKS_PER_QUERY_MAX && count < limit; looked += 1) {
      if (Math.min(to, settled) <= from || start + span <= from) break;
      const chunk = await this.#chunk(feed, { code, interval, start, settled });
      const bars = chunk.filter(({ at }) => from <= at && at < to && at < settled);
      parts.push(bars);
      count += bars.length;
      start -= span;
    }
    return parts.reverse().flat().slice(-limit);
  }

  /** The chunk that starts at `start`, as far as it is settled. */
  async #chunk(
    feed: Feed | undefined,
    { code, interval, start, settled }: { code: string; interval: Interval; start: number; settled: number },
  ): Promise<readonly Bar[]> {
    const end = Math.min(start + CHUNK_BARS * INTERVAL_MS[interval], settled);
    const key = `${code} ${interval} ${start} ${end}`;
    const cached = this.#chunks.get(key) ?? this.#loading.get(key);
    if (cached !== undefined) return cached;
    const load = async (): Promise<readonly Bar[]> => {
      const stored = await storedBars(this.#pool, code, interval, { from: start, to: end });
      if (stored.length === (end - start) / INTERVAL_MS[interval]) {
        // Every bar was stored: the source has nothing to add, and computing its bars takes far
        // longer than reading a table.
        this.#chunks.set(key, stored);
        return stored;
      }
      const past = feed?.bars(code, interval, { from: start, to: end, limit: CHUNK_BARS, asOf: end }) ?? [];
      const known = new Set(stored.map(({ at }) => at));
      const missing = past.filter(({ at }) => !known.has(at));
      const bars = mergeBars(stored, await this.#watched.withoutRefused(code, interval, missing));
      // What a live source lacks now may be filled in from its past later.
      if (feed?.keepsPast !== false) this.#chunks.set(key, bars);
      return bars;
    };
    const loading = load().finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  /** The bars that are not settled yet, the open one included. */
  async #tail(feed: Feed | undefined, { code, interval, from, to, asOf }: CandleQuery): Promise<Bar[]> {
    const watchedFrom = await this.#watched.from();
    const unseen = { from, to: Math.min(to, watchedFrom), limit: CHUNK_BARS, asOf };
    const past = unseen.from < unseen.to ? (feed?.bars(code, interval, unseen) ?? []) : [];
    const own = await this.#ownTail({
      code,
      interval,
      from: 0 < past.length ? Math.max(from, watchedFrom) : from,
      to,
      asOf,
    });
    return [...past, ...own];
  }

  /** What is on the tape of these bars. */
  async #ownTail({ code, interval, from, to, asOf }: Omit<CandleQuery, 'limit'>): Promise<Bar[]> {
    if (to <= from) return [];
    const stored = await storedBars(this.#pool, code, interval, { from, to });
    const minutes = await this.#minutesNotStored(code, asOf);
    const built: Bar[] = [];
    for (let at = barStart(interval, from); at < to; at += INTERVAL_MS[interval]) {
      const last = Math.min(asOf, at + INTERVAL_MS[interval] - 1);
      if (at < from || asOf < at || stored.some((bar) => bar.at === at)) continue;
      const sum = await storedRunningBar(this.#pool, code, interval, last);
      const since = minutes.filter((minute) => at <= minute.at && minute.at <= last);
      const bar = foldBars(at, sum === undefined ? since : [sum, ...since]);
      if (bar !== undefined) built.push(bar);
    }
    return mergeBars(stored, built);
  }

  /** Minutes of the journal that the tape has not stored as candles yet. */
  async #minutesNotStored(code: string, asOf: number): Promise<readonly Bar[]> {
    const minutes = await this.#journal.bars(code, asOf);
    const from = minutes[0]?.at;
    if (from === undefined) return [];
    const stored = new Set((await storedBars(this.#pool, code, '1m', { from, to: asOf + 1 })).map(({ at }) => at));
    return minutes.filter(({ at }) => !stored.has(at));
  }
}
