import { createEma } from './ema.ts';
import type { Indicator } from './indicator.ts';

interface Macd {
  /** The fast average over the slow one. */
  macd: number;
  /** An exponential average of that; undefined until there are enough values. */
  signal: number | undefined;
  /** The first over the second. */
  histogram: number | undefined;
}

/** Moving average convergence and divergence after Gerald Appel; 12, 26 and 9 unless the reader wants others. */
export function createMacd(periods: { fast: number; slow: number; signal: number }): Indicator<Macd> {
  const fast = createEma(periods.fast);
  const slow = createEma(periods.slow);
  const average = createEma(periods.signal);
  const difference = (close: number): number | undefined => {
    const fastValue = fast.peek(close);
    const slowValue = slow.peek(close);
    return fastValue === undefined || slowValue === undefined ? undefined : fastValue - slowValue;
  };
  return {
    peek(close) {
      const macd = difference(close);
      if (macd === undefined) return undefined;
      const signal = average.peek(macd);
      return { macd, signal, histogram: signal === undefined ? undefined : macd - signal };
    },
    push(close) {
      const macd = difference(close);
      if (macd !== undefined) average.push(macd);
      fast.push(close);
      slow.push(close);
    },
  };
}
