import {
  entersByPreviousTick,
  forgetsExposure,
  gapLimitOffByOne,
  keepsFeeOfVoid,
  paysOneUnitTooMuch,
} from './handlers.ts';
import type { Plant } from './plant.ts';
import { losesAnExpiry, triggersLate } from './reducers.ts';
import {
  acknowledgesEarly,
  forgetsIds,
  losesAcknowledged,
  losesPosting,
  losesTicks,
  staleBalance,
  writesNoRows,
} from './stores.ts';

const gapInsideOffByOne: Plant = {
  name: 'a silence of exactly the gap limit between two ticks is called a gap',
  isGap: (silentMs, limitMs) => limitMs <= silentMs,
};

/** Every planted bug. Each must be found by the audit; `plants.test.ts` says so. */
export const PLANTS: readonly Plant[] = [
  paysOneUnitTooMuch,
  entersByPreviousTick,
  gapLimitOffByOne,
  gapInsideOffByOne,
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
];
