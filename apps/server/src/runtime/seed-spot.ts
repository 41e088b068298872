import type { CommandInput, CoreState } from '../kernel/core/types.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { withChanges } from '../operator/terms/handlers.ts';
import { canRedefine, defaultSpotOffer, spotOffers } from '../products/spot/offer.ts';

/**
 * Commands that bring the offers of all pairs of coins up to date. A pair whose measures changed
 * keeps its old terms while orders rest in them.
 */
export function seedSpot(state: CoreState, catalogue: readonly Instrument[]): CommandInput[] {
  const defaults = catalogue.map(defaultSpotOffer).filter((offer) => offer !== undefined);
  const offers = withChanges(state, 'spot', defaults, ({ code }) => code);
  return spotOffers.seed(
    state,
    offers.filter((offer) => canRedefine(state, offer)),
  );
}
