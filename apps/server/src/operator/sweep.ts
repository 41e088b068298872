import { startJob } from '../platform/job.ts';
import type { Pool } from '../platform/postgres.ts';
import { OPERATOR_SESSION_MS } from './sessions.ts';

const DAY_MS = 24 * 3_600_000;
/** Long enough to look into an incident; what was done in a session is in the log for ever. */
const KEPT_MS = 30 * DAY_MS;
const SWEEP_EVERY_MS = 3_600_000;

/** Deletes sessions and links that ended a month ago, and claims that have run out. */
export async function sweepOperators(pool: Pool, now: number): Promise<void> {
  const before = new Date(now - KEPT_MS);
  await pool.query('delete from operator_sessions where ended_at < $1 or created_at < $2', [
    before,
    new Date(now - KEPT_MS - OPERATOR_SESSION_MS),
  ]);
  // An approval makes a link only until its own link would expire, so none comes back.
  await pool.query('delete from operator_links where expires_at < $1', [before]);
  await pool.query('delete from operator_claims where until <= $1', [new Date(now)]);
}

/** Returns a function that stops it. */
export const startSweepingOperators = (
  pool: Pool,
  now: () => number,
  onFailure: (error: Error) => void,
): (() => Promise<void>) => startJob({ work: () => sweepOperators(pool, now()), everyMs: SWEEP_EVERY_MS, onFailure });
