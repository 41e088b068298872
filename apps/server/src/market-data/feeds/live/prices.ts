import type { Instrument } from '../../instruments/instrument.ts';

/** A quote as a source gives it, in decimal prices. */
export interface SourceQuote {
  readonly code: string;
  readonly bid: number;
  readonly ask: number;
  /** The source's own time of it, epoch ms; undefined when it gives none. */
  readonly at: number | undefined;
}

export interface PointQuote {
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
}

/**
 * A decimal price times a power of ten is rarely whole in floating point although the price has no
 * more decimals than that: what is this close to a whole point, relative to the price, is that
 * point. Doubles are 300 times more exact.
 */
const EXACT_WITHIN = 1e-13;

function exactPoints(price: number, precision: number): number {
  const scaled = price * 10 ** precision;
  const whole = Math.round(scaled);
  return Math.abs(scaled - whole) <= EXACT_WITHIN * Math.abs(scaled) ? whole : scaled;
}

/** Rounded down: a bid with more decimals than the instrument never looks better than it is. */
export const pointsDown = (price: number, precision: number): number => Math.floor(exactPoints(price, precision));

/** Rounded up, for asks. */
export const pointsUp = (price: number, precision: number): number => Math.ceil(exactPoints(price, precision));

/** Rounded to the nearest point, half up: for prices of trades, which are neither side. */
export const pointsNearest = (price: number, precision: number): number => Math.round(exactPoints(price, precision));

/**
 * Bid down, ask up, mid the floor of their mean. Undefined when a side is missing, not positive, or
 * the sides are crossed.
 */
export function quoteInPoints(
  { bid, ask }: Pick<SourceQuote, 'bid' | 'ask'>,
  precision: number,
): PointQuote | undefined {
  if (!Number.isFinite(bid) || !Number.isFinite(ask) || bid <= 0 || ask < bid) return undefined;
  const low = pointsDown(bid, precision);
  const high = pointsUp(ask, precision);
  if (low < 1 || !Number.isSafeInteger(high)) return undefined;
  return { bid: low, ask: high, mid: Math.floor((low + high) / 2) };
}

/**
 * For a source with a single price: the instrument's own spread around it, the odd point on the ask
 * side.
 */
export function quoteAround(price: number, { precision, spreadPoints }: Instrument): SourceQuotePrices | undefined {
  if (!Number.isFinite(price) || price <= 0) return undefined;
  const mid = pointsNearest(price, precision);
  const bid = mid - Math.floor(spreadPoints / 2);
  if (bid < 1) return undefined;
  return { bid: bid / 10 ** precision, ask: (mid + Math.ceil(spreadPoints / 2)) / 10 ** precision };
}

export type SourceQuotePrices = Pick<SourceQuote, 'bid' | 'ask'>;
