import type { Pool } from '../../platform/postgres.ts';
import { ID_WINDOW_MS } from '../core/command-ids.ts';

const PAGE = 5_000;
/** Of one run; the next one goes on. */
const PAGES_MAX = 2_000;

/**
 * Drops the ids whose time is over, a page at a time, from where the last run ended. Returns how
 * many.
 */
export async function purgeIds(
  pool: Pool,
  { now, isStopping = () => false }: { now: number; isStopping?: () => boolean },
): Promise<number> {
  const { rows } = await pool.query<{ done: number; until: number }>(
    `select purged_to as done, first_seq_at(to_timestamp($1 / 1000.0)) - 1 as until from command_ids_purge`,
    [now - ID_WINDOW_MS],
  );
  const { done = 0, until = 0 } = rows[0] ?? {};
  let purged = 0;
  for (let after = done, page = 0; after < until && page < PAGES_MAX && !isStopping(); page += 1) {
    const upTo = Math.min(after + PAGE, until);
    // By way of the log, so that the table needs no index by age. An id that was used again since
    // leads to its later entry and stays.
    const gone = await pool.query(
      `delete from command_ids i using command_log l
        where l.seq > $1 and l.seq <= $2 and i.command_id = l.command_id and i.seq = l.seq and not i.lasting`,
      [after, upTo],
    );
    await pool.query('update command_ids_purge set purged_to = $1 where purged_to < $1', [upTo]);
    purged += gone.rowCount ?? 0;
    after = upTo;
  }
  return purged;
}
