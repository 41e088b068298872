import { type RawBar, ROWS_MAX } from './csv.ts';
import { unzip } from './zip.ts';

/**
 * `20180403_eurusd_minute_quote.csv`: one day of minutes with bid and ask, as the LEAN engine keeps
 * them.
 */
const NAME = /^(\d{4})(\d\d)(\d\d)_([a-z0-9]+)_minute_quote\.csv$/;
const FILE_BYTES_MAX = 64 * 1024 * 1024;
/**
 * Milliseconds since midnight UTC; bid open, high, low, close, size; the same of the ask. There is
 * no header.
 */
const COLUMNS = 11;

export interface QuoteDay {
  readonly code: string;
  readonly bid: readonly RawBar[];
  readonly ask: readonly RawBar[];
}

export type QuoteDayResult =
  | { readonly ok: true; readonly day: QuoteDay }
  | { readonly ok: false; readonly reason: string };

/** Reads an archive that holds one day of quotes. */
export function readQuoteArchive(bytes: Buffer): QuoteDayResult {
  const [file, ...others] = unzip(bytes, FILE_BYTES_MAX);
  if (file === undefined || 0 < others.length) return { ok: false, reason: 'not an archive of one file' };
  const match = NAME.exec(file.name);
  if (match === null) return { ok: false, reason: `not a day of minute quotes: ${file.name}` };
  const [, year, month, date, symbol] = match;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(date));
  // 32 May is no day, and not the first of June.
  const day = new Date(midnight).toISOString().slice(0, 10);
  if (day !== `${year}-${month}-${date}`) return { ok: false, reason: `no such day: ${year}${month}${date}` };
  const lines = file.content.toString('utf8').split('\n');
  if (ROWS_MAX < lines.length) return { ok: false, reason: `more than ${ROWS_MAX} rows` };
  const bid: RawBar[] = [];
  const ask: RawBar[] = [];
  for (const line of lines) {
    if (line.trim() === '') continue;
    const figures = line.split(',').map((figure) => (figure.trim() === '' ? Number.NaN : Number(figure)));
    // A row of another length is unreadable, and counted as such with the others.
    const at = figures.length === COLUMNS ? midnight + figures[0]! : Number.NaN;
    bid.push(barOf(at, figures.slice(1, 6)));
    ask.push(barOf(at, figures.slice(6, 11)));
  }
  return { ok: true, day: { code: symbol!.toUpperCase(), bid, ask } };
}

/** The sizes of quotes are not what was traded: they are no volume. */
const barOf = (at: number, [open, high, low, close]: readonly number[]): RawBar => ({
  at,
  open: open ?? Number.NaN,
  high: high ?? Number.NaN,
  low: low ?? Number.NaN,
  close: close ?? Number.NaN,
  volume: 0,
});
