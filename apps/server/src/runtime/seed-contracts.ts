import type { Book, CommandInput, CoreState, Json } from '../kernel/types.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { type Profile, realLeverageCap, seededBooks } from '../platform/profile.ts';
import { contractChanged, defaultContract } from '../products/contracts/offer.ts';
import { contractsOf } from '../products/contracts/slice.ts';

/** What stands behind the contracts of a book that is seeded: the other side of every position, and the insurance fund. */
const CONTRACTS_POOL = '10000000';
const INSURANCE_POOL = '1000000';

/** Commands that offer contracts on every instrument as this installation has them, and open the pools once. */
export function seedContracts(
  state: CoreState,
  catalogue: readonly Instrument[],
  profile: Profile = 'demo-only',
): CommandInput[] {
  const { terms } = contractsOf(state);
  const byCode = new Map(catalogue.map((instrument) => [instrument.code, instrument]));
  const offers = catalogue
    .map((instrument) => defaultContract(instrument, byCode, realLeverageCap(profile, instrument)))
    .filter((offer) => offer !== undefined)
    .filter((offer) => contractChanged(state, offer));
  return [
    ...offers.map((offer) => {
      const version = (terms.get(offer.code)?.version ?? 0) + 1;
      const id = `contracts.define:${offer.code}:${version}`;
      return { id, userId: 0, book: 'demo' as const, type: 'contracts.define', body: offer as unknown as Json };
    }),
    ...seededBooks(profile).flatMap(fundings),
  ];
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
