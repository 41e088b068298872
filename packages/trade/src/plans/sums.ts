import type { ResultOf } from '@glasshouse/api';
import { exitDerivations, planDerivations } from '@glasshouse/rules/derivations/plans';
import { add, amountOf, formatAmount, parseAmount, rateOf } from '@glasshouse/rules/money';
import { exitSums, firstDayOf, paidAt, planSums } from '@glasshouse/rules/plans';

export type Product = ResultOf<'listPlanProducts'>['items'][number];
export type Plan = ResultOf<'listPlans'>['items'][number];

export interface BuySums {
  readonly daily: string;
  readonly promised: string;
  readonly end: string;
  readonly exit: string;
  /** What each of them follows from, as it is shown to whoever asks. */
  readonly why: ReturnType<typeof planDerivations>;
  readonly startsAt: number;
  readonly maturesAt: number;
}

/** What the purchase pays and when, by the rules that the server uses; undefined out of range. */
export function buySums(product: Product, text: string, now: number): BuySums | undefined {
  const amount = parseAmount(text);
  if (amount === undefined || amount < amountOf(product.min) || amountOf(product.max) < amount) return undefined;
  const { daily, promised } = planSums(amount, rateOf(product.dailyYield), product.cycleDays);
  const penaltyRate = rateOf(product.exitPenaltyRate);
  const left = exitSums({
    principal: amount,
    penaltyRate,
    daily,
    days: product.cycleDays,
    paidDays: 0,
    rounding: 'up',
  });
  const first = firstDayOf(now);
  return {
    daily: formatAmount(daily),
    promised: formatAmount(promised),
    end: formatAmount(add(amount, promised)),
    exit: formatAmount(left.returned),
    why: planDerivations({
      principal: formatAmount(amount),
      dailyYield: product.dailyYield,
      days: product.cycleDays,
      penaltyRate: product.exitPenaltyRate,
    }),
    startsAt: paidAt(first - 1),
    maturesAt: paidAt(first + product.cycleDays - 1),
  };
}

/** What leaving a plan now costs, and what it leaves. */
export function planExitSums(plan: Plan): Record<'penalty' | 'back' | 'lost', string> {
  const { penalty, returned, released } = exitSums({
    principal: amountOf(plan.amount),
    penaltyRate: rateOf(plan.exitPenaltyRate),
    daily: amountOf(plan.dailyAmount),
    days: plan.cycleDays,
    paidDays: plan.paidDays,
    rounding: 'up',
  });
  return { penalty: formatAmount(penalty), back: formatAmount(returned), lost: formatAmount(released) };
}

/** The same with its reason. */
export const exitReason = (plan: Plan): ReturnType<typeof exitDerivations> =>
  exitDerivations({
    principal: plan.amount,
    daily: plan.dailyAmount,
    days: plan.cycleDays,
    paidDays: plan.paidDays,
    penaltyRate: plan.exitPenaltyRate,
  });
