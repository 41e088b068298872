import { WebSocket } from 'ws';
import type { Bar } from '../../candles/candles.ts';
import { sessionAt } from '../../instruments/calendar.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import type { SourceOptions } from '../feed-definition.ts';
import { barsInPoints } from '../live/bars.ts';
import { quoteAround } from '../live/prices.ts';
import { RetryLoop } from '../live/retry-loop.ts';
import type { LiveSource, SourceBars, SourceOutput } from '../live/source.ts';
import type { HttpFeedSettings } from './settings.ts';
import { providerSymbol, TWELVE_DATA } from './symbols.ts';
import { type PriceEvent, readPriceEvent, readRefused, TwelveDataApi } from './twelve-data-api.ts';

/** The provider closes a socket that is silent for longer. */
const HEARTBEAT_MS = 10_000;
/** It answers heartbeats, so a socket without any message for this long is dead. */
const SILENT_MAX_MS = 25_000;
/** One message must stay below a megabyte, and a plan counts the messages too. */
const SYMBOLS_PER_SUBSCRIBE = 200;
/** Symbols of one request for prices, which costs as many credits. */
const SYMBOLS_PER_REQUEST_MAX = 100;
/** The rest of the plan's credits is kept for past bars. */
const POLL_SHARE = 0.8;
const MINUTE_MS = 60_000;
const STOP_TIMEOUT_MS = 2_000;

export interface TwelveDataOptions extends HttpFeedSettings, SourceOptions {}

/**
 * Twelve Data: prices over its WebSocket, and by requests for what the socket lacks, as far as the
 * plan's credits go. Currencies come with bid and ask; the rest with a last price, around which the
 * instrument's own spread is applied.
 */
export class TwelveDataSource implements LiveSource {
  readonly name = TWELVE_DATA;
  readonly barsPauseMs: number;
  readonly #options: TwelveDataOptions;
  readonly #api: TwelveDataApi;
  readonly #retries: RetryLoop;
  readonly #bySymbol = new Map<string, Instrument>();
  readonly #symbols = new Map<string, string>();
  /** When the socket last gave a price, by symbol. */
  readonly #streamedAt = new Map<string, number>();
  readonly #dayVolumes = new Map<string, number>();
  #socket: WebSocket | undefined;
  #pollFrom = 0;

  constructor(options: TwelveDataOptions) {
    this.#options = options;
    this.#api = new TwelveDataApi(options);
    const { log, random, key: secret } = options;
    this.#retries = new RetryLoop({ name: this.name, log, random, secret });
    this.barsPauseMs = Math.ceil(MINUTE_MS / Math.max(1, options.creditsPerMinute * (1 - POLL_SHARE)));
    for (const instrument of options.instruments) {
      const symbol = providerSymbol(instrument, options.symbols);
      if (symbol === undefined) continue;
      this.#symbols.set(instrument.code, symbol);
      this.#bySymbol.set(symbol, instrument);
    }
  }

