import type { Bar, BarRange } from '../../candles/candles.ts';
import type { Interval } from '../../candles/intervals.ts';
import { barStart, INTERVAL_MS } from '../../candles/intervals.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import type { MarketSecret } from '../secret.ts';
import { CATCH_UP_MAX_MS, type Feed, type FeedTick } from '../types.ts';
import type { ReplayOrder } from './loops.ts';
import type { Recording } from './recording.ts';
import { type PlayedBar, ReplayMarket } from './replay-market.ts';
import { ANCHOR_MS } from './timeline.ts';

export interface ReplayOptions {
  readonly recordings: readonly Recording[];
  readonly catalogue: readonly Instrument[];
  /** Recorded seconds per second of wall time. */
  readonly speed: number;
  readonly secret: MarketSecret;
  readonly order: ReplayOrder;
}

/**
 * Recorded candles played as live prices, over and over. A bar of this feed is a bar of the wall
 * clock, made of the ticks in it; at speed 1 its minutes are exactly those of the loop.
 */
export class ReplayFeed implements Feed {
  readonly name = 'replay';
  readonly codes: ReadonlySet<string>;
  readonly #markets: ReadonlyMap<string, ReplayMarket>;

  constructor({ recordings, catalogue, speed, secret, order }: ReplayOptions) {
    const tickMs = new Map(catalogue.map((instrument) => [instrument.code, instrument.tickMs]));
    this.#markets = new Map(
      recordings.map((recording) => [
        recording.code,
        new ReplayMarket(recording, { speed, secret, order, tickMs: tickMs.get(recording.code) ?? 1000 }),
      ]),
    );
    this.codes = new Set(this.#markets.keys());
  }

  ticksBetween(after: number, upTo: number): FeedTick[] {
    const ticks: FeedTick[] = [];
    const start = Math.max(after, upTo - CATCH_UP_MAX_MS);
    for (const market of this.#markets.values()) market.collectTicks(start, upTo, ticks);
    return ticks.sort((left, right) => left.at - right.at);
  }

  bars(code: string, interval: Interval, { from, to, limit, asOf }: BarRange): Bar[] {
    const market = this.#markets.get(code);
    if (market === undefined) return [];
    const bars: Bar[] = [];
    const end = Math.min(to, (asOf ?? to) + 1);
    let at = barStart(interval, end - 1);
    while (Math.max(from, ANCHOR_MS) <= at && bars.length < limit) {
      const until = Math.min(at + INTERVAL_MS[interval], (asOf ?? Number.MAX_SAFE_INTEGER) + 1);
      const bar = market.barOf(at, until);
      if (bar !== undefined) bars.push(bar);
      const before = market.lastOpenBefore(at);
      if (before === undefined) break;
      at = barStart(interval, before);
    }
    return bars.reverse();
  }

  sessionEndsAt(code: string, at: number): number | undefined {
    return this.#markets.get(code)?.sessionEndsAt(at);
  }

  /**
   * The recorded bar that plays at a wall instant, with the wall time it plays from and to: for
   * recomputing prices from the recording.
   */
  recordedBarAt(code: string, at: number): PlayedBar | undefined {
    return this.#markets.get(code)?.playedAt(at);
  }
}
