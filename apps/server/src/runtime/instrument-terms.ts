import type { Book } from '../kernel/types.ts';
import type { InstrumentTerms } from '../market-data/queries.ts';
import type { Pool } from '../platform/postgres.ts';
import { termsView as contractTermsView, readContractTerms } from '../products/contracts/queries.ts';
import { offerView, readTerms as readOptionTerms } from '../products/options/queries.ts';
import { readSpotTerms, spotTermsView } from '../products/spot/queries.ts';
import type { Instruments } from './instruments.ts';

export type TermsOf = (instrument: { readonly code: string }, book: Book) => InstrumentTerms;

/**
 * What each product offers on an instrument. The core defines its offers before it takes orders,
 * and nothing changes them while it runs.
 */
export async function readInstrumentTerms(pool: Pool, instruments: Instruments): Promise<TermsOf> {
  const options = await readOptionTerms(pool);
  const contracts = await readContractTerms(pool);
  const spot = await readSpotTerms(pool);
  return ({ code }, book) => {
    const contract = contracts.get(code);
    const pair = spot.get(code);
    return {
      options: offerView(options.get(code), book),
      contracts: contract === undefined ? null : contractTermsView(contract, { ...instruments, book }),
      spot: spotTermsView(pair),
      fees: {
        contractRate: contract?.feeRate ?? null,
        makerRate: pair?.makerRate ?? null,
        takerRate: pair?.takerRate ?? null,
      },
    };
  };
}
