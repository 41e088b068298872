import type { CommandInput, CoreState, Json } from '../kernel/types.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { canRedefine, spotOfferChanged } from '../products/spot/handlers.ts';
import { spotOf } from '../products/spot/slice.ts';
import { defaultOffer } from '../products/spot/terms.ts';

/**
 * Commands that offer spot trading on every pair of coins as this installation has it. A pair whose measures changed keeps
 * its old terms while orders rest in them.
 */
export function seedSpot(state: CoreState, catalogue: readonly Instrument[]): CommandInput[] {
  const { pairs } = spotOf(state);
  return catalogue
    .map(defaultOffer)
    .filter((offer) => offer !== undefined)
    .filter((offer) => spotOfferChanged(state, offer) && canRedefine(state, offer))
    .map((offer) => {
      const version = (pairs.get(offer.code)?.terms.version ?? 0) + 1;
      const id = `spot.define:${offer.code}:${version}`;
      return { id, userId: 0, book: 'demo', type: 'spot.define', body: offer as unknown as Json };
    });
}
