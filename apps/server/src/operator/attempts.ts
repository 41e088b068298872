import type { Pool } from '../platform/postgres.ts';

const FAILURES_MAX = 5;
const LOCK_FIRST_MINUTES = 5;
const LOCK_MAX_MINUTES = 6 * 60;
const FORGET_MS = 24 * 3_600_000;

/**
 * Counts a try before it is looked at, by name, whether or not anybody has it: what is locked tells
 * nothing. Seconds to wait, 0 to go ahead.
 */
export async function countAttempt(pool: Pool, name: string, now: number): Promise<number> {
  await pool.query('delete from operator_attempts where at < $1 and coalesce(locked_until, at) < $2', [
    new Date(now - FORGET_MS),
    new Date(now),
  ]);
  const { rows } = await pool.query<{ failures: number }>(
    `insert into operator_attempts as known (name, failures, at) values ($1, 1, $2)
     on conflict (name) do update set failures = known.failures + 1, at = $2, locked_until = case
         when (known.failures + 1) % ${FAILURES_MAX} = 0 then $2::timestamptz + interval '1 minute' * least(
           ${LOCK_MAX_MINUTES}, ${LOCK_FIRST_MINUTES} * power(3, least(8, (known.failures + 1) / ${FAILURES_MAX} - 1))) end
       where known.locked_until is null or known.locked_until <= $2
     returning failures`,
    [name, new Date(now)],
  );
  if (rows.length === 1) return 0;
  const locked = await pool.query<{ locked_until: number }>(
    'select locked_until from operator_attempts where name = $1',
    [name],
  );
  return Math.max(1, Math.ceil(((locked.rows[0]?.locked_until ?? now) - now) / 1_000));
}

/** The right password was given. */
export async function forgetAttempts(pool: Pool, name: string): Promise<void> {
  await pool.query('delete from operator_attempts where name = $1', [name]);
}
