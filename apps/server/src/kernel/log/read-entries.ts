import { oneAtATime } from '../../platform/one-at-a-time.ts';
import type { Pool } from '../../platform/postgres.ts';
import { parseEntry } from '../core/log-entry.ts';
import { readArchivedEntries, WrongArchiveError } from './log-archive.ts';

/** One entry with what its hash follows from, wherever it lies. */
export interface LoggedEntry {
  readonly seq: number;
  readonly user: number;
  readonly type: string;
  /** Epoch ms. */
  readonly at: number;
  readonly text: string;
  readonly hash: Buffer;
  readonly previous: Buffer;
}

/** An entry was archived into a file that cannot be read here. */
export class ArchivedEntryError extends Error {
  override readonly name = 'ArchivedEntryError';
  readonly file: string;

  constructor(seq: number, file: string) {
    super(`entry ${seq} is in ${file}, which cannot be read`);
    this.file = file;
  }
}

const NO_HASH = Buffer.alloc(32);
/** Each reads a file of some megabytes. */
const READS_WAITING_MAX = 20;

/**
 * Log entries by number, in order: those of the database, and those that were archived out of their
 * files. Numbers that the log never had are left out.
 */
export async function entriesAt(pool: Pool, seqs: readonly number[]): Promise<LoggedEntry[]> {
  const { rows } = await pool.query<Omit<LoggedEntry, 'previous'> & { previous: Buffer | null }>(
    `select l.seq, l.user_id as user, l.type, l.at, l.entry as text, l.hash, p.hash as previous
       from command_log l left join command_log p on p.seq = l.seq - 1
      where l.seq = any($1::bigint[]) order by l.seq`,
    [seqs],
  );
  const found = new Map(rows.map((row) => [row.seq, row]));
  // An entry that was kept may lack the one before it, which its hash follows from.
  const missing = seqs.filter((seq) => {
    const row = found.get(seq);
    return row === undefined || (row.previous === null && 1 < seq);
  });
  const entries = rows.map((row) => ({ ...row, previous: row.previous ?? NO_HASH }));
  if (missing.length === 0) return entries;
  const archived = await archivedEntries(pool, missing);
  const lies = new Set(archived.map(({ seq }) => seq));
  return [...entries.filter(({ seq }) => !lies.has(seq)), ...archived].sort((left, right) => left.seq - right.seq);
}

/**
 * SQL for one field of what an entry answered, as text; null of entries that are in the archive.
 */
export const answerFieldSql = (seq: string, field: string): string =>
  `(select l.entry::jsonb -> 'result' ->> '${field}' from command_log l where l.seq = ${seq})`;

interface SegmentRow {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly previous_hash: Buffer;
  readonly last_hash: Buffer;
  readonly file: string;
  readonly folder: string | null;
}

async function archivedEntries(pool: Pool, seqs: readonly number[]): Promise<LoggedEntry[]> {
  const { rows } = await pool.query<SegmentRow>(
    `select distinct a.first_seq, a.last_seq, a.previous_hash, a.last_hash, a.file, a.folder
       from unnest($1::bigint[]) as wanted(seq) join log_archives a on a.first_seq <= seq and seq <= a.last_seq
      order by a.first_seq`,
    [seqs],
  );
  const found: LoggedEntry[] = [];
  for (const segment of rows) {
    const requested = new Set(seqs.filter((seq) => segment.first_seq <= seq && seq <= segment.last_seq));
    found.push(...((await readOne({ segment, wanted: requested })) ?? unreadable(segment, requested)));
  }
  return found;
}

const readOne = oneAtATime(readSegment, READS_WAITING_MAX);

async function readSegment(request: { segment: SegmentRow; wanted: ReadonlySet<number> }): Promise<LoggedEntry[]> {
  const { segment, wanted: requested } = request;
  const { folder, file, first_seq: first, last_seq: last } = segment;
  if (folder === null) return unreadable(segment, requested);
  const found: LoggedEntry[] = [];
  try {
    const at = { file, first, last, previousHash: segment.previous_hash, lastHash: segment.last_hash };
    for await (const { seq, entry, hash, previous } of readArchivedEntries(folder, at)) {
      if (!requested.has(seq)) continue;
      const { user, type, at: time } = parseEntry(entry);
      found.push({ seq, user, type, at: time, text: entry, hash, previous });
    }
  } catch (error) {
    if (!(error instanceof WrongArchiveError)) throw error;
    return unreadable(segment, requested);
  }
  return found;
}

function unreadable({ file }: SegmentRow, seqs: ReadonlySet<number>): never {
  throw new ArchivedEntryError(Math.min(...seqs), file);
}
