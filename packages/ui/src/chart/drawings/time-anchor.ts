import type { ChartCandle } from '../types.ts';

/** Bars examined to find the interval, so that a weekend gap is not taken for it. */
const STEP_BARS = 12;
const MEAN_BARS = 40;
const MINUTE_MS = 60_000;

type Timed = Pick<ChartCandle, 'time'>;

/**
 * Mean distance of the newest bars where they are closer than a minute: second bars have holes, and
 * ticks come when they come.
 */
export function meanStepOf(candles: readonly Timed[]): number {
  const step = stepOf(candles);
  if (MINUTE_MS <= step) return step;
  const newest = candles.slice(-MEAN_BARS);
  const first = newest[0];
  const last = newest.at(-1);
  return first === undefined || last === undefined ? step : (last.time - first.time) / (newest.length - 1);
}

export function stepOf(candles: readonly Timed[]): number {
  let step = Infinity;
  for (let index = Math.max(1, candles.length - STEP_BARS); index < candles.length; index += 1) {
    step = Math.min(step, (candles[index] as Timed).time - (candles[index - 1] as Timed).time);
  }
  return Number.isFinite(step) ? step : MINUTE_MS;
}

/**
 * Fractional bar index of a time: interpolated between bars, extrapolated by whole intervals beyond
 * them. A point drawn on minute bars so keeps its place on hourly bars.
 */
export function indexAt(candles: readonly Timed[], time: number, step = stepOf(candles)): number {
  const first = candles[0];
  const last = candles.at(-1);
  if (first === undefined || last === undefined) return 0;
  if (time <= first.time) return (time - first.time) / step;
  if (last.time <= time) return candles.length - 1 + (time - last.time) / step;
  let low = 0;
  let high = candles.length - 1;
  while (1 < high - low) {
    const middle = (low + high) >> 1;
    if ((candles[middle] as Timed).time <= time) low = middle;
    else high = middle;
  }
  const from = (candles[low] as Timed).time;
  return low + (time - from) / ((candles[high] as Timed).time - from);
}

/** Time at a whole index, beyond the bars as well. */
export function timeAt(candles: readonly Timed[], index: number): number {
  const step = stepOf(candles);
  const first = candles[0]?.time ?? 0;
  if (index < 0) return first + index * step;
  const last = candles.length - 1;
  if (last < index) return (candles[last]?.time ?? first) + (index - Math.max(0, last)) * step;
  return (candles[index] as Timed).time;
}
