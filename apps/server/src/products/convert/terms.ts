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
  /** The house's margin; of two assets the larger one counts. */
  readonly marginRate: string;
  /** Limits of one conversion, by the value given; of two assets the narrower ones count. */
  readonly minUsdt: string;
  readonly maxUsdt: string;
};

export type ConvertOffer = Omit<ConvertTerms, 'version'>;

/** A quote is firm for this long by the time of the log. */
export const QUOTE_MS = 10_000;
/** Open firm quotes per user and book; one more replaces the oldest. */
export const LIVE_QUOTES_MAX = 3;

export const USDT = 'USDT';
/** The market that prices an asset in USDT. Facts are gathered by it, before the terms are read. */
export const codeOf = (asset: string): string => `${asset}${USDT}`;

/** A row of `convert_terms`. */
export type ConvertTermsRow = { readonly asset: string; readonly version: number; readonly terms: ConvertTerms };
