import { rightGapEndedAt } from '../workload/gaps.ts';
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
  name: 'a silence of exactly the gap limit between two ticks is called a gap',
  gapEndedAt: (silences, limitMs) => rightGapEndedAt(silences, limitMs - 1),
};

const gapByPresentLimit: Mutant = {
  focus: 'options',
  name: 'the silences of every order are judged by one limit, whatever it was sold under',
  gapEndedAt: (silences) => rightGapEndedAt(silences, 5_000),
};

/** Every mutated bug. Each must be found by the audit; `mutants.test.ts` says so. */
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
