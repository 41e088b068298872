import type { Pool, PoolClient } from './postgres.ts';

/** What the work decides about its own changes. */
export type Decision<Value> = { readonly commit: boolean; readonly value: Value };

export const keep = <Value>(value: Value): Decision<Value> => ({ commit: true, value });
export const undo = <Value>(value: Value): Decision<Value> => ({ commit: false, value });

/** Runs the work in one transaction, which its decision ends; an exception rolls back and goes on to the caller. */
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
    // A connection that cannot even roll back is thrown away; the server rolls back by itself.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
