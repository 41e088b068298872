import { createEma } from './ema.ts';
import type { Indicator } from './indicator.ts';

interface Macd {
  /** Fast average minus slow average. */
  macd: number;
  /** Exponential average of `macd`; undefined while there are too few values. */
  signal: number | undefined;
  /** `macd` minus `signal`. */
  histogram: number | undefined;
}

/** Moving average convergence/divergence (Gerald Appel); 12, 26 and 9 by default. */
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
