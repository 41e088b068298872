import type { Pool } from '../../platform/postgres.ts';

/** What an owner shows of one serial. */
export type Share = { readonly purchase: number; readonly serial: number; readonly name: string | null };
type Of = { readonly userId: number; readonly id: number; readonly serial: number };

const OWN = 'id = $1 and user_id = $2 and $3 >= serial and $3 < serial + quantity';

/** Its token; undefined when it is not theirs. A new name keeps the link. */
export async function share(
  pool: Pool,
  of: Of & { readonly name: string | null; readonly token: string; readonly at: number },
): Promise<string | undefined> {
  const { rows } = await pool.query<{ token: string }>(
    `insert into nft_shares (token, purchase, serial, user_id, name, created_at)
     select $4, id, $3, user_id, $5, $6 from nft_purchases where ${OWN}
     on conflict (purchase, serial) do update set name = excluded.name returning token`,
    [of.id, of.userId, of.serial, of.token, of.name, new Date(of.at)],
  );
  return rows[0]?.token;
}

/** Whether it is theirs. */
export async function unshare(pool: Pool, of: Of): Promise<boolean> {
  const { rowCount } = await pool.query(`select from nft_purchases where ${OWN}`, [of.id, of.userId, of.serial]);
  if (rowCount !== 1) return false;
  await pool.query('delete from nft_shares where purchase = $1 and user_id = $2 and serial = $3', [
    of.id,
    of.userId,
    of.serial,
  ]);
  return true;
}

/** Whoever closed their account shows nothing any more. */
export async function sharedBy(pool: Pool, token: string): Promise<Share | undefined> {
  const { rows } = await pool.query<Share>(
    `select purchase, serial, name from nft_shares h where token = $1 and not exists (
       select from user_standings s where s.user_id = h.user_id and s.status = 'disabled' and s.changed_by is null)`,
    [token],
  );
  return rows[0];
}
