import { type Amount, mulPriceFloor, priceOfPoints } from '@glasshouse/rules/money';

/** Present value of an amount in USDT; null without a price. */
export type WorthOf = (asset: string, amount: Amount) => Amount | null;

/** Latest mid of an instrument, in points; undefined when unknown or without a price. */
export type MidOf = (code: string) => { readonly mid: number; readonly precision: number } | undefined;

/** The market that prices an asset. */
export const pricedBy = (asset: string): string => `${asset}USDT`;

/** Only USDT has a value without a market. */
export const usdtOnly: WorthOf = (asset, amount) => (asset === 'USDT' ? amount : null);

/** Values at the displayed mids, rounded down. */
export function marketValues(midOf: MidOf): WorthOf {
  return (asset, amount) => {
    if (asset === 'USDT') return amount;
    const found = midOf(pricedBy(asset));
    if (found === undefined || found.mid <= 0) return null;
    return mulPriceFloor(amount, priceOfPoints(found.mid, found.precision));
  };
}
