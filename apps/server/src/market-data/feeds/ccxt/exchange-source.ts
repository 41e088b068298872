import type { Bar } from '../../candles/candles.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import { barsInPoints, type RawSourceBar } from '../live/bars.ts';
import { RetryLoop } from '../live/retry-loop.ts';
import type { LiveSource, SourceBars, SourceOutput, SourceTools } from '../live/source.ts';
import type { CcxtExchange, CcxtTicker, CcxtTrade } from './exchange.ts';
import { mapSymbols } from './symbols.ts';

/** Symbols of one subscription: exchanges refuse longer lists on one connection. */
const SYMBOLS_PER_WATCH = 150;
/** How often updates between two answers of the library are picked up from its cache. */
const SWEEP_MS = 250;
/**
 * How often one request fetches all quotes, beside the stream: the quote of a quiet market stays
 * valid for minutes without an update, and a broken stream does not stop prices.
 */
const POLL_MS = 3_000;
/** A trade that is older when it arrives belongs to the snapshot that some exchanges send first. */
const TRADE_AGE_MAX_MS = 10_000;
const BARS_PAUSE_MS = 250;
const STOP_TIMEOUT_MS = 2_000;
/** How often the markets of an exchange are read again: coins are listed and delisted. */
const MARKETS_EVERY_MS = 6 * 3_600_000;

export interface ExchangeSourceOptions extends SourceTools {
  readonly exchange: CcxtExchange;
  readonly instruments: readonly Instrument[];
  /** Test servers are polled more often than exchanges. */
  readonly pollMs?: number;
  /** Every change of a book instead of one ticker a second. */
  readonly streamsBooks?: boolean;
}

/** One exchange: its quotes by WebSocket where ccxt offers that, and by requests in any case. */
export class ExchangeSource implements LiveSource {
  readonly name: string;
  readonly barsPauseMs = BARS_PAUSE_MS;
  readonly #options: ExchangeSourceOptions;
  readonly #retries: RetryLoop;
  readonly #precisions: ReadonlyMap<string, number>;
  /** The last ticker taken of each symbol and when, so that none is taken twice. */
  readonly #taken = new Map<string, { readonly ticker: CcxtTicker; readonly at: number }>();
  /** Both ways between our codes and the exchange's symbols; empty until its markets are known. */
  #symbols: ReadonlyMap<string, string> = new Map();
  #codes: ReadonlyMap<string, string> = new Map();

  constructor(options: ExchangeSourceOptions) {
    this.#options = options;
    this.name = options.exchange.id;
    this.#retries = new RetryLoop({ name: this.name, log: options.log, random: options.random });
    this.#precisions = new Map(options.instruments.map(({ code, precision }) => [code, precision]));
  }

  /** Codes that have a market here, with its symbol. */
  get symbols(): ReadonlyMap<string, string> {
    return this.#symbols;
  }

  start(output: SourceOutput): void {
    this.#retries.run(this.#run(output));
  }

  async stop(): Promise<void> {
    const stopped = this.#retries.stop(STOP_TIMEOUT_MS);
    // The library closes a socket by failing whatever awaits it.
    this.#retries.run(this.#options.exchange.close().then(() => undefined));
    await stopped;
  }

  lists(code: string): boolean {
    return this.#symbols.has(code);
  }

  async bars({ code, interval, limit }: SourceBars): Promise<readonly Bar[] | undefined> {
    const { exchange } = this.#options;
    const symbol = this.#symbols.get(code);
    const precision = this.#precisions.get(code);
    if (symbol === undefined || precision === undefined || exchange.timeframes[interval] === undefined)
      return undefined;
    const raw = await exchange.fetchOHLCV(symbol, interval, undefined, limit);
    return barsInPoints(raw as readonly RawSourceBar[], interval, precision);
  }

