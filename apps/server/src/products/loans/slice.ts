import {
  FREE_RETURN_WINDOW_DAYS,
  REMINDER_DAYS,
  remindersGiven,
  skippedReminders,
  startOfDay,
} from '@glasshouse/rules/loans';
import { notOwned } from '../../kernel/core/effects.ts';
import { MinHeap } from '../../kernel/core/min-heap.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../../kernel/core/types.ts';
import type { Loan, LoanReturns, LoanStep } from './rows.ts';

export const LOANS = { name: 'loans' } as const;

export type LoanRows = {
  readonly loans: Loan;
  readonly loan_steps: LoanStep;
  readonly loan_returns: LoanReturns;
};

/** Loans that wait for a review or are not repaid. */
export interface LoansSlice {
  readonly loans: Map<number, Loan>;
  /** One per person at most. */
  readonly byUser: Map<number, number>;
  /** Loans by when something is due; entries of before stay until they come up. */
  readonly due: MinHeap;
  /** Days of returns without interest, by person. */
  readonly returns: Map<number, readonly number[]>;
  /** Running loans by when their pledge is looked at next. Not durable: a start looks at all. */
  readonly looks: MinHeap;
}

export const emptySlice = (): LoansSlice => ({
  loans: new Map(),
  byUser: new Map(),
  returns: new Map(),
  due: new MinHeap(),
  looks: new MinHeap(),
});

export const loansOf = (state: CoreState): LoansSlice => sliceOf<LoansSlice>(state, LOANS);

export function reduce(slice: LoansSlice, change: ChangeOf<LoanRows>): void {
  if (change.table === 'loan_steps') return;
  if (change.table === 'loan_returns') {
    slice.returns.set(change.row.user_id, change.row.days);
    return;
  }
  const { table, row } = change;
  if (table !== 'loans') notOwned(LOANS.name, table);
  const before = slice.loans.get(row.id);
  if (row.closed_at !== null) {
    slice.loans.delete(row.id);
    if (slice.byUser.get(row.user_id) === row.id) slice.byUser.delete(row.user_id);
    return;
  }
  slice.loans.set(row.id, row);
  slice.byUser.set(row.user_id, row.id);
  const dueAt = nextDueAt(row);
  if (dueAt !== undefined && dueAt !== (before && nextDueAt(before))) slice.due.push(dueAt, row.id);
  if (isRunning(row) && !(before && isRunning(before))) slice.looks.push(0, row.id);
}

/** The days of the window that ends on a day on which somebody returned a loan without interest. */
export const recentReturns = (state: CoreState, userId: number, day: number): readonly number[] =>
  (loansOf(state).returns.get(userId) ?? []).filter((returned) => day - FREE_RETURN_WINDOW_DAYS < returned);

export const isRunning = ({ state }: Loan): boolean => state === 'repaying' || state === 'expired';

/** Whether money that was lent is out: nothing leaves the account meanwhile. */
export function hasOpenLoan(state: CoreState, userId: number): boolean {
  const slice = loansOf(state);
  const id = slice.byUser.get(userId);
  const loan = id === undefined ? undefined : slice.loans.get(id);
  return loan !== undefined && isRunning(loan);
}

/** Reminders that a loan never gets, because they would come before or with its payout. */
export const remindersSkipped = ({ term_days: termDays }: Loan): number => skippedReminders(termDays);

/** When something is due for it by the calendar: a reminder, the repayment, a day overdue. */
export function nextDueAt(loan: Loan): number | undefined {
  const { state, due_day: dueDay, collected_day: collected } = loan;
  if (dueDay === null) return undefined;
  if (state === 'expired') return startOfDay((collected ?? dueDay) + 1);
  if (state !== 'repaying') return undefined;
  const days = REMINDER_DAYS[loan.reminded];
  return startOfDay(dueDay - (days ?? 0));
}

/** The reminders that are over by a day, with those that it never gets. */
export const remindersBy = ({ term_days: termDays, due_day: dueDay }: Loan, day: number): number =>
  remindersGiven({ termDays, dueDay: dueDay ?? 0 }, day);
