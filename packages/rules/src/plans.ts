import { type Amount, lesser, mulRateCeil, mulRateFloor, type Rate, subtract, ZERO } from './money.ts';

/** A day of yield is a calendar day in UTC. */
export const PLAN_DAY_MS = 86_400_000;

/** Number of the UTC day of a moment, counted from 1970. */
export const planDayOf = (at: number): number => Math.floor(at / PLAN_DAY_MS);

/**
 * The first day that earns: the one after the purchase. Otherwise somebody who buys a minute before
 * midnight would be paid for a whole day.
 */
export const firstDayOf = (boughtAt: number): number => planDayOf(boughtAt) + 1;

/** When the yield of a day is paid: as the day ends. */
export const paidAt = (day: number): number => (day + 1) * PLAN_DAY_MS;

/** Payments of a midnight are spread over minutes; one that is missing for longer is late. */
export const PLAN_PAID_WITHIN_MS = 30 * 60_000;

/** Days whose yield is due by then. */
export function daysDue({ firstDay, days }: { readonly firstDay: number; readonly days: number }, at: number): number {
  return Math.min(days, Math.max(0, planDayOf(at) - firstDay));
}

export interface PlanSums {
  /** Paid for each day, rounded down. */
  readonly daily: Amount;
  /** All days together: what is reserved at the sale, to the unit. */
  readonly promised: Amount;
}

export function planSums(principal: Amount, dailyRate: Rate, days: number): PlanSums {
  const daily = mulRateFloor(principal, dailyRate);
  return { daily, promised: (daily * BigInt(days)) as Amount };
}

export interface ExitSums {
  /** Kept of the principal, rounded against the one who leaves. */
  readonly penalty: Amount;
  /** Paid back of it. */
  readonly returned: Amount;
  /** Reserved for days that never come. */
  readonly released: Amount;
}

/** What ends a plan early, after the yield of `paidDays` was paid. */
export function exitSums(plan: {
  readonly principal: Amount;
  readonly penaltyRate: Rate;
  readonly daily: Amount;
  readonly days: number;
  readonly paidDays: number;
  /** Before version 10 of the rules it was rounded down. */
  readonly rounding: 'up' | 'down';
}): ExitSums {
  const share = plan.rounding === 'up' ? mulRateCeil : mulRateFloor;
  const penalty = lesser(share(plan.principal, plan.penaltyRate), plan.principal);
  const left = plan.days - plan.paidDays;
  const released = left <= 0 ? ZERO : ((plan.daily * BigInt(left)) as Amount);
  return { penalty, returned: subtract(plan.principal, penalty), released };
}
