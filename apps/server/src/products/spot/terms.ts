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
  readonly levelAmount: Amount;
}

/** Newest fills shown with an order; the database has all of them. */
export const FILLS_SHOWN_MAX = 100;

export function pairOf(terms: SpotTerms): SpotPair {
  return {
    terms,
    step: amountOf(terms.quantityStep),
    minQuantity: amountOf(terms.minQuantity),
    maxQuantity: amountOf(terms.maxQuantity),
    minAmount: amountOf(terms.minAmount),
    makerRate: rateOf(terms.makerRate),
    takerRate: rateOf(terms.takerRate),
    band: rateOf(terms.bandRate),
    levelAmount: amountOf(terms.ladder.levelAmount),
  };
}

/** A row of `spot_terms`. */
export type SpotTermsRow = { readonly code: string; readonly version: number; readonly terms: SpotTerms };
