import { code } from '@glasshouse/api/codes';
import { isReturnFree, loanCost, pledgeFor, utcDay } from '@glasshouse/rules/loans';
import { amountOf, formatAmount, formatRate, mulRateFloor, parseAmount, rateOf } from '@glasshouse/rules/money';
import { isBarred, parameterOf } from '../../authority/slice.ts';
import { figureOf } from '../../figures/in-force.ts';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CommandInput, CoreState, Handler, MarketView, Outcome } from '../../kernel/core/types.ts';
import { HOUR_MS } from '../../money/funding/steps.ts';
import { USDT } from '../../money/funding/value.ts';
import { LoanEffects } from './loan-effects.ts';
import { balanceValue, choosePledge, coinsOf, type PriceFacts, pricesOf } from './pledge.ts';
import type { FrozenTerms, Loan } from './rows.ts';
import { loansOf, recentReturns } from './slice.ts';

export type RequestBody = {
  readonly amount: string;
  readonly termDays: number;
  readonly agreement: number;
  readonly version: number;
  readonly language: string;
  /** SHA-256 of the text as it was signed, and of the strokes. */
  readonly textHash: string;
  readonly signatureHash: string;
  /** The terms that the text names: they must be those of this moment. */
  readonly terms: FrozenTerms;
};
export type CancelBody = { readonly id: number };

/** What lending asks of modules that it does not know. */
export interface LoanPorts {
  /** How far the person is identified. */
  readonly identityOf: (state: CoreState, userId: number) => 'none' | 'basic' | 'full';
}

/**
 * The terms of a loan that somebody asks for on a day; of somebody who has returned none, without.
 * Days that cost nothing are for those who have a return without interest left: who returned loans
 * for nothing again and again would otherwise do the same within the free days.
 */
export function termsNow(state: CoreState, by?: { readonly userId: number; readonly day: number }): FrozenTerms {
  const isCounted = 10 <= rulesOf(state);
  const returns = isCounted && {
    freeReturnsYear: parameterOf(state, 'loan.free_returns_year'),
    freeReturnsUsed: by === undefined ? 0 : recentReturns(state, by.userId, by.day).length,
  };
  const coverRate = figureOf(state, 'loans.coverRate');
  const warnRate = figureOf(state, 'loans.warnRate');
  return {
    dailyRate: parameterOf(state, 'loan.daily_rate'),
    overdueRate: parameterOf(state, 'loan.overdue_rate'),
    freeDays: returns && !isReturnFree(returns) ? 0 : parameterOf(state, 'loan.free_days'),
    graceDays: parameterOf(state, 'loan.grace_days'),
    openRate: figureOf(state, 'loans.fullRate'),
    warnRate,
    ...(coverRate === warnRate ? {} : { coverRate }),
    sellRate: figureOf(state, 'loans.sellRate'),
    saleRate: figureOf(state, 'loans.saleRate'),
    warnMs: figureOf(state, 'loans.warnMs'),
    ...returns,
    ...(14 <= rulesOf(state) && { lender: parameterOf(state, 'site.operator'), law: parameterOf(state, 'loan.law') }),
  };
}

export const gatherRequest = (
  { userId }: CommandInput,
  at: number,
  market: MarketView,
  state: CoreState,
): PriceFacts => ({
  prices: pricesOf(coinsOf(state, userId), at, market, state),
});

const sameTerms = (left: FrozenTerms, right: FrozenTerms): boolean =>
  (Object.keys(right) as (keyof FrozenTerms)[]).every((name) => left[name] === right[name]);

/**
 * A person asks for a loan; what is pledged is set aside at once. Refusals in order: 11008 no
 * amount, 10008 frozen, 10022 not identified, 11040 more than the basic check allows, 11043 nobody
 * lends, 11628 the lender has no name, 11300 one is open, 11048 the terms changed since the
 * signature, 10023 the term, 11301 too little, 11074 above the limit, 11302 too little of the
 * balance is free, 11080 the pool.
 */
