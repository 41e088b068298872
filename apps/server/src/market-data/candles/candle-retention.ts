import { startJob } from '../../platform/job.ts';
import type { Pool } from '../../platform/postgres.ts';

/**
 * One-minute bars are three quarters of all stored bars; after this time the longer bars cover
 * them.
 */
export const MINUTE_CANDLES_KEPT_MS = 30 * 86_400_000;
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
export async function dropOldMinutes({ pool, now }: RetentionDeps, bounds: RetentionBounds = {}): Promise<number> {
  const { minutesAtOnce = MINUTES_AT_ONCE, statementsMax = STATEMENTS_MAX, isStopping = () => false } = bounds;
  const before = now() - MINUTE_CANDLES_KEPT_MS;
  let dropped = 0;
  let statements = 0;
  for (const code of await dueCodes(pool, before)) {
    for (let last = -1; last !== 0 && statements < statementsMax && !isStopping(); statements += 1) {
      last = await dropOldest(pool, { code, before, spanMs: minutesAtOnce * 60_000 });
      dropped += last;
    }
  }
  return dropped;
}

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
async function dropOldest(pool: Pool, of: { code: string; before: number; spanMs: number }): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from candles where code = $1 and minutes = 1 and at < least($2::bigint,
       (select min(at) from candles where code = $1 and minutes = 1) + $3::bigint)`,
    [of.code, of.before, of.spanMs],
  );
  return rowCount ?? 0;
}

/** Returns a function that stops it. */
export const startCandleRetention = (deps: RetentionDeps, onFailure: (error: Error) => void): (() => Promise<void>) =>
  startJob({ work: (isStopping) => dropOldMinutes(deps, { isStopping }), everyMs: EVERY_MS, onFailure });
