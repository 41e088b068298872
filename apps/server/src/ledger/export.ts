import type { ResultOf } from '@glasshouse/api/calls';
import type { FileResult } from '../platform/call.ts';
import type { Pool } from '../platform/postgres.ts';
import { type StatementFilter, statementOf } from './queries.ts';

type Line = ResultOf<'listStatement'>['items'][number];

/**
 * Lines read at a time: bounds the memory of a download, however long and slow it is. Four times as
 * many outlive a collection of young objects, and the heap grows twice as much.
 */
const CHUNK_LINES = 250;

const COLUMNS = [
  'id',
  'time',
  'book',
  'asset',
  'account',
  'amount',
  'balance_after',
  'counterparty',
  'reason',
  'reference',
  'log_entry',
] as const;

/** RFC 4180: quoted where necessary, with inner quotes doubled. */
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * An apostrophe marks text that a spreadsheet would take for a formula (CWE-1236). Only in text
 * columns: a negative amount starts with a minus and is a number.
 */
export const csvText = (text: string): string => quoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const csvLine = (line: Line): string =>
  [
    line.id,
    line.at,
    line.book,
    csvText(line.asset),
    line.account,
    line.amount,
    line.balanceAfter,
    csvText(line.counterparty),
    csvText(line.reason),
    csvText(line.ref ?? ''),
    String(line.seq),
  ].join(',');

export interface ExportOptions {
  readonly filter: StatementFilter;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly format: 'csv' | 'json';
  readonly now: number;
}

/**
 * The statement as a file, newest line first. Read page by page as the client takes it: no
 * transaction or connection is held for a slow client. Lines posted meanwhile precede the first
 * one, so nothing is repeated or left out.
 */
export function statementFile(pool: Pool, options: ExportOptions): FileResult {
  const { format, filter, now } = options;
  const day = new Date(now).toISOString().slice(0, 10);
  return {
    name: `statement-${filter.book}-${day}.${format}`,
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    chunks: format === 'csv' ? csvChunks(pool, options) : jsonChunks(pool, options),
  };
}

async function* pages(pool: Pool, { filter, from, to }: ExportOptions): AsyncGenerator<readonly Line[]> {
  for (let after: readonly number[] | undefined; ; ) {
    const page = await statementOf(pool, filter, { after, limit: CHUNK_LINES, from, to });
    if (0 < page.items.length) yield page.items;
    if (page.next === null) return;
    after = page.next.split('_').map(Number);
  }
}

async function* csvChunks(pool: Pool, options: ExportOptions): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const lines of pages(pool, options)) yield lines.map((line) => `${csvLine(line)}\r\n`).join('');
}

async function* jsonChunks(pool: Pool, options: ExportOptions): AsyncGenerator<string> {
  let before = '[';
  for await (const lines of pages(pool, options)) {
    yield before + lines.map((line) => `\n${JSON.stringify(line)}`).join(',');
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
