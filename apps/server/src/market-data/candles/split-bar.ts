import type { Ratio } from '@glasshouse/rules/corporate-actions';
import type { Bar } from './candles.ts';

/** A bar of before as it would have been after the split. */
export function splitBar(bar: Bar, { numerator, denominator }: Ratio): Bar {
  const price = (points: number): number => Math.max(1, Math.round((points * denominator) / numerator));
  return {
    at: bar.at,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    volume: (bar.volume * numerator) / denominator,
  };
}
