import type { Json } from '../../kernel/types.ts';
import { type Instrument, MARKET_TYPES } from '../../market-data/instruments/instrument.ts';

/** What may be converted from and into one asset. Rates and amounts as decimal text. */
export interface ConvertTerms {
  readonly asset: string;
  /** Goes up by one with every change; quotes and conversions name the versions that they were made under. */
  readonly version: number;
  /** The instrument that prices it in USDT; null for USDT itself. */
  readonly code: string | null;
  readonly precision: number;
  readonly stalenessMs: number;
  /** What the house keeps; of two assets the larger one counts. */
  readonly marginRate: string;
  /** Limits of one conversion by the value of what is given; of two assets the narrower ones count. */
  readonly minUsdt: string;
  readonly maxUsdt: string;
}

export type ConvertOffer = Omit<ConvertTerms, 'version'>;

/** A quote is firm for this long by the time of the log. */
export const QUOTE_MS = 10_000;
/** Firm quotes that one user may have on one book; a new one takes the place of the oldest, which ends. */
export const LIVE_QUOTES_MAX = 3;

export const USDT = 'USDT';
/** The code of the market that prices an asset in USDT. Facts are gathered by it before the terms are looked at. */
export const codeOf = (asset: string): string => `${asset}${USDT}`;

/**
 * A tenth of a percent covers what a price can move in the seconds of a quote on the coins that this installation lists;
 * with the spread of the market itself it stays far below the limit of 0.3 %.
 */
const DEFAULTS = { marginRate: '0.001', minUsdt: '1', maxUsdt: '50000' } as const;

/** What this installation converts unless the operator decides otherwise: USDT and every coin that has a price in it. */
export function defaultConvertOffers(catalogue: readonly Instrument[]): ConvertOffer[] {
  const coins = catalogue.filter(({ type, quote }) => type === MARKET_TYPES.crypto && quote === USDT);
  return [
    { ...DEFAULTS, asset: USDT, code: null, precision: 0, stalenessMs: 0 },
    ...coins.map(({ base, code, precision, stalenessMs }) => ({
      ...DEFAULTS,
      asset: base,
      code,
      precision,
      stalenessMs,
    })),
  ];
}

export const termsJson = (terms: ConvertTerms): Json => terms as unknown as Json;
export const termsOf = (json: Json): ConvertTerms => json as unknown as ConvertTerms;
