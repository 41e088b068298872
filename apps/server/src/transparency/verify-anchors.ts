import { type AnchorStatement, contradictionsIn, statementsIn } from '@glasshouse/rules/proofs/anchor';
import { type LogArchive, WrongArchiveError } from '../kernel/log/log-archive.ts';
import type { Pool } from '../platform/postgres.ts';

const PAGE = 1_000;
const FINDINGS_MAX = 100;

/** What one file says: JSON, or a line of JSON for each anchor. */
export function readStatements(
  text: string,
  source: string,
): { statements: AnchorStatement[]; problems: string[]; keys: Set<string> } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = parseJson(text) ?? lines.map((line) => parseJson(line));
  const { statements, unsigned, keys } = statementsIn(parsed, source);
  const problems: string[] = [];
  const unreadable = Array.isArray(parsed) ? parsed.filter((item) => item === undefined).length : 0;
  if (0 < unreadable) problems.push(`${source}: ${unreadable} lines cannot be read as JSON`);
  if (0 < unsigned) problems.push(`${source}: ${unsigned} anchors are not signed by the key that they name`);
  if (statements.length === 0) problems.push(`${source} names no place of the log or the tape`);
  return { statements, problems, keys };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Two histories among files, without a database. */
export const compareStatements = (statements: readonly AnchorStatement[]): readonly string[] =>
  contradictionsIn(statements);

export interface StatementReport {
  readonly findings: readonly string[];
  /** What could not be compared, and why. */
  readonly notes: readonly string[];
}

/**
 * Compares what people were told with the database: entries that were changed, lost with a restored
 * backup or cut off, and minutes that were signed again. Entries that were archived are compared
 * with the archive; without it, they are counted.
 */
export async function checkStatements(
  pool: Pool,
  statements: readonly AnchorStatement[],
  archive?: LogArchive,
): Promise<StatementReport> {
  const found: string[] = [...contradictionsIn(statements)];
  const find = (sentence: string): void => {
    if (found.length < FINDINGS_MAX) found.push(`anchors: ${sentence}`);
  };
  const archivedTo = await lastArchived(pool);
  const archived: AnchorStatement[] = [];
  const compare = ({ source, log }: AnchorStatement, has: string | undefined): void => {
    if (log === undefined) return;
    if (has === undefined) find(`${source} was told of entry ${log.seq}, which the log does not have any more`);
    else if (has !== log.hash) find(`${source} was told another entry ${log.seq} than the log has`);
  };
  for (let from = 0; from < statements.length; from += PAGE) {
    const page = statements.slice(from, from + PAGE);
    const hashes = await hashesOf(pool, {
      text: 'select seq as place, hash from command_log where seq = any($1::bigint[])',
      places: page.flatMap(({ log }) => log?.seq ?? []),
    });
    const minutes = await hashesOf(pool, {
      text: 'select minute_at as place, root_hash as hash from tape_minutes where minute_at = any($1::bigint[])',
      places: page.flatMap(({ minute }) => minute?.at ?? []),
    });
    for (const statement of page) {
      const { source, log, minute } = statement;
      if (log !== undefined && 0 < log.seq) {
        const has = hashes.get(log.seq);
        if (has === undefined && log.seq <= archivedTo) archived.push(statement);
        else compare(statement, has);
      }
      if (minute === undefined) continue;
      const name = new Date(minute.at).toISOString();
      const has = minutes.get(minute.at);
      if (has === undefined) find(`${source} was told of minute ${name}, which the tape does not have any more`);
      else if (has !== minute.hash) find(`${source} was told another minute ${name} than the tape has`);
    }
  }
  if (archived.length === 0) return { findings: found, notes: [] };
  if (archive === undefined || archive.last < archivedTo) {
    const note = `${archived.length} places that somebody was told of are archived: compared with --archive <folder> only`;
    return { findings: found, notes: [note] };
  }
  const hashes = await archivedHashes(archive, new Set(archived.flatMap(({ log }) => log?.seq ?? [])));
  for (const statement of archived) compare(statement, hashes.get(statement.log?.seq ?? 0));
  return { findings: found, notes: [] };
}

async function lastArchived(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ last: number }>(
    'select coalesce(max(last_seq), 0)::bigint as last from log_archives',
  );
  return rows[0]?.last ?? 0;
}

/** Reads the archive once; of a damaged one, whoever verifies the log is told what is wrong. */
async function archivedHashes(archive: LogArchive, seqs: ReadonlySet<number>): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  try {
    for await (const page of archive.pages(Math.min(...seqs) - 1))
      for (const { seq, hash } of page) if (seqs.has(seq)) found.set(seq, hash.toString('hex'));
  } catch (error) {
    if (!(error instanceof WrongArchiveError)) throw error;
  }
  return found;
}

async function hashesOf(pool: Pool, query: { text: string; places: number[] }): Promise<Map<number, string>> {
  if (query.places.length === 0) return new Map();
  const { rows } = await pool.query<{ place: number; hash: Buffer }>(query.text, [[...new Set(query.places)]]);
  return new Map(rows.map(({ place, hash }) => [place, hash.toString('hex')]));
}

/** Keys of the database that the reader does not trust: somebody else may have put them there. */
export async function strangeKeys(pool: Pool, trusted: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ key_id: string; public_key: Buffer }>(
    'select key_id, public_key from tape_keys order by first_used, key_id',
  );
  return rows
    .filter(({ public_key }) => !trusted.includes(public_key.toString('hex')))
    .map(({ key_id, public_key }) => `tape: key ${key_id} (${public_key.toString('hex')}) is not one that was named`);
}

/** Accounts that no command of the log made: somebody wrote them into the database. */
export async function strangeUsers(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: number; sessions: number }>(
    `select u.id, count(s.*)::int as sessions from users u left join sessions s on s.user_id = u.id
      where not exists (select from command_ids i where i.command_id = 'open:' || u.id)
      group by u.id order by u.id limit ${FINDINGS_MAX}`,
  );
  return rows.map(({ id, sessions }) => `people: user ${id} (${sessions} sessions) was made by no command of the log`);
}
