import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Instrument } from '../../instruments/instrument.ts';
import { parseCandles, type RawBar } from './csv.ts';
import { type QuoteDayResult, readQuoteArchive } from './quote-archive.ts';
import { makeRecording, type Quarantined, type Recording } from './recording.ts';

/** Folders of one-minute candles below a parent; other folders there are left alone. */
const KNOWN_FOLDERS = ['crypto_1m', 'stocks_1m', 'forex'];
const PACKED = '.csv.gz';
const PLAIN = '.csv';
/** One day of bid and ask each; the days of an instrument are put together. */
const ARCHIVE_SUFFIX = '_quote.zip';
/** Of one file, unpacked. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;

export interface LoadedRecordings {
  readonly recordings: readonly Recording[];
  /** Files that were not used, with the reason. */
  readonly ignored: readonly { readonly file: string; readonly reason: string }[];
}

/**
 * The code that a file holds and which of two prices: `BTCUSDT`, `USDJPY_bid_1m`,
 * `6EH4_futures_1m`.
 */
function describe(file: string): { code: string; side: 'only' | 'bid' | 'ask' } {
  const stem = basename(basename(file, PACKED), PLAIN);
  const future = /^(\d?[A-Z]{1,3})[FGHJKMNQUVXZ]\d{1,2}_futures_1m$/.exec(stem);
  if (future !== null) return { code: future[1]!, side: 'only' };
  const quote = /^([A-Z0-9.]+)_(bid|ask)_1m$/.exec(stem);
  if (quote !== null) return { code: quote[1]!, side: quote[2] === 'bid' ? 'bid' : 'ask' };
  return { code: stem.replace(/_1m$/, ''), side: 'only' };
}

function filesIn(folder: string): string[] {
  const known = KNOWN_FOLDERS.map((name) => join(folder, name)).filter(
    (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  );
  return [folder, ...known]
    .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
    .filter((path) => [PACKED, PLAIN, ARCHIVE_SUFFIX].some((suffix) => path.endsWith(suffix)))
    .sort();
}

interface Source {
  readonly file: string;
  readonly only?: readonly RawBar[];
  readonly bid?: readonly RawBar[];
  readonly ask?: readonly RawBar[];
  /** Put together from archives of one day each. */
  readonly days?: true;
}
type Sources = Map<string, Source>;

/**
 * Reads every recording of an instrument of the catalogue in a folder, or in the known folders
 * below it.
 */
export function loadRecordings(folder: string, catalogue: readonly Instrument[], now: number): LoadedRecordings {
  const instruments = new Map(catalogue.map((instrument) => [instrument.code, instrument]));
  const ignored: { file: string; reason: string }[] = [];
  const sources: Sources = new Map();
  for (const file of filesIn(folder)) {
    if (file.endsWith(ARCHIVE_SUFFIX)) {
      const reason = addQuotes(file, { sources, instruments });
      if (reason !== undefined) ignored.push({ file, reason });
      continue;
    }
    const { code, side } = describe(file);
    if (!instruments.has(code)) {
      ignored.push({ file, reason: `no instrument ${code}` });
      continue;
    }
    const parsed = readCandles(file);
    if (!parsed.ok) {
      ignored.push({ file, reason: parsed.reason });
      continue;
    }
    const source = sources.get(code) ?? { file };
    if (source[side] === undefined) sources.set(code, { ...source, [side]: parsed.bars });
    else ignored.push({ file, reason: `a second recording of ${code}` });
  }
  const recordings: Recording[] = [];
  for (const [code, { file, only, bid, ask }] of sources) {
    const { precision, spreadPoints, outlierBps } = instruments.get(code)!;
    const bars = only ?? bid ?? ask!;
    const isPair = only === undefined && bid !== undefined && ask !== undefined;
    const rules = { code, precision, spreadPoints, outlierBps, now };
    const recording = makeRecording({ ...rules, bars, ...(isPair ? { asks: ask } : {}) });
    if ('empty' in recording) ignored.push({ file, reason: `not one usable bar: ${reasonsOf(recording.empty)}` });
    else recordings.push(recording);
  }
  return { recordings, ignored };
}

const reasonsOf = (refused: Quarantined): string =>
  Object.entries(refused)
    .map(([reason, { count, first }]) => `${count} ${reason} (${first.join(', ')})`)
    .join('; ') || 'no rows';

/**
 * Adds one day of quotes; gives the reason where it cannot be used. Files come in order of their
 * names, so days come in order of time.
 */
function addQuotes(
  file: string,
  { sources, instruments }: { sources: Sources; instruments: ReadonlyMap<string, Instrument> },
): string | undefined {
  const read = readQuotes(file);
  if (!read.ok) return read.reason;
  const { code, bid, ask } = read.day;
  if (!instruments.has(code)) return `no instrument ${code}`;
  const before = sources.get(code);
  if (before !== undefined && before.days !== true) return `a second recording of ${code}`;
  sources.set(code, {
    file: before?.file ?? file,
    bid: [...(before?.bid ?? []), ...bid],
    ask: [...(before?.ask ?? []), ...ask],
    days: true,
  });
  return undefined;
}

function readQuotes(file: string): QuoteDayResult {
  try {
    return readQuoteArchive(readFileSync(file));
  } catch (problem) {
    return { ok: false, reason: problem instanceof Error ? problem.message : String(problem) };
  }
}

function readCandles(file: string): ReturnType<typeof parseCandles> {
  try {
    if (file.endsWith(PACKED)) {
      return parseCandles(gunzipSync(readFileSync(file), { maxOutputLength: FILE_BYTES_MAX }).toString('utf8'));
    }
    if (FILE_BYTES_MAX < statSync(file).size) return { ok: false, reason: `more than ${FILE_BYTES_MAX} bytes` };
    return parseCandles(readFileSync(file, 'utf8'));
  } catch (problem) {
    return { ok: false, reason: problem instanceof Error ? problem.message : String(problem) };
  }
}
