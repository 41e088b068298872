import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClusterOptions,
  databaseUrl,
  type RunningCluster,
  removeShortSocketFolder,
  runningSocketFolder,
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
export function runningEmbeddedUrl(dataDir: string): string | undefined {
  const folder = join(dataDir, 'postgres');
  const socketFolder = existsSync(folder) ? runningSocketFolder(realpathSync(folder)) : undefined;
  return socketFolder === undefined ? undefined : databaseUrl(socketFolder, DATABASE_NAME);
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
    url: databaseUrl(first.socketFolder, DATABASE_NAME),
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

/** Retries while the server is still starting; creates our database in a new cluster. */
async function ensureDatabase(socketFolder: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = createClient(databaseUrl(socketFolder, 'postgres'), 'glasshouse start');
    try {
      await client.connect();
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
      if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
      return;
    } catch (error) {
      if (100 <= attempt) throw error;
      await sleep(20);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
