import type { WithdrawalTerms } from '@glasshouse/trade/funds/terms';

type BankTerms = Pick<NonNullable<WithdrawalTerms['bank']>, 'price' | 'priceAt' | 'opensAt'>;

/** `waits`: the first price comes when the market opens. `none`: its time is not known. */
export type EstimateState =
  | { readonly kind: 'open' | 'none' }
  | { readonly kind: 'waits'; readonly opensAt: string }
  | { readonly kind: 'closed'; readonly priceAt: string; readonly opensAt: string };

/** The terms may be older than the opening of the market: then it is open. */
export function estimateState({ price, priceAt, opensAt }: BankTerms, now: number): EstimateState {
  const opens = opensAt !== null && now < Date.parse(opensAt) ? opensAt : undefined;
  if (price === null) return opens === undefined ? { kind: 'none' } : { kind: 'waits', opensAt: opens };
  if (opens === undefined || priceAt === null) return { kind: 'open' };
  return { kind: 'closed', priceAt, opensAt: opens };
}
