import { formatAmount } from '@glasshouse/rules/money';
import type { Book } from '../kernel/core/types.ts';
import type { InstrumentTerms } from '../market-data/queries.ts';
import { startJob } from '../platform/job.ts';
import type { Pool } from '../platform/postgres.ts';
import { termsView as contractTermsView, readContractTerms } from '../products/contracts/queries.ts';
import { offerView, readTerms as readOptionTerms } from '../products/options/queries.ts';
import { readSpotTerms, spotTermsView } from '../products/spot/queries.ts';
import { networkMaxOf } from '../trading/network-share.ts';
import type { Instruments } from './instruments.ts';

export type TermsOf = (instrument: { readonly code: string }, book: Book) => InstrumentTerms;

/** Pages show a change of terms after this long; the core decides by it at once. */
const TERMS_EVERY_MS = 3_000;

type Limited = Parameters<typeof networkMaxOf>[0];

/** What an order counts towards, as its owner may know it. */
function limitsOf(terms: Limited | undefined): InstrumentTerms['limits']['options'] {
  if (terms === undefined) return null;
  const network = networkMaxOf(terms);
  return {
    person: terms.personMax ?? null,
    network: network === undefined ? null : formatAmount(network),
    networkShare: network === undefined ? null : (terms.networkShare ?? null),
    everybody: terms.exposureMax,
  };
}

/**
 * Differs after every change: versions of terms only go up, and those of contracts and pairs are
 * rows of their own.
 */
async function readVersions(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ versions: string }>(
    `select concat_ws(' ', (select sum(version) from option_terms), (select count(*) from contract_terms),
       (select count(*) from spot_terms)) as versions`,
  );
  return rows[0]?.versions;
}

async function readAll(pool: Pool) {
  const [options, contracts, spot] = await Promise.all([
    readOptionTerms(pool),
    readContractTerms(pool),
    readSpotTerms(pool),
  ]);
  return { options, contracts, spot };
}

/**
 * What each product offers on an instrument, read before anything is served and again after an
 * operator's change, which comes into force while the server runs. Their versions are looked up at
 * intervals: parsing the terms of 579 instruments each time took a third of what an idle main
 * thread used.
 */
export async function readInstrumentTerms(
  pool: Pool,
  instruments: Instruments,
  onFailure: (error: Error) => void,
  everyMs = TERMS_EVERY_MS,
): Promise<{ readonly termsOf: TermsOf; readonly stop: () => Promise<void> }> {
  // Before the terms: a change between the two is read with the next look.
  let versions = await readVersions(pool);
  let terms = await readAll(pool);
  const stop = startJob({
    work: async () => {
      const newest = await readVersions(pool);
      if (newest === versions) return;
      terms = await readAll(pool);
      versions = newest;
    },
    everyMs,
    onFailure,
  });
  const termsOf: TermsOf = ({ code }, book) => {
    const { options, contracts, spot } = terms;
    const contract = contracts.get(code);
    const pair = spot.get(code);
    const option = options.get(code);
    return {
      options: offerView(option, book),
      contracts: contract === undefined ? null : contractTermsView(contract, { ...instruments, book }),
      spot: spotTermsView(pair),
      fees: {
        contractRate: contract?.feeRate ?? null,
        makerRate: pair?.makerRate ?? null,
        takerRate: pair?.takerRate ?? null,
      },
      limits: { options: limitsOf(option), contracts: limitsOf(contract) },
      validity: {
        options: option?.stalenessMs ?? null,
        contracts: contract?.stalenessMs ?? null,
        spot: pair?.stalenessMs ?? null,
      },
    };
  };
  return { termsOf, stop };
}
