import { networkKey } from '../platform/address-keys.ts';
import type { Pool } from '../platform/postgres.ts';

const FAILURES_MAX = 5;
const LOCK_FIRST_MINUTES = 5;
const LOCK_MAX_MINUTES = 6 * 60;
const FORGET_MS = 24 * 3_600_000;

/** So many at once, then one each `everyMs`. */
interface Pace {
  readonly atOnce: number;
  readonly everyMs: number;
}

const MINUTE_MS = 60_000;
/** All unknown devices together, for one name: 10 + 20 in any hour. */
const STRANGERS: Pace = { atOnce: 10, everyMs: 3 * MINUTE_MS };
/** Those of them that did the work that was asked for: 10 + 10 more. */
const WORKERS: Pace = { atOnce: 10, everyMs: 6 * MINUTE_MS };
/** The most guesses at one name in any hour, from however many networks, without a known device. */
export const GUESSES_PER_HOUR_MAX = 50;

export interface Attempt {
  readonly name: string;
  /** Hash of the browser's own number. */
  readonly device: string;
  readonly address: string;
}

/** A browser at which this operator has signed in with a second factor, and not long ago. */
async function isKnownDevice(pool: Pool, { name, device }: Attempt): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from operator_sessions s join operators o on o.id = s.operator
      where o.name = $1 and s.device = $2 and s.credential is not null limit 1`,
    [name, device],
  );
  return rowCount === 1;
}

const deviceKey = ({ name, device }: Attempt): string => `${name} device ${device}`;
const placeKey = ({ name, address }: Attempt): string => `${name} network ${networkKey(address)}`;

/**
 * Counts a try before it is looked at, whether or not anybody has the name: what is locked tells
 * nothing. A known device has a count of its own, so that strangers lock nobody out; all others
 * count with their network, and together with everybody who tries that name. `hasWorked` is asked
 * when they would have to wait: a proof of work lets them go on within a pace of its own. Seconds
 * to wait, 0 to go ahead.
 */
export async function countAttempt(
  pool: Pool,
  attempt: Attempt,
  { now, hasWorked }: { readonly now: number; readonly hasWorked: () => boolean },
): Promise<number> {
  await pool.query('delete from operator_attempts where at < $1 and coalesce(locked_until, at) < $2', [
    new Date(now - FORGET_MS),
    new Date(now),
  ]);
  if (await isKnownDevice(pool, attempt)) return countFailure(pool, deviceKey(attempt), now);
  const wait =
    (await countFailure(pool, placeKey(attempt), now)) ||
    (await countPace(pool, { key: `${attempt.name} strangers`, pace: STRANGERS, now }));
  if (wait === 0 || !hasWorked()) return wait;
  return countPace(pool, { key: `${attempt.name} workers`, pace: WORKERS, now });
}

/** Five wrong ones lock the key for five minutes, then for three times as long each time. */
async function countFailure(pool: Pool, key: string, now: number): Promise<number> {
  const { rows } = await pool.query<{ failures: number }>(
    `insert into operator_attempts as known (name, failures, at) values ($1, 1, $2)
     on conflict (name) do update set failures = known.failures + 1, at = $2, locked_until = case
         when (known.failures + 1) % ${FAILURES_MAX} = 0 then $2::timestamptz + interval '1 minute' * least(
           ${LOCK_MAX_MINUTES}, ${LOCK_FIRST_MINUTES} * power(3, least(8, (known.failures + 1) / ${FAILURES_MAX} - 1))) end
       where known.locked_until is null or known.locked_until <= $2
     returning failures`,
    [key, new Date(now)],
  );
  if (rows.length === 1) return 0;
  const locked = await pool.query<{ locked_until: number }>(
    'select locked_until from operator_attempts where name = $1',
    [key],
  );
  return secondsUntil(locked.rows[0]?.locked_until ?? now, now);
}

/** `at` of the row is when the next one would be on time; whoever is too far ahead of it waits. */
async function countPace(
  pool: Pool,
  { key, pace, now }: { readonly key: string; readonly pace: Pace; readonly now: number },
): Promise<number> {
  const { atOnce, everyMs } = pace;
  const every = `interval '${everyMs} milliseconds'`;
  const { rowCount } = await pool.query(
    `insert into operator_attempts as known (name, failures, at) values ($1, 1, $2::timestamptz + ${every})
     on conflict (name) do update set failures = known.failures + 1, at = greatest(known.at, $2) + ${every}
       where greatest(known.at, $2) + ${every} <= $2::timestamptz + ${atOnce} * ${every}`,
    [key, new Date(now)],
  );
  if (rowCount === 1) return 0;
  const { rows } = await pool.query<{ at: number }>('select at from operator_attempts where name = $1', [key]);
  return secondsUntil((rows[0]?.at ?? now) - (atOnce - 1) * everyMs, now);
}

const secondsUntil = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 1_000));

/** The right password was given: this device and this network start over. */
export async function forgetAttempts(pool: Pool, attempt: Attempt): Promise<void> {
  await pool.query('delete from operator_attempts where name = any($1)', [[deviceKey(attempt), placeKey(attempt)]]);
}
