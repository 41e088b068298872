import {
  PARAMETER_KEYS,
  type ParameterKey,
  type ParameterOf,
  type ParameterValue,
  parameterSpec,
} from '@glasshouse/api/operator/parameters';
import type { Pool } from '../platform/postgres.ts';

const ADOPTED = 'select figures from rules_adopted order by edition desc limit 1';

/**
 * Values in force, for what does not run in the core: as operators set them, else as the log names
 * the default, which depends on the profile.
 */
export async function readParameters<Key extends ParameterKey>(
  pool: Pool,
  ...keys: readonly Key[]
): Promise<{ readonly [Name in Key]: ParameterOf<Name> }> {
  const { rows } = await pool.query<{ key: Key; value: unknown }>(
    `select k.key, coalesce(p.value, (${ADOPTED}) -> ('parameter.' || k.key)) as value
       from unnest($1::text[]) k (key) left join parameters p on p.key = k.key`,
    [keys],
  );
  const found = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(keys.map((key) => [key, found.get(key) ?? parameterSpec(key).default])) as never;
}

/** The value of one. */
export async function readParameter<Key extends ParameterKey>(pool: Pool, key: Key): Promise<ParameterOf<Key>> {
  return (await readParameters(pool, key))[key] as ParameterOf<Key>;
}

/** What each is while no operator sets it. */
export async function readStandards(pool: Pool): Promise<{ readonly [Key in ParameterKey]: ParameterValue }> {
  const { rows } = await pool.query<{ figures: Readonly<Record<string, ParameterValue>> }>(ADOPTED);
  const adopted = rows[0]?.figures;
  return Object.fromEntries(
    PARAMETER_KEYS.map((key) => [key, adopted?.[`parameter.${key}`] ?? parameterSpec(key).default]),
  ) as never;
}
