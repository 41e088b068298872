import type { ResultOf } from '@glasshouse/api/calls';
import type { SharedKind } from '@glasshouse/rules/proofs/shared/receipt';
import type { Pool } from '../../platform/postgres.ts';

type Receipt = ResultOf<'getSharedReceipt'>;

export interface SharedOrder {
  readonly userId: number;
  readonly kind: SharedKind;
  readonly id: number;
}

/** The link to an order of this person, if there is one. */
export async function tokenOf(pool: Pool, { userId, kind, id }: SharedOrder): Promise<string | undefined> {
  const { rows } = await pool.query<{ token: string }>(
    'select token from shared_receipts where user_id = $1 and kind = $2 and order_id = $3',
    [userId, kind, id],
  );
  return rows[0]?.token;
}

/**
 * Keeps a receipt under a token; undefined when this person has `most` already. Two at a time may
 * pass the limit by one: it bounds space, nothing else.
 */
export async function keepShared(
  pool: Pool,
  order: SharedOrder & {
    readonly book: string;
    readonly token: string;
    readonly document: string;
    readonly at: number;
    readonly most: number;
  },
): Promise<string | undefined> {
  const { rows } = await pool.query<{ token: string }>(
    `insert into shared_receipts (token, user_id, book, kind, order_id, document, shared_at)
     select $1, $2, $3, $4, $5, $6, $7
      where (select count(*) from shared_receipts where user_id = $2) < $8
     on conflict (user_id, kind, order_id) do update set kind = excluded.kind returning token`,
    [order.token, order.userId, order.book, order.kind, order.id, order.document, new Date(order.at), order.most],
  );
  return rows[0]?.token;
}

export async function endShared(pool: Pool, { userId, kind, id }: SharedOrder): Promise<void> {
  await pool.query('delete from shared_receipts where user_id = $1 and kind = $2 and order_id = $3', [
    userId,
    kind,
    id,
  ]);
}

export interface SharedLink {
  readonly token: string;
  readonly kind: SharedKind;
  readonly id: number;
  /** Epoch ms. */
  readonly sharedAt: number;
}

export async function sharedOf(pool: Pool, userId: number, limit: number): Promise<SharedLink[]> {
  const { rows } = await pool.query<SharedLink>(
    `select token, kind, order_id as id, shared_at as "sharedAt" from shared_receipts
      where user_id = $1 order by shared_at desc, token limit $2`,
    [userId, limit],
  );
  return rows;
}

/** As it was kept. Whoever closed their account shows nothing any more, nor do the disabled. */
export async function sharedReceipt(pool: Pool, token: string): Promise<Receipt | undefined> {
  const { rows } = await pool.query<{ document: string }>(
    `select document from shared_receipts r where token = $1 and not exists (
       select from user_standings s where s.user_id = r.user_id and s.status = 'disabled')`,
    [token],
  );
  const [row] = rows;
  return row === undefined ? undefined : (JSON.parse(row.document) as Receipt);
}