export const requestHandler =
  (ports: LoanPorts): Handler<RequestBody, PriceFacts> =>
  (state, command): Outcome => {
    const { userId, seq, at, body, facts } = command;
    const amount = parseAmount(body.amount);
    if (amount === undefined || amount === 0n) return refuse(code.outOfRange, 'amount');
    if (isBarred(state, userId)) return refuse(code.userStatusWrong);
    const identity = ports.identityOf(state, userId);
    if (identity === 'none') return refuse(code.notVerified);
    const value = balanceValue(state, userId, facts.prices);
    const fullLimit = mulRateFloor(value, rateOf(figureOf(state, 'loans.fullRate')));
    const limitRate = figureOf(state, identity === 'full' ? 'loans.fullRate' : 'loans.basicRate');
    const limit = mulRateFloor(value, rateOf(limitRate));
    if (limit < amount && amount <= fullLimit) return refuse(code.verifyIdentityFirst, 'amount');
    if (parameterOf(state, 'loan.offered') !== 1) return refuse(code.productOffHere);
    const terms = termsNow(state, { userId, day: utcDay(at) });
    if (terms.lender === '') return refuse(code.lenderUnnamed, 'lender');
    if (loansOf(state).byUser.has(userId)) return refuse(code.loanAlreadyOpen);
    if (!sameTerms(body.terms, terms)) return refuse(code.agreementNotSigned, 'agreementId');
    if (!parameterOf(state, 'loan.terms_days').includes(String(body.termDays))) {
      return refuse(code.loanTermWrong, 'termDays');
    }
    if (amount < amountOf(parameterOf(state, 'loan.minimum'))) return refuse(code.loanBelowMinimum, 'amount');
    if (limit < amount || amountOf(parameterOf(state, 'loan.maximum')) < amount) {
      return refuse(code.loanAboveLimit, 'amount');
    }
    const needed = pledgeFor(amount, rateOf(terms.openRate));
    const collateral = choosePledge(state, userId, { value: needed, prices: facts.prices });
    if (collateral === undefined) return refuse(code.pledgeTooSmall, 'amount');
    if (balanceOf(state, houseAccount('real', USDT, 'pool.lending')) < amount) return refuse(code.poolFull, 'amount');

    const cost = loanCost(amount, {
      dailyRate: rateOf(terms.dailyRate),
      overdueRate: rateOf(terms.overdueRate),
      freeDays: terms.freeDays,
      termDays: body.termDays,
    });
    const loan: Loan = {
      id: seq,
      user_id: userId,
      book: 'real',
      state: 'pending',
      amount: formatAmount(amount),
      term_days: body.termDays,
      terms,
      interest: formatAmount(cost.interest),
      repayment: formatAmount(cost.repayment),
      apr: formatRate(cost.apr),
      limit_rate: limitRate,
      balance_value: formatAmount(value),
      agreement: body.agreement,
      version: body.version,
      language: body.language,
      text_hash: body.textHash,
      signature_hash: body.signatureHash,
      collateral,
      principal: formatAmount(amount),
      accrued: '0',
      counted_day: null,
      paid_principal: '0',
      paid_interest: '0',
      start_day: null,
      due_day: null,
      reminded: 0,
      collected_day: null,
      warned_at: null,
      reason: null,
      note: null,
      steps: [],
      placed_at: at,
      review_by: at + figureOf(state, 'loans.reviewHours') * HOUR_MS,
      started_at: null,
      closed_at: null,
    };
    const effects = new LoanEffects(state, command);
    for (const { asset, amount: pledged } of collateral) {
      const from = userAccount(userId, 'real', asset, 'available');
      const to = userAccount(userId, 'real', asset, 'collateral');
      effects.post(loan, { from, to, amount: amountOf(pledged), reason: 'loans.pledge' });
    }
    effects.save(loan, 'requested');
    return { ok: true, result: { id: seq }, ...effects.toEffects() };
  };

/** The person's loan of a command. */
export function ownLoan(state: CoreState, { userId, body }: Command<{ readonly id: number }>): Loan | undefined {
  const found = loansOf(state).loans.get(body.id);
  return found?.user_id === userId ? found : undefined;
}

/** Changes their mind before anybody decided. 11051 not theirs or over, 11057 paid out. */
export function cancel(state: CoreState, command: Command<CancelBody>): Outcome {
  const found = ownLoan(state, command);
  if (found === undefined) return refuse(code.orderNotFound, 'id');
  if (found.state !== 'pending') return refuse(code.orderAlreadyFinal, 'id');
  const effects = new LoanEffects(state, command);
  const released = effects.release(found);
  effects.save({ ...released, state: 'cancelled', review_by: null, closed_at: command.at }, 'cancelled');
  return { ok: true, result: { id: found.id }, ...effects.toEffects() };
}
