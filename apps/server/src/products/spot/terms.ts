import { LADDER_LEVELS_MAX } from '@glasshouse/rules/house-quotes';
import {
  type Amount,
  amountOf,
  formatAmount,
  parseAmount,
  parseRate,
  power10,
  type Rate,
  rateOf,
} from '@glasshouse/rules/money';
import { SPOT_FEE_RATE_MAX } from '@glasshouse/rules/spot';
import type { Json } from '../../kernel/types.ts';
import { type Instrument, MARKET_TYPES } from '../../market-data/instruments/instrument.ts';

/** What one pair offers. Rates and amounts as decimal text; the version and the rates are frozen on an order. */
export interface SpotTerms {
  readonly code: string;
  /** Goes up by one with every change. */
  readonly version: number;
  readonly base: string;
  readonly quote: string;
  /** Decimals of a price; a point is 10^-precision. */
  readonly precision: number;
  /** Prices are a multiple of so many points. */
  readonly tickPoints: number;
  readonly quantityStep: string;
  readonly minQuantity: string;
  readonly maxQuantity: string;
  /** Smallest order in the quote asset. */
  readonly minAmount: string;
  readonly makerRate: string;
  readonly takerRate: string;
  /** How far from the reference price an order may trade or rest, as a share of it. */
  readonly bandRate: string;
  readonly stalenessMs: number;
  readonly ladder: { readonly levels: number; readonly spacingPpm: number; readonly levelAmount: string };
}

export type SpotOffer = Omit<SpotTerms, 'version'>;

/** Terms with their figures read once, as the handlers use them. */
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

/** Orders that one user may have resting on one book: what a page can show, and what memory is planned for. */
export const OPEN_ORDERS_MAX = 100;
/** Resting orders that one command fills. What an incoming order wants beyond them is revoked; a tick goes on with the next one. */
export const FILLS_AT_ONCE_MAX = 100;
/** Fills that an order shows, the newest ones. The database has all of them. */
export const FILLS_SHOWN_MAX = 100;
/** Steps of the largest order: a level of many such orders still adds up exactly. */
const STEPS_MAX = 1_000_000_000n;
/** A lot is about a hundred to a thousand dollars worth, so a step is a cent to a dime. */
const STEPS_PER_LOT = 10_000n;
const LOTS_MAX = 1_000n;

/** Smallest order and first level of the ladder by quote asset; a pair with another quote is not offered. */
const BY_QUOTE: Readonly<Record<string, { readonly minAmount: string; readonly levelAmount: string }>> = {
  USDT: { minAmount: '5', levelAmount: '2000' },
  BTC: { minAmount: '0.00005', levelAmount: '0.02' },
  ETH: { minAmount: '0.0015', levelAmount: '0.6' },
};

/** What this installation offers on a pair of coins unless the operator decides otherwise. */
export function defaultOffer(instrument: Instrument): SpotOffer | undefined {
  const sizes = BY_QUOTE[instrument.quote];
  if (instrument.type !== MARKET_TYPES.crypto || sizes === undefined) return undefined;
  const lot = amountOf(instrument.lotSize);
  const step = (lot < STEPS_PER_LOT ? 1n : lot / STEPS_PER_LOT) as Amount;
  const { code, base, quote, precision, stalenessMs } = instrument;
  return {
    code,
    base,
    quote,
    precision,
    tickPoints: 1,
    quantityStep: formatAmount(step),
    minQuantity: formatAmount(step),
    maxQuantity: formatAmount((lot * LOTS_MAX) as Amount),
    minAmount: sizes.minAmount,
    makerRate: '0.0008',
    takerRate: '0.001',
    bandRate: '0.5',
    stalenessMs,
    ladder: { levels: 15, spacingPpm: 200, levelAmount: sizes.levelAmount },
  };
}

/** Whether the figures make sense together; terms that do not are never put in force. */
export function isSound(offer: SpotOffer): boolean {
  const step = parseAmount(offer.quantityStep);
  const min = parseAmount(offer.minQuantity);
  const max = parseAmount(offer.maxQuantity);
  const rates = [parseRate(offer.makerRate), parseRate(offer.takerRate)];
  const band = parseRate(offer.bandRate);
  const { levels, spacingPpm } = offer.ladder;
  if (step === undefined || min === undefined || max === undefined || band === undefined || step === 0n) return false;
  return (
    step <= min &&
    min <= max &&
    min % step === 0n &&
    max % step === 0n &&
    max / step <= STEPS_MAX &&
    rates.every((one) => one !== undefined && 0n <= one && one < SPOT_FEE_RATE_MAX) &&
    0n < band &&
    band < power10(8) &&
    (parseAmount(offer.minAmount) ?? 0n) > 0n &&
    parseAmount(offer.ladder.levelAmount) !== undefined &&
    Number.isSafeInteger(offer.tickPoints) &&
    0 < offer.tickPoints &&
    0 <= levels &&
    levels <= LADDER_LEVELS_MAX &&
    0 <= spacingPpm &&
    offer.base !== offer.quote
  );
}

/** Orders in the book count in the pair's own steps and points: these may change only while none rests. */
export const isSameMeasure = (one: SpotOffer, other: SpotOffer): boolean =>
  one.base === other.base &&
  one.quote === other.quote &&
  one.precision === other.precision &&
  one.quantityStep === other.quantityStep;

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

export const termsJson = (terms: SpotTerms): Json => terms as unknown as Json;
export const termsOf = (json: Json): SpotTerms => json as unknown as SpotTerms;
