import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import type { CredentialRecord } from './rows.ts';

export type Db = Pick<Pool | PoolClient, 'query'>;
export type OwnerKind = CredentialRecord['owner_kind'];

/** A table whose rows say who gets in, and which of its columns count. */
export interface ProtectedTable {
  readonly table: string;
  readonly ownerKind: OwnerKind;
  /** SQL of the owner's number. */
  readonly owner: string;
  /** SQL of what tells its rows apart; a number. */
  readonly key: string;
  /** SQL by column: text, or null. */
  readonly columns: { readonly [column: string]: string };
  /** SQL of the rows that count; the others protect nothing yet. */
  readonly where?: string;
  /** Several rows of one owner are one thing: recovery codes. */
  readonly grouped?: true;
}

const hex = (column: string): string => `encode(${column}, 'hex')`;
/** How old a factor is decides what it may confirm. */
const epochMs = (column: string): string => `round(extract(epoch from ${column}) * 1000)::bigint::text`;

const factorTables = (prefix: string, ownerKind: OwnerKind): readonly ProtectedTable[] => [
  {
    table: `${prefix}_totp`,
    ownerKind,
    owner: 'owner',
    key: 'owner',
    // The secret is sealed anew when the master key is: its fingerprint stays.
    columns: { fingerprint: 'fingerprint', confirmed_at: epochMs('confirmed_at') },
    where: 'confirmed_at is not null',
  },
  {
    table: `${prefix}_passkeys`,
    ownerKind,
    owner: 'owner',
    key: 'id',
    columns: { credential_id: 'credential_id', public_key: hex('public_key'), created_at: epochMs('created_at') },
  },
  {
    table: `${prefix}_recovery_codes`,
    ownerKind,
    owner: 'owner',
    key: 'owner',
    grouped: true,
    columns: {
      code_hash: `string_agg(${hex('code_hash')}, ',' order by code_hash)`,
      unused: `coalesce(string_agg(${hex('code_hash')}, ',' order by code_hash) filter (where used_at is null), '')`,
    },
  },
];

/** Every table that says who somebody is. */
export const PROTECTED: readonly ProtectedTable[] = [
  {
    table: 'users',
    ownerKind: 'user',
    owner: 'id',
    key: 'id',
    columns: {
      kind: 'kind',
      username: 'username',
      email: 'email',
      password_hash: 'password_hash',
      // From before standings were rows of the core; where there is such a row, it counts.
      status: 'status',
    },
  },
  {
    table: 'withdrawal_passwords',
    ownerKind: 'user',
    owner: 'user_id',
    key: 'user_id',
    columns: { password_hash: 'password_hash' },
  },
  {
    table: 'credential_changes',
    ownerKind: 'user',
    owner: 'user_id',
    key: 'id',
    columns: { kind: 'kind', blocks: 'blocks::text', at: 'extract(epoch from at)::text' },
  },
  {
    table: 'sign_in_identities',
    ownerKind: 'user',
    owner: 'user_id',
    key: 'id',
    columns: { provider: 'provider', issuer: 'issuer', subject: 'subject' },
  },
  {
    table: 'sign_in_wallets',
    ownerKind: 'user',
    owner: 'user_id',
    key: 'id',
    columns: { address: 'address', chain_id: 'chain_id::text' },
  },
  ...factorTables('customer', 'user'),
  {
    table: 'operator_credentials',
    ownerKind: 'operator',
    owner: 'operator',
    key: 'operator',
    columns: { password_hash: 'password_hash' },
  },
  ...factorTables('operator', 'operator'),
];

export function protectedTable(table: string): ProtectedTable {
  const found = PROTECTED.find((spec) => spec.table === table);
  if (found === undefined) throw new Error(`${table} is no protected table`);
  return found;
}

/** A row as the database has it. */
export interface ProtectedRow {
  readonly owner: number;
  readonly key: number;
  readonly values: { readonly [column: string]: string | null };
}

/** Rows after a place, by owner and key; all of one owner where one is named. */
export async function readProtected(
  db: Db,
  { table, owner, key, columns, where = 'true', grouped }: ProtectedTable,
  selection:
    | { readonly owner: number }
    | { readonly after: readonly [owner: number, key: number]; readonly limit: number },
): Promise<ProtectedRow[]> {
  const values = Object.entries(columns).map(([name, sql]) => `'${name}', ${sql}`);
  const place = 'owner' in selection ? `${owner} = $1` : `(${owner}, ${key}) > ($1, $2)`;
  const { rows } = await db.query<ProtectedRow>(
    `select ${owner}::bigint as owner, ${key}::bigint as key, jsonb_build_object(${values.join(', ')}) as values
       from ${table} where ${place} and ${where} ${grouped === true ? `group by ${owner}` : ''}
      order by 1, 2 ${'owner' in selection ? '' : 'limit $3'}`,
    'owner' in selection ? [selection.owner] : [...selection.after, selection.limit],
  );
  return rows;
}

/** Of owners; made for those who have none yet, unless they are only read. */
export async function noncesOf(
  db: Db,
  ownerKind: OwnerKind,
  owners: readonly number[],
  mayMake: boolean,
): Promise<ReadonlyMap<number, string>> {
  if (mayMake) {
    await db.query(
      `insert into credential_nonces (owner_kind, owner, nonce) select $1, * from unnest($2::bigint[], $3::text[])
       on conflict do nothing`,
      [ownerKind, owners, owners.map(() => randomBytes(16).toString('hex'))],
    );
  }
  const { rows } = await db.query<{ owner: number; nonce: string }>(
    'select owner, nonce from credential_nonces where owner_kind = $1 and owner = any($2::bigint[])',
    [ownerKind, owners],
  );
  return new Map(rows.map(({ owner, nonce }) => [owner, nonce]));
}

/** What the log keeps of a value: nobody without the nonce can tell what it was made of. */
export const valueDigest = (
  nonce: string,
  cell: { readonly table: string; readonly key: number; readonly column: string; readonly value: string | null },
): string =>
  createHash('sha256')
    .update(JSON.stringify([nonce, cell.table, cell.key, cell.column, cell.value]))
    .digest('hex')
    .slice(0, 32);

export const digestsOf = (nonce: string, table: string, { key, values }: ProtectedRow): { [column: string]: string } =>
  Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, valueDigest(nonce, { table, key, column, value })]),
  );

/** The newest record of each row of owners, by `<owner> <key>`. */
export async function newestRecords(
  db: Db,
  table: string,
  owners: readonly number[],
): Promise<ReadonlyMap<string, CredentialRecord['digests']>> {
  const { rows } = await db.query<{ owner: number; row_key: string; digests: CredentialRecord['digests'] }>(
    `select distinct on (owner, row_key) owner, row_key, digests from credential_records
      where tbl = $1 and owner = any($2::bigint[]) order by owner, row_key, seq desc`,
    [table, owners],
  );
  return new Map(rows.map(({ owner, row_key, digests }) => [`${owner} ${row_key}`, digests]));
}
