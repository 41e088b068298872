import { dataDirProblem } from './data-dir.ts';
import { type EmbeddedOptions, runningEmbeddedUrl, startEmbedded } from './embedded.ts';
import { folderHolder, lockFolder } from './folder-lock.ts';
import type { ProcessIdentity } from './process-identity.ts';

export interface DatabaseSettings {
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL inside `dataDir`. */
  readonly databaseUrl: string | undefined;
}

export interface OpenDatabase {
  readonly url: string;
  /** For people, without a password: `embedded PostgreSQL 18.4 in /srv/data/postgres`. */
  readonly description: string;
  /** The embedded postmaster at this moment; undefined for a server of somebody else. */
  pid(): number | undefined;
  /** Stops what was started and releases the folder. */
  close(): Promise<void>;
}

export type OpenDatabaseResult =
  | { readonly ok: true; readonly database: OpenDatabase }
  | { readonly ok: false; readonly problem: string };

/**
 * For the server: takes the data folder for itself, and starts the embedded PostgreSQL unless a
 * server is named.
 */
export async function openDatabaseForServer(
  settings: DatabaseSettings,
  hooks: Pick<EmbeddedOptions, 'onRestart' | 'onGivenUp'> = {},
): Promise<OpenDatabaseResult> {
  const problem =
    heldProblem(settings.dataDir) ??
    dataDirProblem(settings.dataDir, { isEmbedded: settings.databaseUrl === undefined });
  if (problem !== undefined) return { ok: false, problem };
  const lock = lockFolder(settings.dataDir);
  if (!lock.ok) return { ok: false, problem: heldBy(lock.holder, settings.dataDir) };
  if (settings.databaseUrl !== undefined) {
    const close = async () => lock.release();
    return { ok: true, database: named(settings.databaseUrl, close) };
  }
  const started = await startEmbedded({ dataDir: settings.dataDir, ...hooks });
  if (!started.ok) {
    lock.release();
    return started;
  }
  const { database } = started;
  return {
    ok: true,
    database: {
      url: database.url,
      description: `embedded PostgreSQL ${database.version.split('-')[0]} in ${settings.dataDir}/postgres`,
      pid: database.pid,
      close: async () => {
        await database.stop();
        lock.release();
      },
    },
  };
}

/** Says who uses the folder already; nothing is written for it. */
export function heldProblem(dataDir: string): string | undefined {
  const holder = folderHolder(dataDir);
  return holder === undefined ? undefined : heldBy(holder, dataDir);
}

const heldBy = ({ pid }: ProcessIdentity, dataDir: string): string =>
  `Process ${pid} uses ${dataDir} already. Stop it first, or set another DATA_DIR.`;

/**
 * For commands: joins the embedded database of a running Glasshouse, or starts it for as long as
 * the command takes.
 */
export async function openDatabaseForCommand(settings: DatabaseSettings): Promise<OpenDatabaseResult> {
  if (settings.databaseUrl !== undefined) {
    return { ok: true, database: named(settings.databaseUrl, async () => undefined) };
  }
  const holder = folderHolder(settings.dataDir);
  if (holder === undefined) return await openDatabaseForServer(settings);
  const url = runningEmbeddedUrl(settings.dataDir);
  if (url === undefined) {
    return {
      ok: false,
      problem: `Process ${holder.pid} uses ${settings.dataDir}, but its database does not run (yet). Try again in a moment.`,
    };
  }
  const description = `embedded PostgreSQL of the running process ${holder.pid}`;
  return { ok: true, database: { url, description, pid: () => undefined, close: async () => undefined } };
}

function named(url: string, close: () => Promise<void>): OpenDatabase {
  const { host, pathname } = new URL(url);
  return { url, description: `PostgreSQL at ${host || 'a local socket'}${pathname}`, pid: () => undefined, close };
}
