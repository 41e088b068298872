import { ceilDiv, floorDiv } from '../figures.ts';

/** +1 for a buyer, who gains when the price rises. */
export const signOf = (side: 'buy' | 'sell'): bigint => (side === 'buy' ? 1n : -1n);
const HUNDRED_MILLION = 100_000_000n;

/**
 * Lots, lot size and rate of the quote asset, all in 10⁻⁸; prices are points of `places` decimals.
 */
export interface ContractSize {
  readonly lots: bigint;
  readonly lotSize: bigint;
  readonly quoteRate: bigint;
  readonly places: number;
}

/** Lots × lot size × rate, and the divisor that turns it times a price in points into 10⁻⁸ USDT. */
const sizeProduct = ({ lots, lotSize, quoteRate }: ContractSize): bigint => lots * lotSize * quoteRate;
const divisorOf = ({ places }: ContractSize): bigint => HUNDRED_MILLION * HUNDRED_MILLION * 10n ** BigInt(places);

export const notional = (size: ContractSize, points: number): bigint =>
  ceilDiv(sizeProduct(size) * BigInt(points), divisorOf(size));
export const initialMargin = (size: ContractSize, points: number, leverage: number): bigint =>
  ceilDiv(sizeProduct(size) * BigInt(points), divisorOf(size) * BigInt(leverage));
export const feeAt = (size: ContractSize, points: number, rate: bigint): bigint =>
  ceilDiv(sizeProduct(size) * BigInt(points) * rate, divisorOf(size) * HUNDRED_MILLION);

/** PnL and fee of a close as fractions: numerators over `divisor` and over `divisor` × 10⁸. */
export const exactPnl = (size: ContractSize, side: 'buy' | 'sell', move: { from: number; to: number }): bigint =>
  signOf(side) * sizeProduct(size) * BigInt(move.to - move.from);
export const exactFee = (size: ContractSize, points: number, rate: bigint): bigint =>
  sizeProduct(size) * BigInt(points) * rate;
export const wholePnl = (size: ContractSize, exact: bigint): bigint => floorDiv(exact, divisorOf(size));
/** An amount in the units of `exactPnl`. */
export const wholeUnits = (size: ContractSize, amount: bigint): bigint => amount * divisorOf(size);
/** A share of the notional, rounded down. */
export const shareAt = (size: ContractSize, points: number, rate: bigint): bigint =>
  floorDiv(sizeProduct(size) * BigInt(points) * rate, divisorOf(size) * HUNDRED_MILLION);
export const wholeFee = (size: ContractSize, exact: bigint): bigint =>
  ceilDiv(exact, divisorOf(size) * HUNDRED_MILLION);

/** Rounding remainders in the units of the store: 10⁻³⁴ for PnL, 10⁻⁴² for fees. */
export const pnlCarry = (size: ContractSize, exact: bigint, credited: bigint): bigint =>
  exact * 10n ** BigInt(10 - size.places) - credited * 10n ** 26n;
export const feeCarry = (size: ContractSize, exact: bigint, charged: bigint): bigint =>
  charged * 10n ** 34n - exact * 10n ** BigInt(10 - size.places);

export interface Position {
  readonly size: ContractSize;
  readonly side: 'buy' | 'sell';
  readonly open: number;
  readonly margin: bigint;
  readonly maintenance: bigint;
  readonly feeRate: bigint;
  /** Before a close: what it needs at least, as a share of its notional at the mark. */
  readonly markShare?: bigint;
}

/** Margin + PnL − closing fee at a mark, over `divisor` × 10⁸. */
function equity({ size, side, open, margin, feeRate }: Position, mark: number): bigint {
  const pnl = exactPnl(size, side, { from: open, to: mark }) * HUNDRED_MILLION;
  return margin * divisorOf(size) * HUNDRED_MILLION + pnl - exactFee(size, mark, feeRate);
}

/** Margin + unrealised PnL − closing fee ≤ what it needs, exactly. */
export const isLiquidated = (position: Position, mark: number): boolean => {
  const { size, maintenance, markShare = 0n } = position;
  const left = equity(position, mark);
  return left <= maintenance * divisorOf(size) * HUNDRED_MILLION || left <= exactFee(size, mark, markShare);
};

/**
 * The first point, moving against the position, that liquidates it, by binary search. Null when
 * there is none.
 */
export function liquidationPoint(position: Position): number | null {
  const buys = position.side === 'buy';
  const lowest = 1;
  const highest = Number.MAX_SAFE_INTEGER;
  if (!isLiquidated(position, buys ? lowest : highest)) return null;
  let [due, safe] = buys ? [lowest, highest] : [highest, lowest];
  if (isLiquidated(position, safe)) return safe;
  while (1 < Math.abs(due - safe)) {
    const middle = Math.floor(due / 2 + safe / 2);
    const between = middle === due || middle === safe ? Math.min(due, safe) + 1 : middle;
    if (isLiquidated(position, between)) due = between;
    else safe = between;
  }
  return due;
}

/** (Margin + PnL − closing fee) ÷ maintenance margin in 10⁻⁸, each rounded down. */
export function marginLevelOf(position: Position, mark: number): bigint | undefined {
  if (position.maintenance <= 0n) return undefined;
  const whole = floorDiv(equity(position, mark), divisorOf(position.size) * HUNDRED_MILLION);
  return floorDiv(whole * HUNDRED_MILLION, position.maintenance);
}

/** Points at which closing also recovers `paid`, rounded to the side that loses nothing. */
export function breakEven({ size, side, open, feeRate }: Position, paid: bigint): number {
  const sign = signOf(side);
  const sum = sizeProduct(size) * BigInt(open) * HUNDRED_MILLION + sign * paid * divisorOf(size) * HUNDRED_MILLION;
  const each = sizeProduct(size) * (HUNDRED_MILLION - sign * feeRate);
  return Number(side === 'buy' ? ceilDiv(sum, each) : floorDiv(sum, each));
}
