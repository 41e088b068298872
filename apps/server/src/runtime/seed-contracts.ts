import type { Book, CommandInput, CoreState } from '../kernel/types.ts';
import { realLeverageCap } from '../market-data/instruments/eu-leverage.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { type Profile, seededBooks } from '../platform/profile.ts';
import { contractOffers, defaultContractOffer } from '../products/contracts/offer.ts';

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
  return [...contractOffers.seed(state, offers), ...seededBooks(profile).flatMap(fundings)];
}

const fundings = (book: Book): CommandInput[] =>
  [
    { pool: 'contracts', amount: CONTRACTS_POOL },
    { pool: 'insurance', amount: INSURANCE_POOL },
  ].map(({ pool, amount }) => ({
    id: `house.fund:${book}:${pool}:opening`,
    userId: 0,
    book,
    type: 'house.fund',
    body: { asset: 'USDT', amount, into: `pool.${pool}` },
  }));
