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
  /** Most of it on one person's orders. Terms of before have none. */
  readonly personMax?: string;
  /**
   * Share of `exposureMax` that the orders of one network may take together, never less than
   * `personMax`. Terms of before have none.
   */
  readonly networkShare?: string;
  /** At most one price in this time: as often as the instrument's feed gives one. */
  readonly tickMs?: number;
  /**
   * The entry is the first price from so long after the acceptance. Left out where the times of
   * prices are exact, and by terms of before.
   */
  readonly leadMs?: number;
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

/** A row of `option_terms`. */
export type OptionTermsRow = { readonly code: string; readonly version: number; readonly terms: OptionTerms };
