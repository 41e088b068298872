import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from '../platform/postgres.ts';
import { inTransaction, keep, undo } from '../platform/transaction.ts';
import { CONTENTS, FORMAT, VERSION } from './export.ts';
import { EXPORTED, OPENED } from './tables.ts';

/** Why a file is not taken in. */
export type ImportRefusal = 'unknownAccount' | 'notAnExport' | 'damaged' | 'before' | 'tooMany';

export type Imported =
  | { readonly ok: true; readonly id: number; readonly rows: number; readonly site: string; readonly user: number }
  | { readonly ok: false; readonly reason: ImportRefusal; readonly problem: string };

export interface ImportInput {
  readonly userId: number;
  readonly lines: AsyncIterable<string>;
  readonly now: number;
  /** How many imports the account may have with this one; none for those an operator takes in. */
  readonly most?: number;
}

type Line = { readonly [field: string]: unknown };

const TABLES: ReadonlySet<string> = new Set(
  [...EXPORTED, ...OPENED, { table: 'mail_outbox' }, { table: 'support_messages' }, { table: CONTENTS }].map(
    ({ table }) => table,
  ),
);
/** Of one file. */
const ROWS_MAX = 5_000_000;
const LINE_MAX = 4 * 1024 * 1024;
const SITE_MAX = 200;
const ROWS_AT_ONCE = 500;
/**
 * What PostgreSQL answers to JSON that it cannot keep: zero characters, huge numbers, deep nesting.
 */
const UNKEEPABLE = /^(22|54)/;

/**
 * Takes an account's export of another installation as history of a person here: read only, beside
 * the ledger and never part of it. All of it, or nothing.
 */
export async function importHistory(pool: Pool, { userId, lines, now, most }: ImportInput): Promise<Imported> {
  const refused = (reason: ImportRefusal, problem: string) => undo<Imported>({ ok: false, reason, problem });
  const work = async (client: PoolClient) => {
    // Keeps two imports apart, and lets everything else of the account go on.
    const known = await client.query('select from users where id = $1 for no key update', [userId]);
    if (known.rowCount !== 1) return refused('unknownAccount', `There is no account ${userId}.`);
    if (most !== undefined) {
      const { rows: held } = await client.query<{ count: number }>(
        'select count(*)::int as count from history_imports where user_id = $1',
        [userId],
      );
      if (most <= (held[0]?.count ?? 0)) return refused('tooMany', `There are ${most} imports already.`);
    }
    const digest = createHash('sha256');
    let head: Head | undefined;
    let rows = 0;
    let foot: Line | undefined;
    const contents: Record<string, number> = {};
    let waiting: { readonly line: number; readonly text: string }[] = [];
    const flush = async () => {
      await client.query(
        `insert into imported_history (user_id, site, source_user, exported_at, imported_at, line, source_table, row)
         select $1, $2, $3, $4, $5, l.line, l.content ->> 'table', l.content -> 'row'
           from rows from (unnest($6::integer[]), unnest($7::jsonb[])) as l (line, content)`,
        [
          userId,
          head?.site,
          head?.user,
          head?.exportedAt,
          new Date(now),
          waiting.map(({ line }) => line),
          waiting.map(({ text: content }) => content),
        ],
      );
      waiting = [];
    };
    for await (const text of lines) {
      if (text === '') continue;
      if (foot !== undefined) return refused('damaged', 'There is more after the last line.');
      const line = text.length <= LINE_MAX ? parsedLine(text) : undefined;
      if (line === undefined) {
        return refused(head === undefined ? 'notAnExport' : 'damaged', `Line ${rows + 2} is no object of JSON.`);
      }
      if ('sha256' in line) {
        foot = line;
        continue;
      }
      digest.update(`${text}\n`);
      if (head === undefined) {
        head = headOf(line);
        if (head === undefined) return refused('notAnExport', `This is no export of an account of version ${VERSION}.`);
        const duplicates = await client.query(
          'select from history_imports where user_id = $1 and site = $2 and exported_at = $3',
          [userId, head.site, head.exportedAt],
        );
        if (duplicates.rowCount !== 0) return refused('before', 'This export was imported before.');
        continue;
      }
      const { table, row } = line;
      if (typeof table !== 'string' || !TABLES.has(table) || !isObject(row)) {
        return refused('damaged', `Line ${rows + 2} is no row of a known table.`);
      }
      rows += 1;
      if (ROWS_MAX < rows) return refused('tooMany', `There are more than ${ROWS_MAX} rows.`);
      // Bytes are checked with the rest, and stay in the file of their owner.
      if (table === CONTENTS) continue;
      contents[table] = (contents[table] ?? 0) + 1;
      waiting.push({ line: rows, text });
      if (ROWS_AT_ONCE <= waiting.length) await flush();
    }
    if (head === undefined) return refused('notAnExport', 'The file is empty.');
    if (foot === undefined) return refused('damaged', 'The file ends too early.');
    const sha256 = digest.digest('hex');
    if (foot.rows !== rows || foot.sha256 !== sha256) return refused('damaged', 'The file was changed or is damaged.');
    if (0 < waiting.length) await flush();
    const { rows: inserted } = await client.query<{ id: number }>(
      `insert into history_imports (user_id, site, source_user, exported_at, imported_at, rows, contents, sha256)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [userId, head.site, head.user, head.exportedAt, new Date(now), rows, contents, sha256],
    );
    return keep<Imported>({ ok: true, id: inserted[0]?.id ?? 0, rows, site: head.site, user: head.user });
  };
  try {
    return await inTransaction<Imported>(pool, work);
  } catch (error) {
    if (!UNKEEPABLE.test((error as { code?: string }).code ?? '')) throw error;
    return refused('damaged', 'A row holds what no database takes.').value;
  }
}

const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsedLine(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Head {
  readonly site: string;
  readonly user: number;
  readonly exportedAt: string;
}

function headOf({ format, version, site, user, exportedAt }: Line): Head | undefined {
  const isKnown = format === FORMAT && version === VERSION;
  if (!isKnown || typeof site !== 'string' || SITE_MAX < site.length) return undefined;
  if (!Number.isSafeInteger(user) || typeof exportedAt !== 'string' || !ISO.test(exportedAt)) return undefined;
  return Number.isNaN(Date.parse(exportedAt)) ? undefined : { site, user: user as number, exportedAt };
}

/** As exports write it; PostgreSQL would take "infinity" as well. */
const ISO = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
