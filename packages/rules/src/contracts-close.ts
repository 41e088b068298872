import { directionOf, FINE, FINE_RATE, type Side, type Size, unitsOf } from './contracts.ts';
import { type Amount, divCeil, divFloor, lesser, type Price, type Rate, subtract, ZERO } from './money.ts';

/**
 * What rounding has left over from earlier partial closes: PnL not yet credited (in 10⁻³⁴) and fee
 * paid in excess (in 10⁻⁴²), each less than a minor unit. Carried on, so that any number of partial
 * closes adds up to one close of the whole.
 */
export interface Carry {
  readonly pnl: bigint;
  readonly fee: bigint;
}
export const NO_CARRY: Carry = { pnl: 0n, fee: 0n };

export interface ClosingPosition {
  readonly side: Side;
  /** What is open before this close. */
  readonly size: Size;
  readonly open: Price;
  readonly margin: Amount;
  readonly feeRate: Rate;
  readonly carry: Carry;
}

export interface ClosedPart {
  /**
   * Share of the margin: margin × closed ÷ open lots, rounded down; all of it when nothing stays
   * open.
   */
  readonly margin: Amount;
  readonly pnl: Amount;
  readonly fee: Amount;
  readonly carry: Carry;
}

/** Closes `lots` (above 0, at most what is open; anything else throws) at a price. */
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
 * Where the money of a close goes. All amounts are 0 or more, and margin + profit = loss + fee +
 * released.
 */
export interface CloseMoney {
  /** House to user. */
  readonly profit: Amount;
  /** Margin to house. */
  readonly loss: Amount;
  /** Fee that is charged: the whole fee, or what the loss has left of the margin. */
  readonly fee: Amount;
  /** What the user has available afterwards. */
  readonly released: Amount;
  /**
   * Loss beyond the margin, which the user does not bear (negative balance protection); the
   * insurance fund owes it to the house.
   */
  readonly shortfall: Amount;
}

/**
 * The loss comes first, then the fee; neither takes more than the margin that lies behind the part.
 */
export function settleClose({ margin, pnl, fee }: { margin: Amount; pnl: Amount; fee: Amount }): CloseMoney {
  const profit = 0n < pnl ? pnl : ZERO;
  const lost = pnl < 0n ? (-pnl as Amount) : ZERO;
  const loss = lesser(lost, margin);
  const rest = subtract((margin + profit) as Amount, loss);
  const charged = lesser(fee, rest);
  return { profit, loss, fee: charged, released: subtract(rest, charged), shortfall: subtract(lost, loss) };
}
