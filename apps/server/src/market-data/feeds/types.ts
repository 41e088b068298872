import type { Bar, BarRange } from '../candles/candles.ts';
import type { Interval } from '../candles/intervals.ts';

/**
 * Prices in points of the instrument (integers of 10^-precision); `volume` in units of the base
 * since the previous tick.
 */
export interface FeedTick {
  readonly code: string;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly volume: number;
  /** Epoch ms. Never decreasing per code within one feed. */
  readonly at: number;
  /**
   * Whether a second source of the same market agrees with this price: a jump is then accepted at
   * once (true) or never (false). Absent where there is no second source, or it is silent.
   */
  readonly confirmed?: boolean;
}

/**
 * After a longer absence a feed gives only the newest ticks: a longer absence leaves a gap, as with
 * any live source.
 */
export const CATCH_UP_MAX_MS = 60_000;

/**
 * A source of prices. What it knows of the past it computes without I/O on the caller's thread once
 * it is opened.
 */
export interface Feed {
  /** `sim`, `replay`, `ccxt`, `http`: shown wherever its prices show. */
  readonly name: string;
  readonly codes: ReadonlySet<string>;
  /**
   * False for a live source: its past is what was stored, and may still be filled in. Absent:
   * `bars` knows all of it.
   */
  readonly keepsPast?: boolean;
  /**
   * All ticks in (after, upTo], in order of time; the pump calls it several times a second. Empty
   * while the market is closed. Reaches back from `upTo` by at most CATCH_UP_MAX_MS.
   */
  ticksBetween(after: number, upTo: number): FeedTick[];
  /**
   * Bars with `from <= at < to`, oldest first, at most `limit` (the newest ones). Closed bars agree
   * with the ticks and with every other interval.
   */
  bars(code: string, interval: Interval, range: BarRange): Bar[];
  /**
   * Present where the feed itself has hours (a recording): until when its market is open without a
   * break, undefined while it is closed. Takes the place of the instrument's calendar. Absent: the
   * calendar holds.
   */
  sessionEndsAt?(code: string, at: number): number | undefined;
  /** Present where prices are computed from others: the instruments that this one follows from. */
  legsOf?(code: string): readonly string[];
}
