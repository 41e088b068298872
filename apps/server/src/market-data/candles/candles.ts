import { INTERVAL_MS, type Interval } from './intervals.ts';

const MINUTE_MS = 60_000;

/** Prices in points. `at` is the opening time (epoch ms, UTC); weeks open on Monday 00:00 UTC. */
export interface Bar {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface BarRange {
  readonly from: number;
  readonly to: number;
  /** At most so many bars: the newest ones. */
  readonly limit: number;
  /**
   * Counts only ticks up to this instant, so that the last bar is the one still forming. Without
   * it, a bar that reaches into the future is given whole.
   */
  readonly asOf?: number;
}

/** As the column `candles.minutes` stores it. */
export const minutesOf = (interval: Interval): number => INTERVAL_MS[interval] / MINUTE_MS;

/** A bar while it is built. */
export type RunningBar = { -readonly [field in keyof Bar]: Bar[field] };

export function addPrice(bar: RunningBar, price: number, volume: number): void {
  if (bar.high < price) bar.high = price;
  if (price < bar.low) bar.low = price;
  bar.close = price;
  bar.volume += volume;
}

/**
 * Adds a later bar of a shorter interval. Volumes add up in order of time, so the same bars always
 * give the same sum.
 */
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

/** Whole points in an order that a bar can have, and a volume that counts. */
export function isSound({ open, high, low, close, volume }: Bar): boolean {
  const prices = [open, high, low, close];
  if (!prices.every((price) => Number.isSafeInteger(price) && 0 < price)) return false;
  return Math.max(...prices) === high && Math.min(...prices) === low && Number.isFinite(volume) && 0 <= volume;
}
