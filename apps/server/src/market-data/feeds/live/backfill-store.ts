import { plainArray } from '../../../kernel/core/sql-arrays.ts';
import type { Pool } from '../../../platform/postgres.ts';
import { minutesOf } from '../../candles/candles.ts';
import { storedBars } from '../../candles/candles-store.ts';
import { INTERVAL_MS } from '../../candles/intervals.ts';
import type { BackfillStore } from './backfill.ts';

/** How far back the newest bars are searched for: a long weekend of minutes. */
const SEARCH_BARS_MAX = 7 * 1440;

/** Bars of the past beside those that the tape writes itself. */
export function createBackfillStore(pool: Pool, now: () => number): BackfillStore {
  return {
    async isComplete({ code, interval, from, to }) {
      const { rows } = await pool.query<{ count: number }>(
        'select count(*) as count from candles where code = $1 and minutes = $2 and at >= $3 and at < $4',
        [code, minutesOf(interval), from, to],
      );
      return rows[0]?.count === (to - from) / INTERVAL_MS[interval];
    },

    async write(code, interval, bars, unwatched) {
      await pool.query(
        `insert into candles (code, minutes, at, open, high, low, close, volume)
         select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::numeric[])
         on conflict (code, minutes, at) do update set open = excluded.open, high = excluded.high, low = excluded.low,
           close = excluded.close, volume = excluded.volume
         where $9 < candles.at + $11::bigint and candles.at < $10`,
        [
          code,
          minutesOf(interval),
          ...(['at', 'open', 'high', 'low', 'close', 'volume'] as const).map((key) =>
            plainArray(bars.map((bar) => bar[key])),
          ),
          unwatched.from,
          unwatched.to,
          INTERVAL_MS[interval],
        ],
      );
    },

    async read({ code, interval, limit }) {
      const to = now();
      const bars = await storedBars(pool, code, interval, { from: to - SEARCH_BARS_MAX * INTERVAL_MS[interval], to });
      return bars.slice(-limit);
    },
  };
}

/**
 * The end of the last minute that the tape has closed: between then and this start the market went
 * unwatched. 0 for an empty tape.
 */
export async function watchedUntil(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ at: number | null }>('select max(minute_at) as at from tape_minutes');
  const last = rows[0]?.at ?? null;
  return last === null ? 0 : last + INTERVAL_MS['1m'];
}
