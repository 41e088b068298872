import { CANDLES_MAX, type ChartCandle } from './types.ts';

/** How far back a live bar may correct one: recorded bars come a little after the prices that they are made of. */
const CORRECTED_MAX = 10;

/** Older bars before the ones we have: what overlaps or is out of order is left out, and no more than the maximum is kept. */
export function prepend(older: readonly ChartCandle[], have: readonly ChartCandle[]): ChartCandle[] {
  const first = have[0]?.time ?? Infinity;
  return [...sortBars(older).filter((candle) => candle.time < first), ...have].slice(-CANDLES_MAX);
}

/** Bars in ascending time, the later of two with the same time. */
export function sortBars(candles: readonly ChartCandle[]): ChartCandle[] {
  const byTime = new Map<number, ChartCandle>();
  for (const candle of candles) byTime.set(candle.time, candle);
  return [...byTime.values()].sort((left, right) => left.time - right.time);
}

/**
 * Takes a live bar in: it follows the last, replaces it, or corrects one of the few before it. Answers with the index of the bar
 * that it is now, or undefined for one that has no place, which is ignored.
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
