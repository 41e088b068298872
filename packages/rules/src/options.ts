import { type Amount, add, mulRateCeil, mulRateFloor, type Rate, ratioCeil, subtract } from './money.ts';

/**
 * Up/down (digital) options with a fixed payout: the buyer stakes S, pays a fee F and gets back S +
 * P on a win, S on a tie and nothing otherwise, with P = S × payout rate.
 */
export type Direction = 'up' | 'down';
export type Outcome = 'win' | 'lose' | 'draw';
export type VoidReason = 'gap' | 'tooFewTicks' | 'reset' | 'action';

export interface OptionQuote {
  /** Charged on top of the stake at the sale; refunded only when the order is void. Rounded up. */
  readonly fee: Amount;
  /** Paid on top of the stake on a win. Rounded down. */
  readonly profit: Amount;
  /** Debited from the available balance: stake + fee. */
  readonly total: Amount;
  /** Credited on a win: stake + profit. */
  readonly payout: Amount;
  /**
   * Win rate at which the buyer breaks even, ignoring ties: p(S + P) = S + F, so p = (S + F) ÷ (S +
   * P). Rounded up.
   */
  readonly breakEven: Rate;
  /**
   * Expected share of the stake the house keeps when up and down are equally likely: ½ − ½ P ÷ S +
   * F ÷ S. Rounded up.
   */
  readonly houseEdge: Rate;
}

/**
 * The figures of an order before it is bought. `stake` must be positive; rates as parsed by
 * `rateOf`.
 */
export function quoteOption(terms: { stake: Amount; payoutRate: Rate; feeRate: Rate }): OptionQuote {
  const { stake, payoutRate, feeRate } = terms;
  if (stake <= 0n) throw new RangeError('the stake must be positive');
  const fee = mulRateCeil(stake, feeRate);
  const profit = mulRateFloor(stake, payoutRate);
  const total = add(stake, fee);
  const payout = add(stake, profit);
  const twiceKept = subtract(add(add(fee, fee), stake), profit);
  return {
    fee,
    profit,
    total,
    payout,
    breakEven: ratioCeil(total, payout),
    houseEdge: ratioCeil(twiceKept, add(stake, stake)),
  };
}

/** Up wins above the entry, down below it; equal is a draw. Both prices in the same units. */
export function settleOption<Units extends number | bigint>(order: {
  direction: Direction;
  entry: Units;
  exit: Units;
}): Outcome {
  if (order.exit === order.entry) return 'draw';
  const rose = order.entry < order.exit;
  return rose === (order.direction === 'up') ? 'win' : 'lose';
}

export interface SettlementWindow {
  readonly entry: { readonly seq: number; readonly at: number };
  /** The last tick at or before the expiry, if the tape has one. */
  readonly exit: { readonly seq: number; readonly at: number } | undefined;
  readonly expiresAt: number;
  /** When the latest gap longer than the limit ended (0: none known). */
  readonly lastGapEndedAt: number;
  readonly gapLimitMs: number;
}

/**
 * Why an order must be refunded instead of settled, or undefined: fewer than two ticks from the
 * entry on, a gap above the limit between two of them, or the last one too long before the expiry.
 */
export function voidReasonOf(window: SettlementWindow): VoidReason | undefined {
  const { entry, exit, expiresAt, lastGapEndedAt, gapLimitMs } = window;
  if (exit !== undefined && gapLimitMs < expiresAt - exit.at) return 'gap';
  if (entry.at < lastGapEndedAt) return 'gap';
  if (exit === undefined || exit.seq <= entry.seq) return 'tooFewTicks';
  return undefined;
}

/** Credited to the buyer at settlement: stake plus profit on a win, the stake on a tie. */
export function creditOf(order: { outcome: Outcome; stake: Amount; profit: Amount }): Amount {
  switch (order.outcome) {
    case 'win':
      return add(order.stake, order.profit);
    case 'draw':
      return order.stake;
    case 'lose':
      return 0n as Amount;
  }
}
