import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chainHash } from '@glasshouse/server/kernel/core/log-entry';
import { openDatabaseForCommand } from '@glasshouse/server/platform/open-database';
import { createPool } from '@glasshouse/server/platform/postgres';
import { inTransaction, keep } from '@glasshouse/server/platform/transaction';

/**
 * What an operator with all keys can do to a server that stands still: another text in one entry, a
 * chain of hashes that fits it again, and no trace outside of the database.
 */
export async function rewriteLog(dataDir: string, seq: number, change: (text: string) => string): Promise<void> {
  const opened = await openDatabaseForCommand({ dataDir, databaseUrl: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  const pool = createPool(opened.database.url, { max: 1 });
  try {
    await inTransaction(pool, async (client) => {
      await client.query('alter table command_log disable trigger all');
      const { rows } = await client.query<{ seq: number; entry: string; hash: Buffer }>(
        'select seq, entry, hash from command_log where seq >= $1 order by seq',
        [seq - 1],
      );
      let previous = rows[0]?.hash ?? Buffer.alloc(32);
      for (const row of rows.slice(1)) {
        const text = row.seq === seq ? change(row.entry) : row.entry;
        if (row.seq === seq && text === row.entry) throw new Error(`entry ${seq} was not changed`);
        previous = chainHash(previous, text);
        await client.query('update command_log set entry = $2, hash = $3 where seq = $1', [row.seq, text, previous]);
      }
      await client.query('update shards set last_hash = $1', [previous]);
      await client.query('alter table command_log enable trigger all');
      return keep(undefined);
    });
  } finally {
    await pool.end();
    await opened.database.close();
  }
  rmSync(join(dataDir, 'durable-head'));
}
