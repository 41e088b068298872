import { type Amount, amountOf, type Rate, rateOf } from '@glasshouse/rules/money';

/**
 * What one pair offers; version and rates are frozen on an order. Rates and amounts as decimal
 * text.
 */
export type SpotTerms = {
  readonly code: string;
  /** Goes up by one with every change. */
  readonly version: number;
  readonly base: string;
  readonly quote: string;
  /** Decimals of a price; a point is 10^-precision. */
  readonly precision: number;
  /** Price increment in points. */
  readonly tickPoints: number;
  readonly quantityStep: string;
  readonly minQuantity: string;
  readonly maxQuantity: string;
  /** Smallest order in the quote asset. */
  readonly minAmount: string;
  readonly makerRate: string;
  readonly takerRate: string;
  /** How far from the reference price an order may trade or rest, as a share of the price. */
  readonly bandRate: string;
  readonly stalenessMs: number;
  /** At most one price in this time: as often as the feed gives one. Terms of before do not say. */
  readonly tickMs?: number;
  /**
   * The house's quotes are met at the first price of the pair after the first price of each of
   * these; people's orders at once. Under terms of before, quotes were met at the last price.
   */
  readonly awaits?: readonly string[];
  /**
   * Such a price has to be from so long after the acceptance. Left out where the times of prices
   * are exact, and by terms of before.
   */
  readonly leadMs?: number;
  /** A market order trades at most this far from the price that was seen, as a share of it. */
  readonly slippageRate?: string;
  /** What a resting purchase paid is rounded up also where its rest is cancelled. */
  readonly roundsUp?: boolean;
  /** Distances and sizes of the house's quotes vary with the price. Even, by terms of before. */
  readonly quotesVary?: boolean;
  readonly ladder: { readonly levels: number; readonly spacingPpm: number; readonly levelAmount: string };
};

export type SpotOffer = Omit<SpotTerms, 'version'>;

/** Terms parsed once, for the handlers. */
export interface SpotPair {
  readonly terms: SpotTerms;
  readonly step: Amount;
  readonly minQuantity: Amount;
  readonly maxQuantity: Amount;
  readonly minAmount: Amount;
  readonly makerRate: Rate;
  readonly takerRate: Rate;
  readonly band: Rate;
  /** How far from the price that was seen a market order trades. */
  readonly marketBand: Rate;
  readonly levelAmount: Amount;
}

/** Newest fills shown with an order; the database has all of them. */
export const FILLS_SHOWN_MAX = 100;

export function pairOf(terms: SpotTerms): SpotPair {
  const band = rateOf(terms.bandRate);
  const slippage = terms.slippageRate === undefined ? band : rateOf(terms.slippageRate);
  return {
    terms,
    step: amountOf(terms.quantityStep),
    minQuantity: amountOf(terms.minQuantity),
    maxQuantity: amountOf(terms.maxQuantity),
    minAmount: amountOf(terms.minAmount),
    makerRate: rateOf(terms.makerRate),
    takerRate: rateOf(terms.takerRate),
    band,
    marketBand: slippage < band ? slippage : band,
    levelAmount: amountOf(terms.ladder.levelAmount),
  };
}

/** A row of `spot_terms`. */
export type SpotTermsRow = { readonly code: string; readonly version: number; readonly terms: SpotTerms };
