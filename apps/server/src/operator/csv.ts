import { csvText } from '../ledger/export.ts';
import type { FileResult } from '../platform/call.ts';

/** Rows read at a time: bounds the memory of a download, however long and slow it is. */
export const CSV_ROWS_AT_ONCE = 1_000;

/** A cell: text is guarded against formulas, numbers are written as they are. */
export type CsvCell = string | number | null;

/** A number as we write it: a spreadsheet may take it for one. */
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

const cellText = (cell: CsvCell): string => {
  if (cell === null) return '';
  const text = String(cell);
  return NUMBER.test(text) ? text : csvText(text);
};

/**
 * A table as CSV (RFC 4180), written page by page as the client takes it: no transaction or
 * connection is held for a slow one.
 */
export function csvFile(
  name: string,
  columns: readonly string[],
  pages: () => AsyncGenerator<readonly (readonly CsvCell[])[]>,
): FileResult {
  async function* chunks(): AsyncGenerator<string> {
    yield `${columns.join(',')}\r\n`;
    for await (const rows of pages()) {
      yield rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
    }
  }
  return { name, type: 'text/csv; charset=utf-8', chunks: chunks() };
}

/** Pages of a list with a cursor, until the last one. */
export async function* pagesOf<Item>(
  read: (
    after: readonly number[] | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
): AsyncGenerator<readonly Item[]> {
  for (let after: readonly number[] | undefined; ; ) {
    const page = await read(after);
    if (0 < page.items.length) yield page.items;
    if (page.next === null) return;
    after = page.next.split('_').map(Number);
  }
}

export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
