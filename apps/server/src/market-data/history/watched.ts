import type { Pool } from '../../platform/postgres.ts';
import { minutesKeptFrom } from '../candles/candle-retention.ts';
import { type Bar, minutesOf } from '../candles/candles.ts';
import { barStart, INTERVAL_MS, type Interval } from '../candles/intervals.ts';

const MINUTE_MS = INTERVAL_MS['1m'];
const READ_EVERY_MS = 10_000;
/** A minute is stored within seconds of its end; behind this the tape stands still. */
const BEHIND_MAX_MS = 3 * MINUTE_MS;

/** When the tape was there, by the minutes that it signed. */
export class Watched {
  readonly #pool: Pool;
  readonly #now: () => number;
  #from = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(pool: Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /**
   * The minute since which none was missed, looked for since Monday; infinite while none is
   * written. Bars that begin later hold what is on the tape, and nothing else.
   */
  async from(): Promise<number> {
    const now = this.#now();
    if (now - this.#readAt < READ_EVERY_MS) return this.#from;
    this.#readAt = now;
    const { rows } = await this.#pool.query<{ since: number | null; last: number | null }>({
      name: 'tape-watched',
      text: `select max(minute_at) filter (where before is distinct from minute_at - ${MINUTE_MS}) as since,
                    max(minute_at) as last
               from (select minute_at, lag(minute_at) over (order by minute_at) as before
                       from tape_minutes where minute_at >= $1) as minutes`,
      values: [Math.min(barStart('1w', now), now - BEHIND_MAX_MS)],
    });
    const { since = null, last = null } = rows[0] ?? {};
    const isBehind = last === null || last < now - BEHIND_MAX_MS;
    this.#from = since === null || isBehind ? Number.POSITIVE_INFINITY : since;
    return this.#from;
  }

  /**
   * Of a source's own bars those that the tape does not contradict: where it was there all along
   * and has nothing of an instrument that it knew before, every price of that time was refused.
   * Minutes that are no longer kept are the source's.
   */
  async withoutRefused(code: string, interval: Interval, bars: readonly Bar[]): Promise<readonly Bar[]> {
    if (bars.length === 0) return bars;
    const keptFrom = interval === '1m' ? await minutesKeptFrom(this.#pool, this.#now()) : 0;
    const { rows } = await this.#pool.query<{ at: number }>({
      name: 'tape-refused',
      text: `select wanted.at from unnest($3::bigint[]) as wanted(at)
              where wanted.at > (select min(at) from candles where code = $1 and minutes = $2)
                and (select count(*) from tape_minutes
                      where minute_at >= wanted.at and minute_at < wanted.at + $2::bigint * ${MINUTE_MS}) = $2`,
      values: [code, minutesOf(interval), bars.map(({ at }) => at).filter((at) => keptFrom <= at)],
    });
    const refused = new Set(rows.map(({ at }) => at));
    return refused.size === 0 ? bars : bars.filter(({ at }) => !refused.has(at));
  }
}
