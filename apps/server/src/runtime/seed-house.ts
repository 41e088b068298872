import type { Sequencer } from '../kernel/sequencer.ts';
import type { Book, CommandInput } from '../kernel/types.ts';
import { DEMO_ASSET, OPTIONS_POOL } from '../ledger/handlers.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { type Profile, seededBooks, sellsRealOptions } from '../platform/profile.ts';
import { convertOffers, defaultConvertOffers } from '../products/convert/offer.ts';
import { defaultOptionOffer, optionOffers } from '../products/options/offer.ts';
import { seedContracts } from './seed-contracts.ts';
import { seedLiquidity } from './seed-liquidity.ts';
import { seedSpot } from './seed-spot.ts';

/**
 * Brings the core in line with this installation's catalogue and profile: new or changed offers are
 * defined, and the pools of the books that the profile seeds are funded once. All of it goes
 * through the log like any other command.
 */
export async function seedHouse(
  sequencer: Sequencer,
  catalogue: readonly Instrument[],
  profile: Profile,
): Promise<{ defined: number }> {
  const { state } = sequencer;
  const books = seededBooks(profile);
  const offered = catalogue.map((instrument) => defaultOptionOffer(instrument, sellsRealOptions(profile)));
  const options = optionOffers.seed(state, offered);
  const commands = [
    ...options,
    ...books.map(optionsFunding),
    ...convertOffers.seed(state, defaultConvertOffers(catalogue)),
    ...books.flatMap((book) => seedLiquidity(state, book)),
    ...seedSpot(state, catalogue),
    ...seedContracts(state, catalogue, profile),
  ];
  for (const answer of await Promise.all(commands.map((command) => sequencer.submitInternal(command)))) {
    if (answer.code !== 200) throw new Error(`the house could not be seeded: ${answer.code}`);
  }
  return { defined: options.length };
}

const optionsFunding = (book: Book): CommandInput => ({
  id: `house.fund:${book}:options:opening`,
  userId: 0,
  book,
  type: 'house.fund',
  body: { asset: DEMO_ASSET, amount: OPTIONS_POOL, into: 'pool.options' },
});
