import { type Bar, INTERVALS, type Interval } from '../feeds/types.ts';
import { barStart, INTERVAL_MS } from './intervals.ts';

const MINUTE = 60_000;

export { type Bar, barStart, INTERVAL_MS, INTERVALS, type Interval };

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
