import type { MasterKey } from '../platform/master-key.ts';
import type { Pool } from '../platform/postgres.ts';
import { linkAddress, makeServerLink } from './links.ts';

/** Chosen by whoever opens the link: a name that everybody knows is half of a guess. */
const CHOSEN_NAME = '';

interface At {
  /** Seals what a link is good for: only who has the data folder makes one. */
  readonly master: MasterKey;
  readonly site: string;
  readonly now: number;
}

/** While no operator has a password: a fresh link for the first owner, in place of the last one. */
export async function firstOwnerLink(pool: Pool, { master, site, now }: At): Promise<string | undefined> {
  const { rowCount } = await pool.query('select from operator_credentials limit 1');
  if (rowCount !== 0) return undefined;
  // Made by an earlier link, and without a password: a crash came between.
  const known = await pool.query<{ id: number; name: string }>('select id, name from operators order by id limit 1');
  const { id: operator, name } = known.rows[0] ?? { id: null, name: CHOSEN_NAME };
  return linkAddress(site, await makeServerLink(pool, master, { name, roles: ['owner'], operator, now }));
}

export interface KnownOperator {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly string[];
  readonly state: 'active' | 'disabled';
}

export async function knownOperators(pool: Pool): Promise<KnownOperator[]> {
  const { rows } = await pool.query<KnownOperator>(
    'select id, name, roles, state from operators order by id limit 500',
  );
  return rows;
}

/** The address of a new link for an operator to be, or for one who starts over. */
export async function serverLink(
  pool: Pool,
  grant: { readonly name: string; readonly roles: readonly string[]; readonly operator: number | null },
  { master, site, now }: At,
): Promise<string> {
  return linkAddress(site, await makeServerLink(pool, master, { ...grant, now }));
}
