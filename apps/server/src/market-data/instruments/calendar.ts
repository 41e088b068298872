import { localToUtc, zoneOffset } from '@glasshouse/rules/time-zone';
import { CALENDAR_RULES, type CalendarRule } from './calendar/rules.ts';

/**
 * A stretch of trading without interruption: open from `opensAt` (inclusive) until `endsAt`
 * (exclusive), epoch ms.
 */
export interface Session {
  readonly opensAt: number;
  readonly endsAt: number;
}

export const CALENDARS: readonly string[] = ['always', ...Object.keys(CALENDAR_RULES)];

/**
 * The years that sessions are computed for; outside of them every calendar but `always` is closed.
 */
export const CALENDAR_FIRST_YEAR = 1990;
export const CALENDAR_LAST_YEAR = 2100;

/** Epoch 0 to the last instant a Date can hold. */
const ALWAYS: Session = { opensAt: 0, endsAt: 8.64e15 };

type ZoneOffset = ReturnType<typeof zoneOffset>;

interface Book {
  readonly rule: CalendarRule;
  readonly offsetAt: ZoneOffset;
  /** Complete years `first..last`, oldest first. */
  sessions: Session[];
  first: number;
  last: number;
}

const books = new Map<string, Book>();
/** By zone: most calendars share one. */
const offsets = new Map<string, ZoneOffset>();

function sessionsOfYear({ rule, offsetAt }: Pick<Book, 'rule' | 'offsetAt'>, year: number): Session[] {
  const sessions: Session[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  for (let at = Date.UTC(year, 0, 1); at < end; at += 86_400_000) {
    const day = new Date(at);
    const weekday = day.getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const date = { year, month: day.getUTCMonth() + 1, day: day.getUTCDate() };
    for (const { from, to } of rule.sessionsOf(date, weekday)) {
      const session = { opensAt: localToUtc(offsetAt, date, from), endsAt: localToUtc(offsetAt, date, to) };
      const before = sessions.at(-1);
      // Days that touch are one session: a forex week is open without a break.
      if (before !== undefined && before.endsAt === session.opensAt) {
        sessions[sessions.length - 1] = { opensAt: before.opensAt, endsAt: session.endsAt };
      } else {
        sessions.push(session);
      }
    }
  }
  return sessions;
}

/** The book of a calendar with at least the years around `from` and `to` filled in. */
function bookFor(calendar: string, from: number, to: number): Book {
  const rule = CALENDAR_RULES[calendar];
  if (rule === undefined) throw new RangeError(`no such calendar: ${calendar}`);
  const clamp = (year: number): number => Math.min(CALENDAR_LAST_YEAR, Math.max(CALENDAR_FIRST_YEAR, year));
  const first = clamp(new Date(from).getUTCFullYear() - 1);
  const last = clamp(new Date(to).getUTCFullYear() + 1);
  let book = books.get(calendar);
  if (book === undefined) {
    const offsetAt = offsets.get(rule.zone) ?? zoneOffset(rule.zone);
    offsets.set(rule.zone, offsetAt);
    book = { rule, offsetAt, sessions: sessionsOfYear({ rule, offsetAt }, first), first, last: first };
    books.set(calendar, book);
  }
  while (book.last < last) {
    book.last += 1;
    book.sessions.push(...sessionsOfYear(book, book.last));
  }
  while (first < book.first) {
    book.first -= 1;
    book.sessions = [...sessionsOfYear(book, book.first), ...book.sessions];
  }
  return book;
}

/** Index of the first session that ends after `at`. */
function indexAfter(sessions: readonly Session[], at: number): number {
  let low = 0;
  let high = sessions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sessions[middle]!.endsAt <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The session that `at` lies in, or undefined while the market is closed. */
export function sessionAt(calendar: string, at: number): Session | undefined {
  if (calendar === 'always') return ALWAYS;
  const { sessions } = bookFor(calendar, at, at);
  const session = sessions[indexAfter(sessions, at)];
  return session !== undefined && session.opensAt <= at ? session : undefined;
}

/** When the first session opens that opens after `at`; undefined for `always`. */
export function nextOpen(calendar: string, at: number): number | undefined {
  if (calendar === 'always') return undefined;
  const { sessions } = bookFor(calendar, at, at);
  for (let index = indexAfter(sessions, at); index < sessions.length; index += 1) {
    const { opensAt } = sessions[index]!;
    if (at < opensAt) return opensAt;
  }
  return undefined;
}

/** All sessions that share an instant with [from, to), whole, oldest first. */
export function sessionsBetween(calendar: string, from: number, to: number): readonly Session[] {
  if (to <= from) return [];
  if (calendar === 'always') return [ALWAYS];
  const { sessions } = bookFor(calendar, from, to);
  const start = indexAfter(sessions, from);
  let end = start;
  while (end < sessions.length && sessions[end]!.opensAt < to) end += 1;
  return sessions.slice(start, end);
}
