import { directionOf, FINE_RATE, RATE_ONE, type Side, type Size, unitsOf } from './contracts.ts';
import { type Amount, divCeil, divFloor, type Price, type Rate, ratioFloor } from './money.ts';

/** The parts of an open position that decide at which price it ends. */
export interface Position {
  readonly side: Side;
  /** Still open. */
  readonly size: Size;
  readonly open: Price;
  /** Current margin. */
  readonly margin: Amount;
  readonly maintenance: Amount;
  readonly feeRate: Rate;
  /**
   * Shortly before a close it needs at least this share of its notional at the mark price as well.
   * Below 1 together with the fee rate, so that a buyer has no more of it as the price falls.
   */
  readonly markShare?: Rate | undefined;
}

/**
 * Margin + unrealised PnL − closing fee, all at the mark price, in 10⁻⁴² of the asset: exact,
 * because a liquidation must not depend on display rounding.
 */
function equityFine({ side, size, open, margin, feeRate }: Position, mark: Price): bigint {
  const units = unitsOf(size);
  return margin * FINE_RATE + directionOf(side) * units * (mark - open) * RATE_ONE - units * mark * feeRate;
}

/** The same rounded down, for people to read. */
export const equityOf = (position: Position, mark: Price): Amount =>
  divFloor(equityFine(position, mark), FINE_RATE) as Amount;

/**
 * The liquidation condition: margin + unrealised PnL − closing fee ≤ maintenance margin, or ≤ the
 * share of the notional at the mark, where there is one. Neither is rounded.
 */
export function isLiquidated(position: Position, mark: Price): boolean {
  const { size, maintenance, markShare } = position;
  const equity = equityFine(position, mark);
  if (equity <= maintenance * FINE_RATE) return true;
  return markShare !== undefined && equity <= unitsOf(size) * mark * markShare;
}

/**
 * The first price, moving against the position in steps of `pointSize`, at which `isLiquidated`
 * holds; undefined when there is none above 0, and a seller who is short of it at every price gets
 * the lowest one. The requirement is fixed by the opening notional, so the condition is linear in
 * the price. With u = lots × lot size × rate, f the fee rate, m the
 * margin, M the requirement and o the opening price: a buyer is liquidated at p ≤ (u·o − m + M) ÷
 * (u·(1 − f)), rounded down to a point, a seller at p ≥ (u·o + m − M) ÷ (u·(1 + f)), rounded up.
 * (Check: 1 BTC at 20,000, 50×, requirement 0.5 %, no fee: 20,000 − 400 + 100 = 19,700.)
 * A share s of the notional at the mark is linear in the price too: a buyer has less than it at
 * p ≤ (u·o − m) ÷ (u·(1 − f − s)), a seller at p ≥ (u·o + m) ÷ (u·(1 + f + s)); the nearer one
 * counts.
 */
export function liquidationPrice(position: Position, pointSize: Price): Price | undefined {
  const { side, maintenance, markShare } = position;
  const fixed = levelFor(position, { fixed: maintenance, share: 0n }, pointSize);
  if (markShare === undefined) return fixed;
  const shared = levelFor(position, { fixed: 0n, share: markShare }, pointSize);
  if (fixed === undefined || shared === undefined) return fixed ?? shared;
  return fixed < shared === (side === 'buy') ? shared : fixed;
}

/** The same for a requirement that is an amount, or a share of the notional at the price. */
function levelFor(
  { side, size, open, margin, feeRate }: Position,
  { fixed, share }: { readonly fixed: bigint; readonly share: bigint },
  pointSize: Price,
): Price | undefined {
  const units = unitsOf(size);
  if (units <= 0n) throw new RangeError('a position needs a size');
  const direction = directionOf(side);
  const part = RATE_ONE - direction * (feeRate + share);
  if (part <= 0n) throw new RangeError('fee and share of the notional take all of it');
  const numerator = units * open * RATE_ONE - direction * (margin - fixed) * FINE_RATE;
  const divisor = units * part * pointSize;
  const points = side === 'buy' ? divFloor(numerator, divisor) : divCeil(numerator, divisor);
  // A requirement that outgrew the size, as a rate of conversion falls: due at every price.
  if (points <= 0n) return side === 'sell' ? pointSize : undefined;
  return (points * pointSize) as Price;
}

/**
 * The price at which closing recovers all costs: PnL = `paid` + closing fee, where `paid` is the
 * opening fee plus financing so far on the open size. Rounded to a point so that closing there
 * loses nothing.
 */
export function breakEvenPrice(
  position: Pick<Position, 'side' | 'size' | 'open' | 'feeRate'> & { paid: Amount },
  pointSize: Price,
): Price {
  const { side, size, open, feeRate, paid } = position;
  const units = unitsOf(size);
  const direction = directionOf(side);
  const numerator = units * open * RATE_ONE + direction * paid * FINE_RATE;
  const divisor = units * (RATE_ONE - direction * feeRate) * pointSize;
  const points = side === 'buy' ? divCeil(numerator, divisor) : divFloor(numerator, divisor);
  return (points * pointSize) as Price;
}

/**
 * Margin level = (margin + unrealised PnL − closing fee) ÷ maintenance margin, rounded down: the
 * position is liquidated at 1. Undefined without a requirement.
 */
export function marginLevelOf(position: Position, mark: Price): Rate | undefined {
  if (position.maintenance <= 0n) return undefined;
  const equity = divFloor(equityFine(position, mark), FINE_RATE) as Amount;
  return ratioFloor(equity, position.maintenance);
}
