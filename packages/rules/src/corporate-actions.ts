import { directionOf, FINE, type Side, type Size, unitsOf } from './contracts.ts';
import { type Amount, divCeil, divFloor, lesser, mulRateCeil, type Price, type Rate, subtract, ZERO } from './money.ts';

/**
 * What a split does to prices and quantities. A split of 10:1 makes ten new shares of an old one
 * (`numerator` 10, `denominator` 1); a reverse split of 1:8 makes one of eight.
 */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** A ratio beyond it is taken for a slip. */
export const RATIO_MAX = 1_000;

export const isRatio = ({ numerator, denominator }: Ratio): boolean =>
  [numerator, denominator].every((part) => Number.isSafeInteger(part) && 1 <= part && part <= RATIO_MAX);

export type LevelRounding = 'up' | 'down' | 'nearest';

/** A price in points after the split, on the same grid; never below one point. Halves go up. */
export function splitPoints(points: number, { numerator, denominator }: Ratio, rounding: LevelRounding): number {
  const product = BigInt(points) * BigInt(denominator);
  const divisor = BigInt(numerator);
  const exact =
    rounding === 'up'
      ? divCeil(product, divisor)
      : divFloor(rounding === 'down' ? product : 2n * product + divisor, rounding === 'down' ? divisor : 2n * divisor);
  return Math.max(1, Math.min(Number.MAX_SAFE_INTEGER, Number(exact)));
}

/**
 * Lots after the split, rounded down to the eighth decimal; a position keeps one unit of it at
 * least.
 */
export function splitLots(lots: Amount, { numerator, denominator }: Ratio): Amount {
  const exact = divFloor(lots * BigInt(numerator), BigInt(denominator)) as Amount;
  return 0n < lots && exact === 0n ? (1n as Amount) : exact;
}

/** A position before a split, and the last price before it. */
export interface SplitPosition {
  readonly side: Side;
  readonly size: Size;
  readonly open: Price;
  readonly margin: Amount;
  /** PnL of earlier partial closes that is below one minor unit, in 10⁻³⁴. */
  readonly carry: bigint;
}

export interface SplitResult {
  readonly lots: Amount;
  readonly open: Price;
  /** Paid into the margin, or (below zero) out of it, for what lots and entry were rounded. */
  readonly cash: Amount;
  readonly carry: bigint;
}

/**
 * A position after a split: margin and result at the last price are what they were before it. The
 * entry is rounded to a point against the position, lots to the eighth decimal, and the difference
 * that this makes at the last price is paid into the margin at once; what is below one minor unit
 * is carried to the close. So nobody gains or loses by the rounding.
 */
export function splitPosition(
  { side, size, open, margin, carry }: SplitPosition,
  { ratio, last, pointSize }: { readonly ratio: Ratio; readonly last: Price; readonly pointSize: Price },
): SplitResult {
  const { numerator, denominator } = ratio;
  const many = BigInt(numerator);
  const few = BigInt(denominator);
  const lots = splitLots(size.lots, ratio);
  const divide = side === 'buy' ? divCeil : divFloor;
  const points = divide(open * few, many * pointSize);
  const entry = ((points < 1n ? 1n : points) * pointSize) as Price;
  const direction = directionOf(side);
  const before = carry + direction * unitsOf(size) * (last - open);
  const after = direction * unitsOf({ ...size, lots }) * (last * few - entry * many);
  const owed = divFloor(before * many - after, many);
  const cash = divFloor(owed, FINE) as Amount;
  // Out of a margin comes no more than is in it.
  const least = subtract(ZERO, margin);
  return cash < least
    ? { lots, open: entry, cash: least, carry: 0n }
    : { lots, open: entry, cash, carry: owed - cash * FINE };
}

interface DividendPosition {
  readonly side: Side;
  readonly size: Size;
  readonly margin: Amount;
}

/**
 * A cash dividend on a position: what the margin of a buyer receives, after withholding and rounded
 * down; or what a seller's margin pays, rounded up and never more than there is.
 */
export function dividendOf(
  { side, size, margin }: DividendPosition,
  { perUnit, withholding }: { readonly perUnit: Price; readonly withholding: Rate },
): Amount {
  if (side === 'sell') return subtract(ZERO, lesser(chargeOf(size, perUnit), margin));
  const credit = divFloor(unitsOf(size) * perUnit, FINE) as Amount;
  return subtract(credit, mulRateCeil(credit, withholding));
}

/** What a seller's margin could not pay of a dividend: the close that follows takes it. */
export function unpaidDividend({ side, size, margin }: DividendPosition, perUnit: Price): Amount {
  if (side === 'buy') return ZERO;
  const charge = chargeOf(size, perUnit);
  return subtract(charge, lesser(charge, margin));
}

const chargeOf = (size: Size, perUnit: Price): Amount => divCeil(unitsOf(size) * perUnit, FINE) as Amount;

/** A dividend up to this share of the price, in percent, is taken as its source says. */
export const ORDINARY_DIVIDEND_PERCENT = 10n;
/** A larger one is no dividend that this house carries out. */
export const DIVIDEND_MAX_PERCENT = 50n;

/** A special dividend is one that the first price after it must confirm. */
export type DividendSize = 'ordinary' | 'special' | 'tooLarge';

export function dividendSize(perUnit: Price, last: Price): DividendSize {
  if (last * DIVIDEND_MAX_PERCENT < perUnit * 100n) return 'tooLarge';
  return last * ORDINARY_DIVIDEND_PERCENT < perUnit * 100n ? 'special' : 'ordinary';
}
