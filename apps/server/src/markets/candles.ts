import { type Bar, INTERVALS, type Interval } from '../feeds/types.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

export const INTERVAL_MS: { readonly [interval in Interval]: number } = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': DAY,
  '1w': 7 * DAY,
};

/** 1970-01-01 was a Thursday; weeks open on Monday. */
const WEEK_SHIFT = 4 * DAY;

/** Opening time of the bar that `at` falls into. Every bar lies wholly within one bar of the next longer interval. */
export function barStart(interval: Interval, at: number): number {
  const length = INTERVAL_MS[interval];
  const shift = interval === '1w' ? WEEK_SHIFT : 0;
  return Math.floor((at - shift) / length) * length + shift;
}

/** As the column `candles.minutes` stores it. */
export const minutesOf = (interval: Interval): number => INTERVAL_MS[interval] / MINUTE;

export const isInterval = (text: string): text is Interval => INTERVALS.some((interval) => interval === text);

/** A bar while it is built. */
export type RunningBar = { -readonly [field in keyof Bar]: Bar[field] };

export function addPrice(bar: RunningBar, price: number, volume: number): void {
  if (bar.high < price) bar.high = price;
  if (price < bar.low) bar.low = price;
  bar.close = price;
  bar.volume += volume;
}

/** Adds a later bar of a shorter interval. Volumes add up in order of time, so the same bars always give the same sum. */
export function addBar(bar: RunningBar, part: Bar): void {
  if (bar.high < part.high) bar.high = part.high;
  if (part.low < bar.low) bar.low = part.low;
  bar.close = part.close;
  bar.volume += part.volume;
}

/** One bar out of shorter ones in order of time; undefined when there are none. */
export function foldBars(at: number, parts: readonly Bar[]): RunningBar | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  const bar: RunningBar = { ...first, at };
  for (const part of rest) addBar(bar, part);
  return bar;
}
