import type { OperatorBody } from '../../authority/stamp.ts';
import type { Command, CoreModule, CoreState, Effects } from '../../kernel/core/types.ts';
import { withinLimit, worthSpent } from '../../kyc-levels/within-limit.ts';
import { type BuyBody, buyHandler, type NftPorts } from './buy.ts';
import { type CertifyBody, certify } from './certify.ts';
import { type PayBody, payCharity } from './pay.ts';
import { CHARITIES_TABLE, LISTINGS_TABLE, PAYOUTS_TABLE, PURCHASES_TABLE } from './rows.ts';
import { defineSample, type SampleBody } from './sample.ts';
import { emptySlice, NFTS, type NftRows, type NftsSlice, reduce } from './slice.ts';
import { type CharityBody, type ListingBody, type SaleBody, saveCharity, saveListing, setSale } from './write.ts';

export type NftCommands = {
  readonly 'nfts.charity': { readonly body: OperatorBody<CharityBody>; readonly facts: null };
  readonly 'nfts.listing': { readonly body: OperatorBody<ListingBody>; readonly facts: null };
  readonly 'nfts.sale': { readonly body: OperatorBody<SaleBody>; readonly facts: null };
  readonly 'nfts.pay': { readonly body: PayBody; readonly facts: null };
  readonly 'nfts.buy': { readonly body: BuyBody; readonly facts: null };
  readonly 'nfts.sample': { readonly body: SampleBody; readonly facts: null };
  readonly 'nfts.certify': { readonly body: CertifyBody; readonly facts: null };
};

const worthOfPurchase = (_state: CoreState, command: Command, decided: Effects) => worthSpent(command, decided);

/** Charity NFTs: what is given goes to the charity's account, and leaves it by two persons. */
export const createNftsModule = (ports: NftPorts): CoreModule<NftCommands, NftRows, NftsSlice> => ({
  name: NFTS.name,
  initial: emptySlice,
  tables: [CHARITIES_TABLE, LISTINGS_TABLE, PURCHASES_TABLE, PAYOUTS_TABLE],
  reduce,
  handlers: {
    'nfts.charity': saveCharity,
    'nfts.listing': saveListing,
    'nfts.sale': setSale,
    'nfts.pay': payCharity,
    'nfts.buy': withinLimit({ kind: 'trading', field: 'quantity', worthOf: worthOfPurchase }, buyHandler(ports)),
    'nfts.sample': defineSample,
    'nfts.certify': certify,
  },
  gather: {},
  internal: ['nfts.sample'],
});
