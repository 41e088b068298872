import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ADMIN_ROLE,
  type ClusterOptions,
  databaseUrl,
  type RunningCluster,
  removeShortSocketFolder,
  runningSocketFolder,
  SERVER_ROLE,
  startCluster,
  stopPostmaster,
  trimLog,
} from './cluster.ts';
import { createClient } from './postgres.ts';
import { type Binaries, findPackagedBinaries } from './postgres-binaries.ts';
import { canEnter, type Owner, ownerForRoot } from './unprivileged.ts';

export interface EmbeddedOptions {
  /** The cluster lives in `postgres/` inside. The caller holds the lock of the folder. */
  readonly dataDir: string;
  readonly maxConnections?: number;
  /** False only for databases of tests. */
  readonly durable?: boolean;
  /** Restarts within a minute before it is given up. */
  readonly restartsMax?: number;
  /** Another PostgreSQL than the packaged one; tests run an installed server this way. */
  readonly binaries?: Binaries;
  /** It died (or was killed) and is restarting, or is back. */
  readonly onRestart?: (state: 'died' | 'back') => void;
  /** It died too often: the caller should exit. */
  readonly onGivenUp?: (problem: string) => void;
}

export interface EmbeddedDatabase {
  readonly url: string;
  /** For tests and benches that make databases of their own; the server never uses it. */
  readonly adminUrl: string;
  readonly version: string;
  /** The present postmaster; changes after a restart. */
  pid(): number;
  stop(): Promise<void>;
}

export type EmbeddedResult =
  | { readonly ok: true; readonly database: EmbeddedDatabase }
  | { readonly ok: false; readonly problem: string };

export const DATABASE_NAME = 'glasshouse';
const CONNECTIONS_MAX = 60;
const RESTARTS_MAX = 20;
const RESTART_WINDOW_MS = 60_000;
const LOG_CHECK_MS = 60_000;

/** Starts the PostgreSQL that lives inside `dataDir` and keeps it running until `stop`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedResult> {
  try {
    const owner = ownerForRoot(join(options.dataDir, 'postgres'));
    const found: ReturnType<typeof findPackagedBinaries> =
      options.binaries === undefined ? findPackagedBinaries(owner) : { ok: true, binaries: options.binaries };
    if (!found.ok) return found;
    const cluster: ClusterOptions = {
      folder: clusterFolder(options.dataDir, owner),
      binaries: found.binaries,
      owner,
      durable: options.durable ?? true,
      maxConnections: options.maxConnections ?? CONNECTIONS_MAX,
    };
    const running = await startCluster(cluster);
    await ensureDatabase(running.socketFolder);
    return { ok: true, database: supervise(cluster, running, options) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** URL of the embedded database while another process runs it; undefined when nobody does. */
export function runningEmbeddedUrl(dataDir: string, role = SERVER_ROLE): string | undefined {
  const folder = join(dataDir, 'postgres');
  const socketFolder = existsSync(folder) ? runningSocketFolder(realpathSync(folder)) : undefined;
  return socketFolder === undefined ? undefined : databaseUrl(socketFolder, DATABASE_NAME, role);
}

function supervise(cluster: ClusterOptions, first: RunningCluster, options: EmbeddedOptions): EmbeddedDatabase {
  let running = first;
  let stopping = false;
  let restartedAt: number[] = [];
  const logTimer = setInterval(() => trimLog(cluster.folder), LOG_CHECK_MS);
  logTimer.unref();

  const watch = async (): Promise<void> => {
    while (!stopping) {
      await running.exited;
      if (stopping) return;
      options.onRestart?.('died');
      const now = Date.now();
      restartedAt = [...restartedAt.filter((at) => now - at < RESTART_WINDOW_MS), now];
      if ((options.restartsMax ?? RESTARTS_MAX) < restartedAt.length) {
        options.onGivenUp?.(
          `PostgreSQL died ${restartedAt.length} times within a minute; see ${join(cluster.folder, 'postgres.log')}`,
        );
        return;
      }
      running = await startCluster(cluster);
      // `stop` may have been called while it was starting.
      if (stopping) await stopPostmaster(running.pid);
      else options.onRestart?.('back');
    }
  };
  const watching = watch().catch((error) => options.onGivenUp?.(String(error)));

  return {
    url: databaseUrl(first.socketFolder, DATABASE_NAME, SERVER_ROLE),
    adminUrl: databaseUrl(first.socketFolder, DATABASE_NAME, ADMIN_ROLE),
    version: cluster.binaries.version,
    pid: () => running.pid,
    stop: async () => {
      stopping = true;
      clearInterval(logTimer);
      await stopPostmaster(running.pid);
      await watching;
      removeShortSocketFolder(running.socketFolder);
    },
  };
}

