/** Terms of converting one asset, from or into it. Rates and amounts as decimal text. */
export type ConvertTerms = {
  readonly asset: string;
  /**
   * Goes up by one with every change; quotes and conversions name the versions they were made
   * under.
   */
  readonly version: number;
  /** The instrument that prices it in USDT; null for USDT itself. */
  readonly code: string | null;
  readonly precision: number;
  readonly stalenessMs: number;
  /** At most one price in this time: as often as the feed gives one. Terms of before do not say. */
  readonly tickMs?: number;
  /**
   * The prices that a conversion waits for have to be from so long after its acceptance; of two
   * assets the longer time counts. Left out where the times of prices are exact, and by terms of
   * before.
   */
  readonly leadMs?: number;
  /** The house's margin; of two assets the larger one counts. */
  readonly marginRate: string;
  /**
   * What a firm price costs on top, because the market moves while it holds: follows how much this
   * one does. Terms of before have none of what follows.
   */
  readonly quoteRate?: string;
  /** On top of that, at the largest conversion; in proportion below it. */
  readonly sizeRate?: string;
  /**
   * How much less the price of now may give when a firm one is used; of two assets the larger
   * counts. At most what a firm price costs, so that using it is no gain.
   */
  readonly bandRate?: string;
  /**
   * A conversion without a quote is made at the first price after it was asked for, and gives at
   * most this much less than the price that was seen. Under terms of before it was made at the last
   * price.
   */
  readonly slippageRate?: string;
  /**
   * A firm price that is used waits for the first price of each of its coins, and is checked by
   * those. Under terms of before it was checked by the last ones, which are up to a second old.
   */
  readonly quoteAtNextTick?: boolean;
  /** Limits of one conversion, by the value given; of two assets the narrower ones count. */
  readonly minUsdt: string;
  readonly maxUsdt: string;
};

export type ConvertOffer = Omit<ConvertTerms, 'version'>;

export const USDT = 'USDT';
/** The market that prices an asset in USDT. Facts are gathered by it, before the terms are read. */
export const codeOf = (asset: string): string => `${asset}${USDT}`;

/** A row of `convert_terms`. */
export type ConvertTermsRow = { readonly asset: string; readonly version: number; readonly terms: ConvertTerms };
