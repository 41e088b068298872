import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { CheckBody } from './credentials.ts';
import { type Db, digestsOf, noncesOf, type ProtectedRow, protectedTable, readProtected } from './protected.ts';
import type { CredentialOwner } from './record-credentials.ts';

/** What protects an account in the database is not what the log has: somebody wrote into it. */
export class CredentialsDiffer extends Error {
  readonly differs: readonly string[];

  constructor(owner: CredentialOwner, differs: readonly string[]) {
    super(`what protects ${owner.kind} ${owner.id} is not what the log has: ${differs.join(', ')}`);
    this.name = 'CredentialsDiffer';
    this.differs = differs;
  }
}

/**
 * What the caller has just relied on: a row of the table with these values, or that there is none.
 * A row that was swapped for a moment is noticed by it, whatever the table says afterwards.
 */
export interface RowReference {
  readonly table: string;
  readonly values: { readonly [column: string]: string | null } | null;
}

export const ofPasskey = (
  prefix: 'customer' | 'operator',
  key: { readonly credentialId: string; readonly publicKey: Uint8Array; readonly createdAt: number },
): RowReference => ({
  table: `${prefix}_passkeys`,
  values: {
    credential_id: key.credentialId,
    public_key: Buffer.from(key.publicKey).toString('hex'),
    created_at: String(key.createdAt),
  },
});

export interface CredentialUse {
  readonly purpose: string;
  readonly tables: readonly string[];
  readonly relied: readonly RowReference[];
  /** `table.column` that is about to be replaced. */
  readonly except?: readonly string[];
  /** A recovery code that was used up just now; its hash in hex. */
  readonly recovery?: RecoveryCode | undefined;
}

export interface RecoveryCode {
  readonly table: string;
  readonly hash: string;
}

/** A code is relied on like everything else, and was unused until now. */
export const ofRecovery = (prefix: 'customer' | 'operator', hash: string | undefined): RecoveryCode | undefined =>
  hash === undefined ? undefined : { table: `${prefix}_recovery_codes`, hash };

/**
 * The row as it was before its code was used: a code that somebody made good once more in the
 * database is none that the log has.
 */
function beforeUse(row: ProtectedRow, { hash }: RecoveryCode): ProtectedRow {
  const left = (row.values.unused ?? '').split(',').filter((code) => code !== '');
  return { ...row, values: { ...row.values, unused: [...left, hash].sort().join(',') } };
}

/**
 * Which codes are left counts where one is used. A crash between a use and its record costs the
 * codes, and nothing else that the app opens.
 */
const UNUSED = ['customer_recovery_codes.unused', 'operator_recovery_codes.unused'];

/** A change is recorded an instant before its transaction ends. */
const TRIES = 4;
const BETWEEN_MS = 150;

/**
 * Asks the core whether rows that let somebody in are those that the log has. Called when they were
 * right, before anything follows from it. Throws `CredentialsDiffer`.
 */
export async function checkCredentials(
  db: Db,
  bus: Pick<CoreBus, 'submit'>,
  owner: CredentialOwner,
  use: CredentialUse,
): Promise<void> {
  for (let left = TRIES - 1; ; left -= 1) {
    const differs = await differencesOf(db, bus, { owner, use, last: left === 0 });
    if (differs.length === 0) return;
    if (left === 0) throw new CredentialsDiffer(owner, differs);
    await sleep(BETWEEN_MS);
  }
}

interface Comparison {
  readonly owner: CredentialOwner;
  readonly use: CredentialUse;
  readonly last: boolean;
}

async function differencesOf(
  db: Db,
  bus: Pick<CoreBus, 'submit'>,
  { owner, use, last }: Comparison,
): Promise<readonly string[]> {
  const { purpose, relied, recovery } = use;
  const tables = recovery === undefined ? use.tables : [...use.tables, recovery.table];
  const except = [...(use.except ?? []), ...UNUSED.filter((column) => column !== `${recovery?.table}.unused`)];
  const nonce = (await noncesOf(db, owner.kind, [owner.id], false)).get(owner.id) ?? '';
  const read: { readonly table: string; readonly row: ProtectedRow }[] = [];
  // A guest has nothing to sign in with, and no record.
  for (const table of tables)
    for (const row of await readProtected(db, protectedTable(table), { owner: owner.id }))
      if (table !== 'users' || row.values.kind !== 'guest')
        read.push({ table, row: recovery?.table === table ? beforeUse(row, recovery) : row });
  const body: CheckBody = {
    owner_kind: owner.kind,
    owner: owner.id,
    purpose,
    tables,
    except,
    last,
    rows: read.map(({ table, row }) => ({
      tbl: table,
      row_key: String(row.key),
      digests: digestsOf(nonce, table, row),
    })),
    differs: [...relied, ...reliedOn(recovery)]
      .filter((dependency) => !holds(dependency, read))
      .map(({ table }) => `${table} changed meanwhile`),
  };
  const answer = await bus.submit({
    id: `credential.check:${randomUUID()}`,
    userId: owner.kind === 'user' ? owner.id : 0,
    book: 'real',
    type: 'credential.check',
    body,
  });
  if (answer.code !== 200) throw new Error(`the core did not compare what protects an account: ${answer.code}`);
  return (answer.result as { readonly differs?: readonly string[] } | null)?.differs ?? [];
}

const reliedOn = (recovery: RecoveryCode | undefined): readonly RowReference[] =>
  recovery === undefined ? [] : [{ table: recovery.table, values: { code_hash: recovery.hash } }];

function holds(
  { table, values }: RowReference,
  read: readonly { readonly table: string; readonly row: ProtectedRow }[],
): boolean {
  const rows = read.filter((entry) => entry.table === table);
  if (values === null) return rows.length === 0;
  const isGrouped = protectedTable(table).grouped === true;
  const matches = (row: ProtectedRow): boolean =>
    Object.entries(values).every(([column, value]) => {
      const found = row.values[column] ?? null;
      return isGrouped ? (found ?? '').split(',').includes(value ?? '') : found === value;
    });
  return rows.some(({ row }) => matches(row));
}
