import type { Amount } from '@glasshouse/rules/money';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { paidAt } from '@glasshouse/rules/plans';
import { isoTime } from '../../kernel/core/iso-time.ts';
import type { Plan } from './rows.ts';

/** Yield paid so far. */
export const earnedBy = ({ daily, paid_days }: Pick<Plan, 'daily' | 'paid_days'>): Amount =>
  (amountOf(daily) * BigInt(paid_days)) as Amount;

/** A plan as the log and its owner's pages have it; its product's name depends on who reads. */
export const planWire = (plan: Plan) => ({
  id: plan.id,
  productId: plan.product,
  termsVersion: plan.terms_version,
  kind: plan.kind,
  asset: plan.asset,
  amount: plan.principal,
  dailyYield: plan.daily_rate,
  dailyAmount: plan.daily,
  cycleDays: plan.days,
  paidDays: plan.paid_days,
  earned: formatAmount(earnedBy(plan)),
  promised: plan.promised,
  exitPenaltyRate: plan.penalty_rate,
  state: plan.state,
  boughtAt: isoTime(plan.placed_at),
  startedAt: isoTime(paidAt(plan.first_day - 1)),
  maturesAt: isoTime(plan.matures_at),
  penalty: plan.penalty,
  closedAt: plan.settled_at === null ? null : isoTime(plan.settled_at),
});
