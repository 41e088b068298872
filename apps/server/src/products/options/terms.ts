/**
 * What one instrument offers, frozen on an order when it is sold. Rates and amounts as decimal
 * text.
 */
export type OptionTerms = {
  readonly code: string;
  /** Goes up by one with every change; orders name the version they were sold under. */
  readonly version: number;
  readonly precision: number;
  readonly asset: string;
  readonly gapLimitMs: number;
  readonly stalenessMs: number;
  /**
   * Most profit promised on open orders of this instrument and book; beyond it orders are refused.
   */
  readonly exposureMax: string;
  /** Not sold on the real book; orders already sold there still settle. */
  readonly offOnReal?: true;
  readonly periods: readonly OptionPeriod[];
};

export type OptionPeriod = {
  readonly seconds: number;
  readonly payoutRate: string;
  readonly feeRate: string;
  readonly stakeMin: string;
  readonly stakeMax: string;
};

export type OptionOffer = Omit<OptionTerms, 'version'>;

/**
 * Waiting and open orders of one user on one book: what a page can show, and what memory is sized
 * for.
 */
export const OPEN_ORDERS_MAX = 100;

/** A row of `option_terms`. */
export type OptionTermsRow = { readonly code: string; readonly version: number; readonly terms: OptionTerms };
