import type { Interval } from '../../candles/intervals.ts';
import type { RawSourceBar } from '../live/bars.ts';

/** The provider's names of our intervals. */
const INTERVALS: Readonly<Record<Interval, string>> = {
  '1m': '1min',
  '5m': '5min',
  '15m': '15min',
  '30m': '30min',
  '1h': '1h',
  '4h': '4h',
  '1d': '1day',
  '1w': '1week',
};
const TIMEOUT_MS = 15_000;
/** Of one response; a thousand bars are 150 kB. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

export interface TwelveDataApiOptions {
  readonly url: string;
  readonly key: string;
}

export class TwelveDataError extends Error {
  override readonly name = 'TwelveDataError';
}

/** A price event of the socket; forex also has bid and ask. `timestamp` is in seconds. */
export interface PriceEvent {
  readonly symbol: string;
  readonly price: number;
  readonly bid: number | undefined;
  readonly ask: number | undefined;
  readonly at: number | undefined;
  readonly dayVolume: number | undefined;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
};

/** A socket message as documented; undefined for anything but a price. */
export function readPriceEvent(text: string): PriceEvent | undefined {
  const message = parse(text);
  if (!isObject(message) || message.event !== 'price' || typeof message.symbol !== 'string') return undefined;
  const price = numberOf(message.price);
  const seconds = numberOf(message.timestamp);
  if (price === undefined) return undefined;
  return {
    symbol: message.symbol,
    price,
    bid: numberOf(message.bid),
    ask: numberOf(message.ask),
    at: seconds === undefined ? undefined : seconds * 1_000,
    dayVolume: numberOf(message.day_volume),
  };
}

/** Symbols that a `subscribe-status` names as refused: the plan does not have them. */
export function readRefused(text: string): readonly string[] {
  const message = parse(text);
  if (!isObject(message) || message.event !== 'subscribe-status' || !Array.isArray(message.fails)) return [];
  return message.fails.filter(isObject).map(({ symbol }) => String(symbol));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Requests to Twelve Data (https://twelvedata.com/docs): `price` and `time_series`. */
export class TwelveDataApi {
  readonly #options: TwelveDataApiOptions;

  constructor(options: TwelveDataApiOptions) {
    this.#options = options;
  }

  /** Newest prices; symbols that the provider refuses are left out. One symbol costs one credit. */
  async prices(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const answer = await this.#get('price', { symbol: symbols.join(',') }, signal);
    const found = new Map<string, number>();
    for (const symbol of symbols) {
      // The answer for a single symbol is not wrapped by its name.
      const own = symbols.length === 1 ? answer : answer[symbol];
      const price = isObject(own) ? numberOf(own.price) : undefined;
      if (price !== undefined) found.set(symbol, price);
    }
    return found;
  }

  async bars(
    { symbol, interval, limit }: { readonly symbol: string; readonly interval: Interval; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly RawSourceBar[]> {
    const query = { symbol, interval: INTERVALS[interval], outputsize: String(limit), timezone: 'UTC', order: 'ASC' };
    const { values } = await this.#get('time_series', query, signal);
    if (!Array.isArray(values)) return [];
    return values.filter(isObject).map(({ datetime, open, high, low, close, volume }) => [
      Date.parse(`${String(datetime).replace(' ', 'T')}${String(datetime).includes(' ') ? 'Z' : 'T00:00:00Z'}`),
      Number(open),
      Number(high),
      Number(low),
      Number(close),
      // Currencies have none.
      volume === undefined ? 0 : Number(volume),
    ]);
  }

  /** An answer that is a list, as calendars are. */
  async list(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly unknown[]> {
    const answer = await this.#ask(path, query, signal);
    if (!Array.isArray(answer)) throw new TwelveDataError(`${path}: an answer that is no list`);
    return answer;
  }

  async #get(
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.#ask(path, query, signal);
    if (!isObject(answer)) throw new TwelveDataError(`${path}: an answer that is no object`);
    return answer;
  }

  async #ask(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    const { url, key } = this.#options;
    const response = await fetch(`${url}/${path}?${new URLSearchParams(query)}`, {
      // In a header, the key stays out of access logs.
      headers: { authorization: `apikey ${key}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await response.text();
    const answer = ANSWER_BYTES_MAX < text.length ? undefined : parse(text);
    if (!isObject(answer) && !Array.isArray(answer))
      throw new TwelveDataError(`${path}: an answer that is not JSON, HTTP ${response.status}`);
    const body = isObject(answer) ? answer : {};
    if (!response.ok || body.status === 'error') {
      throw new TwelveDataError(`${path}: ${body.code ?? response.status} ${body.message ?? ''}`);
    }
    return answer;
  }
}
