import { type ParameterKey, type ParameterOf, parameterSpec } from '@glasshouse/api/operator/parameters';
import type { Pool } from '../../platform/postgres.ts';

/** Values in force, as the core has them: read with the request, because they change rarely. */
export async function readParameters<Key extends ParameterKey>(
  pool: Pool,
  ...keys: readonly Key[]
): Promise<{ readonly [Name in Key]: ParameterOf<Name> }> {
  const { rows } = await pool.query<{ key: Key; value: unknown }>(
    'select key, value from parameters where key = any($1::text[])',
    [keys],
  );
  const found = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(keys.map((key) => [key, found.get(key) ?? parameterSpec(key).default])) as never;
}
