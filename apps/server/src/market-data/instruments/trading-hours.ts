import { CALENDAR_RULES, type CalendarRule } from './calendar/rules.ts';
import { nextOpen, sessionAt } from './calendar.ts';

/** Days ahead for which special hours are told. */
const DAYS_AHEAD = 365;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;

export interface WeeklySession {
  /** ISO weekday, Monday is 1. */
  readonly day: number;
  /** Local time, `09:30`; `24:00` is midnight. */
  readonly open: string;
  readonly close: string;
}

export interface SpecialDay {
  /** Local date, `2026-12-25`. */
  readonly date: string;
  readonly name: string;
}

export interface WeeklyHours {
  readonly timeZone: string;
  readonly sessions: readonly WeeklySession[];
  readonly holidays: readonly SpecialDay[];
}

const ALWAYS: WeeklyHours = {
  timeZone: 'UTC',
  sessions: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, open: '00:00', close: '24:00' })),
  holidays: [],
};

const cache = new Map<string, { readonly dayAt: number; readonly hours: WeeklyHours }>();

/**
 * The ordinary week of a calendar and the days of the coming year that differ from it. Computed
 * once a day.
 */
export function weeklyHours(calendar: string, now: number): WeeklyHours {
  const rule = CALENDAR_RULES[calendar];
  if (rule === undefined) return ALWAYS;
  const dayAt = Math.floor(now / DAY_MS) * DAY_MS;
  const known = cache.get(calendar);
  if (known?.dayAt === dayAt) return known.hours;
  const hours = describe(rule, dayAt);
  cache.set(calendar, { dayAt, hours });
  return hours;
}

function describe(rule: CalendarRule, dayAt: number): WeeklyHours {
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => dayOf(rule, dayAt + index * DAY_MS));
  const ordinary = new Map<number, string>();
  for (const weekday of [1, 2, 3, 4, 5])
    ordinary.set(weekday, commonest(days.filter((day) => day.weekday === weekday)));
  const sessions: WeeklySession[] = [];
  for (const [weekday, key] of ordinary) {
    for (const { from, to } of JSON.parse(key) as Session[]) sessions.push(...split(weekday, from, to));
  }
  sessions.sort((left, right) => left.day - right.day || left.open.localeCompare(right.open));
  const holidays = days
    .filter(({ weekday, key }) => ordinary.has(weekday) && ordinary.get(weekday) !== key)
    .map(({ date, sessions: own }) => ({ date, name: own.length === 0 ? 'Closed' : `Closes ${time(own.at(-1)!.to)}` }));
  return { timeZone: rule.zone, sessions, holidays };
}

interface Session {
  readonly from: number;
  readonly to: number;
}

function dayOf(rule: CalendarRule, at: number) {
  const day = new Date(at);
  const weekday = day.getUTCDay();
  const civil = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
  const sessions = weekday === 0 || weekday === 6 ? [] : rule.sessionsOf(civil, weekday);
  return { weekday, date: day.toISOString().slice(0, 10), sessions, key: JSON.stringify(sessions) };
}

function commonest(days: readonly { readonly key: string }[]): string {
  const counts = Map.groupBy(days, ({ key }) => key);
  return [...counts].sort(([, left], [, right]) => right.length - left.length)[0]?.[0] ?? '[]';
}

const time = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Minutes of a trading day may begin on the evening before. */
function split(weekday: number, from: number, to: number): WeeklySession[] {
  if (0 <= from) return [{ day: weekday, open: time(from), close: time(to) }];
  const dayBefore = weekday === 1 ? 7 : weekday - 1;
  const evening = { day: dayBefore, open: time(from + DAY_MINUTES), close: to < 0 ? time(to + DAY_MINUTES) : '24:00' };
  return to <= 0 ? [evening] : [evening, { day: weekday, open: '00:00', close: time(to) }];
}

/** ISO texts of the end of the session that is open, or of the beginning of the next one. */
export function nextTurn(calendar: string, now: number): { closesAt: string | null; opensAt: string | null } {
  if (calendar === 'always') return { closesAt: null, opensAt: null };
  const session = sessionAt(calendar, now);
  if (session !== undefined) return { closesAt: new Date(session.endsAt).toISOString(), opensAt: null };
  const opensAt = nextOpen(calendar, now);
  return { closesAt: null, opensAt: opensAt === undefined ? null : new Date(opensAt).toISOString() };
}
