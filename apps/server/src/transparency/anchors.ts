import { type Anchor, anchorBytes } from '@glasshouse/rules/proofs/anchor';
import type { TapeKey } from '../market-data/tape/keys.ts';
import { type PageRequest, pageOf } from '../platform/paging.ts';
import type { Pool } from '../platform/postgres.ts';

/** Cursor of a page of anchors: their time. */
export const ANCHORS_CURSOR_PARTS = 1;

interface HeadRow {
  readonly sequence: number;
  readonly last_hash: Buffer;
  readonly minute_at: number | null;
  readonly root_hash: Buffer | null;
}

/** The head as the database has it: what is durable, and nothing that is still under way. */
export async function readAnchor(pool: Pool, key: TapeKey, now: number): Promise<Anchor> {
  const { rows } = await pool.query<HeadRow>(
    `select sequence, last_hash, minute_at, root_hash from shards
       left join lateral (select minute_at, root_hash from tape_minutes order by minute_at desc limit 1) m on true
      where shards.id = 0`,
  );
  const head = rows[0];
  if (head === undefined) throw new Error('the log has no head yet');
  const unsigned = {
    version: 1 as const,
    seq: head.sequence,
    hash: head.last_hash.toString('hex'),
    at: now,
    minute: head.minute_at,
    minuteHash: head.root_hash === null ? null : head.root_hash.toString('hex'),
  };
  const bytes = anchorBytes(unsigned);
  if (bytes === undefined) throw new Error(`the head ${head.sequence} makes no anchor`);
  return { ...unsigned, publicKey: key.publicKey.toString('hex'), signature: key.sign(bytes).toString('hex') };
}

/** Keeps what was published; the same moment is kept once. */
export async function keepAnchor(pool: Pool, key: TapeKey, anchor: Anchor): Promise<void> {
  const bytes = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex, 'hex'));
  await pool.query(
    `insert into log_anchors (at, seq, hash, minute_at, minute_hash, key_id, public_key, signature)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (at) do nothing`,
    [
      anchor.at,
      anchor.seq,
      bytes(anchor.hash),
      anchor.minute,
      bytes(anchor.minuteHash),
      key.keyId,
      bytes(anchor.publicKey),
      bytes(anchor.signature),
    ],
  );
}

interface AnchorRow {
  readonly at: number;
  readonly seq: number;
  readonly hash: Buffer;
  readonly minute_at: number | null;
  readonly minute_hash: Buffer | null;
  readonly public_key: Buffer;
  readonly signature: Buffer;
}

/** Newest first. */
export async function anchorsOf(pool: Pool, page: PageRequest): Promise<{ items: Anchor[]; next: string | null }> {
  const { rows } = await pool.query<AnchorRow>(
    `select at, seq, hash, minute_at, minute_hash, public_key, signature from log_anchors
      where $1::bigint is null or at < $1 order by at desc limit $2`,
    [page.after?.[0] ?? null, page.limit + 1],
  );
  const anchor = (row: AnchorRow): Anchor => ({
    version: 1,
    seq: row.seq,
    hash: row.hash.toString('hex'),
    at: row.at,
    minute: row.minute_at,
    minuteHash: row.minute_hash === null ? null : row.minute_hash.toString('hex'),
    publicKey: row.public_key.toString('hex'),
    signature: row.signature.toString('hex'),
  });
  return pageOf(rows, page.limit, anchor, ({ at }) => [at]);
}
