import type { LimitWindow } from '@glasshouse/api/kyc-limits';
import { type Amount, add, amountOf, formatAmount, lesser, subtract, ZERO } from '@glasshouse/rules/money';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY_HOURS = 24;
const MONTH_DAYS = 30;

/** What was used in one hour or one day, by its number since 1970. */
export type Bucket = readonly [number, string];

/**
 * What a person used of one kind of limit: by hour for the day, by day for the month, and in all.
 * At most 25 hours and 31 days are kept, whatever the number of orders.
 */
export type UsageCounts = {
  readonly hours: readonly Bucket[];
  readonly days: readonly Bucket[];
  readonly total: string;
};

export const NO_USAGE: UsageCounts = { hours: [], days: [], total: '0' };

/**
 * The bucket in which a window begins counts as a whole, so that nobody ever moves more than the
 * limit within any 24 hours or 30 days; at most an hour, or a day, is counted for longer.
 */
const within = (buckets: readonly Bucket[], oldest: number): readonly Bucket[] =>
  buckets.filter(([number]) => oldest <= number);

const oldestHour = (at: number): number => Math.floor(at / HOUR_MS) - DAY_HOURS;
const oldestDay = (at: number): number => Math.floor(at / DAY_MS) - MONTH_DAYS;

const sumOf = (buckets: readonly Bucket[]): Amount =>
  buckets.reduce((sum, [, amount]) => add(sum, amountOf(amount)), ZERO);

/** What counts against each window at a time. */
export function usedAt(counts: UsageCounts, at: number): { readonly [Window in LimitWindow]: Amount } {
  return {
    day: sumOf(within(counts.hours, oldestHour(at))),
    month: sumOf(within(counts.days, oldestDay(at))),
    total: amountOf(counts.total),
  };
}

function added(buckets: readonly Bucket[], number: number, amount: Amount): readonly Bucket[] {
  const known = buckets.find(([slot]) => slot === number);
  const more: Bucket = [number, formatAmount(add(amountOf(known?.[1] ?? '0'), amount))];
  return [...buckets.filter(([slot]) => slot !== number), more];
}

/** Counts an amount, and forgets buckets that no window reaches any more. */
export function withUse(counts: UsageCounts, amount: Amount, at: number): UsageCounts {
  return {
    hours: added(within(counts.hours, oldestHour(at)), Math.floor(at / HOUR_MS), amount),
    days: added(within(counts.days, oldestDay(at)), Math.floor(at / DAY_MS), amount),
    total: formatAmount(add(amountOf(counts.total), amount)),
  };
}

function lessened(buckets: readonly Bucket[], number: number, amount: Amount): readonly Bucket[] {
  return buckets.flatMap(([slot, counted]): Bucket[] => {
    if (slot !== number) return [[slot, counted]];
    const rest = subtract(amountOf(counted), lesser(amountOf(counted), amount));
    return rest === ZERO ? [] : [[slot, formatAmount(rest)]];
  });
}

/** Gives back what was counted at a time and never happened. */
export function withoutUse(counts: UsageCounts, amount: Amount, countedAt: number): UsageCounts {
  const total = amountOf(counts.total);
  return {
    hours: lessened(counts.hours, Math.floor(countedAt / HOUR_MS), amount),
    days: lessened(counts.days, Math.floor(countedAt / DAY_MS), amount),
    total: formatAmount(subtract(total, lesser(total, amount))),
  };
}