  start(output: SourceOutput): void {
    const { instruments, log } = this.#options;
    const without = instruments.filter(({ code }) => !this.#symbols.has(code)).map(({ code }) => code);
    log.info({ provider: this.name, instruments: this.#symbols.size, without }, 'symbols of the provider are known');
    this.#retries.repeat('socket', () => this.#stream(output));
    this.#retries.repeat('requests', () => this.#poll(output));
  }

  async stop(): Promise<void> {
    const stopped = this.#retries.stop(STOP_TIMEOUT_MS);
    this.#socket?.terminate();
    await stopped;
  }

  lists(code: string): boolean {
    return this.#symbols.has(code);
  }

  async bars({ code, interval, limit }: SourceBars): Promise<readonly Bar[] | undefined> {
    const symbol = this.#symbols.get(code);
    const instrument = symbol === undefined ? undefined : this.#bySymbol.get(symbol);
    if (symbol === undefined || instrument === undefined) return undefined;
    const raw = await this.#api.bars({ symbol, interval, limit }, this.#retries.signal);
    return barsInPoints(raw, interval, instrument.precision);
  }

  /** One connection until it ends, which always counts as a failure and leads to the next. */
  async #stream(output: SourceOutput): Promise<void> {
    const { socketUrl, key, log } = this.#options;
    const socket = new WebSocket(`${socketUrl}?apikey=${encodeURIComponent(key)}`, { handshakeTimeout: HEARTBEAT_MS });
    this.#socket = socket;
    let heardAt = performance.now();
    const heartbeat = setInterval(() => {
      if (SILENT_MAX_MS < performance.now() - heardAt) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ action: 'heartbeat' }));
    }, HEARTBEAT_MS);
    socket.on('open', () => {
      const symbols = [...this.#bySymbol.keys()];
      for (let first = 0; first < symbols.length; first += SYMBOLS_PER_SUBSCRIBE) {
        const some = symbols.slice(first, first + SYMBOLS_PER_SUBSCRIBE).join(',');
        socket.send(JSON.stringify({ action: 'subscribe', params: { symbols: some } }));
      }
    });
    socket.on('message', (message) => {
      heardAt = performance.now();
      const text = String(message);
      const event = readPriceEvent(text);
      if (event !== undefined) this.#takeEvent(output, event);
      const refused = readRefused(text);
      if (0 < refused.length) log.warn({ provider: this.name, refused }, 'symbols that the plan does not stream');
    });
    try {
      await new Promise((_, reject) => {
        socket.on('error', reject);
        socket.on('close', (code) => reject(new Error(`the socket was closed: ${code}`)));
      });
    } finally {
      clearInterval(heartbeat);
      socket.removeAllListeners('message');
    }
  }

  #takeEvent(output: SourceOutput, { symbol, price, bid, ask, at, dayVolume }: PriceEvent): void {
    const instrument = this.#bySymbol.get(symbol);
    if (instrument === undefined) return;
    this.#streamedAt.set(symbol, this.#options.now());
    const { code } = instrument;
    if (dayVolume !== undefined) {
      const before = this.#dayVolumes.get(symbol);
      this.#dayVolumes.set(symbol, dayVolume);
      // The volume counts from the start of the day: a smaller one belongs to a new day.
      if (before !== undefined && before < dayVolume) output.trade({ code, amount: dayVolume - before });
    }
    const sides = bid !== undefined && ask !== undefined ? { bid, ask } : quoteAround(price, instrument);
    if (sides !== undefined) output.quote({ code, ...sides, at });
  }

  /**
   * Asks for what does not stream and whose market is open, as many as the plan allows, in turn.
   */
  async #poll(output: SourceOutput): Promise<void> {
    const { creditsPerMinute, now } = this.#options;
    const count = Math.max(1, Math.min(SYMBOLS_PER_REQUEST_MAX, Math.floor((creditsPerMinute * POLL_SHARE) / 6)));
    await this.#retries.pause(Math.ceil((count * MINUTE_MS) / (creditsPerMinute * POLL_SHARE)));
    const at = now();
    const due = [...this.#bySymbol].filter(
      ([symbol, { calendar, stalenessMs }]) =>
        (calendar === 'always' || sessionAt(calendar, at) !== undefined) &&
        stalenessMs / 2 < at - (this.#streamedAt.get(symbol) ?? Number.NEGATIVE_INFINITY),
    );
    if (due.length === 0 || this.#retries.stopped) return;
    const from = this.#pollFrom % due.length;
    const some = [...due.slice(from), ...due.slice(0, from)].slice(0, count).map(([symbol]) => symbol);
    this.#pollFrom = from + some.length;
    for (const [symbol, price] of await this.#api.prices(some, this.#retries.signal)) {
      const instrument = this.#bySymbol.get(symbol);
      const sides = instrument === undefined ? undefined : quoteAround(price, instrument);
      if (instrument !== undefined && sides !== undefined) {
        output.quote({ code: instrument.code, ...sides, at: undefined });
      }
    }
  }
}
