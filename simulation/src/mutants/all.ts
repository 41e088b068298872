import { correctGapEndedAt } from '../workload/gaps.ts';
import {
  closesAtHeldPrice,
  fillsAtCurrentTick,
  financesTwice,
  firesTwice,
  forgetsMaximum,
  keepsHoldOfLimit,
  keepsPriceOverNight,
  liquidatesByTheAsk,
  losesAStop,
  losesRemainder,
  opensAtHeldRate,
  paysFromNothing,
  promisesTooMuch,
  sparesInsurance,
  sparesTheOtherSide,
  waitsForFree,
} from './contracts.ts';
import { convertsAtKnownPrice, ignoresBand, keepsHoldOfLapsed, sharesQuotes, usesQuoteTwice } from './convert.ts';
import { chargesByTheCode, grantsByTheCode, keepsOldFigures } from './figures.ts';
import { creditsTwice, forgetsHashes, keepsHoldOfCancelled, leavesVanishedCredit, paysWithoutFee } from './funding.ts';
import {
  entersByPreviousTick,
  forgetsExposure,
  gapLimitOffByOne,
  keepsFeeOfVoid,
  paysOneUnitTooMuch,
} from './handlers.ts';
import { letsHitsGo, losesAtTheBorder, repeatsAtTheBorder } from './hits.ts';
import { keepsTier, playsWithExternal } from './house.ts';
import { leavingMutants } from './leaving.ts';
import {
  chargesADayMore,
  chargesOnTheWhole,
  forgetsWarning,
  forgivesInterest,
  keepsPledge,
  spendsLentMoney,
} from './loans.ts';
import type { Mutant } from './mutant.ts';
import { ignoresNetworks } from './networks.ts';
import { changesPromise, keepsShareOfGift, oversellsNfts, paysCharityAlone, repeatsSerials } from './nfts.ts';
import {
  approvesOwn,
  approvesTwice,
  bendsTerms,
  creditsAboveLimit,
  creditsEachTelling,
  discountsTooMuch,
  forgetsTerms,
  hurriesTiers,
  keepsVerified,
  paysStrangers,
  paysUnverified,
  sparesTheFrozen,
  tradesForFrozen,
  verifiesTwice,
} from './operators.ts';
import { planMutants } from './plans.ts';
import { losesAnExpiry, triggersLate } from './reducers.ts';
import { forgetsTheMost, rewardsFromCapital, rewardsTwice, rewardsUnverified } from './referrals.ts';
import { editsAState, forgetsAField, forgetsRows, skipsAnEntry } from './signed-states.ts';
import { ignoresQuotes, keepsHold, losesItsPlace, losesRounding, missesExactAlert } from './spot.ts';
import {
  acknowledgesEarly,
  blamesNeighbours,
  forgetsIds,
  losesAcknowledged,
  losesPosting,
  losesTicks,
  staleBalance,
  writesNoRows,
} from './stores.ts';

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
  paysOneUnitTooMuch,
  entersByPreviousTick,
  gapLimitOffByOne,
  gapInsideOffByOne,
  gapByPresentLimit,
  keepsFeeOfVoid,
  forgetsExposure,
  losesAnExpiry,
  triggersLate,
  writesNoRows,
  losesAcknowledged,
  forgetsIds,
  losesPosting,
  staleBalance,
  losesTicks,
  acknowledgesEarly,
  closesAtHeldPrice,
  opensAtHeldRate,
  fillsAtCurrentTick,
  sparesTheOtherSide,
  waitsForFree,
  ignoresNetworks,
  blamesNeighbours,
  trustsWall,
  liquidatesByTheAsk,
  losesRemainder,
  firesTwice,
  losesAStop,
  financesTwice,
  keepsPriceOverNight,
  sparesInsurance,
  keepsHoldOfLimit,
  promisesTooMuch,
  paysFromNothing,
  forgetsMaximum,
  playsWithExternal,
  keepsTier,
  grantsByTheCode,
  chargesByTheCode,
  keepsOldFigures,
  letsHitsGo,
  losesAtTheBorder,
  repeatsAtTheBorder,
  losesItsPlace,
  keepsHold,
  losesRounding,
  ignoresQuotes,
  usesQuoteTwice,
  sharesQuotes,
  ignoresBand,
  convertsAtKnownPrice,
  keepsHoldOfLapsed,
  missesExactAlert,
  creditsTwice,
  leavesVanishedCredit,
  keepsHoldOfCancelled,
  paysWithoutFee,
  forgetsHashes,
  chargesOnTheWhole,
  forgivesInterest,
  keepsPledge,
  chargesADayMore,
  forgetsWarning,
  spendsLentMoney,
  approvesTwice,
  approvesOwn,
  sparesTheFrozen,
  tradesForFrozen,
  creditsAboveLimit,
  creditsEachTelling,
  keepsVerified,
  paysStrangers,
  paysUnverified,
  verifiesTwice,
  hurriesTiers,
  discountsTooMuch,
  rewardsUnverified,
  rewardsTwice,
  rewardsFromCapital,
  forgetsTheMost,
  ...bendsTerms,
  forgetsTerms,
  forgetsAField,
  forgetsRows,
  editsAState,
  skipsAnEntry,
  ...planMutants,
  oversellsNfts,
  repeatsSerials,
  keepsShareOfGift,
  paysCharityAlone,
  changesPromise,
  ...leavingMutants,
];
