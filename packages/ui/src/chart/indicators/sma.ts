import type { Indicator } from './indicator.ts';
import { createWindow } from './window.ts';

/** Simple moving average: the plain mean of the last `period` closes. */
export function createSma(period: number): Indicator<number> {
  const before = createWindow(Math.max(1, period - 1));
  return {
    peek(close) {
      if (period === 1) return close;
      return before.count < period - 1 ? undefined : (before.sum() + close) / period;
    },
    push: before.push,
  };
}
