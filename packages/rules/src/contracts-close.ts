import { directionOf, FINE, FINE_RATE, type Side, type Size, unitsOf } from './contracts.ts';
import { type Amount, divCeil, divFloor, lesser, type Price, type Rate, subtract, ZERO } from './money.ts';

/**
 * Rounding remainders of earlier partial closes: PnL not yet credited (in 10⁻³⁴) and fee overpaid
 * (in 10⁻⁴²), each below one minor unit. Carried forward so that any number of partial closes adds
 * up to closing the whole.
 */
export interface Carry {
  readonly pnl: bigint;
  readonly fee: bigint;
}
export const NO_CARRY: Carry = { pnl: 0n, fee: 0n };

export interface ClosingPosition {
  readonly side: Side;
  /** Open size before this close. */
  readonly size: Size;
  readonly open: Price;
  readonly margin: Amount;
  readonly feeRate: Rate;
  readonly carry: Carry;
}

export interface ClosedPart {
  /** margin × closed lots ÷ open lots, rounded down; all of it on a full close. */
  readonly margin: Amount;
  readonly pnl: Amount;
  readonly fee: Amount;
  readonly carry: Carry;
}

/** Closes `lots` at a price. Throws unless 0 < lots ≤ open lots. */
export function closePart(position: ClosingPosition, close: { lots: Amount; price: Price }): ClosedPart {
  const { side, size, open, margin, feeRate, carry } = position;
  if (close.lots <= 0n || size.lots < close.lots)
    throw new RangeError(`cannot close ${close.lots} of ${size.lots} lots`);
  const units = unitsOf({ lots: close.lots, lotSize: size.lotSize, quoteRate: size.quoteRate });
  const gained = carry.pnl + directionOf(side) * units * (close.price - open);
  const pnl = divFloor(gained, FINE) as Amount;
  const owed = units * close.price * feeRate - carry.fee;
  const fee = owed <= 0n ? ZERO : (divCeil(owed, FINE_RATE) as Amount);
  return {
    margin: divFloor(margin * close.lots, size.lots) as Amount,
    pnl,
    fee,
    carry: { pnl: gained - pnl * FINE, fee: fee * FINE_RATE - owed },
  };
}

/**
 * How the money of a close is split. No amount is negative, and margin + profit = loss + fee +
 * released.
 */
export interface CloseMoney {
  /** House to user. */
  readonly profit: Amount;
  /** Margin to house. */
  readonly loss: Amount;
  /** Fee charged, capped at what the loss leaves of the margin. */
  readonly fee: Amount;
  /** Returned to the user's available balance. */
  readonly released: Amount;
  /**
   * Loss beyond the margin. The insurance fund pays it to the house, not the user (negative balance
   * protection).
   */
  readonly shortfall: Amount;
}

/**
 * The loss is taken first, then the fee; together never more than the margin of the closed part.
 */
export function settleClose({ margin, pnl, fee }: { margin: Amount; pnl: Amount; fee: Amount }): CloseMoney {
  const profit = 0n < pnl ? pnl : ZERO;
  const lost = pnl < 0n ? (-pnl as Amount) : ZERO;
  const loss = lesser(lost, margin);
  const rest = subtract((margin + profit) as Amount, loss);
  const charged = lesser(fee, rest);
  return { profit, loss, fee: charged, released: subtract(rest, charged), shortfall: subtract(lost, loss) };
}
