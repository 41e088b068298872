import type { ResultOf } from '@glasshouse/api';
import { DAYS_MAX } from '@glasshouse/api/constants';
import { fetchResult } from '../../api/client.ts';

export type MarketDay = ResultOf<'listMarketDays'>[number];

/** Rows of one list appear together: their days are asked for together. */
const GATHER_MS = 40;
/** A point of the line is half an hour; a new one need not be there at once. */
const FRESH_MS = 300_000;

interface CachedDay {
  readonly day: MarketDay | undefined;
  readonly until: number;
}

interface DayLinesOptions {
  readonly fetch: (codes: readonly string[]) => Promise<readonly MarketDay[]>;
  readonly now: () => number;
}

/**
 * The last 24 hours of the markets on the screen. Whoever shows one watches its code; all codes of
 * a moment are one request, at most once in five minutes each.
 */
export class DayLines {
  readonly #options: DayLinesOptions;
  readonly #known = new Map<string, CachedDay>();
  readonly #watched = new Map<string, Set<() => void>>();
  readonly #wanted = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DayLinesOptions) {
    this.#options = options;
  }

  of(code: string): MarketDay | undefined {
    return this.#known.get(code)?.day;
  }

  watch(code: string, listener: () => void): () => void {
    const listeners = this.#watched.get(code) ?? new Set();
    this.#watched.set(code, listeners.add(listener));
    this.#want(code);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#watched.delete(code);
    };
  }

  #want(code: string): void {
    if (this.#options.now() < (this.#known.get(code)?.until ?? 0)) return;
    this.#wanted.add(code);
    this.#timer ??= setTimeout(() => this.#ask(), GATHER_MS);
  }

  #ask(): void {
    this.#timer = undefined;
    const codes = [...this.#wanted].slice(0, DAYS_MAX);
    for (const code of codes) this.#wanted.delete(code);
    if (0 < this.#wanted.size) this.#timer = setTimeout(() => this.#ask(), GATHER_MS);
    const until = this.#options.now() + FRESH_MS;
    // Nobody asks again meanwhile; without an answer the old line stays, and the next look asks.
    for (const code of codes) this.#known.set(code, { day: this.of(code), until });
    this.#options.fetch(codes).then(
      (days) => {
        for (const day of days) this.#put(day, until);
      },
      () => {
        for (const code of codes) this.#known.set(code, { day: this.of(code), until: 0 });
      },
    );
    setTimeout(() => {
      for (const code of codes) if (this.#watched.has(code)) this.#want(code);
    }, FRESH_MS);
  }

  #put(day: MarketDay, until: number): void {
    this.#known.set(day.code, { day, until });
    for (const listener of [...(this.#watched.get(day.code) ?? [])]) listener();
  }
}

export const dayLines = new DayLines({
  now: () => performance.now(),
  fetch: async (codes) => {
    // The first page comes without it.
    const [{ loadCallTable }] = await Promise.all([import('@glasshouse/client/load-call-table')]);
    await loadCallTable();
    return fetchResult('listMarketDays', { query: { code: [...codes] } });
  },
});
