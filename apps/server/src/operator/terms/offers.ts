import type { CoreState, Json, Refusal } from '../../kernel/core/types.ts';
import { feeTierOffers } from '../../money/fee-tiers/table.ts';
import { referralOffers } from '../../money/referrals/terms.ts';
import { contractOffers } from '../../products/contracts/offer.ts';
import { convertOffers } from '../../products/convert/offer.ts';
import { optionOffers } from '../../products/options/offer.ts';
import { spotOffers } from '../../products/spot/offer.ts';
import type { Offers } from '../../trading/offers.ts';
import type { TermProduct } from './fields.ts';

export type Fields = { readonly [field: string]: Json };

/** The offers of a product, as changes of their terms see them. */
export interface ProductOffers {
  /** The command that puts an offer in force. */
  readonly type: string;
  current(state: CoreState, key: string): { readonly offer: Fields; readonly version: number } | undefined;
  problemOf(state: CoreState, offer: Fields): Refusal | undefined;
}

const generic = (offers: unknown): ProductOffers => offers as Offers<Fields, Fields & { readonly version: number }>;

export const OFFERS: Readonly<Record<TermProduct, ProductOffers>> = {
  options: generic(optionOffers),
  contracts: generic(contractOffers),
  spot: generic(spotOffers),
  convert: generic(convertOffers),
  feeTiers: generic(feeTierOffers),
  referrals: generic(referralOffers),
};

/** The offer with the fields changed, and with what follows from them. */
export function withFields(product: TermProduct, offer: Fields, fields: Fields): Fields {
  const merged = { ...offer, ...fields, ...requirementOf(product, offer, fields) };
  if (product !== 'contracts' || fields.tiers === undefined) return merged;
  // The first tier's leverage is the instrument's; one of the two is enough to set.
  const first = (fields.tiers as readonly { readonly maxLeverage: number }[])[0];
  return first === undefined ? merged : { ...merged, maxLeverage: first.maxLeverage };
}

/** A change of the requirement before a close leaves the largest gap of the history as it is. */
function requirementOf(product: TermProduct, offer: Fields, { closeRequirement: changed }: Fields): Fields {
  if (product !== 'contracts' || changed === undefined) return {};
  return { closeRequirement: { ...(offer.closeRequirement as Fields | undefined), ...(changed as Fields) } };
}
