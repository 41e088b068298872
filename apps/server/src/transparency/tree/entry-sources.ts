import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { minuteBytes } from '@glasshouse/rules/tick-hash';
import { logCommitment, treeIndexOf } from '@glasshouse/rules/tlog/commitment';
import { LogArchive } from '../../kernel/log/log-archive.ts';
import { openKeyFile } from '../../platform/key-file.ts';
import type { Pool } from '../../platform/postgres.ts';

/** Entries of a transparency log, in the order of its tree. */
export interface EntrySource {
  /** At most `limit` entries after the first `size`; fewer only where there are no more yet. */
  after(size: number, limit: number): Promise<readonly Uint8Array[]>;
}

const SECRET_FILE = 'tree.secret';
const SECRET_BYTES = 32;
const NONCE_DOMAIN = 'glasshouse/log-nonce/1\n';

/**
 * The secret that hides the entries of the command log, in `keys/tree.secret` of the data folder,
 * made at the first start. Who loses it can neither continue the tree nor open an entry of it.
 */
export function openTreeSecret(dataDir: string): Buffer {
  const text = openKeyFile(join(dataDir, 'keys'), SECRET_FILE, () => randomBytes(SECRET_BYTES).toString('hex'));
  if (!/^[0-9a-f]{64}$/.test(text.trim())) throw new Error(`${SECRET_FILE} is not a secret of 32 bytes`);
  return Buffer.from(text.trim(), 'hex');
}

/** Whether a start of this installation made the secret. */
export const hasTreeSecret = (dataDir: string): boolean => existsSync(join(dataDir, 'keys', SECRET_FILE));

/** HMAC-SHA-256 of `"glasshouse/log-nonce/1\n" ‖ sequence number (8 bytes)`. */
export function nonceOf(secret: Buffer, seq: number): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(seq));
  return createHmac('sha256', secret).update(NONCE_DOMAIN).update(place).digest();
}

export const nodeSha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** Commitments to the entries of the command log: those of the database, and archived ones. */
export function logSource(pool: Pool, secret: Buffer): EntrySource {
  return {
    async after(size, limit) {
      const { rows } = await pool.query<{ seq: number; hash: Buffer }>(
        'select seq, hash from command_log where seq > $1 order by seq limit $2',
        [size, limit],
      );
      // Single entries stay in the database when those around them are archived.
      const found = isConsecutive(rows, size) ? rows : await archivedAfter(pool, size, limit);
      return found.map(({ seq, hash }) => logCommitment(nonceOf(secret, seq), hash, nodeSha256));
    },
  };
}

interface ChainedEntry {
  readonly seq: number;
  readonly hash: Buffer;
}

const isConsecutive = (entries: readonly ChainedEntry[], size: number): boolean =>
  entries.every(({ seq }, index) => treeIndexOf(seq) === size + index);

/** From the file that has the next entry; the rest follows with the next page. */
async function archivedAfter(pool: Pool, size: number, limit: number): Promise<readonly ChainedEntry[]> {
  const { rows } = await pool.query<{ folder: string | null; last_seq: number }>(
    'select folder, last_seq from log_archives where first_seq <= $1 and $1 <= last_seq',
    [size + 1],
  );
  const segment = rows[0];
  if (segment?.folder == null) throw new Error(`entry ${size + 1} of the log is not there`);
  const archive = await LogArchive.open(segment.folder);
  for await (const page of archive.pages(size)) {
    const entries = page.slice(0, limit);
    if (!isConsecutive(entries, size)) throw new Error(`entry ${size + 1} of the log is not in its archive`);
    return entries;
  }
  throw new Error(`entry ${size + 1} of the log is not in its archive`);
}

/** The signed headers of the tape's minutes: everybody has their ticks, so nothing hides them. */
export function tapeSource(pool: Pool): EntrySource {
  let place: { readonly size: number; readonly minute: number } | undefined;
  return {
    async after(size, limit) {
      // By the minute before, where this source read it: an offset would count them all again.
      const known = place?.size === size ? place.minute : undefined;
      const { rows } = await pool.query<{ minute_at: number; tick_count: number; root: Buffer; previous: Buffer }>(
        `select minute_at, tick_count, root, previous_root_hash as previous from tape_minutes
          where $1::bigint is null or $1 < minute_at order by minute_at limit $2 offset $3`,
        [known ?? null, limit, known === undefined ? size : 0],
      );
      const last = rows.at(-1);
      if (last !== undefined) place = { size: size + rows.length, minute: last.minute_at };
      return rows.map(({ minute_at, tick_count, root, previous }) =>
        minuteBytes({ at: minute_at, tickCount: tick_count, root, previousHash: previous }),
      );
    },
  };
}
