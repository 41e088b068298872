import type { Derivation, DerivedTerm, Operator, PricedTick, Rounding } from '../derivations.ts';
import { AMOUNT_DECIMALS, type Amount, formatAmount, priceOf } from '../money.ts';

/** Every input that an explanation names. Each has its word in the app. */
export type Term =
  // Options.
  | 'stake'
  | 'payoutRate'
  | 'total'
  | 'payout'
  | 'halfPayout'
  | 'paid'
  | 'profit'
  // Contracts.
  | 'lots'
  | 'lotSize'
  | 'quantity'
  | 'price'
  | 'quoteRate'
  | 'leverage'
  | 'notional'
  | 'margin'
  | 'maintenance'
  | 'maintenanceRate'
  | 'deduction'
  | 'lessFee'
  | 'plusFee'
  | 'afterFee'
  | 'equity'
  | 'mark'
  | 'pnl'
  | 'realised'
  | 'openFee'
  | 'closeFee'
  | 'closeFeePaid'
  | 'nights'
  | 'nightRate'
  | 'charged'
  | 'profitMax'
  | 'profitMaxRate'
  | 'lossMax'
  | 'netted'
  | 'net'
  // Spot.
  | 'filledValue'
  | 'filledQuantity'
  | 'orderValue'
  | 'takerFee'
  | 'makerFee'
  | 'takerRate'
  | 'makerRate'
  // Markets and conversions.
  | 'ask'
  | 'bid'
  | 'mid'
  | 'dayAgo'
  | 'given'
  | 'received'
  | 'lessMargin'
  | 'lessSlippage'
  // Any product.
  | 'fee'
  | 'feeRate'
  | 'available'
  | 'part'
  | 'value'
  | 'cost'
  | 'saleFee'
  | 'long'
  | 'short'
  | 'exposure'
  | 'worth'
  // Plans and loans.
  | 'principal'
  | 'dailyYield'
  | 'dailyPaid'
  | 'days'
  | 'yield'
  | 'penalty'
  | 'penaltyRate'
  | 'loan'
  | 'loanRate'
  | 'loanDays'
  | 'freeDays'
  | 'interestDays'
  | 'interest'
  | 'repayment'
  | 'openRate'
  | 'limitRate'
  | 'free'
  | 'debt'
  | 'pledge'
  | 'pool'
  | 'most'
  // Deposits and withdrawals.
  | 'withdrawn'
  | 'arrives'
  | 'spreadRate'
  | 'spreadKept'
  | 'afterSpread'
  | 'payoutPrice'
  // Fee levels.
  | 'nextLevel'
  | 'feesPaid';

export type Derived = Derivation<Term>;
export type Part = DerivedTerm<Term>;

export const term = (name: Term, operator: Operator, value: string): Part => ({ term: name, operator, value });

/** An input that was calculated itself. */
export const calculated = (name: Term, operator: Operator, from: Derived): Part => ({
  term: name,
  operator,
  value: from.result,
  from,
});

/** What the prices of the moment are called. */
const OF_NOW: readonly Term[] = ['bid', 'ask', 'mid', 'mark'];

/**
 * The same derivation, whose prices of the moment, those of its inputs included, name the tick that
 * they are of. A price that the tick does not have names none; undefined leaves all as it is.
 */
export function ofTick(derived: Derived, tick: PricedTick | undefined, names: readonly Term[] = OF_NOW): Derived {
  if (tick === undefined) return derived;
  const { code, seq } = tick;
  const prices = [tick.bid, tick.ask, tick.mid].map(priceOf);
  const isOfIt = ({ term: name, value }: Part): boolean => names.includes(name) && prices.includes(priceOf(value));
  const terms = derived.terms.map((part) => ({
    ...part,
    ...(isOfIt(part) && { tick: { code, seq } }),
    ...(part.from !== undefined && { from: ofTick(part.from, tick, names) }),
  }));
  return { ...derived, terms };
}

/** A sum or difference of amounts, to the unit. */
export const exact = (terms: readonly Part[], result: Amount): Derived => ({
  terms,
  rounding: 'exact',
  decimals: AMOUNT_DECIMALS,
  result: formatAmount(result),
});

/** An amount that was rounded. */
export const amountBy = (rounding: Rounding, terms: readonly Part[], result: Amount): Derived => ({
  terms,
  rounding,
  decimals: AMOUNT_DECIMALS,
  result: formatAmount(result),
});
