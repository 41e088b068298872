import type { Ratio } from '@glasshouse/rules/corporate-actions';
import type { Pool } from '../../platform/postgres.ts';
import { type Bar, foldBars } from '../candles/candles.ts';
import { INTERVAL_MS, type Interval } from '../candles/intervals.ts';
import { splitBar } from '../candles/split-bar.ts';

/** A split that was carried out: prices before its moment are shown on the basis after it. */
export interface Split extends Ratio {
  /** Epoch ms, a whole minute. */
  readonly at: number;
}

/** Read again after so long. */
const KEPT_MS = 5_000;

/** Splits that were carried out, by instrument. */
export class Splits {
  readonly #pool: Pool;
  readonly #now: () => number;
  #readAt = Number.NEGATIVE_INFINITY;
  #byCode: Promise<ReadonlyMap<string, readonly Split[]>> = Promise.resolve(new Map());

  constructor(pool: Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  async of(code: string): Promise<readonly Split[]> {
    const now = this.#now();
    if (this.#readAt + KEPT_MS <= now) {
      this.#readAt = now;
      this.#byCode = this.#read().catch((error: unknown) => {
        this.#readAt = Number.NEGATIVE_INFINITY;
        throw error;
      });
    }
    return (await this.#byCode).get(code) ?? [];
  }

  async #read(): Promise<ReadonlyMap<string, readonly Split[]>> {
    const { rows } = await this.#pool.query<Split & { readonly code: string }>(
      `select code, numerator, denominator, (extract(epoch from effective_at) * 1000)::bigint as at
         from corporate_actions where kind = 'split' and state = 'applied' order by effective_at`,
    );
    return Map.groupBy(rows, ({ code }) => code);
  }
}

/** The interval that a bar over a split is put together from anew: its moment is a whole minute. */
const PARTS: { readonly [Of in Interval]?: Interval } = {
  '5m': '1m',
  '15m': '1m',
  '30m': '1m',
  '1h': '1m',
  '4h': '1h',
  '1d': '1h',
  '1w': '1d',
  '1M': '1d',
} as { readonly [Of in Interval]?: Interval };

/**
 * Bars on the basis of today: those before a split by its ratio, one that a split falls into from
 * its parts. What is stored, and signed, stays as it was.
 */
export async function onTodaysBasis(
  bars: readonly Bar[],
  series: {
    readonly interval: Interval;
    readonly splits: readonly Split[];
    /** Bars on the basis of today already. */
    readonly partsOf: (interval: Interval, from: number, to: number) => Promise<readonly Bar[]>;
  },
): Promise<Bar[]> {
  const { interval, splits, partsOf } = series;
  if (splits.length === 0) return [...bars];
  const length = INTERVAL_MS[interval];
  return Promise.all(
    bars.map(async (bar) => {
      const end = bar.at + length;
      const parts = PARTS[interval];
      if (parts !== undefined && splits.some(({ at }) => bar.at < at && at < end)) {
        const whole = foldBars(bar.at, await partsOf(parts, bar.at, end));
        if (whole !== undefined) return whole;
      }
      return splits.reduce((shown, split) => (end <= split.at ? splitBar(shown, split) : shown), bar);
    }),
  );
}
