import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('../../../../../../../../shared/data/wire/', import.meta.url).pathname;

/**
 * The recorded traffic that these tests answer with; a test that lacks one is skipped and names it.
 */
export const WIRE = {
  binanceMarkets: 'cryptofeed/BINANCE.0.gz',
  binanceStream: 'cryptofeed/BINANCE.ws.1.0.gz',
  binanceBook: 'binance_rest/http_spot_market_book_ticker.json',
  binanceKlines: 'binance_rest/http_spot_market_klines.json',
  coinbaseMarkets: 'cryptofeed/COINBASE.0.gz',
  coinbaseStream: 'cryptofeed/COINBASE.ws.28.0.gz',
  krakenMarkets: 'cryptofeed/KRAKEN.0.gz',
  krakenTicker: 'kraken_v2/ws_ticker_snapshot.json',
} as const;
export type WireFile = keyof typeof WIRE;

export const missingWire: readonly string[] = Object.values(WIRE).filter((path) => !existsSync(FOLDER + path));

/** Suffix that names what is missing, so that a skipped test says why. */
export const needing = (title: string): string =>
  missingWire.length === 0 ? title : `${title} (skipped: ../shared/data/wire/${missingWire[0]} is missing)`;

function text(file: WireFile): string {
  const bytes = readFileSync(FOLDER + WIRE[file]);
  return (WIRE[file].endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** A recorded answer: of a capture the body of its first request, of a sample the whole file. */
export function recordedAnswer(file: WireFile): string {
  const lines = text(file);
  if (!WIRE[file].endsWith('.gz')) return lines;
  const [line] = lines.split('\n');
  return line!.slice(line!.indexOf(': ', line!.indexOf(' -> ')) + 2);
}

export interface RecordedFrame {
  readonly at: number;
  readonly data: string;
}

/**
 * Frames that an exchange sent, as received, with the time in epoch ms. What the client sent is
 * left out.
 */
export function recordedFrames(file: WireFile): readonly RecordedFrame[] {
  return text(file)
    .split('\n')
    .map((line) => /^(\d+\.\d+): (.+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, seconds, data]) => ({ at: Number(seconds) * 1_000, data: data! }));
}
