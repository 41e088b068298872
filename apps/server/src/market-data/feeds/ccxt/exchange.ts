import { exchangeModules } from './known-exchange.ts';

/**
 * The part of a ccxt exchange that is used here; its own types take all exchanges into the program.
 */
export interface CcxtTicker {
  readonly symbol?: string;
  readonly bid?: number;
  readonly ask?: number;
  readonly timestamp?: number;
}
export interface CcxtTrade {
  readonly symbol?: string;
  readonly amount?: number;
  readonly timestamp?: number;
}
export interface CcxtMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly spot?: boolean;
  readonly active?: boolean;
}
type Tickers = Readonly<Record<string, CcxtTicker>>;

export interface CcxtExchange {
  readonly id: string;
  readonly has: Readonly<Record<string, unknown>>;
  readonly timeframes: Readonly<Record<string, unknown>>;
  readonly markets: Readonly<Record<string, CcxtMarket>> | undefined;
  /** The newest ticker of every symbol that is watched; a new object for each update. */
  readonly tickers: Tickers;
  readonly bidsasks: Tickers;
  urls: { api: unknown };
  loadMarkets(reload: boolean): Promise<unknown>;
  watchTickers(symbols: readonly string[]): Promise<Tickers>;
  watchBidsAsks(symbols: readonly string[]): Promise<Tickers>;
  watchTradesForSymbols(symbols: readonly string[]): Promise<readonly CcxtTrade[]>;
  fetchTickers(): Promise<Tickers>;
  fetchBidsAsks(): Promise<Tickers>;
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    since: number | undefined,
    limit: number,
  ): Promise<readonly (readonly number[])[]>;
  close(): Promise<unknown>;
  /** To be called before a socket without TLS is opened: a relay on this machine has none. */
  loadHttpProxyAgent(): Promise<unknown>;
}

type ExchangeClass = new (options: object) => CcxtExchange;

/**
 * Spot markets only: otherwise some exchanges are asked for their futures too. `newUpdates` gives
 * each trade once. With `enableRateLimit` the library keeps to the exchange's published limits.
 */
const OPTIONS = {
  enableRateLimit: true,
  newUpdates: true,
  timeout: 15_000,
  options: {
    defaultType: 'spot',
    fetchMarkets: { types: ['spot'] },
    fetchMargins: false,
    // Binance: the mini ticker that the library prefers has no bid and ask, and single trades would
    // be many more messages.
    watchTickers: { name: 'ticker' },
    watchTradesForSymbols: { name: 'aggTrade' },
  },
};

export type LoadedExchange =
  | { readonly ok: true; readonly exchange: CcxtExchange }
  | { readonly ok: false; readonly reason: string };

/**
 * Loads one exchange of the library by its file, a tenth of a second and 80 MB; the library's own
 * entry loads all of its hundred exchanges, which takes four times as long and twice the memory.
 */
export async function loadExchange(name: string, relayUrl: string | undefined): Promise<LoadedExchange> {
  for (const module of exchangeModules(name)) {
    const loaded: unknown = await import(module.href);
    const Exchange = (loaded as { default: ExchangeClass }).default;
    const exchange = new Exchange(structuredClone(OPTIONS));
    if (relayUrl !== undefined) {
      exchange.urls = { ...exchange.urls, api: relayed(exchange.urls.api, relayUrl) };
      await exchange.loadHttpProxyAgent();
    }
    return { ok: true, exchange };
  }
  return { ok: false, reason: `ccxt knows no exchange ${name}` };
}

/** Every address below the relay's own, with the exchange's host as the first part of the path. */
function relayed(urls: unknown, relayUrl: string): unknown {
  if (typeof urls === 'string') {
    return urls
      .replace(/^http[s]?:\/\//, `${relayUrl}/`)
      .replace(/^ws[s]?:\/\//, `${relayUrl.replace(/^http/, 'ws')}/`);
  }
  if (typeof urls !== 'object' || urls === null) return urls;
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, relayed(url, relayUrl)]));
}
