import { houseAccount } from '../kernel/core/accounts.ts';
import type { Sequencer } from '../kernel/core/sequencer.ts';
import type { Book, CommandInput, CoreState } from '../kernel/core/types.ts';
import { DEMO_ASSET, OPTIONS_POOL } from '../ledger/handlers.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { DEFAULT_FEE_TIERS, feeTierOffers } from '../money/fee-tiers/table.ts';
import { defaultReferralOffer, referralOffers } from '../money/referrals/terms.ts';
import { withChanges } from '../operator/terms/handlers.ts';
import { type Profile, rewardsReferrals, seededBooks, sellsRealOptions } from '../platform/profile.ts';
import { convertOffers, defaultConvertOffers } from '../products/convert/offer.ts';
import { defaultOptionOffer, optionOffers } from '../products/options/offer.ts';
import { seedContracts } from './seed-contracts.ts';
import { playMoney, seedFunds } from './seed-funds.ts';
import { seedLiquidity } from './seed-liquidity.ts';
import { seedNfts } from './seed-nfts.ts';
import { seedPlans } from './seed-plans.ts';
import { seedSpot } from './seed-spot.ts';

/**
 * Brings the core in line with this installation's catalogue and profile, and with what operators
 * changed: new or changed offers are defined, and the pools of the books that the profile seeds are
 * funded once. All of it goes through the log like any other command.
 */
export async function seedHouse(
  sequencer: Sequencer,
  catalogue: readonly Instrument[],
  profile: Profile,
): Promise<{ defined: number }> {
  const { state } = sequencer;
  const books = seededBooks(profile);
  const offered = catalogue.map((instrument) => defaultOptionOffer(instrument, sellsRealOptions(profile)));
  const options = optionOffers.seed(
    state,
    withChanges(state, 'options', offered, ({ code }) => code),
  );
  const commands = [
    ...options,
    ...books.flatMap((book) => seedCapital(state, book)),
    ...books.flatMap((book) => optionsFunding(state, book)),
    ...books.flatMap((book) => lendingFunding(state, book)),
    ...convertOffers.seed(
      state,
      withChanges(state, 'convert', defaultConvertOffers(catalogue), ({ asset }) => asset),
    ),
    ...feeTierOffers.seed(
      state,
      withChanges(state, 'feeTiers', [DEFAULT_FEE_TIERS], ({ code }) => code),
    ),
    ...referralOffers.seed(
      state,
      withChanges(state, 'referrals', [defaultReferralOffer(rewardsReferrals(profile))], ({ code }) => code),
    ),
    ...books.flatMap((book) => seedLiquidity(state, book)),
    ...seedSpot(state, catalogue),
    ...seedContracts(state, catalogue, profile),
    ...seedNfts(state, profile),
    ...seedPlans(state, profile),
  ];
  for (const answer of await Promise.all(commands.map((command) => sequencer.submitInternal(command)))) {
    if (answer.code !== 200) throw new Error(`the house could not be seeded: ${answer.code}`);
  }
  return { defined: options.length };
}

const optionsFunding = (state: CoreState, book: Book): CommandInput[] =>
  seedFunds(state, { book, asset: DEMO_ASSET, amount: OPTIONS_POOL, into: 'pool.options' });

/** Opening money of the lending pool; nobody lends on the demo book. */
const LENDING_POOL = '1000000';
const lendingFunding = (state: CoreState, book: Book): CommandInput[] =>
  book === 'demo' ? [] : seedFunds(state, { book, asset: DEMO_ASSET, amount: LENDING_POOL, into: 'pool.lending' });

/**
 * What stands behind the pools of a seeded book: more than all contracts that its terms allow at a
 * time may gain.
 */
const CAPITAL = '1000000000';

/** Once, also where the pools were funded before there was play money. */
const seedCapital = (state: CoreState, book: Book): CommandInput[] =>
  state.accounts.has(houseAccount(book, DEMO_ASSET, 'playMoney'))
    ? []
    : [playMoney({ book, asset: DEMO_ASSET, amount: CAPITAL, into: 'capital' })];
