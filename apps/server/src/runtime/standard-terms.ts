import { realLeverageCap } from '../market-data/instruments/eu-leverage.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { DEFAULT_FEE_TIERS, FEE_TIERS_CODE } from '../money/fee-tiers/table.ts';
import { defaultReferralOffer, REFERRALS_CODE } from '../money/referrals/terms.ts';
import type { TermProduct } from '../operator/terms/fields.ts';
import type { Fields } from '../operator/terms/offers.ts';
import { type Profile, rewardsReferrals, sellsRealOptions } from '../platform/profile.ts';
import { defaultContractOffer } from '../products/contracts/offer.ts';
import { defaultConvertOffers } from '../products/convert/offer.ts';
import { defaultOptionOffer } from '../products/options/offer.ts';
import { defaultSpotOffer } from '../products/spot/offer.ts';

/** What this installation offers on each thing as long as no operator has changed it. */
export function standardTerms(
  catalogue: readonly Instrument[],
  profile: Profile,
): (product: TermProduct, code: string) => Fields | undefined {
  const byCode = new Map(catalogue.map((instrument) => [instrument.code, instrument]));
  const convert = new Map(defaultConvertOffers(catalogue).map((offer) => [offer.asset, offer]));
  return (product, code) => {
    if (product === 'feeTiers') return code === FEE_TIERS_CODE ? DEFAULT_FEE_TIERS : undefined;
    if (product === 'referrals')
      return code === REFERRALS_CODE ? defaultReferralOffer(rewardsReferrals(profile)) : undefined;
    if (product === 'convert') return convert.get(code);
    const instrument = byCode.get(code);
    if (instrument === undefined) return undefined;
    switch (product) {
      case 'options':
        return defaultOptionOffer(instrument, sellsRealOptions(profile));
      case 'contracts':
        return defaultContractOffer(instrument, byCode, realLeverageCap(profile, instrument));
      case 'spot':
        return defaultSpotOffer(instrument);
    }
  };
}
