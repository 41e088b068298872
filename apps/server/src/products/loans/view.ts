import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import {
  accrueTo,
  isReturnFree,
  lastWithdrawalDay,
  roundedInterest,
  startOfDay,
  utcDay,
} from '@glasshouse/rules/loans';
import { add, amountOf, formatAmount, formatRate, ratioCeil, ZERO } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { type LinesOf, type NextStep, timelineOf } from '../../money/funding/timeline.ts';
import { reasonText } from '../../money/funding/words.ts';
import { debtOf, debtOn, owedOn, termsOfLoan } from './loan-effects.ts';
import { termsView } from './offer.ts';
import { type Prices, pledgeValue } from './pledge.ts';
import type { Loan } from './rows.ts';
import { isRunning } from './slice.ts';

export type LoanView = ResultOf<'getLoan'>;
export type StepName = LoanView['timeline'][number]['step'];

export interface ViewContext {
  readonly language: Language;
  readonly lines: LinesOf;
  readonly prices: Prices;
  readonly now: number;
}

/** A loan as its owner sees it; interest to date is counted when it is shown. */
export function loanView(loan: Loan, { language, lines, prices, now }: ViewContext): LoanView {
  const day = utcDay(now);
  const runs = isRunning(loan);
  const debt = runs ? accrueTo(debtOf(loan), termsOfLoan(loan), day) : undefined;
  const { start_day: startDay, due_day: dueDay } = loan;
  return {
    id: loan.id,
    amount: loan.amount,
    termDays: loan.term_days,
    ...termsView(loan.terms),
    interest: formatAmount(debt === undefined ? ZERO : roundedInterest(debt.accrued)),
    totalInterest: loan.interest,
    apr: loan.apr,
    repaymentAt: dueDay === null ? null : isoTime(startOfDay(dueDay)),
    repaymentAmount: loan.repayment,
    principal: runs ? loan.principal : '0',
    payoff: formatAmount(runs ? owedOn(loan, day) : ZERO),
    repaid: formatAmount(add(amountOf(loan.paid_principal), amountOf(loan.paid_interest))),
    interestPaid: loan.paid_interest,
    withdrawUntil:
      startDay === null || !isReturnFree(loan.terms)
        ? null
        : isoTime(startOfDay(lastWithdrawalDay(startDay, termsOfLoan(loan)) + 1)),
    state: loan.state,
    collateral: loan.collateral.map(({ asset, amount }) => ({ symbol: asset, amount })),
    cover: runs && 0 < loan.collateral.length ? coverOf(loan, prices, day) : null,
    agreementId: loan.agreement,
    agreementVersion: loan.version,
    textHash: loan.text_hash,
    signatureHash: loan.signature_hash,
    reason: loan.reason as LoanView['reason'],
    reasonText: loan.reason === null ? null : reasonText(language, loan.reason, loan.note),
    createdAt: isoTime(loan.placed_at),
    startedAt: loan.started_at === null ? null : isoTime(loan.started_at),
    closedAt: loan.closed_at === null ? null : isoTime(loan.closed_at),
    timeline: timelineOf<StepName>(loan.steps, lines, nextOf(loan, day)),
  };
}

function coverOf(loan: Loan, prices: Prices, day: number): LoanView['cover'] {
  const debt = debtOn(loan, day);
  const value = pledgeValue(loan.collateral, prices);
  const { warned_at: warnedAt, terms } = loan;
  return {
    value: value === undefined ? null : formatAmount(value),
    debt: formatAmount(debt),
    share: value === undefined || value === ZERO ? null : formatRate(ratioCeil(debt, value)),
    warnedAt: warnedAt === null ? null : isoTime(warnedAt),
    sellFrom: warnedAt === null ? null : isoTime(warnedAt + terms.warnMs),
  };
}

function nextOf(loan: Loan, day: number): NextStep<StepName>[] {
  const { state, review_by: reviewBy, due_day: dueDay, collateral, terms } = loan;
  if (state === 'pending') {
    return [
      { step: 'reviewed', dueAt: reviewBy },
      { step: 'paidOut', dueAt: reviewBy },
    ];
  }
  if (dueDay === null) return [];
  if (state === 'repaying') return [{ step: 'due', dueAt: startOfDay(dueDay) }];
  // A sale whose day has come waits for prices and for the pool: nobody can say when.
  const saleDay = dueDay + terms.graceDays;
  const isToCome = state === 'expired' && 0 < collateral.length && day < saleDay;
  return isToCome ? [{ step: 'sold', dueAt: startOfDay(saleDay) }] : [];
}
