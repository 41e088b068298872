import { CORPORATE_ACTION_KINDS, type CorporateActionKind } from '@glasshouse/api/schemas/corporate-actions';
import { parsePrice } from '@glasshouse/rules/money';
import type { CorporateActionTerms } from './rows.ts';

/** The columns of a file, in any order; a row leaves empty what its kind does not have. */
export const CALENDAR_COLUMNS = [
  'code',
  'kind',
  'numerator',
  'denominator',
  'amount',
  'symbol',
  'effective_at',
  'source',
] as const;
type Column = (typeof CALENDAR_COLUMNS)[number];

/** Rows of one file. */
export const CALENDAR_ROWS_MAX = 100;
const CELL_MAX = 300;

/** A row as it was read, or the column that is wrong. */
export type CalendarRow = { readonly line: number; readonly code: string } & (
  | { readonly terms: CorporateActionTerms }
  | { readonly wrong: Column }
);

/** A file without a header of exactly these columns, or with too many rows, has no rows at all. */
export type CalendarFile = { readonly rows: readonly CalendarRow[] } | { readonly problem: 'columns' | 'rows' };

/**
 * Reads comma-separated text (RFC 4180: fields with commas or quotes stand in double quotes). Times
 * are ISO 8601 with a zone: one without it would be the zone of whoever reads the file.
 */
export function readCalendarFile(text: string): CalendarFile {
  const [header, ...lines] = recordsOf(text.replace(/^\uFEFF/, ''));
  const names = header?.fields.map((name) => name.trim().toLowerCase()) ?? [];
  const isWhole = names.length === CALENDAR_COLUMNS.length && CALENDAR_COLUMNS.every((name) => names.includes(name));
  if (!isWhole) return { problem: 'columns' };
  if (lines.length === 0 || CALENDAR_ROWS_MAX < lines.length) return { problem: 'rows' };
  return {
    rows: lines.map(({ line, fields }) => {
      const cells = Object.fromEntries(names.map((name, index) => [name, (fields[index] ?? '').trim()]));
      const code = (cells.code ?? '').toUpperCase();
      const read =
        fields.length === names.length ? readRow(cells as Record<Column, string>) : { wrong: 'code' as const };
      return { line, code: code.slice(0, CELL_MAX), ...read };
    }),
  };
}

function readRow(cells: Readonly<Record<Column, string>>): { terms: CorporateActionTerms } | { wrong: Column } {
  const kind = CORPORATE_ACTION_KINDS.find((name) => name === cells.kind);
  const effective = momentOf(cells.effective_at);
  const numerator = partOf(cells.numerator);
  const denominator = partOf(cells.denominator);
  const amount = cells.amount === '' ? null : cells.amount;
  if (!/^[A-Za-z0-9.]{1,20}$/.test(cells.code)) return { wrong: 'code' };
  if (kind === undefined) return { wrong: 'kind' };
  if (numerator === undefined || hasRatio(kind) !== (cells.numerator !== '')) return { wrong: 'numerator' };
  if (denominator === undefined || hasRatio(kind) !== (cells.denominator !== '')) return { wrong: 'denominator' };
  if (amount !== null && parsePrice(amount) === undefined) return { wrong: 'amount' };
  if (cells.symbol.length > 32) return { wrong: 'symbol' };
  if (effective === undefined) return { wrong: 'effective_at' };
  if (cells.source === '' || CELL_MAX < cells.source.length) return { wrong: 'source' };
  return {
    terms: {
      code: cells.code.toUpperCase(),
      kind,
      numerator,
      denominator,
      amount,
      symbol: cells.symbol === '' ? null : cells.symbol,
      effective_at: effective,
      source: cells.source,
    },
  };
}

const hasRatio = (kind: CorporateActionKind): boolean => kind === 'split';

/** Empty counts as one. */
function partOf(text: string): number | undefined {
  if (text === '') return 1;
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}

function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:00(\.000)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}

interface TextRecord {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** Lines without any text are left out. One beyond the most that may be is kept, to be counted. */
function recordsOf(text: string): readonly TextRecord[] {
  const records: TextRecord[] = [];
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let [line, startedAt] = [1, 1];
  const endRecord = (): void => {
    fields.push(field);
    if (fields.some((cell) => cell.trim() !== '')) records.push({ line: startedAt, fields });
    [fields, field] = [[], ''];
  };
  for (let index = 0; index < text.length && records.length <= CALENDAR_ROWS_MAX + 1; index += 1) {
    const letter = text[index] as string;
    if (letter === '\n') line += 1;
    if (isQuoted) {
      if (letter !== '"') field += letter;
      else if (text[index + 1] === '"') {
        field += '"';
        index += 1;
      } else isQuoted = false;
    } else if (letter === '"' && field === '') isQuoted = true;
    else if (letter === ',') {
      fields.push(field);
      field = '';
    } else if (letter === '\n') {
      endRecord();
      startedAt = line;
    } else if (letter !== '\r') field += letter;
  }
  endRecord();
  return records;
}
