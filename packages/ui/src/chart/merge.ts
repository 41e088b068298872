import { CANDLES_MAX, type ChartCandle } from './types.ts';

/**
 * How far back a live bar may correct: recorded bars arrive slightly after the prices they are made
 * of.
 */
const CORRECTED_MAX = 10;

/** Prepends older bars: drops overlaps, and keeps at most the maximum. */
export function prepend(older: readonly ChartCandle[], have: readonly ChartCandle[]): ChartCandle[] {
  const first = have[0]?.time ?? Infinity;
  return [...sortBars(older).filter((candle) => candle.time < first), ...have].slice(-CANDLES_MAX);
}

/** Bars in ascending time; of two with the same time, the later one. */
export function sortBars(candles: readonly ChartCandle[]): ChartCandle[] {
  const byTime = new Map<number, ChartCandle>();
  for (const candle of candles) byTime.set(candle.time, candle);
  return [...byTime.values()].sort((left, right) => left.time - right.time);
}

/**
 * Applies a live bar: appends it, replaces the last one, or corrects one of the last few. Returns
 * its index, or undefined when the bar is ignored.
 */
export function applyBar(candles: ChartCandle[], candle: ChartCandle): number | undefined {
  const last = candles.at(-1);
  if (last === undefined || last.time < candle.time) return candles.push(candle) - 1;
  for (let index = candles.length - 1; Math.max(0, candles.length - CORRECTED_MAX) <= index; index -= 1) {
    if (candles[index]?.time !== candle.time) continue;
    candles[index] = candle;
    return index;
  }
  return undefined;
}
