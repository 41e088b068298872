import { startEmbedded } from '@glasshouse/server/platform/embedded';
import { migrate } from '@glasshouse/server/platform/migrate';
import { createClient } from '@glasshouse/server/platform/postgres';
import { findInstalledBinaries } from '@glasshouse/server/platform/postgres-binaries';
import { stoppable } from '../frame/cleanup.ts';
import { makeDataFolder, removeDataFolder } from '../frame/data-folder.ts';
import { useLog } from '../frame/used-log.ts';

/** A throw-away cluster that keeps its promises to the disk like a real one. */
export interface BenchCluster {
  readonly label: string;
  /** A new, migrated database in it. */
  database(name: string): Promise<string>;
  /**
   * Everything written so far is on the disk afterwards: who is measured next does not wait for
   * what others left.
   */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** The packaged PostgreSQL, and the installed server where the machine has one. */
export async function startClusters(): Promise<BenchCluster[]> {
  const installed = findInstalledBinaries();
  const clusters = [await startOne('embedded')];
  if (installed !== undefined) clusters.push(await startOne('server', installed));
  return clusters;
}

async function startOne(kind: string, binaries?: ReturnType<typeof findInstalledBinaries>): Promise<BenchCluster> {
  const dataDir = makeDataFolder();
  const started = await startEmbedded({ dataDir, ...(binaries === undefined ? {} : { binaries }) });
  if (!started.ok) throw new Error(started.problem);
  const { url, version, stop } = started.database;
  await useLog(url);
  const execute = async (statement: string): Promise<void> => {
    const client = createClient(url, 'bench');
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  return {
    label: `${kind}, PostgreSQL ${version.split('-')[0]}`,
    async database(name) {
      await execute(`create database ${name}`);
      const own = url.replace('/glasshouse?', `/${name}?`);
      const migrated = await migrate(own);
      if (!migrated.ok) throw new Error(migrated.problem);
      return own;
    },
    settle: () => execute('checkpoint'),
    stop: stoppable(async () => {
      await stop();
      removeDataFolder(dataDir);
    }),
  };
}
