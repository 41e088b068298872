import type { Pool, PoolClient } from '../platform/postgres.ts';

type Db = Pick<Pool | PoolClient, 'query'>;

/** A file that nothing refers to is deleted after this. */
export const UNUSED_MS = 24 * 3_600_000;

export interface Claim {
  readonly userId: number;
  readonly usedBy: string;
  readonly files: readonly { readonly id: string; readonly purpose: string }[];
  /** Uses from which a file may be taken over; none when left out. */
  readonly from?: readonly string[];
}

/**
 * Binds files to what refers to them: only files of this person, uploaded for this purpose, that
 * nothing else uses. Ids of those that may not be bound; nothing must be kept unless it is empty,
 * so call it inside a transaction.
 */
export async function claimFiles(db: Db, { userId, usedBy, files, from = [] }: Claim): Promise<string[]> {
  const refused: string[] = [];
  for (const { id, purpose } of files) {
    const { rowCount } = await db.query(
      `update files set used_by = $4, expires_at = null
        where id = $1 and user_id = $2 and purpose = $3 and stored_at is not null and sealed_key is not null
          and (used_by is null or used_by = any($5))`,
      [id, userId, purpose, usedBy, from],
    );
    if (rowCount !== 1) refused.push(id);
  }
  return refused;
}

/** Gives files back to another use, or to nobody: they are then deleted after a day. */
export async function releaseFiles(db: Db, usedBy: string, now: number, to: string | null = null): Promise<void> {
  await db.query('update files set used_by = $2, expires_at = $3 where used_by = $1', [
    usedBy,
    to,
    to === null ? new Date(now + UNUSED_MS) : null,
  ]);
}

/**
 * Unused files of a draft are kept as long as the draft; false when one of them is not the
 * person's.
 */
export async function keepUnused(
  db: Db,
  retention: { readonly userId: number; readonly ids: readonly string[]; readonly until: number },
): Promise<boolean> {
  const { rows } = await db.query(
    'select id from files where user_id = $1 and id = any($2) and stored_at is not null and sealed_key is not null',
    [retention.userId, retention.ids],
  );
  if (rows.length !== new Set(retention.ids).size) return false;
  await db.query(
    `update files set expires_at = greatest(expires_at, $3)
      where user_id = $1 and id = any($2) and used_by is null and expires_at is not null`,
    [retention.userId, retention.ids, new Date(retention.until)],
  );
  return true;
}

/** Makes files unreadable at once; the sweep deletes their bytes. */
export async function destroyFiles(db: Db, usedBy: string, now: number): Promise<number> {
  const { rowCount } = await db.query(
    'update files set sealed_key = null, used_by = null, expires_at = $2 where used_by = $1',
    [usedBy, new Date(now)],
  );
  return rowCount ?? 0;
}

/**
 * Binds a file that an operator uploaded for this purpose to what refers to it, for good; its
 * digest in hex. Undefined when there is none, or something else uses it.
 */
export async function claimOperatorFile(
  db: Db,
  { id, purpose, usedBy }: { readonly id: string; readonly purpose: string; readonly usedBy: string },
): Promise<string | undefined> {
  const { rows } = await db.query<{ sha256: Buffer }>(
    `update files set used_by = $3, expires_at = null
      where id = $1 and operator is not null and purpose = $2 and stored_at is not null and sealed_key is not null
        and (used_by is null or used_by = $3) returning sha256`,
    [id, purpose, usedBy],
  );
  return rows[0]?.sha256.toString('hex');
}
