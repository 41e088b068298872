import { CANDLES_MAX, type ChartCandle } from './types.ts';

/** Older bars before the ones we have: what overlaps or is out of order is left out, and no more than the maximum is kept. */
export function prepend(older: readonly ChartCandle[], have: readonly ChartCandle[]): ChartCandle[] {
  const first = have[0]?.time ?? Infinity;
  return [...inOrder(older).filter((candle) => candle.time < first), ...have].slice(-CANDLES_MAX);
}

/** Bars in ascending time, the later of two with the same time. */
export function inOrder(candles: readonly ChartCandle[]): ChartCandle[] {
  const byTime = new Map<number, ChartCandle>();
  for (const candle of candles) byTime.set(candle.time, candle);
  return [...byTime.values()].sort((left, right) => left.time - right.time);
}

/** Puts a live bar at the end: replaces the last, or follows it. False when it is older than the last, which is ignored. */
export function append(candles: ChartCandle[], candle: ChartCandle): boolean {
  const last = candles.at(-1);
  if (last !== undefined && candle.time < last.time) return false;
  if (last?.time === candle.time) candles[candles.length - 1] = candle;
  else candles.push(candle);
  return true;
}
