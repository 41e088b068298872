import { createHash } from 'node:crypto';
import type { Pool } from '../platform/postgres.ts';
import { inTransaction, keep, undo } from '../platform/transaction.ts';
import { CONTENTS, FORMAT, VERSION } from './export.ts';
import { EXPORTED, OPENED } from './tables.ts';

export type Imported =
  | { readonly ok: true; readonly rows: number; readonly site: string; readonly user: number }
  | { readonly ok: false; readonly problem: string };

type Line = { readonly [field: string]: unknown };

const TABLES: ReadonlySet<string> = new Set(
  [...EXPORTED, ...OPENED, { table: 'mail_outbox' }, { table: 'support_messages' }, { table: CONTENTS }].map(
    ({ table }) => table,
  ),
);
/** Of one file. */
const ROWS_MAX = 5_000_000;
const LINE_MAX = 4 * 1024 * 1024;
const ROWS_AT_ONCE = 500;

/**
 * Takes an account's export of another installation as history of a person here: read only, beside
 * the ledger and never part of it. All of it, or nothing.
 */
export async function importHistory(
  pool: Pool,
  { userId, lines, now }: { readonly userId: number; readonly lines: AsyncIterable<string>; readonly now: number },
): Promise<Imported> {
  const refused = (problem: string) => undo<Imported>({ ok: false, problem });
  const imported = inTransaction<Imported>(pool, async (client) => {
    const known = await client.query('select from users where id = $1 for update', [userId]);
    if (known.rowCount !== 1) return refused(`There is no account ${userId}.`);
    const digest = createHash('sha256');
    let head: { readonly site: string; readonly user: number; readonly exportedAt: string } | undefined;
    let rows = 0;
    let foot: Line | undefined;
    let waiting: { readonly line: number; readonly text: string }[] = [];
    const flush = async () => {
      await client.query(
        `insert into imported_history (user_id, site, source_user, exported_at, imported_at, line, source_table, row)
         select $1, $2, $3, $4, $5, l.line, l.content ->> 'table', l.content -> 'row'
           from rows from (unnest($6::integer[]), unnest($7::jsonb[])) as l (line, content)`,
        [
          ...[userId, head?.site, head?.user, head?.exportedAt, new Date(now)],
          waiting.map(({ line }) => line),
          waiting.map(({ text: content }) => content),
        ],
      );
      waiting = [];
    };
    for await (const text of lines) {
      if (text === '') continue;
      if (foot !== undefined) return refused('There is more after the last line.');
      const line = text.length <= LINE_MAX ? parsedLine(text) : undefined;
      if (line === undefined) return refused(`Line ${rows + 2} is no object of JSON.`);
      if ('sha256' in line) {
        foot = line;
        continue;
      }
      digest.update(`${text}\n`);
      if (head === undefined) {
        head = headOf(line);
        if (head === undefined) return refused(`This is no export of an account of version ${VERSION}.`);
        const taken = await client.query(
          'select from imported_history where user_id = $1 and site = $2 and exported_at = $3 limit 1',
          [userId, head.site, head.exportedAt],
        );
        if (taken.rowCount !== 0) return refused('This export was imported before.');
        continue;
      }
      const { table, row } = line;
      if (
        typeof table !== 'string' ||
        !TABLES.has(table) ||
        typeof row !== 'object' ||
        row === null ||
        Array.isArray(row)
      ) {
        return refused(`Line ${rows + 2} is no row of a known table.`);
      }
      rows += 1;
      if (ROWS_MAX < rows) return refused(`There are more than ${ROWS_MAX} rows.`);
      // Bytes are checked with the rest, and stay in the file of their owner.
      if (table === CONTENTS) continue;
      waiting.push({ line: rows, text });
      if (ROWS_AT_ONCE <= waiting.length) await flush();
    }
    if (head === undefined || foot === undefined) return refused('The file ends too early.');
    if (foot.rows !== rows || foot.sha256 !== digest.digest('hex'))
      return refused('The file was changed or is damaged.');
    if (0 < waiting.length) await flush();
    return keep<Imported>({ ok: true, rows, site: head.site, user: head.user });
  });
  return imported.catch((error: unknown) => {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    if (typeof code !== 'string' || !IS_DATA.test(code)) throw error;
    return { ok: false, problem: `The file holds what no database can keep: ${message}.` };
  });
}

/** The database's classes for values that it cannot take, and for what is too large or too deep. */
const IS_DATA = /^(?:22|54)/;

function parsedLine(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

function headOf({ format, version, site, user, exportedAt }: Line) {
  const isKnown = format === FORMAT && version === VERSION && Number.isSafeInteger(user);
  if (!isKnown || typeof site !== 'string' || typeof user !== 'number' || typeof exportedAt !== 'string')
    return undefined;
  return Number.isNaN(Date.parse(exportedAt)) ? undefined : { site, user, exportedAt };
}
