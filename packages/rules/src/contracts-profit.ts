import { directionOf, FINE, FINE_RATE, type Side, type Size, unitsOf } from './contracts.ts';
import { type Amount, divCeil, divFloor, lesser, type Price, type Rate, ZERO } from './money.ts';

/**
 * The most that a position may gain, agreed when it is placed: a share of its notional at that
 * price, rounded down. With it the house knows in advance what it may have to pay, and takes no
 * order that it could not pay.
 */
export const profitMaxOf = (size: Size, price: Price, rate: Rate): Amount =>
  divFloor(unitsOf(size) * price * rate, FINE_RATE) as Amount;

/**
 * The share of it that belongs to `lots` of what is open, rounded down; all of it with the last
 * lots.
 */
export const profitMaxPart = (max: Amount, part: { lots: Amount; open: Amount }): Amount =>
  divFloor(max * part.lots, part.open) as Amount;

/**
 * The first price, in steps of `pointSize`, at which the position has gained all that it may, and
 * closes itself. Undefined when there is none above 0: a seller gains no more than the notional.
 */
export function profitLimitPrice(
  position: { readonly side: Side; readonly size: Size; readonly open: Price; readonly max: Amount },
  pointSize: Price,
): Price | undefined {
  const { side, size, open, max } = position;
  const units = unitsOf(size);
  if (units <= 0n) throw new RangeError('a position needs a size');
  const numerator = units * open + directionOf(side) * max * FINE;
  const points = side === 'buy' ? divCeil(numerator, units * pointSize) : divFloor(numerator, units * pointSize);
  return points <= 0n ? undefined : ((points * pointSize) as Price);
}

/** The PnL of a close, at most what was agreed; undefined: nothing was. */
export const cappedPnl = (pnl: Amount, max: Amount | undefined): Amount =>
  max === undefined || pnl <= ZERO ? pnl : lesser(pnl, max);
