import type { AutoscaleInfo } from 'lightweight-charts';

/** From so many bars on, the scale follows them alone. */
export const FEW_BARS = 30;
/** What a few bars span at least, of their price and in units of its last decimal. */
const LEAST_SHARE = 0.0002;
const LEAST_UNITS = 10;

/**
 * The scale of the first bars: the next tick would leap over one that is as narrow as they are, and
 * the smallest move of a price would look like a fall from top to bottom.
 */
export function leastRange(info: AutoscaleInfo | null, unit: number): AutoscaleInfo | null {
  const range = info?.priceRange;
  if (!info || !range) return info;
  const { minValue, maxValue } = range;
  const middle = (minValue + maxValue) / 2;
  const half = Math.max(Math.abs(middle) * LEAST_SHARE, LEAST_UNITS * unit) / 2;
  return {
    ...info,
    priceRange: { minValue: Math.min(minValue, middle - half), maxValue: Math.max(maxValue, middle + half) },
  };
}
