import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount, rateOf } from '@glasshouse/rules/money';
import { daysDue, exitSums } from '@glasshouse/rules/plans';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { Command, CoreState, Outcome } from '../../kernel/core/types.ts';
import { payDays } from './pay.ts';
import { accountsOf, PlanEffects } from './plan-effects.ts';
import type { Plan } from './rows.ts';
import { plansOf } from './slice.ts';
import { planWire } from './view.ts';

export type ExitBody = { readonly id: number };

/**
 * Ends a plan before its time. Days that are over are paid first, also those that an outage kept
 * waiting; one whose days are all over matures, and costs no penalty. The penalty, and what was
 * reserved for days that never come, go back into the product's pool: they cover the yield of
 * others, and leave it only by a drawing that everybody sees. 11051 not theirs, 11057 matured.
 */
export function exit(state: CoreState, command: Command<ExitBody>): Outcome {
  const { userId, book, seq, at, body } = command;
  if (book !== 'real') return refuse(code.switchToReal);
  const plan = plansOf(state).orders.get(body.id);
  if (plan === undefined || plan.user_id !== userId || plan.book !== book) return refuse(code.orderNotFound, 'id');
  const due = daysDue({ firstDay: plan.first_day, days: plan.days }, at);
  if (plan.state === 'expired' || due === plan.days) return refuse(code.orderAlreadyFinal, 'id');
  const effects = new PlanEffects(state);
  const paid = payDays(effects, plan, due);
  const principal = amountOf(plan.principal);
  const sums = exitSums({
    principal,
    penaltyRate: rateOf(plan.penalty_rate),
    daily: amountOf(plan.daily),
    days: plan.days,
    paidDays: paid.paid_days,
    // From version 10 on, against the one who leaves.
    rounding: rulesOf(state) < 10 ? 'down' : 'up',
  });
  const accounts = accountsOf(plan);
  const common = { ref: plan.id };
  effects.post({
    ...common,
    from: accounts.principal,
    to: accounts.pool,
    amount: sums.penalty,
    reason: 'plans.penalty',
  });
  effects.post({
    ...common,
    from: accounts.principal,
    to: accounts.available,
    amount: sums.returned,
    reason: 'plans.return',
  });
  effects.post({
    ...common,
    from: accounts.reserve,
    to: accounts.pool,
    amount: sums.released,
    reason: 'plans.release',
  });
  const ended: Plan = {
    ...paid,
    state: 'exited',
    penalty: formatAmount(sums.penalty),
    settled_by: seq,
    settled_at: at,
  };
  effects.save(ended);
  effects.grow(plan.product, { plans: -1, principal: -principal, penalties: sums.penalty });
  return { ok: true, result: planWire(ended), ...effects.toEffects() };
}
