import { code } from '@glasshouse/api/codes';
import { add, amountOf, formatAmount, parseAmount, rateOf } from '@glasshouse/rules/money';
import { firstDayOf, paidAt, planSums } from '@glasshouse/rules/plans';
import { isBarred } from '../../authority/slice.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CoreState, Outcome } from '../../kernel/core/types.ts';
import { accountsOf, PlanEffects } from './plan-effects.ts';
import type { Plan } from './rows.ts';
import { plansOf } from './slice.ts';
import { planCode } from './terms.ts';
import { planWire } from './view.ts';

export interface PlanPorts {
  /** Whether the person has lent money: it earns no yield, which its free days would make free. */
  readonly hasOpenLoan: (state: CoreState, userId: number) => boolean;
}

export type BuyBody = {
  readonly product: number;
  readonly amount: string;
  /** The cycle that the person saw; null: any. */
  readonly days: number | null;
  /** The version of the terms that the person saw; null: any. */
  readonly version: number | null;
};

/**
 * Sells a plan: the principal is set aside, and all of its yield is moved out of what operators
 * funded. Refusals in order: 10008 frozen, 11035 demo, 11280 a loan is open, 11041 smart trading is
 * off, 10010 no such product or not on sale, 10012 another cycle, 10013 the amount, 10024 one per
 * person, 11290 other terms than were seen, 11075 too many plans, 11078 capacity, 10092 balance,
 * 11081 the reserve cannot cover it.
 */
export const buyHandler =
  (ports: PlanPorts) =>
  (state: CoreState, command: Command<BuyBody>): Outcome => {
    const { seq, userId, book, at, body } = command;
    const slice = plansOf(state);
    if (isBarred(state, userId)) return refuse(code.userStatusWrong);
    if (book !== 'real') return refuse(code.switchToReal);
    if (7 <= rulesOf(state) && ports.hasOpenLoan(state, userId)) return refuse(code.repayLoanFirst);
    const { product } = body;
    const terms = slice.terms.get(planCode(product));
    if (terms?.kind === 'smart' && !slice.smart.has(userId)) return refuse(code.smartTradingOff);
    if (terms === undefined || !terms.onSale) return refuse(code.smartProductIncorrect, 'productId');
    if (body.days !== null && body.days !== terms.days) return refuse(code.daysNotFound, 'days');
    const amount = parseAmount(body.amount);
    if (amount === undefined || amount < amountOf(terms.min) || amountOf(terms.max) < amount) {
      return refuse(code.investmentAmountWrong, 'amount');
    }
    const mine = [...(slice.byUser.get(userId) ?? [])];
    const hasSame = mine.some((id) => slice.orders.get(id)?.product === product);
    if (terms.onePerUser && hasSame) return refuse(code.sameProductBought, 'productId');
    if (body.version !== null && body.version !== terms.version) return refuse(code.planTermsChanged);
    if (figureOf(state, 'plans.openMax') <= mine.length) return refuse(code.tooManyOpenOrders);
    const effects = new PlanEffects(state);
    const soldPrincipal = amountOf(effects.totals(product).principal);
    if (amountOf(terms.capacity) < add(soldPrincipal, amount)) return refuse(code.capacityReached, 'amount');
    const accounts = accountsOf({ user_id: userId, book, asset: terms.asset, product });
    if (balanceOf(state, accounts.available) < amount) return refuse(code.balanceInsufficient, 'amount');
    const { daily, promised } = planSums(amount, rateOf(terms.dailyRate), terms.days);
    if (balanceOf(state, accounts.pool) < promised) return refuse(code.reserveTooSmall, 'amount');

    const firstDay = firstDayOf(at);
    const plan: Plan = {
      id: seq,
      user_id: userId,
      book,
      product,
      terms_version: terms.version,
      kind: terms.kind,
      asset: terms.asset,
      principal: formatAmount(amount),
      daily_rate: terms.dailyRate,
      daily: formatAmount(daily),
      days: terms.days,
      promised: formatAmount(promised),
      penalty_rate: terms.penaltyRate,
      first_day: firstDay,
      state: 'earning',
      paid_days: 0,
      placed_at: at,
      matures_at: paidAt(firstDay + terms.days - 1),
      penalty: null,
      settled_by: null,
      settled_at: null,
    };
    const { available, principal, pool, reserve } = accounts;
    effects.post({ from: available, to: principal, amount, reason: 'plans.principal', ref: seq });
    effects.post({ from: pool, to: reserve, amount: promised, reason: 'plans.reserve', ref: seq });
    effects.save(plan);
    effects.grow(product, { plans: 1, sold: 1, principal: amount });
    return { ok: true, result: planWire(plan), ...effects.toEffects() };
  };
