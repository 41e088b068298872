/** The periods on offer. Days follow the reader's clock. */
export const PERIODS = ['today', 'week', 'month', 'all', 'custom'] as const;
export type Period = (typeof PERIODS)[number];

export interface PeriodChoice {
  readonly period: Period;
  /** For `custom`: the first and the last day as `2026-11-21`; empty is open-ended. */
  readonly first: string;
  readonly last: string;
}

export interface TimeRange {
  readonly from?: string;
  /** Exclusive. */
  readonly to?: string;
}

const DAY_MS = 86_400_000;
const DAYS = { week: 7, month: 30 } as const;

/** Undefined if the last day is before the first. */
export function rangeOf({ period, first, last }: PeriodChoice, now: number): TimeRange | undefined {
  switch (period) {
    case 'all':
      return {};
    case 'today':
      return { from: iso(startOfDay(new Date(now))) };
    case 'week':
    case 'month':
      return { from: new Date(now - DAYS[period] * DAY_MS).toISOString() };
    case 'custom': {
      const from = dayOf(first);
      const to = dayOf(last, 1);
      if (from !== undefined && to !== undefined && to <= from) return undefined;
      return { ...(from && { from: iso(from) }), ...(to && { to: iso(to) }) };
    }
  }
}

const iso = (date: Date): string => date.toISOString();
const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/**
 * The start of a day, or of one `days` later; by the calendar, since not every day has 24 hours.
 */
function dayOf(text: string, days = 0): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + days);
}

/** The day of a time, as a date field writes it. */
export function dayText(now: number): string {
  const date = new Date(now);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
