import { RECENT_PRICES_MAX } from '@glasshouse/api/constants';
import type { Bar } from './candles.ts';

/** A day of five-minute bars and the one before it. */
export const DAY_BARS_MAX = 289;
/** Minutes of a sparkline. */
export const RECENT_MINUTES_MAX = RECENT_PRICES_MAX;

/**
 * Closed bars, oldest first, that the day figures and the sparkline of an instrument start from.
 */
export interface RecentBars {
  readonly fives: readonly Bar[];
  readonly minutes: readonly Bar[];
}

export interface RecentBarsOf {
  readonly code: string;
  readonly bars: RecentBars;
}
