import { notOwned } from '../../kernel/core/effects.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../../kernel/core/types.ts';
import type { Charity, Listing, Payout, Purchase } from './rows.ts';

export const NFTS = { name: 'nfts' } as const;

export type NftRows = {
  readonly charities: Charity;
  readonly nft_listings: Listing;
  readonly nft_purchases: Purchase;
  readonly nft_payouts: Payout;
};

export interface NftsSlice {
  readonly charities: Map<number, Charity>;
  readonly listings: Map<number, Listing>;
}

export const emptySlice = (): NftsSlice => ({ charities: new Map(), listings: new Map() });

export const nftsOf = (state: CoreState): NftsSlice => sliceOf<NftsSlice>(state, NFTS);

export function reduce(slice: NftsSlice, change: ChangeOf<NftRows>): void {
  switch (change.table) {
    case 'charities':
      slice.charities.set(change.row.id, change.row);
      return;
    case 'nft_listings':
      slice.listings.set(change.row.id, change.row);
      return;
    case 'nft_purchases':
    case 'nft_payouts':
      return;
    default:
      notOwned(NFTS.name, change);
  }
}
