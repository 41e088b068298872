import { divFloor, PRICE_DECIMALS, power10, priceOfPoints, RATE_DECIMALS, type Rate } from './money.ts';

/** How a quote asset is converted: by the mid of an instrument, or by its inverse. */
export interface RateSource {
  readonly precision: number;
  readonly inverse: boolean;
}

/**
 * USDT for one unit of the quote asset at a mid in points, rounded down to 8 decimals; undefined
 * without a price. Gains and losses take the same rate, so that two opposite positions add up to
 * nothing.
 */
export function quoteRateAt({ precision, inverse }: RateSource, mid: number): Rate | undefined {
  if (mid <= 0) return undefined;
  const price = priceOfPoints(mid, precision);
  const rate = inverse
    ? divFloor(power10(PRICE_DECIMALS + RATE_DECIMALS), price)
    : divFloor(price, power10(PRICE_DECIMALS - RATE_DECIMALS));
  return rate === 0n ? undefined : (rate as Rate);
}
