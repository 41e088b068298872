import { destroyFiles, releaseFiles } from '../../files/file-rows.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import type { KycLevel } from './rows.ts';
import { useOf } from './submissions.ts';

export interface RetentionDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly retentionDays: () => Promise<number>;
}

const DAY_MS = 86_400_000;
/** Of one run; the next one goes on. */
const RUN_MAX = 100;
/**
 * A command is answered long before this: a submission without a case is left over from a crash.
 */
const ORPHAN_MS = 3_600_000;

interface Due {
  readonly id: number;
  readonly user_id: number;
  readonly level: KycLevel;
}

/**
 * Deletes personal data that is due. The core says so first, in the log; only then is anything
 * destroyed, and what a crash leaves is destroyed by the next run.
 */
export async function deleteDue(deps: RetentionDeps, isStopping: () => boolean = () => false): Promise<number> {
  const { pool, bus, clock } = deps;
  const now = clock.now();
  const due = new Date(now - (await deps.retentionDays()) * DAY_MS);
  const { rows } = await pool.query<Due>(
    `select c.id, c.user_id, c.level from kyc_submissions s
       join kyc_cases c on c.submission = s.id
       join kyc_states k on k.user_id = c.user_id
       left join user_standings a on a.user_id = c.user_id and a.status = 'disabled'
       left join kyc_erasures e on e.case_id = c.id
      where e.case_id is null and c.closed_by is not null
        and case when a.since is not null then a.since <= $1
                 when c.level = 'basic' and k.basic_case = c.id and k.basic_state = 'verified' then false
                 when c.level = 'full' and k.full_case = c.id and k.full_state = 'verified' then false
                 when c.level = 'basic' then k.basic_since <= $1 else k.full_since <= $1 end
      order by c.id limit ${RUN_MAX}`,
    [due],
  );
  for (const { id, user_id: userId, level } of rows) {
    if (isStopping()) break;
    await bus.submit({
      id: `kyc:expire:${id}:${Math.floor(now / DAY_MS)}`,
      userId,
      book: 'real',
      type: 'kyc.expire',
      body: { case: id, level },
    });
  }
  const erased = await pool.query<{ id: string }>(
    `select s.id from kyc_submissions s join kyc_cases c on c.submission = s.id join kyc_erasures e on e.case_id = c.id
      limit ${RUN_MAX}`,
  );
  for (const { id } of erased.rows) {
    await inTransaction(pool, async (client) => {
      await destroyFiles(client, useOf(id), now);
      await client.query('delete from kyc_submissions where id = $1', [id]);
      return keep(undefined);
    });
  }
  await dropLeftOvers(pool, now);
  return erased.rows.length;
}

/** Submissions that never became a case, and drafts that expired. */
async function dropLeftOvers(pool: Pool, now: number): Promise<void> {
  await pool.query('delete from kyc_drafts where expires_at <= $1', [new Date(now)]);
  const { rows } = await pool.query<{ id: string }>(
    `select s.id from kyc_submissions s where s.created_at < $1
        and not exists (select 1 from kyc_cases c where c.submission = s.id) limit ${RUN_MAX}`,
    [new Date(now - ORPHAN_MS)],
  );
  for (const { id } of rows) {
    await inTransaction(pool, async (client) => {
      await releaseFiles(client, useOf(id), now);
      await client.query('delete from kyc_submissions where id = $1', [id]);
      return keep(undefined);
    });
  }
}
