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

/** The place of an anchor in the chain of all that were kept. */
export type AnchorLink = { readonly number: number; readonly signature: string };

/**
 * `"glasshouse/anchor-link/1\n" ‖ number ‖ signature of the link before (64, zero for the first) ‖
 * signature of the anchor (64)`: whoever deletes an anchor would have to sign all that follow.
 */
export function linkBytes(number: number, previous: string | undefined, anchor: string): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(number));
  const before = previous === undefined ? Buffer.alloc(64) : Buffer.from(previous, 'hex');
  return Buffer.concat([Buffer.from('glasshouse/anchor-link/1\n'), place, before, Buffer.from(anchor, 'hex')]);
}

/** The newest link that the database has. */
export async function newestLink(pool: Pool): Promise<AnchorLink | undefined> {
  const { rows } = await pool.query<{ number: number; link: Buffer }>(
    'select number, link from log_anchors where number is not null order by number desc limit 1',
  );
  return rows[0] === undefined ? undefined : { number: rows[0].number, signature: rows[0].link.toString('hex') };
}

/** Keeps what was published, linked to the one before; the same moment is kept once. */
export async function keepAnchor(
  pool: Pool,
  key: TapeKey,
  anchor: Anchor,
  previous: AnchorLink | undefined,
): Promise<AnchorLink | undefined> {
  const bytes = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex, 'hex'));
  const number = (previous?.number ?? 0) + 1;
  const link = key.sign(linkBytes(number, previous?.signature, anchor.signature));
  const { rowCount } = await pool.query(
    `insert into log_anchors (at, seq, hash, minute_at, minute_hash, key_id, public_key, signature, number, link)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (at) do nothing`,
    [
      anchor.at,
      anchor.seq,
      bytes(anchor.hash),
      anchor.minute,
      bytes(anchor.minuteHash),
      key.keyId,
      bytes(anchor.publicKey),
      bytes(anchor.signature),
      number,
      link,
    ],
  );
  return rowCount === 1 ? { number, signature: link.toString('hex') } : previous;
}

export interface AnchorRow {
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
