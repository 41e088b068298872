import { code } from '@glasshouse/api/codes';
import { certificateDigest } from '@glasshouse/rules/nfts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
import type { Pool } from '../../platform/postgres.ts';
import { withoutSession } from '../../platform/session-scope.ts';

/** What an owner shows of one serial. */
export type Share = {
  readonly purchase: number;
  readonly serial: number;
  readonly name: string | null;
  /** Hex; null before the log has an entry of it. */
  readonly nonce: string | null;
  readonly entry: number | null;
};
type OwnedSerial = { readonly userId: number; readonly id: number; readonly serial: number };

const OWN = 'id = $1 and user_id = $2 and $3 >= serial and $3 < serial + quantity';

/** Its token; undefined when it is not theirs. A new name keeps the link, and gets a new entry. */
export async function share(
  pool: Pool,
  nft: OwnedSerial & { readonly name: string | null; readonly token: string; readonly at: number },
): Promise<string | undefined> {
  const { rows } = await pool.query<{ token: string }>(
    `insert into nft_shares (token, purchase, serial, user_id, name, created_at)
     select $4, id, $3, user_id, $5, $6 from nft_purchases where ${OWN}
     on conflict (purchase, serial) do update set name = excluded.name,
       nonce = case when nft_shares.name is not distinct from excluded.name then nft_shares.nonce end,
       entry = case when nft_shares.name is not distinct from excluded.name then nft_shares.entry end
     returning token`,
    [nft.id, nft.userId, nft.serial, nft.token, nft.name, new Date(nft.at)],
  );
  return rows[0]?.token;
}

/** Whether it is theirs. */
export async function unshare(pool: Pool, nft: OwnedSerial): Promise<boolean> {
  const { rowCount } = await pool.query(`select from nft_purchases where ${OWN}`, [nft.id, nft.userId, nft.serial]);
  if (rowCount !== 1) return false;
  await pool.query('delete from nft_shares where purchase = $1 and user_id = $2 and serial = $3', [
    nft.id,
    nft.userId,
    nft.serial,
  ]);
  return true;
}

/** Whoever closed their account shows nothing any more. */
export async function sharedBy(pool: Pool, token: string): Promise<Share | undefined> {
  const { rows } = await pool.query<Share>(
    `select purchase, serial, name, encode(nonce, 'hex') as nonce, entry from nft_shares h where token = $1 and not exists (
       select from user_standings s where s.user_id = h.user_id and s.status = 'disabled' and s.changed_by is null)`,
    [token],
  );
  return rows[0];
}

/** What the log has of a certificate: its entry is made before the certificate is first seen. */
export async function certified(
  { pool, bus }: { readonly pool: Pool; readonly bus: Pick<CoreBus, 'submit'> },
  share: Share,
  source: { readonly listing: number; readonly freshNonce: Buffer },
): Promise<{ readonly nonce: string; readonly entry: number } | CommandAnswer> {
  const { purchase, serial, name } = share;
  if (share.nonce !== null && share.entry !== null) return { nonce: share.nonce, entry: share.entry };
  // Two readers at once submit the same command, and both get its one entry.
  const { rows } = await pool.query<{ nonce: string }>(
    `update nft_shares set nonce = coalesce(nonce, $3)
      where purchase = $1 and serial = $2 and name is not distinct from $4 returning encode(nonce, 'hex') as nonce`,
    [purchase, serial, source.freshNonce, name],
  );
  const nonce = rows[0]?.nonce;
  if (nonce === undefined) return { seq: 0, code: code.nothingFound, result: null };
  const shown = certificateDigest({ purchase, serial, owner: name, nonce });
  const answer = await withoutSession(() =>
    bus.submit({
      id: `nfts.certify:${shown}`,
      userId: 0,
      book: 'real',
      type: 'nfts.certify',
      body: { purchase, listing: source.listing, serial, shown },
    }),
  );
  if (answer.code !== 200) return answer;
  await pool.query(
    `update nft_shares set entry = $3 where purchase = $1 and serial = $2 and nonce = decode($4, 'hex')`,
    [purchase, serial, answer.seq, nonce],
  );
  return { nonce, entry: answer.seq };
}
