import { startJob } from '../../platform/job.ts';
import type { Pool } from '../../platform/postgres.ts';
import { GuestSweep } from './sweep-guests.ts';

const DAY_MS = 86_400_000;
/** Ended sessions tell a reviewer of a withdrawal which devices a person used. */
const SESSIONS_KEPT_MS = 90 * DAY_MS;
/** Far longer than a code is valid or another one waits for it. */
const CODES_KEPT_MS = DAY_MS;
const SWEEP_EVERY_MS = 3_600_000;
/** Rows of one statement: nothing waits long for it. */
const ROWS_AT_ONCE = 5_000;
/** Statements of one run for each table; the next run goes on. */
const STATEMENTS_MAX = 200;

const SWEPT = [
  { table: 'sessions', keptMs: SESSIONS_KEPT_MS },
  { table: 'verification_codes', keptMs: CODES_KEPT_MS },
  { table: 'sign_in_flows', keptMs: 0 },
] as const;

/**
 * Deletes sessions and codes that ran out long ago: everybody can make them, and nobody would ever
 * take them away. Returns how many rows went.
 */
export async function sweepAuth(pool: Pool, now: number, atOnce = ROWS_AT_ONCE): Promise<number> {
  let swept = 0;
  for (const { table, keptMs } of SWEPT) {
    for (let statement = 0; statement < STATEMENTS_MAX; statement += 1) {
      const { rowCount } = await pool.query(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where expires_at < $1 order by expires_at limit $2))`,
        [new Date(now - keptMs), atOnce],
      );
      swept += rowCount ?? 0;
      if ((rowCount ?? 0) < atOnce) break;
    }
  }
  return swept;
}

/** Returns a function that stops it. */
export const startAuthSweep = (
  pool: Pool,
  now: () => number,
  onFailure: (error: Error) => void,
): (() => Promise<void>) => {
  const guests = new GuestSweep(pool);
  return startJob({
    work: async () => {
      await sweepAuth(pool, now());
      await guests.run(now());
    },
    everyMs: SWEEP_EVERY_MS,
    onFailure,
  });
};
