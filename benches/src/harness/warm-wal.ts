import { createClient } from '@glasshouse/server/platform/postgres';

/** WAL segments PostgreSQL recycles (`min_wal_size` of the embedded cluster). */
const SEGMENTS = 32;

/**
 * Puts a new cluster into the state of one in use: every WAL segment written once and recycled by a
 * checkpoint. On the first pass PostgreSQL zero-fills each new 16 MB segment during a commit, which
 * takes 20 to 60 ms and happens on the first day only.
 */
export async function warmUpWal(connectionString: string): Promise<void> {
  const client = createClient(connectionString, 'bench');
  await client.connect();
  await client.query('create table log_use (filled text)');
  for (let segment = 0; segment < SEGMENTS; segment += 1) {
    // A segment switches only after something was written to it.
    await client.query(`insert into log_use values ('used')`);
    await client.query('select pg_switch_wal()');
  }
  await client.query('drop table log_use');
  await client.query('checkpoint');
  await client.end();
}
