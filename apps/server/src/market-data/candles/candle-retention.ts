import { startJob } from '../../platform/job.ts';
import type { Pool } from '../../platform/postgres.ts';

const DAY_MS = 86_400_000;
/**
 * One-minute bars are three quarters of all stored bars; after this time the longer bars cover
 * them. Also what releases did that had no setting for it.
 */
export const MINUTE_CANDLE_DAYS = 30;
/** A live source that returns is compared with the minutes of seven days (`backfill-store.ts`). */
export const MINUTE_CANDLE_DAYS_MIN = 8;
/** Minutes of one instrument that one statement spans, and so the most bars that it drops. */
const MINUTES_AT_ONCE = 5_000;
/** Statements of one run: ten million bars at most. What is left waits for the next one. */
const STATEMENTS_MAX = 2_000;
const EVERY_MS = 3_600_000;
/** More instruments than any catalogue has. */
const CODES_MAX = 10_000;

export interface RetentionDeps {
  readonly pool: Pool;
  readonly now: () => number;
  /** `MINUTE_CANDLE_DAYS_MIN` at least. */
  readonly days: number;
}

export interface RetentionBounds {
  readonly minutesAtOnce?: number;
  readonly statementsMax?: number;
  readonly isStopping?: () => boolean;
}

/**
 * Drops stored one-minute bars that are older than they are kept
 * (docs/decisions/data-retention.md), in many small statements so that nothing waits for it.
 * Returns how many there were.
 */
export async function dropOldMinutes(
  { pool, now, days }: RetentionDeps,
  bounds: RetentionBounds = {},
): Promise<number> {
  const { minutesAtOnce = MINUTES_AT_ONCE, statementsMax = STATEMENTS_MAX, isStopping = () => false } = bounds;
  const before = now() - days * DAY_MS;
  let dropped = 0;
  let statements = 0;
  const codes = await dueCodes(pool, before);
  // Before the first one is gone, so that nobody looks for it.
  if (0 < codes.length) await recordDropped(pool, before);
  for (const code of codes) {
    for (let last = -1; last !== 0 && statements < statementsMax && !isStopping(); statements += 1) {
      last = await dropOldest(pool, { code, before, spanMs: minutesAtOnce * 60_000 });
      dropped += last;
    }
  }
  return dropped;
}

/**
 * One-minute bars from before this time may have been dropped. A later setting that keeps more of
 * them does not bring them back, so the time never goes back.
 */
export async function minutesKeptFrom(reader: Pick<Pool, 'query'>, now: number): Promise<number> {
  const { rows } = await reader.query<{ dropped_to: number }>('select dropped_to from dropped_minutes');
  return rows[0]?.dropped_to ?? now - MINUTE_CANDLE_DAYS * DAY_MS;
}

const recordDropped = (pool: Pool, before: number) =>
  pool.query(
    `insert into dropped_minutes (dropped_to) values ($1)
     on conflict (one) do update set dropped_to = greatest(dropped_minutes.dropped_to, excluded.dropped_to)`,
    [before],
  );

/**
 * Codes with minutes that are too old, in order, so that a run that finds nothing due is this one
 * statement. Steps in the index from one code to the next, and to the oldest minute of each,
 * instead of reading every bar.
 */
async function dueCodes(pool: Pool, before: number): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>(
    `with recursive stored (code) as (
       (select code from candles order by code limit 1)
       union all
       select (select next.code from candles next where next.code > stored.code order by next.code limit 1)
         from stored where stored.code is not null)
     select code from stored
       where (select min(oldest.at) from candles oldest where oldest.code = stored.code and oldest.minutes = 1) < $1
       limit ${CODES_MAX}`,
    [before],
  );
  return rows.map(({ code }) => code);
}

/**
 * The oldest span of an instrument's minutes, as far as it is too old. Begins with a stored bar, so
 * it is empty only when none is left.
 */
async function dropOldest(pool: Pool, range: { code: string; before: number; spanMs: number }): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from candles where code = $1 and minutes = 1 and at < least($2::bigint,
       (select min(at) from candles where code = $1 and minutes = 1) + $3::bigint)`,
    [range.code, range.before, range.spanMs],
  );
  return rowCount ?? 0;
}

/** Returns a function that stops it. */
export const startCandleRetention = (deps: RetentionDeps, onFailure: (error: Error) => void): (() => Promise<void>) =>
  startJob({ work: (isStopping) => dropOldMinutes(deps, { isStopping }), everyMs: EVERY_MS, onFailure });
