import { ceilDiv, floorDiv } from '../figures.ts';

/** Sides as signs: a buyer gains when the price rises. */
export const signOf = (side: 'buy' | 'sell'): bigint => (side === 'buy' ? 1n : -1n);
const HUNDRED_MILLION = 100_000_000n;

/**
 * What is traded: lots, size of a lot and rate of the quote asset, all in 10⁻⁸; prices are points
 * of `places` decimals.
 */
export interface Bulk {
  readonly lots: bigint;
  readonly lotSize: bigint;
  readonly quoteRate: bigint;
  readonly places: number;
}

/** Lots × lot size × rate, and what divides it and a price in points down to 10⁻⁸ USDT. */
const bulkOf = ({ lots, lotSize, quoteRate }: Bulk): bigint => lots * lotSize * quoteRate;
const divisorOf = ({ places }: Bulk): bigint => HUNDRED_MILLION * HUNDRED_MILLION * 10n ** BigInt(places);

export const notional = (bulk: Bulk, points: number): bigint => ceilDiv(bulkOf(bulk) * BigInt(points), divisorOf(bulk));
export const initialMargin = (bulk: Bulk, points: number, leverage: number): bigint =>
  ceilDiv(bulkOf(bulk) * BigInt(points), divisorOf(bulk) * BigInt(leverage));
export const feeAt = (bulk: Bulk, points: number, rate: bigint): bigint =>
  ceilDiv(bulkOf(bulk) * BigInt(points) * rate, divisorOf(bulk) * HUNDRED_MILLION);

/** PnL and fee of a close as fractions: numerators over `divisor` and over `divisor` × 10⁸. */
export const exactPnl = (bulk: Bulk, side: 'buy' | 'sell', move: { from: number; to: number }): bigint =>
  signOf(side) * bulkOf(bulk) * BigInt(move.to - move.from);
export const exactFee = (bulk: Bulk, points: number, rate: bigint): bigint => bulkOf(bulk) * BigInt(points) * rate;
export const wholePnl = (bulk: Bulk, exact: bigint): bigint => floorDiv(exact, divisorOf(bulk));
export const wholeFee = (bulk: Bulk, exact: bigint): bigint => ceilDiv(exact, divisorOf(bulk) * HUNDRED_MILLION);

/** What rounding keeps back, in the units of the store: 10⁻³⁴ for PnL, 10⁻⁴² for fees. */
export const pnlCarry = (bulk: Bulk, exact: bigint, credited: bigint): bigint =>
  exact * 10n ** BigInt(10 - bulk.places) - credited * 10n ** 26n;
export const feeCarry = (bulk: Bulk, exact: bigint, charged: bigint): bigint =>
  charged * 10n ** 34n - exact * 10n ** BigInt(10 - bulk.places);

export interface Stake {
  readonly bulk: Bulk;
  readonly side: 'buy' | 'sell';
  readonly open: number;
  readonly margin: bigint;
  readonly maintenance: bigint;
  readonly feeRate: bigint;
}

/** Margin + PnL − closing fee at a mark, over `divisor` × 10⁸. */
function equity({ bulk, side, open, margin, feeRate }: Stake, mark: number): bigint {
  const pnl = exactPnl(bulk, side, { from: open, to: mark }) * HUNDRED_MILLION;
  return margin * divisorOf(bulk) * HUNDRED_MILLION + pnl - exactFee(bulk, mark, feeRate);
}

/** Margin + unrealised PnL − closing fee ≤ maintenance margin, exactly. */
export const isDue = (stake: Stake, mark: number): boolean =>
  equity(stake, mark) <= stake.maintenance * divisorOf(stake.bulk) * HUNDRED_MILLION;

/**
 * The first point, going against the position, at which it is due: found by halving. Null where no
 * price is.
 */
export function dueFrom(stake: Stake): number | null {
  const buys = stake.side === 'buy';
  const [lowest, highest] = [1, Number.MAX_SAFE_INTEGER];
  if (!isDue(stake, buys ? lowest : highest)) return null;
  let [due, safe] = buys ? [lowest, highest] : [highest, lowest];
  if (isDue(stake, safe)) return safe;
  while (1 < Math.abs(due - safe)) {
    const middle = Math.floor(due / 2 + safe / 2);
    const between = middle === due || middle === safe ? Math.min(due, safe) + 1 : middle;
    if (isDue(stake, between)) due = between;
    else safe = between;
  }
  return due;
}

/** (Margin + PnL − closing fee) ÷ maintenance margin in 10⁻⁸, each rounded down. */
export function levelOf(stake: Stake, mark: number): bigint | undefined {
  if (stake.maintenance <= 0n) return undefined;
  const whole = floorDiv(equity(stake, mark), divisorOf(stake.bulk) * HUNDRED_MILLION);
  return floorDiv(whole * HUNDRED_MILLION, stake.maintenance);
}

/** Points at which closing brings back `paid` as well, rounded to the side that loses nothing. */
export function breakEven({ bulk, side, open, feeRate }: Stake, paid: bigint): number {
  const sign = signOf(side);
  const sum = bulkOf(bulk) * BigInt(open) * HUNDRED_MILLION + sign * paid * divisorOf(bulk) * HUNDRED_MILLION;
  const each = bulkOf(bulk) * (HUNDRED_MILLION - sign * feeRate);
  return Number(side === 'buy' ? ceilDiv(sum, each) : floorDiv(sum, each));
}
