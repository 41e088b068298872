import { createClient } from '@glasshouse/server/platform/postgres';

/**
 * What PostgreSQL keeps ready of its write-ahead log once it has been used (`min_wal_size` of the
 * embedded cluster).
 */
const SEGMENTS = 32;

/**
 * Brings a new cluster to the state of one that is in use: its write-ahead log has been written
 * through once, and a checkpoint has made the files ready to be written again. The first pass
 * through a log fills each new file of 16 MB with zeros in the middle of somebody's commit, for 20
 * to 60 ms, which says nothing of any day but the first.
 */
export async function useLog(connectionString: string): Promise<void> {
  const client = createClient(connectionString, 'bench');
  await client.connect();
  await client.query('create table log_use (filled text)');
  for (let segment = 0; segment < SEGMENTS; segment += 1) {
    // A file is only left when something was written to it.
    await client.query(`insert into log_use values ('used')`);
    await client.query('select pg_switch_wal()');
  }
  await client.query('drop table log_use');
  await client.query('checkpoint');
  await client.end();
}
