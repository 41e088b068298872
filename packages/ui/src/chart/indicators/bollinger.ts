import type { Indicator } from './indicator.ts';
import { createWindow } from './window.ts';

interface Bollinger {
  middle: number;
  upper: number;
  lower: number;
}

/**
 * Bollinger bands: the simple average, and a multiple of the population standard deviation above
 * and below. Squares are taken of distances from the mean; squares of the prices themselves would
 * cancel out at 60,000.
 */
export function createBollinger({ period, deviations }: { period: number; deviations: number }): Indicator<Bollinger> {
  const before = createWindow(Math.max(1, period - 1));
  return {
    peek(close) {
      if (period === 1) return { middle: close, upper: close, lower: close };
      if (before.count < period - 1) return undefined;
      const middle = (before.sum() + close) / period;
      const squares = before.sum((value) => (value - middle) ** 2) + (close - middle) ** 2;
      const reach = deviations * Math.sqrt(squares / period);
      return { middle, upper: middle + reach, lower: middle - reach };
    },
    push: before.push,
  };
}
