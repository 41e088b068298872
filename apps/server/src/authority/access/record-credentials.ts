import { randomUUID } from 'node:crypto';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { RecordBody } from './credentials.ts';
import { type Db, digestsOf, newestRecords, noncesOf, protectedTable, readProtected } from './protected.ts';
import type { Recorded } from './rows.ts';

/**
 * One write of what protects an account: a row that came, by its key; the named columns of the one
 * row that the owner has; or a row that went. Nothing else of the table is looked at, so that a row
 * that somebody else wrote beside it is not vouched for.
 */
export type CredentialWrite =
  | { readonly table: string; readonly how: 'added' | 'removed'; readonly key: number }
  | { readonly table: string; readonly how: 'changed'; readonly columns?: readonly string[] };

/** The core did not take a digest: what was written is undone with the transaction. */
export class CredentialRefused extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`the core did not take a digest: ${code}`);
    this.name = 'CredentialRefused';
    this.code = code;
  }
}

export interface CredentialOwner {
  readonly kind: 'user' | 'operator';
  readonly id: number;
}

/**
 * Puts digests of what was just written into the log: called in the transaction of the write, as
 * its last step, so that a core that does not answer undoes both.
 */
export async function recordCredentials(
  db: Db,
  bus: Pick<CoreBus, 'submit'>,
  owner: CredentialOwner,
  writes: readonly CredentialWrite[],
  /** What it comes by, where that is no session of the owner. */
  by: Pick<RecordBody, 'occasion' | 'link' | 'change'> = {},
): Promise<void> {
  const nonce = (await noncesOf(db, owner.kind, [owner.id], true)).get(owner.id);
  if (nonce === undefined) throw new Error(`${owner.kind} ${owner.id} has no nonce`);
  const records: Recorded[] = [];
  for (const write of writes) records.push(...(await recordsOf(db, { owner, nonce, write })));
  if (records.length === 0) return;
  const answer = await bus.submit({
    id: `credential.record:${randomUUID()}`,
    userId: owner.kind === 'user' ? owner.id : 0,
    book: 'real',
    type: 'credential.record',
    body: { records, ...by },
  });
  if (answer.code !== 200) throw new CredentialRefused(answer.code);
}

async function recordsOf(
  db: Db,
  { owner, nonce, write }: { readonly owner: CredentialOwner; readonly nonce: string; readonly write: CredentialWrite },
): Promise<Recorded[]> {
  const spec = protectedTable(write.table);
  const rows = await readProtected(db, spec, { owner: owner.id });
  const known = await newestRecords(db, write.table, [owner.id]);
  const record = (key: number | string, digests: Recorded['digests']): Recorded => ({
    tbl: write.table,
    row_key: String(key),
    owner_kind: owner.kind,
    owner: owner.id,
    digests,
  });
  const recordOf = (key: number) => known.get(`${owner.id} ${key}`) ?? null;
  switch (write.how) {
    case 'added': {
      const added = rows.find(({ key }) => key === write.key);
      if (added === undefined) throw new Error(`${write.table} ${write.key} of ${owner.kind} ${owner.id} is missing`);
      return [record(added.key, digestsOf(nonce, write.table, added))];
    }
    case 'changed': {
      const [row] = rows;
      if (row === undefined) return [];
      const now = digestsOf(nonce, write.table, row);
      const before = recordOf(row.key);
      const columns = before === null ? Object.keys(now) : (write.columns ?? Object.keys(now));
      const changed = Object.fromEntries(columns.map((column) => [column, now[column] as string]));
      return [record(row.key, { ...before, ...changed })];
    }
    case 'removed':
      if (rows.some(({ key }) => key === write.key)) throw new Error(`${write.table} ${write.key} is still there`);
      // Of before the log knew of any.
      return recordOf(write.key) === null ? [] : [record(write.key, null)];
  }
}
