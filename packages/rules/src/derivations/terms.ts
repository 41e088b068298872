import type { Derivation, DerivedTerm, Operator, Rounding } from '../derivations.ts';
import { AMOUNT_DECIMALS, type Amount, formatAmount } from '../money.ts';

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
  | 'reference'
  | 'atReference'
  | 'received'
  // Any product.
  | 'fee'
  | 'feeRate'
  | 'available'
  | 'first'
  | 'last'
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
  // Fee levels.
  | 'nextLevel'
  | 'feesPaid';

export type Derived = Derivation<Term>;
type Part = DerivedTerm<Term>;

export const term = (name: Term, operator: Operator, value: string): Part => ({ term: name, operator, value });

/** An input that was calculated itself. */
export const calculated = (name: Term, operator: Operator, from: Derived): Part => ({
  ...{ term: name, operator, value: from.result, from },
});

/** A sum or difference of amounts, to the unit. */
export const exact = (terms: readonly Part[], result: Amount): Derived => ({
  ...{ terms, rounding: 'exact', decimals: AMOUNT_DECIMALS, result: formatAmount(result) },
});

/** An amount that was rounded. */
export const amountBy = (rounding: Rounding, terms: readonly Part[], result: Amount): Derived => ({
  ...{ terms, rounding, decimals: AMOUNT_DECIMALS, result: formatAmount(result) },
});
