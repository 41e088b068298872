import { code } from '@glasshouse/api/codes';
import type { ReviewReason } from '@glasshouse/api/schemas/funding';
import { pledgeFor, utcDay } from '@glasshouse/rules/loans';
import { type Amount, amountOf, rateOf } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import { isBarred, parameterOf } from '../../authority/slice.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CommandInput, CoreState, Json, MarketView, Refusal } from '../../kernel/core/types.ts';
import { USDT } from '../../money/funding/value.ts';
import { LoanEffects } from './loan-effects.ts';
import {
  balanceValue,
  coinsOf,
  isKycEnough,
  isPledgeEnough,
  isWithinLimit,
  type PriceFacts,
  type Prices,
  pledgeValue,
  pricesOf,
} from './pledge.ts';
import { type LoanPorts, ownLoan } from './request.ts';
import type { Loan } from './rows.ts';
import { loansOf, remindersSkipped } from './slice.ts';

export type ReviewBody = OperatorBody<{
  readonly id: number;
  readonly decision: 'approve' | 'reject';
  readonly rejection: ReviewReason | null;
  readonly note: string | null;
}>;

export const gatherReview = (
  { body }: CommandInput<ReviewBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): PriceFacts => {
  const borrower = loansOf(state).loans.get(body.id)?.user_id;
  return { prices: borrower === undefined ? {} : pricesOf(coinsOf(state, borrower), at, market, state) };
};

const shown = ({ state, amount, term_days: termDays }: Loan): Json => ({ state, amount, termDays });

/** Before version 7 of the rules: the pledge as at the request, and no look at the balance. */
function isCovered(
  state: CoreState,
  loan: Loan,
  collateral: { readonly pledged: Amount; readonly prices: Prices },
): boolean {
  if (rulesOf(state) < 7) return pledgeFor(amountOf(loan.amount), rateOf(loan.terms.openRate)) <= collateral.pledged;
  const balance = balanceValue(state, loan.user_id, collateral.prices);
  return isPledgeEnough(loan, collateral.pledged) && isWithinLimit(loan, balance);
}

/**
 * Pays out, or rejects and gives the pledge back. What was true at the request must still be: the
 * person is not frozen and as well identified, and pledge and balance cover the amount.
 */
function review(state: CoreState, command: Command<ReviewBody, PriceFacts>, ports: LoanPorts): Decision | Refusal {
  const { body, at } = command;
  const found = ownLoan(state, command);
  if (found === undefined) return refuse(code.nothingFound, 'id');
  if (found.state !== 'pending') return refuse(code.orderAlreadyFinal, 'id');
  const effects = new LoanEffects(state, command);
  const decided = (after: Loan): Decision => ({
    ok: true,
    subject: `loan ${found.id}`,
    before: shown(found),
    after: shown(after),
    ...effects.toEffects(),
  });
  const { note } = body;
  if (body.decision === 'reject') {
    if (body.rejection === null) return refuse(code.fieldRequired, 'rejection');
    const released = effects.release(found);
    const over = { state: 'rejected', review_by: null, closed_at: at } as const;
    return decided(effects.save({ ...released, ...over, reason: body.rejection, note }, 'rejected', note));
  }
  if (isBarred(state, found.user_id)) return refuse(code.userStatusWrong);
  const identity = ports.identityOf(state, found.user_id);
  if (!isKycEnough(found, identity)) return refuse(code.notVerified);
  const amount = amountOf(found.amount);
  const value = pledgeValue(found.collateral, command.facts.prices);
  if (value === undefined) return refuse(code.notTradable);
  if (!isCovered(state, found, { pledged: value, prices: command.facts.prices })) {
    return refuse(code.loanAboveLimit, 'id');
  }
  const pool = houseAccount('real', USDT, 'pool.lending');
  if (balanceOf(state, pool) < amount) return refuse(code.poolFull);
  const startDay = utcDay(at);
  effects.post(found, {
    from: pool,
    to: userAccount(found.user_id, 'real', USDT, 'available'),
    amount,
    reason: 'loans.payout',
  });
  const paid: Loan = {
    ...found,
    state: 'repaying',
    note,
    review_by: null,
    started_at: at,
    start_day: startDay,
    counted_day: startDay,
    due_day: startDay + found.term_days,
    reminded: remindersSkipped(found),
  };
  return decided(effects.save(paid, 'paidOut', note));
}

/** Above the limit of the parameters two persons pay out. */
function needsSecond(state: CoreState, { body }: Command<ReviewBody, PriceFacts>): boolean {
  const found = loansOf(state).loans.get(body.id);
  const limit = amountOf(parameterOf(state, 'loan.two_person_usdt'));
  return body.decision === 'approve' && found !== undefined && limit < amountOf(found.amount);
}

export const reviewHandler = (ports: LoanPorts) =>
  operatorHandler<ReviewBody, PriceFacts>({
    permission: 'loans.review',
    secondPerson: needsSecond,
    decide: (state, command) => review(state, command, ports),
  });
