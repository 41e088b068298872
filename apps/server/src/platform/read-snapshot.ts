import type { Pool, PoolClient } from './postgres.ts';

/** Reads in one snapshot, on one connection: what is written meanwhile is not seen. */
export async function readSnapshot<Result>(pool: Pool, read: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const result = await read(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
