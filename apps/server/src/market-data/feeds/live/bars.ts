import type { Bar } from '../../candles/candles.ts';
import type { Interval } from '../../candles/intervals.ts';
import { barStart } from '../../candles/intervals.ts';
import { pointsNearest } from './prices.ts';

/** A bar of a source: epoch ms and decimal numbers. */
export type RawSourceBar = readonly [
  at: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
];

/**
 * Bars of a source in points. Those that cannot be, or that begin elsewhere than ours do (some
 * exchanges count weeks from a Thursday), are left out. Rounding keeps the order of prices, so the
 * high stays the highest.
 */
export function barsInPoints(raw: readonly RawSourceBar[], interval: Interval, precision: number): Bar[] {
  const bars: Bar[] = [];
  for (const [at, ...figures] of raw) {
    const [open, high, low, close, volume] = figures;
    if (!figures.every(Number.isFinite) || barStart(interval, at) !== at || volume < 0) continue;
    if (low <= 0 || high < Math.max(open, close, low) || Math.min(open, close) < low) continue;
    if (0 < bars.length && at <= bars.at(-1)!.at) continue;
    const points = (price: number): number => Math.max(1, pointsNearest(price, precision));
    bars.push({ at, open: points(open), high: points(high), low: points(low), close: points(close), volume });
  }
  return bars;
}
