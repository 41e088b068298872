import type { Sequencer } from '../kernel/sequencer.ts';
import type { Book, CommandAnswer, Json } from '../kernel/types.ts';
import { DEMO_ASSET, OPTIONS_POOL } from '../ledger/handlers.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { type Profile, seededBooks, sellsRealOptions } from '../platform/profile.ts';
import { convertOfferChanged } from '../products/convert/handlers.ts';
import { convertOf } from '../products/convert/slice.ts';
import { defaultConvertOffers } from '../products/convert/terms.ts';
import { offerChanged } from '../products/options/handlers.ts';
import { optionsOf } from '../products/options/slice.ts';
import { defaultOffer } from '../products/options/terms.ts';
import { seedContracts } from './seed-contracts.ts';
import { seedLiquidity } from './seed-liquidity.ts';
import { seedSpot } from './seed-spot.ts';

/**
 * Brings the core in line with this installation's catalogue and profile: offers that are new or changed are defined, and the
 * pools of the books that the profile seeds get their opening money once. Everything goes through the log like any other command.
 */
export async function seedHouse(
  sequencer: Sequencer,
  catalogue: readonly Instrument[],
  profile: Profile,
): Promise<{ defined: number }> {
  const submit = (id: string, type: string, body: Json, book: Book = 'demo'): Promise<CommandAnswer> =>
    sequencer.submitInternal({ id, userId: 0, book, type, body });
  const { terms } = optionsOf(sequencer.state);
  const offers = catalogue
    .map((instrument) => defaultOffer(instrument, sellsRealOptions(profile)))
    .filter((offer) => offerChanged(sequencer.state, offer));
  const defined = offers.map((offer) => {
    const version = (terms.get(offer.code)?.version ?? 0) + 1;
    return submit(`options.define:${offer.code}:${version}`, 'options.define', offer as unknown as Json);
  });
  const books = seededBooks(profile);
  const body = { asset: DEMO_ASSET, amount: OPTIONS_POOL, into: 'pool.options' };
  const funded = books.map((book) => submit(`house.fund:${book}:options:opening`, 'house.fund', body, book));
  const converted = defaultConvertOffers(catalogue)
    .filter((offer) => convertOfferChanged(sequencer.state, offer))
    .map((offer) => {
      const version = (convertOf(sequencer.state).terms.get(offer.asset)?.version ?? 0) + 1;
      return submit(`convert.define:${offer.asset}:${version}`, 'convert.define', offer as unknown as Json);
    });
  const liquidity = books
    .flatMap((book) => seedLiquidity(sequencer.state, book))
    .map((command) => sequencer.submitInternal(command));
  const spot = seedSpot(sequencer.state, catalogue).map((command) => sequencer.submitInternal(command));
  const contracts = seedContracts(sequencer.state, catalogue, profile).map((command) =>
    sequencer.submitInternal(command),
  );
  for (const answer of await Promise.all([...defined, ...funded, ...contracts, ...spot, ...converted, ...liquidity])) {
    if (answer.code !== 200) throw new Error(`the house could not be seeded: ${answer.code}`);
  }
  return { defined: offers.length };
}
