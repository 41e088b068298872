import type { CommandInput, CoreState } from '../kernel/core/types.ts';
import type { Profile } from '../platform/profile.ts';
import { DEFAULT_PLANS } from '../products/plans/default-plans.ts';
import { planOffers } from '../products/plans/offer.ts';
import { plansOf } from '../products/plans/slice.ts';
import { productOf } from '../products/plans/terms.ts';

/**
 * A sandbox opens with a few plans and what covers their yield. Everywhere else nothing is sold
 * until operators have defined a product and funded its reserve.
 */
export function seedPlans(state: CoreState, profile: Profile): CommandInput[] {
  if (profile !== 'sandbox' || 0 < plansOf(state).terms.size) return [];
  const endowed = DEFAULT_PLANS.map(({ offer, funded }): CommandInput => {
    const body = { product: productOf(offer.code), amount: funded };
    return { id: `plans.endow:${offer.code}`, userId: 0, book: 'real', type: 'plans.endow', body };
  });
  const offers = DEFAULT_PLANS.map(({ offer }) => offer);
  return [...planOffers.seed(state, offers), ...endowed];
}
