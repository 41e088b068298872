import type { ChartCandle } from '../types.ts';

/** The index of the bar that a time falls into; undefined before the first. */
export function barIndexAt(candles: readonly ChartCandle[], time: number): number | undefined {
  let from = 0;
  let to = candles.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((candles[middle] as ChartCandle).time <= time) from = middle + 1;
    else to = middle;
  }
  return from === 0 ? undefined : from - 1;
}
