import { selectList } from '../../kernel/core/postgres-store.ts';
import type { Row, TableSpec } from '../../kernel/core/types.ts';
import type { PageRequest } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';

export interface OwnFilter {
  readonly userId: number;
  readonly state?: string | undefined;
  readonly asset?: string | undefined;
}

/** A page of a person's deposits, withdrawals or loans, newest first, and one row more. */
export async function ownRows<Own extends Row>(
  pool: Pool,
  spec: TableSpec,
  { userId, state, asset }: OwnFilter,
  { after, from, to, limit }: PageRequest,
): Promise<Own[]> {
  // Loans are of one coin, and do not name it.
  const ofAsset = 'asset' in spec.columns ? 'asset' : 'null';
  const { rows } = await pool.query<Own>(
    `select ${selectList(spec)} from ${spec.table} where user_id = $1 and id < $2
       and ($3::text is null or state = $3) and ($4::text is null or ${ofAsset} = $4)
       and ($5::timestamptz is null or placed_at >= $5) and ($6::timestamptz is null or placed_at < $6)
     order by id desc limit $7`,
    [userId, after?.[0] ?? Number.MAX_SAFE_INTEGER, state ?? null, asset ?? null, from, to, limit + 1],
  );
  return rows;
}

/** One of them; none when it is not theirs. */
export async function ownRow<Own extends Row>(
  pool: Pool,
  spec: TableSpec,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<Own[]> {
  const { rows } = await pool.query<Own>(
    `select ${selectList(spec)} from ${spec.table} where id = $1 and user_id = $2`,
    [id, userId],
  );
  return rows;
}
