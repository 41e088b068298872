import type { Client } from '../platform/postgres.ts';
import { type Profile, takesRealMoney } from '../platform/profile.ts';

/** `any`: from everywhere, on purpose. */
export type DefaultNetworks = readonly string[] | 'any' | undefined;

/** From where operators may come: as they decided among themselves, else as the settings say. */
export async function operatorNetworks(
  db: Pick<Client, 'query'>,
  fallback: DefaultNetworks,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ value: readonly string[] }>(
    `select value from parameters where key = 'operator.networks'`,
  );
  const decided = rows[0]?.value ?? [];
  return decided.length === 0 && Array.isArray(fallback) ? fallback : decided;
}

/** Why a profile with real money does not start; undefined when it may. */
export async function networksProblem(
  db: Pick<Client, 'query'>,
  profile: Profile,
  fallback: DefaultNetworks,
): Promise<string | undefined> {
  if (!takesRealMoney(profile) || fallback === 'any') return undefined;
  if (0 < (await operatorNetworks(db, fallback)).length) return undefined;
  return (
    `PROFILE=${profile} is refused: operators could sign in from every network. Set OPERATOR_NETWORKS to the ` +
    'networks that they come from (203.0.113.0/24,2001:db8::/32), or to `any` if that is what you want.'
  );
}
