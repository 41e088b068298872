/** Recorded candles as text. Columns are found by their header, whatever their order and case. */
export interface RawBar {
  /** Opening time, epoch ms; NaN when unreadable. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Zero when the recording has none. */
  readonly volume: number;
  /** Line of the file. */
  readonly row?: number;
}

const TIME_COLUMNS = ['timestamp', 'timestamp_utc', 'datetime', 'date', 'time'];
const PRICE_COLUMNS = ['open', 'high', 'low', 'close'] as const;
/** Years of minutes; a file beyond this is refused rather than read into memory. */
export const ROWS_MAX = 4_000_000;

export type CsvResult =
  | { readonly ok: true; readonly bars: readonly RawBar[] }
  | { readonly ok: false; readonly reason: string };

/** `2025-05-30 16:39:00`, with `T` and with or without a zero offset; always UTC. */
const TIME = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.0+)?(?:Z|\+00:?00)?$/;

function parseTime(text: string): number {
  const match = TIME.exec(text);
  if (match === null) return Number.NaN;
  const [, year, month, day, hour, minute, second] = match;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  // 32 May is no day, and not the first of June.
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  return new Date(at).toISOString() === written ? at : Number.NaN;
}

const parseNumber = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text);

export function parseCandles(text: string): CsvResult {
  const lines = text.split('\n');
  if (ROWS_MAX < lines.length) return { ok: false, reason: `more than ${ROWS_MAX} rows` };
  const header = (lines[0] ?? '').split(',').map((name) => name.trim().toLowerCase());
  const timeColumn = header.findIndex((name) => TIME_COLUMNS.includes(name));
  const [open, high, low, close] = PRICE_COLUMNS.map((name) => header.indexOf(name));
  if (timeColumn < 0 || [open, high, low, close].includes(-1)) {
    return { ok: false, reason: `no columns for time, open, high, low and close in "${lines[0]}"` };
  }
  const volumeColumn = header.indexOf('volume');
  const bars: RawBar[] = [];
  for (let row = 1; row < lines.length; row += 1) {
    const line = lines[row]!.trimEnd();
    if (line === '') continue;
    const fields = line.split(',');
    bars.push({
      at: parseTime(fields[timeColumn] ?? ''),
      open: parseNumber(fields[open!]),
      high: parseNumber(fields[high!]),
      low: parseNumber(fields[low!]),
      close: parseNumber(fields[close!]),
      volume: volumeColumn < 0 ? 0 : parseNumber(fields[volumeColumn]),
      row: row + 1,
    });
  }
  return { ok: true, bars };
}
