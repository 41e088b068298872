import { mkdir } from 'node:fs/promises';
import type { Checkpoint } from '@glasshouse/rules/proofs/checkpoint';
import type { Pool } from '../../platform/postgres.ts';
import { type ArchivedEntry, LogArchive, SEGMENT_ENTRIES, type Segment, writeSegment } from '../log/log-archive.ts';
import { checkpointFault, findCheckpoint, storedParts } from './checkpoints.ts';

const PAGE = 5_000;

export type ArchiveResult =
  | {
      readonly ok: true;
      readonly segments: readonly Segment[];
      /** The last entry that is archived now. */
      readonly last: number;
      readonly deleted: number;
    }
  | { readonly ok: false; readonly problem: string };

/**
 * Moves the log before an entry into files, as far as the newest state that was signed before it,
 * and reads the files back before anything is deleted. The server may run meanwhile. What is looked
 * up for ever stays in the database as well: entries behind lasting ids, terms, where prices come
 * from, and the entries before those, whose hashes receipts show.
 */
export async function archiveLog(
  pool: Pool,
  { before, folder, now }: { before: number; folder: string; now: number },
): Promise<ArchiveResult> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await LogArchive.find(folder);
  const { rows } = await pool.query<{ last: number }>(
    'select coalesce(max(last_seq), 0)::bigint as last from log_archives',
  );
  const done = rows[0]?.last ?? 0;
  if ((known?.last ?? 0) < done) {
    return {
      ok: false,
      problem: `Entries up to ${done} were archived, but ${folder} ends at ${known?.last ?? 0}. Name the folder that has them.`,
    };
  }
  const end = await endBefore(pool, before);
  if (end === undefined) {
    return {
      ok: false,
      problem: `No state was signed before entry ${before} that is still kept: choose a later one (listCheckpoints names them).`,
    };
  }
  const fault = checkpointFault(end);
  if (fault !== undefined) return { ok: false, problem: `${fault}: nothing was archived.` };
  const needed = await pool.query<{ seq: number | null }>(
    'select min(seq)::bigint as seq from command_ids where seq <= $1 and not lasting',
    [end.seq],
  );
  const waiting = needed.rows[0]?.seq ?? null;
  if (waiting !== null) {
    return {
      ok: false,
      problem: `The ids of entry ${waiting} and later may still be repeated: they are kept for seven days.`,
    };
  }

  const first = (known?.last ?? 0) + 1;
  const segments = first <= end.seq ? await writeSegments(pool, folder, { known, first, last: end.seq }) : [];
  const archive =
    segments.length === 0
      ? known
      : await LogArchive.append(folder, { segments, checkpoint: end, state: storedParts(pool, end.seq) });
  if (archive === undefined) return { ok: false, problem: 'There is nothing to archive.' };
  // Read back from the disk, whole: what is deleted next is nowhere else.
  let last: ArchivedEntry | undefined;
  for await (const page of archive.pages(done)) last = page.at(-1) ?? last;
  if (last !== undefined && (last.seq !== archive.last || last.hash.toString('hex') !== archive.checkpoint.hash)) {
    return { ok: false, problem: `${folder} does not end with the entry that was signed: nothing was deleted.` };
  }
  await noteSegments(pool, archive, now);
  return { ok: true, segments, last: archive.last, deleted: await deleteArchived(pool, archive.last) };
}

/** The newest signed state before the entry that is kept. */
async function endBefore(pool: Pool, before: number): Promise<Checkpoint | undefined> {
  const { rows } = await pool.query<{ seq: number }>(
    'select max(seq)::bigint as seq from checkpoint_states where seq < $1',
    [before],
  );
  return rows[0]?.seq == null ? undefined : findCheckpoint(pool, rows[0].seq);
}

async function writeSegments(
  pool: Pool,
  folder: string,
  range: { known: LogArchive | undefined; first: number; last: number },
): Promise<Segment[]> {
  const segments: Segment[] = [];
  let previousHash = Buffer.from(range.known?.segments.at(-1)?.lastHash ?? '00'.repeat(32), 'hex');
  for (let first = range.first; first <= range.last; first += SEGMENT_ENTRIES) {
    const last = Math.min(first + SEGMENT_ENTRIES - 1, range.last);
    const segment = await writeSegment(folder, { first, last, previousHash, pages: entriesBetween(pool, first, last) });
    previousHash = Buffer.from(segment.lastHash, 'hex');
    segments.push(segment);
  }
  return segments;
}

async function* entriesBetween(pool: Pool, first: number, last: number): AsyncGenerator<readonly ArchivedEntry[]> {
  for (let from = first; from <= last; from += PAGE) {
    const { rows } = await pool.query<ArchivedEntry>(
      'select seq, entry, hash from command_log where seq between $1 and $2 order by seq',
      [from, Math.min(from + PAGE - 1, last)],
    );
    yield rows;
  }
}

async function noteSegments(pool: Pool, archive: LogArchive, now: number): Promise<void> {
  for (const { first, last, previousHash, lastHash, file, sha256 } of archive.segments) {
    await pool.query(
      `insert into log_archives (first_seq, last_seq, previous_hash, last_hash, file, sha256, archived_at, folder)
       values ($1, $2, decode($3, 'hex'), decode($4, 'hex'), $5, decode($6, 'hex'), $7, $8)
       on conflict (first_seq) do update set folder = excluded.folder`,
      [first, last, previousHash, lastHash, file, sha256, now, archive.folder],
    );
  }
}

/** Terms, and where prices come from: receipts of later orders show these entries. */
const isShownForEver = (log: string): string => `(${log}.type like '%.define' or ${log}.type = 'prices.opened')`;

/**
 * In pages, so that nobody waits; after a crash the next run goes on. The last entry stays: a start
 * takes the time and the hash of the head from it when nothing was logged since.
 */
async function deleteArchived(pool: Pool, last: number): Promise<number> {
  let deleted = 0;
  const { rows } = await pool.query<{ first: number | null }>('select min(seq)::bigint as first from command_log');
  for (let from = rows[0]?.first ?? last; from < last; from += PAGE) {
    const gone = await pool.query(
      `delete from command_log l where l.seq between $1 and $2
          and not ${isShownForEver('l')}
          and not exists (select from command_ids i where i.command_id = l.command_id and i.lasting)
          and not exists (select from command_log n where n.seq = l.seq + 1 and ${isShownForEver('n')})`,
      [from, Math.min(from + PAGE, last) - 1],
    );
    deleted += gone.rowCount ?? 0;
  }
  return deleted;
}