  async #run(output: SourceOutput): Promise<void> {
    const { exchange } = this.#options;
    await this.#retries.untilDone('markets', () => this.#loadMarkets());
    if (this.#retries.stopped) return;
    const symbols = [...this.#codes.keys()];
    const watchQuotes = this.#quoteWatcher();
    for (let first = 0; first < symbols.length; first += SYMBOLS_PER_WATCH) {
      const some = symbols.slice(first, first + SYMBOLS_PER_WATCH);
      if (watchQuotes !== undefined) {
        this.#retries.repeat('quotes', async () => this.#takeAll(output, Object.values(await watchQuotes(some))));
      }
      if (exchange.has.watchTradesForSymbols === true) {
        this.#retries.repeat('trades', async () =>
          this.#takeTrades(output, await exchange.watchTradesForSymbols(some)),
        );
      }
    }
    if (watchQuotes !== undefined) this.#retries.repeat('sweep', () => this.#sweep(output));
    this.#retries.repeat('poll', () => this.#poll(output));
    this.#retries.repeat('markets', async () => {
      await this.#retries.pause(MARKETS_EVERY_MS);
      if (!this.#retries.stopped) await this.#loadMarkets();
    });
  }

  /**
   * One update a second with both sides is enough; the stream of every change of a book is the
   * second choice.
   */
  #quoteWatcher(): ((symbols: readonly string[]) => Promise<Readonly<Record<string, CcxtTicker>>>) | undefined {
    const { exchange, streamsBooks = false } = this.#options;
    if (exchange.has.watchTickers === true && !streamsBooks) return (symbols) => exchange.watchTickers(symbols);
    if (exchange.has.watchBidsAsks === true) return (symbols) => exchange.watchBidsAsks(symbols);
    return undefined;
  }

  async #loadMarkets(): Promise<void> {
    const { exchange, instruments, log } = this.#options;
    // Without `reload` the library repeats its first failure for ever.
    await exchange.loadMarkets(true);
    this.#symbols = mapSymbols(instruments, Object.values(exchange.markets ?? {}));
    this.#codes = new Map([...this.#symbols].map(([code, symbol]) => [symbol, code]));
    const without = instruments.filter(({ code }) => !this.#symbols.has(code)).map(({ code }) => code);
    log.info({ exchange: this.name, instruments: this.#symbols.size, without }, 'markets of the exchange are known');
  }

  async #sweep(output: SourceOutput): Promise<void> {
    await this.#retries.pause(SWEEP_MS);
    const { exchange } = this.#options;
    this.#takeAll(output, Object.values(exchange.tickers));
    this.#takeAll(output, Object.values(exchange.bidsasks));
  }

  async #poll(output: SourceOutput): Promise<void> {
    const { exchange, now, pollMs = POLL_MS } = this.#options;
    const fetchAll =
      exchange.has.fetchBidsAsks === true
        ? () => exchange.fetchBidsAsks()
        : exchange.has.fetchTickers === true
          ? () => exchange.fetchTickers()
          : undefined;
    await this.#retries.pause(pollMs);
    if (fetchAll === undefined || this.#retries.stopped) return;
    const tickers = await fetchAll();
    const at = now();
    for (const ticker of Object.values(tickers)) {
      const code = this.#codes.get(ticker.symbol ?? '');
      const streamed = this.#taken.get(ticker.symbol ?? '')?.at ?? Number.NEGATIVE_INFINITY;
      // A streamed quote is newer than any answer; and an answer is current, however old the trade
      // that it is dated by.
      if (code === undefined || at - streamed < pollMs) continue;
      output.quote({ code, bid: ticker.bid ?? Number.NaN, ask: ticker.ask ?? Number.NaN, at: undefined });
    }
  }

  #takeAll(output: SourceOutput, tickers: readonly CcxtTicker[]): void {
    const at = this.#options.now();
    for (const ticker of tickers) {
      const symbol = ticker.symbol ?? '';
      const code = this.#codes.get(symbol);
      if (code === undefined || this.#taken.get(symbol)?.ticker === ticker) continue;
      this.#taken.set(symbol, { ticker, at });
      output.quote({ code, bid: ticker.bid ?? Number.NaN, ask: ticker.ask ?? Number.NaN, at: ticker.timestamp });
    }
  }

  #takeTrades(output: SourceOutput, trades: readonly CcxtTrade[]): void {
    const at = this.#options.now();
    for (const { symbol, amount, timestamp } of trades) {
      const code = this.#codes.get(symbol ?? '');
      if (code === undefined || amount === undefined || TRADE_AGE_MAX_MS < at - (timestamp ?? at)) continue;
      output.trade({ code, amount });
    }
  }
}
