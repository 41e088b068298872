import type { MasterKey } from './master-key.ts';
import type { Pool } from './postgres.ts';
import { inTransaction, keep } from './transaction.ts';

/** A column with values that the master key sealed, and what they are bound to. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key, one column that orders the table. */
  readonly key: string;
  readonly purpose: string;
  /** SQL that gives the context of a row as text. */
  readonly context: string;
}

export interface Resealed {
  readonly table: string;
  /** Sealed under the newest key by this run. */
  readonly resealed: number;
  /** Under a key that is gone, or changed: left as they are. */
  readonly unreadable: number;
}

/** Rows of one transaction. */
const SLICE = 200;
/** Slices of one run: two hundred million rows. */
const SLICES_MAX = 1_000_000;

interface Row {
  readonly key: string;
  readonly sealed: Buffer;
  readonly context: string;
}

/**
 * Seals under the newest key what is under an older one, slice by slice. It may be stopped and
 * started again at any time: only what is left is read. Values that change meanwhile stay as the
 * server wrote them.
 */
export async function reseal(pool: Pool, master: MasterKey, sealed: SealedColumn): Promise<Resealed> {
  const { table, column, key, purpose, context } = sealed;
  const newest = Buffer.from(master.keyId, 'hex');
  let after: string | null = null;
  let resealed = 0;
  let unreadable = 0;
  for (let slice = 0; slice < SLICES_MAX; slice += 1) {
    const { rows }: { rows: Row[] } = await pool.query<Row>(
      `select ${key}::text as key, ${column} as sealed, ${context} as context from ${table}
        where ${column} is not null and substring(${column} from 1 for 4) <> $1 and ($2::text is null or ${key}::text > $2)
        order by ${key}::text limit ${SLICE}`,
      [newest, after],
    );
    if (rows.length === 0) break;
    after = rows.at(-1)?.key ?? null;
    const done = await inTransaction(pool, async (client) => {
      let changed = 0;
      for (const row of rows) {
        const plain = master.open(purpose, row.sealed, row.context);
        if (plain === undefined) continue;
        const next = master.seal(purpose, plain, row.context);
        plain.fill(0);
        await client.query(`update ${table} set ${column} = $3 where ${key}::text = $1 and ${column} = $2`, [
          row.key,
          row.sealed,
          next,
        ]);
        changed += 1;
      }
      return keep(changed);
    });
    resealed += done;
    unreadable += rows.length - done;
  }
  return { table, resealed, unreadable };
}

/** How many values are not under the newest key. */
export async function sealedUnderOlder(pool: Pool, master: MasterKey, sealed: SealedColumn): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${sealed.table}
      where ${sealed.column} is not null and substring(${sealed.column} from 1 for 4) <> $1`,
    [Buffer.from(master.keyId, 'hex')],
  );
  return rows[0]?.count ?? 0;
}
