import { amountOf } from '@glasshouse/rules/money';
import { paidAt } from '@glasshouse/rules/plans';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import type { Command, CommandInput, CoreState, Outcome } from '../../kernel/core/types.ts';
import { accountsOf, PlanEffects } from './plan-effects.ts';
import type { Plan } from './rows.ts';
import { nextPaymentAt, plansOf } from './slice.ts';

/** The yield of one day, for plans that earned it. */
export type PayBody = { readonly day: number; readonly plans: readonly number[] };
export type ReturnBody = { readonly plans: readonly number[] };

/**
 * Plans looked at per time event, so that orders get their turn between the rounds of midnight: a
 * day costs a posting, a row and an event, and whoever orders meanwhile waits for a whole round. An
 * outage of days is caught up with in the same slices, a day of each plan at a time.
 */
export const PLANS_PER_ROUND = 40;

/** Pays the yield of each day up to this many, one posting a day, out of what was set aside. */
export function payDays(effects: PlanEffects, plan: Plan, upTo: number): Plan {
  const { reserve, available } = accountsOf(plan);
  const amount = amountOf(plan.daily);
  for (let day = plan.paid_days; day < upTo; day += 1) {
    effects.post({ from: reserve, to: available, amount, reason: 'plans.yield', ref: plan.id });
    effects.grow(plan.product, { paid: amount });
  }
  return upTo <= plan.paid_days ? plan : { ...plan, paid_days: upTo };
}

/** A day that was paid before is left alone, so that carrying this out twice pays once. */
export function pay(state: CoreState, { at, body }: Command<PayBody>): Outcome {
  const { day, plans } = body;
  if (at < paidAt(day)) throw new Error(`day ${day} is not over`);
  const effects = new PlanEffects(state);
  const slice = plansOf(state);
  let count = 0;
  for (const id of plans) {
    const plan = slice.orders.get(id);
    const next = plan === undefined ? Number.POSITIVE_INFINITY : plan.first_day + plan.paid_days;
    // Its owner may have left it since it was found.
    if (plan?.state !== 'earning' || day < next) continue;
    if (next < day) throw new Error(`plan ${id} waits for day ${next}, not for ${day}`);
    const paid = payDays(effects, plan, plan.paid_days + 1);
    effects.save(paid.paid_days === paid.days ? { ...paid, state: 'expired' } : paid);
    count += 1;
  }
  return { ok: true, result: { plans: count }, ...effects.toEffects() };
}

/** The principal of plans whose days are all paid. */
export function giveBack(state: CoreState, { seq, at, body }: Command<ReturnBody>): Outcome {
  const effects = new PlanEffects(state);
  const slice = plansOf(state);
  for (const id of body.plans) {
    const plan = slice.orders.get(id);
    if (plan?.state !== 'expired') throw new Error(`plan ${id} has not expired`);
    const { principal: account, available } = accountsOf(plan);
    const amount = amountOf(plan.principal);
    effects.post({ from: account, to: available, amount, reason: 'plans.return', ref: id });
    effects.save({ ...plan, state: 'divided', settled_by: seq, settled_at: at });
    effects.grow(plan.product, { plans: -1, principal: -amount });
  }
  return { ok: true, result: { plans: body.plans.length }, ...effects.toEffects() };
}

/** Principal that is to come back, then days that are over: O(log n) for each of them. */
export function paymentsDue(state: CoreState, at: number): CommandInput[] {
  const slice = plansOf(state);
  const returned: number[] = [];
  for (const id of slice.expired)
    if (returned.length < PLANS_PER_ROUND) returned.push(id);
    else break;
  const byDay = new Map<number, number[]>();
  for (let looked = returned.length; looked < PLANS_PER_ROUND && slice.due.peekKey() <= at; looked += 1) {
    const dueAt = slice.due.peekKey();
    const id = slice.due.pop() as number;
    const plan = slice.orders.get(id);
    if (plan?.state !== 'earning' || nextPaymentAt(plan) !== dueAt) continue;
    const day = plan.first_day + plan.paid_days;
    const ids = byDay.get(day);
    if (ids === undefined) byDay.set(day, [id]);
    else ids.push(id);
  }
  const live = slice.orders;
  return [
    ...internalCommands(returned, { type: 'plans.return', live, bodyOf: (plans): ReturnBody => ({ plans }) }),
    ...[...byDay].flatMap(([day, ids]) =>
      internalCommands(ids, {
        type: 'plans.pay',
        live,
        suffix: `:${day}`,
        bodyOf: (plans): PayBody => ({ day, plans }),
      }),
    ),
  ];
}
