import type { Reader } from '../../../platform/paged-rows.ts';
import type { Pool } from '../../../platform/postgres.ts';
import type { TapeCheck } from '../tape-check.ts';
import { TapeWalk } from '../tape-walk.ts';

interface Check extends TapeCheck {
  histories(): Promise<number>;
}

/** How many orders a check has looked at, before any minute is signed; throws for what it finds. */
export async function checkedOrders(pool: Pool, make: (reader: Reader) => Check): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const check = make(client);
    const count = await check.histories();
    const findings = await check.finish(new TapeWalk());
    if (0 < findings.length) throw new Error(findings.join('\n'));
    return count;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
