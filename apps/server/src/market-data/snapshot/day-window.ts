import { DAY_POINTS_MAX } from '@glasshouse/api/constants';
import type { Ratio } from '@glasshouse/rules/corporate-actions';
import type { Bar } from '../candles/candles.ts';
import { mergeBars } from '../candles/candles-store.ts';
import { barStart, INTERVAL_MS } from '../candles/intervals.ts';

import { DAY_BARS_MAX } from '../candles/recent-bars.ts';

/** Bars between two points of the day: half an hour. */
const BARS_PER_POINT = 6;
const DAY_MS = 24 * 60 * 60_000;
const BAR_MS = INTERVAL_MS['5m'];
/**
 * Session markets: no bar for this long is the night (or the weekend), and the day begins after it.
 */
const BREAK_MS = 40 * 60_000;
/** Five-minute bars that are not closed yet: around a boundary two, after a stall a few. */
const LIVE_BARS_MAX = 4;

interface LiveBar {
  readonly at: number;
  high: number;
  low: number;
  volume: number;
}

export interface DayFigures {
  /** Price at the start of the day; 0 while nothing is known. */
  readonly reference: number;
  readonly high: number;
  readonly low: number;
  readonly volume: number;
}

/**
 * The last 24 hours of one instrument up to its last tick, to five minutes. For markets with
 * sessions the day begins after the last break, and its reference is the close before it.
 */
export class DayWindow {
  readonly #hasSessions: boolean;
  #bars: Bar[] = [];
  #live: LiveBar[] = [];
  #closed: DayFigures = { reference: 0, high: 0, low: Number.POSITIVE_INFINITY, volume: 0 };
  #lastAt = 0;
  /** Where the day begins among the bars. */
  #first = 0;

  constructor(hasSessions: boolean) {
    this.#hasSessions = hasSessions;
  }

  get lastClose(): number | undefined {
    return this.#bars.at(-1)?.close;
  }

  /** Bars that the tape did not see, oldest first. Those that it closed itself stay. */
  fill(bars: readonly Bar[]): void {
    this.#bars = mergeBars(this.#bars, bars).slice(-DAY_BARS_MAX);
    this.roll();
  }

  tick(price: number, volume: number, at: number): void {
    this.#lastAt = at;
    const start = barStart('5m', at);
    let bar = this.#live.at(-1);
    if (bar === undefined || bar.at !== start) {
      const opensDay = bar === undefined && this.#hasSessions && this.#isBreakBefore(start);
      bar = { at: start, high: price, low: price, volume: 0 };
      this.#live.push(bar);
      if (LIVE_BARS_MAX < this.#live.length) this.#live.shift();
      if (opensDay) this.roll();
    }
    if (bar.high < price) bar.high = price;
    if (price < bar.low) bar.low = price;
    bar.volume += volume;
  }

  /** A five-minute bar is closed; it takes the place of what was seen live. */
  push(bar: Bar): void {
    this.#live = this.#live.filter((live) => bar.at < live.at);
    const last = this.#bars.at(-1)?.at ?? 0;
    if (bar.at < last) return;
    if (bar.at === last) this.#bars.pop();
    this.#bars.push(bar);
    if (this.#bars.length <= DAY_BARS_MAX) return;
    this.#bars.shift();
    this.#first = Math.max(0, this.#first - 1);
  }

  /** A split: what is known of before is shown as after it. */
  rescale(ratio: Ratio): void {
    const price = (points: number): number => Math.max(1, Math.round((points * ratio.denominator) / ratio.numerator));
    const volume = (units: number): number => (units * ratio.numerator) / ratio.denominator;
    this.#bars = this.#bars.map((bar) => ({
      at: bar.at,
      open: price(bar.open),
      high: price(bar.high),
      low: price(bar.low),
      close: price(bar.close),
      volume: volume(bar.volume),
    }));
    this.#live = this.#live.map((bar) => ({
      at: bar.at,
      high: price(bar.high),
      low: price(bar.low),
      volume: volume(bar.volume),
    }));
    this.roll();
  }

  forgetLive(): void {
    this.#live = [];
  }

  /** Advances the start of the day; once a minute is enough. */
  roll(): void {
    const bars = this.#bars;
    const live = this.#live[0];
    const lastAt = Math.max(this.#lastAt, (bars.at(-1)?.at ?? 0) + BAR_MS);
    let first = bars.findIndex((bar) => lastAt - DAY_MS < bar.at + BAR_MS);
    if (first === -1) first = bars.length;
    if (this.#hasSessions) {
      if (live !== undefined && this.#isBreakBefore(live.at)) first = bars.length;
      for (let index = bars.length - 1; first < index; index -= 1) {
        if (BREAK_MS <= bars[index]!.at - (bars[index - 1]!.at + BAR_MS)) first = index;
      }
    }
    this.#first = first;
    let high = 0;
    let low = Number.POSITIVE_INFINITY;
    let volume = 0;
    for (let index = first; index < bars.length; index += 1) {
      const bar = bars[index]!;
      if (high < bar.high) high = bar.high;
      if (bar.low < low) low = bar.low;
      volume += bar.volume;
    }
    this.#closed = { reference: bars[first - 1]?.close ?? bars[0]?.open ?? 0, high, low, volume };
  }

  figures(): DayFigures {
    let { high, low, volume } = this.#closed;
    for (const live of this.#live) {
      if (high < live.high) high = live.high;
      if (live.low < low) low = live.low;
      volume += live.volume;
    }
    return { reference: this.#closed.reference, high, low: low === Number.POSITIVE_INFINITY ? 0 : low, volume };
  }

  /**
   * The day as a line of few points: its reference, then a close for each half hour, the last one
   * closed so far at the end. At most `DAY_POINTS_MAX`.
   */
  points(): number[] {
    const { reference } = this.#closed;
    const bars = this.#bars.slice(this.#first);
    const closes = bars.filter((_, index) => index === bars.length - 1 || (index + 1) % BARS_PER_POINT === 0);
    return [...(reference === 0 ? [] : [reference]), ...closes.map(({ close }) => close)].slice(-DAY_POINTS_MAX);
  }

  #isBreakBefore(start: number): boolean {
    const last = this.#bars.at(-1);
    return last !== undefined && BREAK_MS <= start - (last.at + BAR_MS);
  }
}
