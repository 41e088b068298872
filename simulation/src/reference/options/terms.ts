import { unitsOf, WHOLE_RATE } from '../figures.ts';

export interface Period {
  readonly seconds: number;
  readonly payoutRate: string;
  readonly feeRate: string;
  readonly stakeMin: string;
  readonly stakeMax: string;
}

/** The current options terms of an instrument. */
export interface Terms {
  readonly code: string;
  readonly precision: number;
  readonly asset: string;
  readonly gapLimitMs: number;
  readonly stalenessMs: number;
  readonly exposureMax: string;
  readonly personMax?: string;
  readonly networkShare?: string;
  readonly leadMs?: number;
  readonly periods: readonly Period[];
  readonly version: number;
}

/** Smallest gap limit an offer may have. */
export const GAP_LIMIT_MIN_MS = 2_000;

/** Payout at most the stake, fee below it, and a valid range of stakes. */
export function isValid(period: Period): boolean {
  const payout = unitsOf(period.payoutRate);
  const fee = unitsOf(period.feeRate);
  const min = unitsOf(period.stakeMin);
  const max = unitsOf(period.stakeMax);
  if (payout === undefined || fee === undefined || min === undefined || max === undefined) return false;
  return payout <= WHOLE_RATE && fee < WHOLE_RATE && 0n < min && min <= max;
}
