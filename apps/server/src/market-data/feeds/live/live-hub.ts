import type { Instrument } from '../../instruments/instrument.ts';
import type { FeedTick } from '../types.ts';
import { CrossCheck } from './cross-check.ts';
import { Outbox } from './outbox.ts';
import { quoteInPoints, type SourceQuote } from './prices.ts';
import type { LiveSource } from './source.ts';
import { SourceClock } from './source-clock.ts';

/** No quote at all for this long is an outage, and its bars are fetched afterwards. */
const OUTAGE_MS = 60_000;

export interface LiveHubOptions {
  readonly instruments: readonly Instrument[];
  /** The first gives the prices. */
  readonly sources: readonly LiveSource[];
  readonly now: () => number;
  /** Prices are back after nothing came for a while. */
  readonly onRecovered: (outage: { readonly from: number; readonly to: number }) => void;
}

/** Everything between the sources of a live feed and its ticks: points, time, cross-check, pace. */
export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #precisions: ReadonlyMap<string, number>;
  readonly #checks: CrossCheck;
  readonly #outbox: Outbox;
  #lastQuoteAt: number | undefined;
  #malformed = 0;

  constructor(options: LiveHubOptions) {
    this.#options = options;
    this.#precisions = new Map(options.instruments.map(({ code, precision }) => [code, precision]));
    this.#checks = new CrossCheck(options.instruments);
    this.#outbox = new Outbox(options.instruments);
  }

  /** Quotes without two sides in order, since the start. */
  get malformed(): number {
    return this.#malformed;
  }

  start(): void {
    for (const [rank, source] of this.#options.sources.entries()) {
      const clock = new SourceClock();
      source.start({
        quote: (quote) => this.#quote(rank, clock, quote),
        trade: (trade) => this.#checks.trade(rank, trade, this.#options.now()),
      });
    }
  }

  /** Ticks that are due. Call it several times a second. */
  take(): FeedTick[] {
    return this.#outbox.take(this.#options.now());
  }

  async stop(): Promise<void> {
    await Promise.all(this.#options.sources.map((source) => source.stop()));
  }

  #quote(rank: number, clock: SourceClock, quote: SourceQuote): void {
    const now = this.#options.now();
    const points = quoteInPoints(quote, this.#precisions.get(quote.code) ?? 0);
    if (points === undefined) {
      this.#malformed += 1;
      return;
    }
    const before = this.#lastQuoteAt;
    this.#lastQuoteAt = now;
    if (before !== undefined && OUTAGE_MS < now - before) this.#options.onRecovered({ from: before, to: now });
    const tick = this.#checks.quote(rank, { ...points, code: quote.code, at: clock.at(quote.at, now) }, now);
    if (tick !== undefined) this.#outbox.put(tick);
  }
}
