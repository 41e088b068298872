import type { Indicator } from './indicator.ts';

/**
 * Exponential moving average with weight 2 / (period + 1), seeded with the simple average of the
 * first `period` closes, as in the published tables that the tests use.
 */
export function createEma(period: number): Indicator<number> {
  const weight = 2 / (period + 1);
  let count = 0;
  let sum = 0;
  let last = 0;
  const peek = (close: number): number | undefined => {
    if (count < period - 1) return undefined;
    return count === period - 1 ? (sum + close) / period : last + weight * (close - last);
  };
  return {
    peek,
    push(close) {
      last = peek(close) ?? 0;
      if (count < period) sum += close;
      count += 1;
    },
  };
}
