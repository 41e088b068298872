import { INTERVALS, type Interval, TICK_INTERVALS, type TickInterval } from '@glasshouse/api/constants';
import { readStored } from '@glasshouse/app/session/storage';
import type { ChartCandle } from '@glasshouse/ui/chart';
import type { SeenTick } from '../../live/seen-ticks.ts';

/** Built from the ticks that this page has seen. */
export const isTickInterval = (text: string): text is TickInterval =>
  TICK_INTERVALS.some((interval) => interval === text);

export type ChartInterval = TickInterval | Interval;
export const INTERVALS_OF_CHART: readonly ChartInterval[] = [...TICK_INTERVALS, ...INTERVALS];
export const isChartInterval = (text: string | undefined): text is ChartInterval =>
  INTERVALS_OF_CHART.some((known) => known === text);

/** The last chosen interval. */
export function storedChartInterval(): ChartInterval {
  const text = readStored('chartInterval');
  return isChartInterval(text) ? text : '1m';
}

/** The tick line has a point for each tick, at its own time. */
export const STEP_MS: Readonly<Record<TickInterval, number>> = { tick: 1, '1s': 1_000, '5s': 5_000, '15s': 15_000 };

/**
 * The bar that a tick belongs to, with the tick in it. Ticks have no volume. Undefined for a tick
 * that is older than the bar.
 */
export function withTick(
  bar: ChartCandle | undefined,
  { price, at }: SeenTick,
  interval: TickInterval,
): ChartCandle | undefined {
  const time = at - (at % STEP_MS[interval]);
  if (bar !== undefined && time < bar.time) return undefined;
  if (bar === undefined || bar.time < time)
    return { time, open: price, high: price, low: price, close: price, volume: 0 };
  return { ...bar, high: Math.max(bar.high, price), low: Math.min(bar.low, price), close: price };
}

/** Bars of these ticks, oldest first. Where no tick fell there is no bar. */
export function barsOfTicks(ticks: readonly SeenTick[], interval: TickInterval): ChartCandle[] {
  const bars: ChartCandle[] = [];
  for (const tick of ticks) {
    const last = bars.at(-1);
    const bar = withTick(last, tick, interval);
    if (bar === undefined) continue;
    if (last?.time === bar.time) bars[bars.length - 1] = bar;
    else bars.push(bar);
  }
  return bars;
}
