import { annualRate } from './apr.ts';
import { type Amount, add, divCeil, lesser, RATE_DECIMALS, type Rate, subtract, ZERO } from './money.ts';

const DAY_MS = 86_400_000;
const RATE_ONE = 10n ** BigInt(RATE_DECIMALS);

/** Number of a calendar day in UTC, counted from 1970. */
export const utcDay = (at: number): number => Math.floor(at / DAY_MS);
export const startOfDay = (day: number): number => day * DAY_MS;

/** The right to give a loan back without a reason: so many days after the day of the payout. */
export const WITHDRAWAL_DAYS = 14;

/** Reminders come so many days before the repayment date. */
export const REMINDER_DAYS = [7, 3, 1] as const;
/** Those that a loan of so many days never gets: they would come before or with its payout. */
export const skippedReminders = (termDays: number): number => REMINDER_DAYS.filter((days) => termDays <= days).length;
/** The reminders that are over by a day, with those that it never gets. */
export const remindersGiven = (loan: { readonly termDays: number; readonly dueDay: number }, day: number): number =>
  REMINDER_DAYS.filter((days) => loan.termDays <= days || loan.dueDay - days <= day).length;

/** Returns without interest are counted over so many days. */
export const FREE_RETURN_WINDOW_DAYS = 365;

/** How many loans a person may return without interest in the window, and did before this one. */
export interface FreeReturns {
  readonly freeReturnsYear?: number;
  readonly freeReturnsUsed?: number;
}

/** Whether this loan is one of them. Terms of before the count name neither: every loan was. */
export const isReturnFree = ({ freeReturnsYear, freeReturnsUsed = 0 }: FreeReturns): boolean =>
  freeReturnsYear === undefined || freeReturnsUsed < freeReturnsYear;

/** What decides the interest of one loan; frozen at its request. */
export interface LoanTerms extends FreeReturns {
  /** Per day until the repayment date. */
  readonly dailyRate: Rate;
  /** Per day after it. */
  readonly overdueRate: Rate;
  readonly freeDays: number;
  readonly termDays: number;
}

/** Where a running loan stands. */
export interface LoanDebt {
  /** Day of the payout. */
  readonly startDay: number;
  readonly principal: Amount;
  /** Interest not yet paid, exact: 10⁻¹⁶ of the coin. */
  readonly accrued: bigint;
  /** Day up to which it is counted. */
  readonly countedDay: number;
}

/**
 * Interest is simple: for each midnight in UTC that passes, the principal of then times the daily
 * rate. The day of the payout does not count, the day of the repayment does; the first days are
 * free. The sum is exact, and rounded only when it is shown or paid.
 */
export function accrueTo(debt: LoanDebt, terms: LoanTerms, day: number): LoanDebt {
  if (day <= debt.countedDay) return debt;
  const due = debt.startDay + terms.termDays;
  const usual = overlap(debt.countedDay, day, debt.startDay + terms.freeDays, due);
  const overdueDays = overlap(debt.countedDay, day, due, Number.MAX_SAFE_INTEGER);
  const daily = BigInt(usual) * terms.dailyRate + BigInt(overdueDays) * terms.overdueRate;
  return { ...debt, accrued: debt.accrued + debt.principal * daily, countedDay: day };
}

const overlap = (from: number, to: number, start: number, end: number): number =>
  Math.max(0, Math.min(to, end) - Math.max(from, start));

/**
 * Exact interest to a minor unit, half to even: over many loans nobody gains by it. Never negative:
 * what an earlier rounding took too much is counted against later interest.
 */
export function roundedInterest(accrued: bigint): Amount {
  if (accrued <= 0n) return ZERO;
  const whole = accrued / RATE_ONE;
  const twice = (accrued % RATE_ONE) * 2n;
  const isUp = RATE_ONE < twice || (twice === RATE_ONE && whole % 2n === 1n);
  return (isUp ? whole + 1n : whole) as Amount;
}

/**
 * Until the end of this day the whole loan can be given back without a reason, and without interest
 * while that is free. The repayment date of a short loan comes first: what is paid then is what was
 * agreed.
 */
export const lastWithdrawalDay = (startDay: number, { termDays }: Pick<LoanTerms, 'termDays'>): number =>
  startDay + Math.min(WITHDRAWAL_DAYS, termDays - 1);

/** Whether a loan that ends on this day costs no interest. */
export const isFreeOn = (day: number, { startDay }: Pick<LoanDebt, 'startDay'>, terms: LoanTerms): boolean =>
  isReturnFree(terms) && day <= lastWithdrawalDay(startDay, terms);

/** What ends the loan on a day. */
export function payoffOf(debt: LoanDebt, terms: LoanTerms, day: number): { principal: Amount; interest: Amount } {
  const { principal, accrued } = accrueTo(debt, terms, day);
  const interest = isFreeOn(day, debt, terms) ? ZERO : roundedInterest(accrued);
  return { principal, interest };
}

export interface LoanPayment {
  readonly debt: LoanDebt;
  readonly toPrincipal: Amount;
  readonly toInterest: Amount;
  /** Nothing is owed any more. */
  readonly isRepaid: boolean;
}

/**
 * Takes a payment, at most what ends the loan. Within the fourteen days of a free return it lowers
 * the principal, and ends the loan without interest once that is gone; otherwise it pays the
 * interest first.
 */
export function payLoan(before: LoanDebt, terms: LoanTerms, payment: { amount: Amount; day: number }): LoanPayment {
  const debt = accrueTo(before, terms, payment.day);
  const owed = payoffOf(before, terms, payment.day);
  const toInterest = lesser(payment.amount, owed.interest);
  const toPrincipal = lesser(subtract(payment.amount, toInterest), owed.principal);
  const principal = subtract(debt.principal, toPrincipal);
  const isRepaid = principal === ZERO && toInterest === owed.interest;
  const accrued = isRepaid ? 0n : debt.accrued - toInterest * RATE_ONE;
  return { debt: { ...debt, principal, accrued }, toPrincipal, toInterest, isRepaid };
}

/** What a loan costs if it is repaid at its date. */
export interface LoanCost {
  readonly interest: Amount;
  readonly repayment: Amount;
  readonly apr: Rate;
}

export function loanCost(amount: Amount, terms: LoanTerms): LoanCost {
  const paidDays = Math.max(0, terms.termDays - terms.freeDays);
  const interest = roundedInterest(amount * terms.dailyRate * BigInt(paidDays));
  const repayment = add(amount, interest);
  const apr =
    amount === ZERO
      ? (0n as Rate)
      : annualRate({
          drawn: [{ amount, years: { of: 0, in: 365 } }],
          paid: [{ amount: repayment, years: { of: terms.termDays, in: 365 } }],
        });
  return { interest, repayment, apr };
}

/** The value that must be pledged for an amount, rounded up. */
export const pledgeFor = (amount: Amount, openRate: Rate): Amount => divCeil(amount * RATE_ONE, openRate) as Amount;

/** Whether a debt has reached the share of the pledge's value: exact, without a division. */
export const reaches = (debt: Amount, value: Amount, rate: Rate): boolean => value * rate <= debt * RATE_ONE;
