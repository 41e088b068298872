import { type Amount, mulPriceFloor, priceOfPoints } from '@glasshouse/rules/money';

/** What an amount of an asset is worth in USDT now; null where nobody has told a price. */
export type WorthOf = (asset: string, amount: Amount) => Amount | null;

/** The newest mid of an instrument, in points; undefined where there is no such instrument or no price yet. */
export type MidOf = (code: string) => { readonly mid: number; readonly precision: number } | undefined;

/** The market that prices an asset. */
export const pricedBy = (asset: string): string => `${asset}USDT`;

/** Only USDT has a value without a market. */
export const usdtOnly: WorthOf = (asset, amount) => (asset === 'USDT' ? amount : null);

/** Values at the mids that people see. Rounded down. */
export function marketValues(midOf: MidOf): WorthOf {
  return (asset, amount) => {
    if (asset === 'USDT') return amount;
    const found = midOf(pricedBy(asset));
    if (found === undefined || found.mid <= 0) return null;
    return mulPriceFloor(amount, priceOfPoints(found.mid, found.precision));
  };
}
