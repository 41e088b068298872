import { randomUUID } from 'node:crypto';
import type { CoreBus } from '../../kernel/bus.ts';
import type { Recorded } from './handlers.ts';
import { type Db, digestsOf, newestRecords, noncesOf, protectedTable, readProtected } from './protected.ts';

/** One write of what protects an account. */
export interface Written {
  readonly table: string;
  /**
   * `added`: the newest row that the log does not have. `changed`: the named columns of the row.
   * `removed`: rows that are gone. Nothing else of the table is looked at, so that a row that
   * somebody else wrote is not vouched for by chance.
   */
  readonly how: 'added' | 'changed' | 'removed';
  readonly columns?: readonly string[];
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
  writes: readonly Written[],
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
    body: { records },
  });
  if (answer.code !== 200) throw new Error(`the core did not take a digest: ${answer.code}`);
}

async function recordsOf(
  db: Db,
  { owner, nonce, write }: { readonly owner: CredentialOwner; readonly nonce: string; readonly write: Written },
): Promise<Recorded[]> {
  const spec = protectedTable(write.table);
  const rows = await readProtected(db, spec, { owner: owner.id });
  const known = await newestRecords(db, write.table, [owner.id]);
  const record = (key: number | string, digests: Recorded['digests']): Recorded => ({
    ...{ tbl: write.table, row_key: String(key), owner_kind: owner.kind, owner: owner.id, digests },
  });
  const recordOf = (key: number) => known.get(`${owner.id} ${key}`) ?? null;
  switch (write.how) {
    case 'added': {
      const newest = rows.filter(({ key }) => recordOf(key) === null).at(-1);
      return newest === undefined ? [] : [record(newest.key, digestsOf(nonce, write.table, newest))];
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
    case 'removed': {
      const present = new Set(rows.map(({ key }) => `${owner.id} ${key}`));
      return [...known]
        .filter(([place, digests]) => digests !== null && !present.has(place))
        .map(([place]) => record(place.split(' ')[1] as string, null));
    }
  }
}
