import { readParameter } from '../authority/read-parameter.ts';
import { destroyFiles } from '../files/file-rows.ts';
import type { Pool } from '../platform/postgres.ts';
import { inTransaction, keep } from '../platform/transaction.ts';
import { usedBy } from './rows.ts';
import { setState } from './store.ts';

const DAY_MS = 86_400_000;
/** An answered conversation that rests so long is over. */
const RESTS_DAYS = 14;
/** A visit in which nothing was written. */
const EMPTY_DAYS = 1;
/** Of each kind by one run. */
const AT_ONCE = 200;

interface Tidied {
  readonly closed: number;
  readonly deleted: number;
}

/** Closes what rests and deletes what is old enough: files first, ratings keep their score. */
export async function tidySupport(
  { pool, now }: { readonly pool: Pool; readonly now: () => number },
  isStopping: () => boolean = () => false,
): Promise<Tidied> {
  const days = await readParameter(pool, 'support.retention_days');
  const ago = (count: number): Date => new Date(now() - count * DAY_MS);
  const resting = await pool.query<{ id: number }>(
    `select id from support_conversations where state = 'open' and waiting_since is null and last_at < $1
        and exists (select from support_messages m where m.conversation = support_conversations.id)
      order by last_at limit ${AT_ONCE}`,
    [ago(RESTS_DAYS)],
  );
  let closed = 0;
  for (const { id } of resting.rows) {
    if (isStopping()) break;
    const made = await setState(pool, id, { state: 'closed', operator: null, now: now() });
    if (made !== undefined) closed += 1;
  }
  const over = await pool.query<{ id: number }>(
    `select id from support_conversations c
      where (state = 'closed' and last_at < $1)
         or (created_at < $2 and not exists (select from support_messages m where m.conversation = c.id))
      order by id limit ${AT_ONCE}`,
    [ago(days), ago(EMPTY_DAYS)],
  );
  let deleted = 0;
  for (const { id } of over.rows) {
    if (isStopping()) break;
    await forget(pool, id, now());
    deleted += 1;
  }
  return { closed, deleted };
}

const forget = (pool: Pool, id: number, now: number): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query('select from support_conversations where id = $1 for update', [id]);
    await destroyFiles(client, usedBy(id), now);
    await client.query("update support_ratings set comment = '' where conversation = $1", [id]);
    await client.query('delete from support_conversations where id = $1', [id]);
    return keep(undefined);
  });
