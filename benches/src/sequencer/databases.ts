import { startEmbedded } from '@glasshouse/server/platform/embedded';
import { migrate } from '@glasshouse/server/platform/migrate';
import { createClient } from '@glasshouse/server/platform/postgres';
import { findInstalledBinaries } from '@glasshouse/server/platform/postgres-binaries';
import { registerCleanup } from '../harness/cleanup.ts';
import { makeDataFolder, removeDataFolder } from '../harness/data-folder.ts';
import { warmUpWal } from '../harness/warm-wal.ts';

/** A throw-away cluster with fsync on, like a real one. */
export interface BenchCluster {
  readonly label: string;
  /** Of the postmaster. */
  readonly pid: number;
  /** Creates a migrated database. */
  database(name: string): Promise<string>;
  /** Flushes everything to disk, so that the next measurement does not pay for earlier writes. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL, and the installed server if the machine has one. */
export async function startClusters(): Promise<BenchCluster[]> {
  const installed = findInstalledBinaries();
  const clusters = [await startEmbeddedCluster()];
  if (installed !== undefined) clusters.push(await startOne('server', installed));
  return clusters;
}

/** The embedded PostgreSQL alone. */
export const startEmbeddedCluster = (): Promise<BenchCluster> => startOne('embedded');

async function startOne(kind: string, binaries?: ReturnType<typeof findInstalledBinaries>): Promise<BenchCluster> {
  const dataDir = makeDataFolder();
  const started = await startEmbedded({ dataDir, ...(binaries === undefined ? {} : { binaries }) });
  if (!started.ok) throw new Error(started.problem);
  const { adminUrl: url, version, pid, stop } = started.database;
  await warmUpWal(url);
  const execute = async (statement: string): Promise<void> => {
    const client = createClient(url, 'bench');
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  return {
    label: `${kind}, PostgreSQL ${version.split('-')[0]}`,
    pid: pid(),
    async database(name) {
      await execute(`create database ${name}`);
      const own = url.replace('/glasshouse?', `/${name}?`);
      const migrated = await migrate(own);
      if (!migrated.ok) throw new Error(migrated.problem);
      return own;
    },
    settle: () => execute('checkpoint'),
    stop: registerCleanup(async () => {
      await stop();
      removeDataFolder(dataDir);
    }),
  };
}
