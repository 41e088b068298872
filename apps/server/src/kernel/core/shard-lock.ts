import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../platform/postgres.ts';
import { FencedError } from './store.ts';

/** Arbitrary: names the lock of shard 0 among the database's advisory locks. */
const SHARD_LOCK = 7_421_060;
/** An owner says something at least this often, with or without orders. */
export const SIGN_OF_LIFE_MS = 2_000;
/** A holder that was not heard of for this long does not live: five signs are missing. */
const SILENT_MS = 10_000;
const LOOK_EVERY_MS = 100;

export interface LockOptions {
  readonly timeoutMs: number;
  readonly silentMs?: number | undefined;
  readonly onEnded: (what: string) => void;
}

interface Holder {
  readonly pid: number;
  readonly name: string;
  readonly address: string;
  readonly started: string;
  /** Null where this role may not see it. */
  readonly silent_ms: number | null;
}

const SILENT = 'extract(epoch from clock_timestamp() - greatest(state_change, query_start)) * 1000';

/**
 * Takes the lock by which one process owns the shard. A session that still holds it although its
 * process is gone (the machine lost its network, a proxy keeps it) is told from a live owner by its
 * silence, by the database's clock, and ended. Were it alive after all, its next flush fails: the
 * epoch is ours by then.
 */
export async function takeShardLock(
  client: Client,
  { timeoutMs, silentMs = SILENT_MS, onEnded }: LockOptions,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let holder: Holder | undefined;
  for (;;) {
    const lock = await client.query('select pg_try_advisory_lock($1) as taken', [SHARD_LOCK]);
    if (lock.rows[0].taken === true) return;
    holder = (await readHolder(client)) ?? holder;
    if (holder?.silent_ms != null && silentMs <= holder.silent_ms && (await endSilent(client, holder, silentMs))) {
      onEnded(`the session of ${describe(holder)} held the shard and was ended`);
    }
    if (deadline < performance.now()) break;
    await sleep(LOOK_EVERY_MS);
  }
  throw new FencedError(
    `another process holds the shard and lives: ${holder === undefined ? 'unknown' : describe(holder)}`,
  );
}

async function readHolder(client: Client): Promise<Holder | undefined> {
  const { rows } = await client.query(
    `select a.pid, a.application_name as name, coalesce(host(a.client_addr), 'a local socket') as address,
            a.backend_start::text as started, (${SILENT})::double precision as silent_ms
       from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())`,
    [SHARD_LOCK],
  );
  return rows[0];
}

/** Only the session that was looked at, and only if it is silent still. */
async function endSilent(client: Client, { pid, started }: Holder, silentMs: number): Promise<boolean> {
  const { rows } = await client.query(
    `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where pid = $1 and backend_start = $2::timestamptz and $3 <= ${SILENT}`,
    [pid, started, silentMs],
  );
  return rows[0]?.ended === true;
}

const describe = ({ name, address, pid, silent_ms }: Holder): string =>
  `${name} from ${address} (server process ${pid}, last heard of ${silent_ms === null ? 'unknown' : `${Math.round(silent_ms)} ms ago`})`;
