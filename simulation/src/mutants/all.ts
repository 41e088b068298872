import { correctGapEndedAt } from '../workload/gaps.ts';
import { accountDataMutants } from './account-data.ts';
import { contractMutants } from './contracts.ts';
import { convertMutants } from './convert.ts';
import { figureMutants } from './figures.ts';
import { fundingMutants } from './funding.ts';
import { handlerMutants } from './handlers.ts';
import { heldMutants } from './held.ts';
import { hitMutants } from './hits.ts';
import { houseMutants } from './house.ts';
import { leadMutants } from './leads.ts';
import { loanMutants } from './loans.ts';
import type { Mutant } from './mutant.ts';
import { networkMutants } from './networks.ts';
import { nftMutants } from './nfts.ts';
import { operatorMutants } from './operators.ts';
import { planMutants } from './plans.ts';
import { reducerMutants } from './reducers.ts';
import { referralMutants } from './referrals.ts';
import { signedStateMutants } from './signed-states.ts';
import { spotMutants } from './spot.ts';
import { storeMutants } from './stores.ts';

const gapInsideOffByOne: Mutant = {
  focus: 'options',
  name: 'a silence of exactly the gap limit between two ticks counts as a gap',
  gapEndedAt: (silences, limitMs) => correctGapEndedAt(silences, limitMs - 1),
};

const gapByPresentLimit: Mutant = {
  focus: 'options',
  name: 'every order is judged by one gap limit instead of the one it was sold under',
  gapEndedAt: (silences) => correctGapEndedAt(silences, 5_000),
};

const trustsWall: Mutant = { name: 'core time jumps with the wall clock', trustsWall: true };

/** Every mutant; `mutants.test.ts` proves that the audit finds each. */
export const MUTANTS: readonly Mutant[] = [
  gapInsideOffByOne,
  gapByPresentLimit,
  trustsWall,
  ...contractMutants,
  ...convertMutants,
  ...figureMutants,
  ...fundingMutants,
  ...heldMutants,
  ...handlerMutants,
  ...hitMutants,
  ...houseMutants,
  ...leadMutants,
  ...accountDataMutants,
  ...loanMutants,
  ...networkMutants,
  ...nftMutants,
  ...operatorMutants,
  ...planMutants,
  ...reducerMutants,
  ...referralMutants,
  ...signedStateMutants,
  ...spotMutants,
  ...storeMutants,
];
