import { openDatabaseForCommand } from '@glasshouse/server/platform/open-database';
import { createClient, endClient } from '@glasshouse/server/platform/postgres';
import type { ServerPlace } from './shared-server.ts';

/** For what no call can do, such as making something older than it is. */
export async function changeDatabase(
  { dataDir }: Pick<ServerPlace, 'dataDir'>,
  sql: string,
  values: readonly unknown[],
): Promise<void> {
  const opened = await openDatabaseForCommand({ dataDir, databaseUrl: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  const client = createClient(opened.database.url);
  try {
    await client.connect();
    await client.query(sql, [...values]);
  } finally {
    await endClient(client);
    await opened.database.close();
  }
}
