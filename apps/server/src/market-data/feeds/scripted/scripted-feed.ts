import type { Bar, BarRange } from '../../candles/candles.ts';
import { barStart, INTERVAL_MS, type Interval } from '../../candles/intervals.ts';
import type { Instrument } from '../../instruments/instrument.ts';
import { SIM_PROFILES } from '../sim/profiles.ts';
import { CATCH_UP_MAX_MS, type Feed, type FeedTick } from '../types.ts';

const SECOND_MS = 1_000;
/** How far ahead a market is said to be open: always further than anybody asks. */
const OPEN_MS = 30 * 86_400_000;

/** In points of the instrument. */
interface Quote {
  readonly bid: number;
  readonly ask: number;
}

interface TimedQuote extends Quote {
  /** From when on it is in force, epoch ms. */
  readonly at: number;
}

const midOf = ({ bid, ask }: Quote): number => Math.floor((bid + ask) / 2);

/**
 * Prices that a test steers: each stays as it is until `set` changes it, and ticks once a second
 * and at each change. Markets are always open. Before the first change a price is that of the
 * simulated market with all its factors at zero, in the past as well. Crosses are computed from it
 * (`cross/cross-feed.ts`). For `PROFILE=test` only.
 */
export class ScriptedFeed implements Feed {
  readonly name = 'scripted';
  readonly codes: ReadonlySet<string>;
  /** Quotes of each instrument in order of time; the first has been in force for ever. */
  readonly #quotes = new Map<string, TimedQuote[]>();

  constructor(instruments: readonly Instrument[]) {
    for (const instrument of instruments) this.#quotes.set(instrument.code, [firstQuote(instrument)]);
    this.codes = new Set(this.#quotes.keys());
  }

  /**
   * From `at` on. Refused (false) where it is no price, is unknown, or comes before an earlier one.
   */
  set(code: string, { bid, ask }: Quote, at: number): boolean {
    const quotes = this.#quotes.get(code);
    const isPrice = Number.isSafeInteger(bid) && Number.isSafeInteger(ask) && 0 < bid && bid <= ask;
    if (quotes === undefined || !isPrice || at < quotes.at(-1)!.at) return false;
    quotes.push({ bid, ask, at });
    return true;
  }

  ticksBetween(after: number, upTo: number): FeedTick[] {
    const from = Math.max(after, upTo - CATCH_UP_MAX_MS);
    const ticks: FeedTick[] = [];
    for (const [code, quotes] of this.#quotes) {
      for (let at = (Math.floor(from / SECOND_MS) + 1) * SECOND_MS; at <= upTo; at += SECOND_MS) {
        ticks.push(tickOf(code, quoteAt(quotes, at), at));
      }
      for (const quote of quotes) {
        const isBetween = from < quote.at && quote.at <= upTo;
        if (isBetween && quote.at % SECOND_MS !== 0) ticks.push(tickOf(code, quote, quote.at));
      }
    }
    return ticks.sort((left, right) => left.at - right.at);
  }

  bars(code: string, interval: Interval, { from, to, limit, asOf = Number.POSITIVE_INFINITY }: BarRange): Bar[] {
    const quotes = this.#quotes.get(code);
    if (quotes === undefined) return [];
    const length = INTERVAL_MS[interval];
    const first = barStart(interval, from) < from ? barStart(interval, from) + length : from;
    const count = Math.max(0, Math.ceil((to - first) / length));
    const bars: Bar[] = [];
    for (let index = Math.max(0, count - limit); index < count; index += 1) {
      const at = first + index * length;
      if (asOf < at) break;
      bars.push(barOf(quotes, at, Math.min(at + length - 1, asOf)));
    }
    return bars;
  }

  sessionEndsAt(_code: string, at: number): number {
    return at + OPEN_MS;
  }
}

function firstQuote({ code, precision, spreadPoints }: Instrument): TimedQuote {
  const profile = SIM_PROFILES.get(code);
  if (profile === undefined) throw new RangeError(`${code} has no price to begin with`);
  const mid = Math.max(spreadPoints + 1, Math.round(profile.price * 10 ** precision));
  const bid = mid - Math.floor(spreadPoints / 2);
  return { bid, ask: bid + spreadPoints, at: Number.NEGATIVE_INFINITY };
}

const quoteAt = (quotes: readonly TimedQuote[], at: number): TimedQuote => quotes.findLast((quote) => quote.at <= at)!;

/** A second source would agree: a jump is a test's intention, not a fault. */
const tickOf = (code: string, quote: Quote, at: number): FeedTick => ({
  code,
  bid: quote.bid,
  ask: quote.ask,
  mid: midOf(quote),
  volume: 1,
  at,
  confirmed: true,
});

/** What the ticks from `from` to `to` make, both included; a bar begins at a whole second. */
function barOf(quotes: readonly TimedQuote[], from: number, to: number): Bar {
  const within = quotes.filter(({ at }) => from < at && at <= to);
  const mids = [quoteAt(quotes, from), ...within].map(midOf);
  const ticks = Math.floor((to - from) / SECOND_MS) + 1 + within.filter(({ at }) => at % SECOND_MS !== 0).length;
  return {
    at: from,
    open: mids[0]!,
    high: Math.max(...mids),
    low: Math.min(...mids),
    close: mids.at(-1)!,
    volume: ticks,
  };
}
