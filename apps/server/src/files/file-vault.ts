import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { Pool } from '../platform/postgres.ts';
import { inTransaction, keep, undo } from '../platform/transaction.ts';
import { openFile, sealFile } from './envelope.ts';
import { UNUSED_MS } from './file-rows.ts';
import type { ImageTaskResult } from './images/image-processes.ts';
import type { ImageTask } from './images/work.ts';
import type { FileStore } from './store.ts';

/** Files of one person that are not deleted: several identity checks and a year of deposits. */
export const FILES_PER_USER_MAX = 200;
export const BYTES_PER_USER_MAX = 400 * 1024 * 1024;
/** Of those, files that nothing refers to yet. */
export const UNUSED_PER_USER_MAX = 30;
/** Deleted by one sweep at most. */
const SWEEP_MAX = 200;

export interface FileVaultDeps {
  readonly pool: Pool;
  readonly store: FileStore;
  readonly master: MasterKey;
  readonly images: { run(task: ImageTask): Promise<ImageTaskResult> };
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** A person, an operator, or a conversation of a visitor. */
export type FileOwner = { readonly userId: number } | { readonly operator: number } | { readonly visitor: number };

export type Upload = FileOwner & {
  readonly purpose: string;
  readonly bytes: Buffer;
  readonly output: 'jpeg' | 'png';
};

export type Uploaded =
  | { readonly ok: true; readonly fileId: string }
  | { readonly ok: false; readonly refused: 'format' | 'pixels' | 'busy' | 'quota' | 'store' };

export interface OpenedFile {
  /** Null: an operator's. */
  readonly userId: number | null;
  readonly purpose: string;
  readonly mediaType: string;
  readonly usedBy: string | null;
  readonly bytes: Buffer;
}

interface FileRow {
  readonly user_id: number | null;
  readonly purpose: string;
  readonly media_type: string;
  readonly used_by: string | null;
  readonly sealed_key: Buffer;
  readonly sha256: Buffer;
}

/** Files of people: cleaned, encrypted, stored, read again, deleted. */
export class FileVault {
  readonly #deps: FileVaultDeps;

  constructor(deps: FileVaultDeps) {
    this.#deps = deps;
  }

  /**
   * Cleans and stores an image. Its row comes first, so that whatever fails or ends in between
   * leaves something that the sweep finds and deletes.
   */
  async upload({ purpose, bytes, output, ...owner }: Upload): Promise<Uploaded> {
    const { images, master, store, pool, clock, log } = this.#deps;
    const cleaned = await images.run({ kind: 'clean', bytes, output });
    if (!cleaned.ok) return cleaned;
    const id = randomBytes(24).toString('base64url');
    const plain = Buffer.from(cleaned.bytes.buffer, cleaned.bytes.byteOffset, cleaned.bytes.byteLength);
    const sealed = sealFile(master, id, plain);
    const sha256 = createHash('sha256').update(plain).digest();
    const row = {
      id,
      owner,
      purpose,
      mediaType: cleaned.mediaType,
      bytes: plain.length,
      sha256,
      sealedKey: sealed.sealedKey,
    };
    if (!(await this.#insert(row))) return { ok: false, refused: 'quota' };
    try {
      await store.put(id, sealed.bytes);
    } catch (error) {
      log.warn({ err: error }, 'a file could not be stored');
      await pool.query('update files set sealed_key = null, expires_at = $2 where id = $1', [
        id,
        new Date(clock.now()),
      ]);
      return { ok: false, refused: 'store' };
    }
    await pool.query('update files set stored_at = $2 where id = $1', [id, new Date(clock.now())]);
    return { ok: true, fileId: id };
  }

  #insert(file: {
    readonly id: string;
    readonly owner: FileOwner;
    readonly purpose: string;
    readonly mediaType: string;
    readonly bytes: number;
    readonly sha256: Buffer;
    readonly sealedKey: Buffer;
  }): Promise<boolean> {
    const now = this.#deps.clock.now();
    return inTransaction(this.#deps.pool, async (client) => {
      // One upload of a person at a time is counted and added.
      const [table, column, owner] =
        'userId' in file.owner
          ? (['users', 'user_id', file.owner.userId] as const)
          : 'operator' in file.owner
            ? (['operators', 'operator', file.owner.operator] as const)
            : (['support_conversations', 'visitor', file.owner.visitor] as const);
      await client.query(`select 1 from ${table} where id = $1 for no key update`, [owner]);
      const { rows } = await client.query<{ files: number; unused: number; bytes: number }>(
        `select count(*)::int as files, count(*) filter (where used_by is null)::int as unused,
                coalesce(sum(bytes), 0)::bigint as bytes
           from files where ${column} = $1 and sealed_key is not null and (expires_at is null or expires_at > $2)`,
        [owner, new Date(now)],
      );
      const { files = 0, unused = 0, bytes = 0 } = rows[0] ?? {};
      const isOver =
        FILES_PER_USER_MAX <= files || UNUSED_PER_USER_MAX <= unused || BYTES_PER_USER_MAX < bytes + file.bytes;
      if (isOver) return undo(false);
      await client.query(
        `insert into files (id, ${column}, purpose, media_type, bytes, sha256, sealed_key, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          file.id,
          owner,
          file.purpose,
          file.mediaType,
          file.bytes,
          file.sha256,
          file.sealedKey,
          new Date(now),
          new Date(now + UNUSED_MS),
        ],
      );
      return keep(true);
    });
  }

  /** Undefined when there is none any more, or what the store returns is not what was put. */
  async open(id: string): Promise<OpenedFile | undefined> {
    const { pool, store, master, log } = this.#deps;
    const { rows } = await pool.query<FileRow>(
      `select user_id, purpose, media_type, used_by, sealed_key, sha256 from files
        where id = $1 and sealed_key is not null and stored_at is not null`,
      [id],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const bytes = await store.open(id);
    const plain = bytes === undefined ? undefined : openFile(master, id, { bytes, sealedKey: row.sealed_key });
    if (plain === undefined || !createHash('sha256').update(plain).digest().equals(row.sha256)) {
      log.warn({ file: id, missing: bytes === undefined }, 'a stored file cannot be opened');
      return undefined;
    }
    const { user_id: userId, purpose, media_type: mediaType, used_by: usedBy } = row;
    return { userId, purpose, mediaType, usedBy, bytes: plain };
  }

  /**
   * Deletes what has expired, key first; returns how many. What the store refuses stays for the
   * next sweep.
   */
  async sweep(isStopping: () => boolean = () => false): Promise<number> {
    const { pool, store, clock, log } = this.#deps;
    const { rows } = await pool.query<{ id: string }>(
      `update files set sealed_key = null where id in (
         select id from files where expires_at <= $1 and used_by is null order by expires_at limit ${SWEEP_MAX})
       returning id`,
      [new Date(clock.now())],
    );
    let deleted = 0;
    for (const { id } of rows) {
      if (isStopping()) break;
      try {
        await store.delete(id);
      } catch (error) {
        log.warn({ err: error }, 'an expired file could not be deleted; the next sweep tries again');
        break;
      }
      await pool.query('delete from files where id = $1 and sealed_key is null', [id]);
      deleted += 1;
    }
    return deleted;
  }
}
