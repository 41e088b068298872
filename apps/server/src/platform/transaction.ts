import type { Pool, PoolClient } from './postgres.ts';

/** Whether the work commits or rolls back. */
export type Decision<Value> = { readonly commit: boolean; readonly value: Value };

export const keep = <Value>(value: Value): Decision<Value> => ({ commit: true, value });
export const undo = <Value>(value: Value): Decision<Value> => ({ commit: false, value });

/**
 * Runs the work in one transaction, which ends as the work decides; an exception rolls back and is
 * rethrown.
 */
export async function inTransaction<Value>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Decision<Value>>,
): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const decision = await work(client);
    await client.query(decision.commit ? 'commit' : 'rollback');
    return decision.value;
  } catch (error) {
    // A connection that cannot even roll back is discarded; the server rolls back by itself.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
