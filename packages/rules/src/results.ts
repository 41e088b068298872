import { closePart, NO_CARRY, settleClose } from './contracts-close.ts';
import type { Position } from './contracts-liquidation.ts';
import { cappedPnl, profitMaxPart } from './contracts-profit.ts';
import { type Amount, add, amountOf, divCeil, type Price, subtract, ZERO } from './money.ts';
import { creditOf, type Outcome } from './options.ts';
import type { SpotSide } from './spot.ts';

/**
 * The result of an order as its owner's ledger has it, or would have it: after every fee. Whatever
 * shows or sends a result takes it from here, one function for each product.
 */
export interface Result {
  /** Before costs: a detail. */
  readonly gross: Amount;
  /** Fees and financing, never negative. */
  readonly costs: Amount;
  /** What the balance gains or loses by the order. */
  readonly net: Amount;
}

const resultOf = (gross: Amount, costs: Amount): Result => ({ gross, costs, net: subtract(gross, costs) });

/** A close that has not happened yet. */
export interface Closing {
  readonly position: Pick<Position, 'side' | 'size' | 'open' | 'margin' | 'feeRate'>;
  readonly price: Price;
  /** All that is open, unless given. Throws unless 0 < lots ≤ open lots. */
  readonly lots?: Amount | undefined;
  /** Most that the open lots may gain; undefined: no limit was agreed. */
  readonly profitMax?: Amount | undefined;
}

export interface ClosedContract extends Result {
  /** Returned by the close to come: margin and profit, less loss and closing fee. */
  readonly released: Amount;
}

/**
 * The result of a contract: what was booked, and what a close would add. `realised` is P&L before
 * fees, `costs` what was charged: opening, closing and overnight fees. The fractions of a minor
 * unit that earlier part closes carry forward are left out.
 */
export function contractResult(contract: {
  readonly realised: Amount;
  readonly costs: Amount;
  readonly closing?: Closing | undefined;
}): ClosedContract {
  const { realised, costs, closing } = contract;
  if (closing === undefined) return { ...resultOf(realised, costs), released: ZERO };
  const { position, price, profitMax } = closing;
  const { lots = position.size.lots } = closing;
  const part = closePart({ ...position, carry: NO_CARRY }, { lots, price });
  const most = profitMax === undefined ? undefined : profitMaxPart(profitMax, { lots, open: position.size.lots });
  const money = settleClose({ ...part, pnl: cappedPnl(part.pnl, most) });
  const gross = subtract(add(realised, money.profit), money.loss);
  return { ...resultOf(gross, add(costs, money.fee)), released: money.released };
}

/** The share of costs that belongs to some of the lots, rounded up. */
export const costsOfLots = (costs: Amount, part: { lots: Amount; total: Amount }): Amount =>
  divCeil(costs * part.lots, part.total) as Amount;

/**
 * The result of a contract that has ended, from texts of the API. One that was closed to cover
 * another position has paid for that, too.
 */
export const endedContract = (
  contract: Parameters<typeof chargedFor>[0] & { realised: string; netted?: string },
): Result =>
  contractResult({
    realised: subtract(amountOf(contract.realised), contract.netted === undefined ? ZERO : amountOf(contract.netted)),
    costs: chargedFor(contract),
  });

/** What was charged for a contract so far, from texts of the API; financing is negative in them. */
export const chargedFor = (fees: { openFee: string; closeFeePaid: string; financing: string }): Amount =>
  subtract(add(amountOf(fees.openFee), amountOf(fees.closeFeePaid)), amountOf(fees.financing));

/** The result of an option that ends like this. A void one is refunded with its fee. */
export function optionResult(option: {
  readonly outcome: Outcome | 'void';
  readonly stake: Amount;
  readonly fee: Amount;
  readonly profit: Amount;
}): Result {
  const { outcome, stake, fee, profit } = option;
  if (outcome === 'void') return resultOf(ZERO, ZERO);
  return resultOf(subtract(creditOf({ outcome, stake, profit }), stake), fee);
}

/** What a plan has paid its owner, less the penalty of whoever left it early. */
export const planResult = (plan: { readonly earned: Amount; readonly penalty: Amount }): Result =>
  resultOf(plan.earned, plan.penalty);

/** What a spot order changed the balance of the quote asset by: the fills, and their fees. */
export const spotResult = (order: { readonly side: SpotSide; readonly amount: Amount; readonly fee: Amount }): Result =>
  resultOf(order.side === 'buy' ? (-order.amount as Amount) : order.amount, order.fee);
