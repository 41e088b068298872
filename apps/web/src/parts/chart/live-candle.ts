import type { ChartCandle } from '@glasshouse/ui/chart';

/**
 * The bar of a price at `at`, from the latest known bar. Bars start at multiples of `stepMs` from
 * any other bar, which also holds for days and weeks that do not start at the epoch. Undefined if
 * the price is older than the bar.
 */
export function withPrice(
  last: ChartCandle,
  { price, at, stepMs }: { price: number; at: number; stepMs: number },
): ChartCandle | undefined {
  const steps = Math.floor((at - last.time) / stepMs);
  if (steps < 0) return undefined;
  if (0 < steps) {
    return { time: last.time + steps * stepMs, open: price, high: price, low: price, close: price, volume: 0 };
  }
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price };
}
