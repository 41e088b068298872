/** Money of states, and coins that stand for it. */
const CENTS: ReadonlySet<string> = new Set(['USDT', 'USDC', 'DAI', 'USD', 'EUR', 'GBP', 'CHF', 'JPY', 'HKD', 'CNY']);
/** Coins of which a millionth is worth cents. */
const FINE: ReadonlySet<string> = new Set(['BTC', 'ETH', 'BCH', 'BNB', 'XMR', 'XAU']);

/** The decimals in which amounts of an asset are usually written. */
export function usualPlaces(asset: string): { readonly min: number; readonly max: number } {
  if (CENTS.has(asset)) return { min: 2, max: 2 };
  return FINE.has(asset) ? { min: 2, max: 8 } : { min: 2, max: 4 };
}
