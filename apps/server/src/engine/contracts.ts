import { contractChanged, defaultContract } from '../contracts/offer.ts';
import { contractsOf } from '../contracts/slice.ts';
import type { CommandInput, CoreState, Json } from '../core/types.ts';
import type { Instrument } from '../markets/types.ts';

/** What stands behind the contracts of a new installation's demo book: the other side of every position, and the insurance fund. */
export const DEMO_CONTRACTS_POOL = '10000000';
export const DEMO_INSURANCE_POOL = '1000000';

/** Commands that offer contracts on every instrument as this installation has them, and open the demo pools once. */
export function furnishContracts(state: CoreState, catalogue: readonly Instrument[]): CommandInput[] {
  const { terms } = contractsOf(state);
  const byCode = new Map(catalogue.map((instrument) => [instrument.code, instrument]));
  const command = (id: string, type: string, body: unknown): CommandInput => ({
    id,
    userId: 0,
    book: 'demo',
    type,
    body: body as Json,
  });
  const offers = catalogue
    .map((instrument) => defaultContract(instrument, byCode))
    .filter((offer) => offer !== undefined)
    .filter((offer) => contractChanged(state, offer));
  return [
    ...offers.map((offer) => {
      const version = (terms.get(offer.code)?.version ?? 0) + 1;
      return command(`contracts.define:${offer.code}:${version}`, 'contracts.define', offer);
    }),
    ...fundings().map(({ id, body }) => command(id, 'house.fund', body)),
  ];
}

const fundings = () => [
  {
    id: 'house.fund:demo:contracts:opening',
    body: { asset: 'USDT', amount: DEMO_CONTRACTS_POOL, into: 'pool.contracts' },
  },
  {
    id: 'house.fund:demo:insurance:opening',
    body: { asset: 'USDT', amount: DEMO_INSURANCE_POOL, into: 'pool.insurance' },
  },
];
