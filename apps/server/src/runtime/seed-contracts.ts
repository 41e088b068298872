import type { Book, CommandInput, CoreState } from '../kernel/core/types.ts';
import { realLeverageCap } from '../market-data/instruments/eu-leverage.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { withChanges } from '../operator/terms/handlers.ts';
import { type Profile, seededBooks } from '../platform/profile.ts';
import { contractOffers, defaultContractOffer, withinRequirement } from '../products/contracts/offer.ts';
import { seedFunds } from './seed-funds.ts';

/** Opening funds of a seeded book: the counterparty of every position, and the insurance fund. */
const CONTRACTS_POOL = '10000000';
const INSURANCE_POOL = '1000000';

/** Commands that bring the offers of contracts up to date, and fund their pools once. */
export function seedContracts(
  state: CoreState,
  catalogue: readonly Instrument[],
  profile: Profile = 'demo-only',
): CommandInput[] {
  const byCode = new Map(catalogue.map((instrument) => [instrument.code, instrument]));
  const offers = catalogue
    .map((instrument) => defaultContractOffer(instrument, byCode, realLeverageCap(profile, instrument)))
    .filter((offer) => offer !== undefined);
  const changed = withChanges(state, 'contracts', offers, ({ code }) => code).map(withinRequirement);
  return [...contractOffers.seed(state, changed), ...seededBooks(profile).flatMap((book) => fundings(state, book))];
}

const fundings = (state: CoreState, book: Book): CommandInput[] => [
  ...seedFunds(state, { book, asset: 'USDT', amount: CONTRACTS_POOL, into: 'pool.contracts' }),
  ...seedFunds(state, { book, asset: 'USDT', amount: INSURANCE_POOL, into: 'pool.insurance' }),
];
