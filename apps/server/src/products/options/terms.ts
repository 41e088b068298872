import type { Json } from '../../kernel/types.ts';
import { type Instrument, MARKET_TYPES } from '../../market-data/instruments/instrument.ts';

/** What one instrument offers. Rates and amounts as decimal text; they are frozen on an order when it is sold. */
export interface OptionTerms {
  readonly code: string;
  /** Goes up by one with every change; orders name the version that they were sold under. */
  readonly version: number;
  readonly precision: number;
  readonly asset: string;
  readonly gapLimitMs: number;
  readonly stalenessMs: number;
  /** Together open on this instrument and book: the payouts beyond it are refused. */
  readonly exposureMax: string;
  /** Not sold on the real book; orders that were sold there are settled as ever. */
  readonly offOnReal?: true;
  readonly periods: readonly OptionPeriod[];
}

export interface OptionPeriod {
  readonly seconds: number;
  readonly payoutRate: string;
  readonly feeRate: string;
  readonly stakeMin: string;
  readonly stakeMax: string;
}

export type OptionOffer = Omit<OptionTerms, 'version'>;

/** Orders that one user may have waiting or open on one book: what a page can show, and what memory is planned for. */
export const OPEN_ORDERS_MAX = 100;

const PERIODS_SECONDS = [30, 60, 120, 180, 300, 600, 1_800, 3_600, 14_400, 86_400] as const;

/**
 * The payout grows with the period because short periods are decided more often by the spread of ticks around the
 * entry: the house keeps ½ − ½ × payout of each unit staked, and the ticket says so.
 */
const PAYOUT_BY_SECONDS: Readonly<Record<number, string>> = {
  30: '0.8',
  60: '0.82',
  120: '0.83',
  180: '0.84',
  300: '0.85',
  600: '0.86',
  1800: '0.87',
  3600: '0.88',
  14400: '0.9',
  86400: '0.92',
};

const SESSION_TYPES: readonly number[] = [MARKET_TYPES.stocks, MARKET_TYPES.etf];

/** What this installation offers on an instrument unless the operator decides otherwise. */
export function defaultOffer(instrument: Instrument, sellsReal = true): OptionOffer {
  // A period longer than a trading session could never be sold where the market closes every day.
  const longest = SESSION_TYPES.includes(instrument.type) ? 14_400 : 86_400;
  return {
    code: instrument.code,
    precision: instrument.precision,
    asset: 'USDT',
    gapLimitMs: instrument.gapLimitMs,
    stalenessMs: instrument.stalenessMs,
    exposureMax: '500000',
    ...(sellsReal ? {} : { offOnReal: true as const }),
    periods: PERIODS_SECONDS.filter((seconds) => seconds <= longest).map((seconds) => ({
      seconds,
      payoutRate: PAYOUT_BY_SECONDS[seconds] as string,
      feeRate: '0',
      stakeMin: '1',
      stakeMax: '5000',
    })),
  };
}

export const termsJson = (terms: OptionTerms): Json => terms as unknown as Json;
export const termsOf = (json: Json): OptionTerms => json as unknown as OptionTerms;
