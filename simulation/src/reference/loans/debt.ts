import { least, mustUnits } from '../figures.ts';
import type { Terms } from './terms.ts';

/** The auditor's own account of what a loan costs: day by day, in 10⁻¹⁶ of a USDT. */
export interface Debt {
  principal: bigint;
  exact: bigint;
  /** UTC day up to which it is counted. */
  counted: number;
}

export interface Cost {
  readonly start: number;
  readonly term: number;
  readonly free: number;
  readonly daily: bigint;
  readonly late: bigint;
  /** Whether the loan can be given back for nothing. */
  readonly returnable: boolean;
}

const DAY_MS = 86_400_000;
const ONE = 100_000_000n;
const WITHDRAWAL_DAYS = 14;

export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** One midnight after the other. */
export function count(debt: Debt, cost: Cost, until: number): void {
  while (debt.counted < until) {
    debt.counted += 1;
    const age = debt.counted - cost.start;
    if (age <= cost.free && age <= cost.term) continue;
    debt.exact += debt.principal * (cost.term < age ? cost.late : cost.daily);
  }
}

/** To the nearest unit, halves to the even one. */
export function nearest(exact: bigint): bigint {
  if (exact <= 0n) return 0n;
  const below = exact / ONE;
  const rest = exact % ONE;
  if (rest * 2n === ONE) return below + (below % 2n);
  return ONE < rest * 2n ? below + 1n : below;
}

/** Whether the whole can still be given back for nothing. */
export const isFree = (cost: Cost, day: number): boolean =>
  cost.returnable && day - cost.start <= Math.min(WITHDRAWAL_DAYS, cost.term - 1);

export const interestOwed = (debt: Debt, cost: Cost, day: number): bigint =>
  isFree(cost, day) ? 0n : nearest(debt.exact);

/** Takes a payment; what of it is interest, and whether nothing is owed any more. */
export function take(debt: Debt, cost: Cost, payment: { amount: bigint; day: number }) {
  count(debt, cost, payment.day);
  const owed = interestOwed(debt, cost, payment.day);
  const interest = least(payment.amount, owed);
  const rest = payment.amount - interest;
  const principal = least(rest, debt.principal);
  debt.principal -= principal;
  debt.exact -= interest * ONE;
  const over = debt.principal === 0n && interest === owed;
  if (over) debt.exact = 0n;
  return { interest, principal, over };
}

/** The annual rate to four decimals, by doubles: far from any tie in these worlds. */
export function annual(amount: bigint, repayment: bigint, days: number): string {
  const rate = (Number(repayment) / Number(amount)) ** (365 / days) - 1;
  return String(Math.round(rate * 10_000) / 10_000);
}

export type Step = { readonly step: string; readonly at: number; readonly seq: number; readonly note: string | null };
/** Of too many steps the first and the latest stay. */
const STEPS_MAX = 25;
export const keepSteps = (steps: Step[]): Step[] =>
  steps.length <= STEPS_MAX ? steps : [steps[0] as Step, ...steps.slice(steps.length - STEPS_MAX + 1)];

interface Termed {
  readonly start_day: number | null;
  readonly due_day: number | null;
  readonly term_days: number;
  readonly terms: Terms;
}

export const costOf = ({ start_day: start, term_days: term, terms }: Termed): Cost => ({
  start: start ?? 0,
  term,
  free: Number(terms.freeDays),
  daily: mustUnits(String(terms.dailyRate)),
  late: mustUnits(String(terms.overdueRate)),
  returnable: terms.freeReturnsYear === undefined || Number(terms.freeReturnsUsed) < Number(terms.freeReturnsYear),
});

export const REMINDERS = [7, 3, 1];

/** Reminders that are over by a day, with those that a short loan never gets. */
export function remindersGiven({ term_days: term, due_day: due }: Termed, day: number): number {
  return REMINDERS.filter((days) => term <= days || (due ?? 0) * DAY_MS - days * DAY_MS <= day * DAY_MS).length;
}

interface Served extends Termed {
  readonly state: string;
  readonly collected_day: number | null;
  readonly reminded: number;
}

/** Neither repaid nor overdue, or not looked at, on a day on which it should have been. */
export const isLate = ({ state, due_day: due, collected_day: collected }: Served, day: number): boolean =>
  (state === 'repaying' && (due ?? 0) <= day) || (state === 'expired' && (collected ?? 0) < day);

/** Whether a reminder is missing. */
export const isSilent = (loan: Served, day: number): boolean =>
  loan.state === 'repaying' && loan.reminded < remindersGiven(loan, day);
