import type { PricedTick } from '@glasshouse/rules/derivations';
import { marketSnapshot } from './market.ts';

/**
 * The newest tick of a market with its prices; undefined where they came without their tick, as in
 * the rows of a wide stream.
 */
export function tickOfNow(code: string): PricedTick | undefined {
  const { bid, ask, price, tick } = marketSnapshot.quote(code);
  if (bid === undefined || ask === undefined || price === undefined || tick === undefined) return undefined;
  return { code, seq: tick, bid, ask, mid: price };
}
