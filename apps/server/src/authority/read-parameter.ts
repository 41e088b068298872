import { type ParameterKey, type ParameterOf, parameterSpec } from '@glasshouse/api/operator/parameters';
import type { Pool } from '../platform/postgres.ts';

/** The value in force, for what does not run in the core. */
export async function readParameter<Key extends ParameterKey>(pool: Pool, key: Key): Promise<ParameterOf<Key>> {
  const { rows } = await pool.query<{ value: ParameterOf<Key> }>('select value from parameters where key = $1', [key]);
  return rows[0]?.value ?? (parameterSpec(key).default as ParameterOf<Key>);
}
