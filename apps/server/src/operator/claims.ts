import type { Queue } from '@glasshouse/api/operator/queues';
import type { Pool } from '../platform/postgres.ts';

/** A page renews its claim while it is open; a page that was closed frees it by this. */
export const CLAIM_MS = 5 * 60_000;
const CLAIMS_MAX = 1_000;

export interface Claim {
  readonly queue: Queue;
  readonly item: number;
  readonly operator: { readonly id: number; readonly name: string };
  readonly until: number;
}

/** Takes an item or keeps it longer; undefined while somebody else has it. */
export async function claimItem(
  pool: Pool,
  claim: { readonly queue: Queue; readonly item: number; readonly operator: number; readonly now: number },
): Promise<number | undefined> {
  const until = claim.now + CLAIM_MS;
  const { rowCount } = await pool.query(
    `insert into operator_claims as known (queue, item, operator, until) values ($1, $2, $3, $4)
     on conflict (queue, item) do update set operator = excluded.operator, until = excluded.until
      where known.operator = excluded.operator or known.until <= $5`,
    [claim.queue, claim.item, claim.operator, new Date(until), new Date(claim.now)],
  );
  return rowCount === 1 ? until : undefined;
}

export async function releaseItem(
  pool: Pool,
  claim: { readonly queue: Queue; readonly item: number; readonly operator: number },
): Promise<void> {
  await pool.query('delete from operator_claims where queue = $1 and item = $2 and operator = $3', [
    claim.queue,
    claim.item,
    claim.operator,
  ]);
}

export async function claimsAt(pool: Pool, now: number): Promise<Claim[]> {
  const { rows } = await pool.query<{ queue: Queue; item: number; operator: number; name: string; until: number }>(
    `with gone as (delete from operator_claims where until <= $1)
     select c.queue, c.item, c.operator, o.name, c.until
       from operator_claims c join operators o on o.id = c.operator
      where c.until > $1 order by c.queue, c.item limit ${CLAIMS_MAX}`,
    [new Date(now)],
  );
  return rows.map(({ queue, item, operator, name, until }) => ({
    queue,
    item,
    operator: { id: operator, name },
    until,
  }));
}