/**
 * `dataDir/postgres`, also when that is closed to the account that PostgreSQL runs as (root started
 * us below /root): then the files live in /var/lib and `dataDir/postgres` is a link to them.
 * Opening up the folders above would be the worse choice.
 */
function clusterFolder(dataDir: string, owner: Owner | undefined): string {
  mkdirSync(dataDir, { recursive: true });
  const folder = join(realpathSync(dataDir), 'postgres');
  if (owner === undefined || existsSync(folder) || canEnter(dataDir, owner)) {
    const real = existsSync(folder) ? realpathSync(folder) : folder;
    if (owner !== undefined && existsSync(folder) && !canEnter(join(real, '..'), owner)) {
      throw new Error(
        `${real} cannot be reached by user ${owner.uid}, as whom PostgreSQL runs. Move DATA_DIR to where it can, or start Glasshouse as an ordinary user.`,
      );
    }
    return real;
  }
  const elsewhere = join('/var/lib/glasshouse', createHash('sha256').update(folder).digest('hex').slice(0, 16));
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  const real = join(elsewhere, 'postgres');
  mkdirSync(real, { recursive: true, mode: 0o700 });
  symlinkSync(real, folder);
  return real;
}

/**
 * Retries while the server is still starting. Creates our role and database in a new cluster, and
 * hands over those of a cluster whose server was its administrator.
 */
async function ensureDatabase(socketFolder: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = createClient(databaseUrl(socketFolder, 'postgres'), 'glasshouse start');
    try {
      await client.connect();
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
      const roles = await client.query('select from pg_roles where rolname = $1', [SERVER_ROLE]);
      if (roles.rowCount === 0) await client.query(`create role ${SERVER_ROLE} login`);
      if (rowCount === 0) await client.query(`create database ${DATABASE_NAME} owner ${SERVER_ROLE}`);
      break;
    } catch (error) {
      if (100 <= attempt) throw error;
      await sleep(20);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  await handOver(socketFolder);
}

/** All of the database belongs to the server's role; nothing happens where it does already. */
async function handOver(socketFolder: string): Promise<void> {
  const client = createClient(databaseUrl(socketFolder, DATABASE_NAME), 'glasshouse start');
  await client.connect();
  try {
    const { rows } = await client.query<{ command: string }>(OWNED_BY_OTHERS, [SERVER_ROLE]);
    await client.query('begin');
    for (const { command } of rows) await client.query(command);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Sequences of identity columns follow their tables, and what an extension made stays its own. */
const OWNED_BY_OTHERS = `
  with other as (select oid from pg_roles where rolname <> $1),
  ours as (
    select format('alter %s %s owner to %I',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        c.oid::regclass, $1::text) as command, relkind, c.oid, 'pg_class'::regclass as catalogue
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
       and relowner in (select oid from other)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to %I', p.oid::regprocedure, $1::text), 'f', p.oid, 'pg_proc'::regclass
      from pg_proc p where pronamespace = 'public'::regnamespace and proowner in (select oid from other)
    union all
    select format('alter type %s owner to %I', t.oid::regtype, $1::text), 't', t.oid, 'pg_type'::regclass
      from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and typowner in (select oid from other)
    union all
    select format('alter schema public owner to %I', $1::text), 's', n.oid, 'pg_namespace'::regclass
      from pg_namespace n where nspname = 'public' and nspowner <> (select oid from pg_roles where rolname = $1)
    union all
    select format('alter database %I owner to %I', datname, $1::text), 'd', oid, 'pg_database'::regclass
      from pg_database where datname = current_database() and datdba in (select oid from other))
  select command from ours
   where not exists (select from pg_depend d where d.classid = catalogue and d.objid = ours.oid and d.deptype = 'e')
   order by relkind = 'S'`;
