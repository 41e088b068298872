import { correctGapEndedAt } from '../workload/gaps.ts';
import {
  financesTwice,
  firesTwice,
  keepsHoldOfLimit,
  liquidatesByTheAsk,
  losesAStop,
  losesRemainder,
  sparesInsurance,
} from './contracts.ts';
import {
  entersByPreviousTick,
  forgetsExposure,
  gapLimitOffByOne,
  keepsFeeOfVoid,
  paysOneUnitTooMuch,
} from './handlers.ts';
import type { Mutant } from './mutant.ts';
import { losesAnExpiry, triggersLate } from './reducers.ts';
import {
  ignoresQuotes,
  keepsHold,
  keepsReserve,
  losesItsPlace,
  losesRounding,
  missesExactAlert,
  usesQuoteTwice,
} from './spot.ts';
import {
  acknowledgesEarly,
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
  liquidatesByTheAsk,
  losesRemainder,
  firesTwice,
  losesAStop,
  financesTwice,
  sparesInsurance,
  keepsHoldOfLimit,
  losesItsPlace,
  keepsHold,
  losesRounding,
  ignoresQuotes,
  usesQuoteTwice,
  keepsReserve,
  missesExactAlert,
];
