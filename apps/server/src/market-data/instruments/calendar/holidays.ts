import type { CivilDate } from '@glasshouse/rules/time-zone';

/** Holidays of American exchanges, by rule. Dates are `YYYY-MM-DD` texts. */
const DAY_MS = 86_400_000;

export const dateText = ({ year, month, day }: CivilDate): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const weekdayOf = (at: number): number => new Date(at).getUTCDay();

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return Date.UTC(year, month - 1, day);
}

/** The n-th (from 1) given weekday of a month; n = -1 is the last. */
function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  if (n === -1) {
    const last = Date.UTC(year, month, 0);
    return last - ((weekdayOf(last) - weekday + 7) % 7) * DAY_MS;
  }
  const first = Date.UTC(year, month - 1, 1);
  return first + (((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7) * DAY_MS;
}

/** Saturday's holiday is kept on Friday, Sunday's on Monday. */
function observed(at: number): number {
  const weekday = weekdayOf(at);
  return weekday === 6 ? at - DAY_MS : weekday === 0 ? at + DAY_MS : at;
}

/**
 * New Year's Day on a Saturday is not kept on the Friday before: that is the last day of the books.
 */
function newYear(year: number): number {
  const first = Date.UTC(year, 0, 1);
  return weekdayOf(first) === 6 ? first : observed(first);
}

export interface AmericanHolidays {
  readonly newYear: string;
  readonly goodFriday: string;
  readonly christmas: string;
  /**
   * Martin Luther King, Washington, Memorial, Juneteenth (since 2022), Independence, Labor,
   * Thanksgiving.
   */
  readonly national: ReadonlySet<string>;
  readonly dayAfterThanksgiving: string;
  /** The third of July, where it is a working day before the holiday itself. */
  readonly independenceEve: string | undefined;
  /** The 24th of December, likewise. */
  readonly christmasEve: string | undefined;
  /** Days of mourning and the like, which no rule gives. */
  readonly special: ReadonlySet<string>;
}

/** National days of mourning on which stocks did not trade: George H. W. Bush, Jimmy Carter. */
const SPECIAL_CLOSURES = ['2018-12-05', '2025-01-09'];

const isEve = (at: number, holiday: number): boolean => {
  const weekday = weekdayOf(at);
  return 1 <= weekday && weekday <= 4 && textOf(at + DAY_MS) === textOf(holiday);
};

const years = new Map<number, AmericanHolidays>();

export function americanHolidays(year: number): AmericanHolidays {
  const known = years.get(year);
  if (known !== undefined) return known;
  const thanksgiving = nthWeekday(year, 11, 4, 4);
  const independence = observed(Date.UTC(year, 6, 4));
  const christmas = observed(Date.UTC(year, 11, 25));
  const national = [
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    nthWeekday(year, 5, 1, -1),
    ...(2022 <= year ? [observed(Date.UTC(year, 5, 19))] : []),
    independence,
    nthWeekday(year, 9, 1, 1),
    thanksgiving,
  ];
  const eveOf = (month: number, day: number, holiday: number): string | undefined => {
    const at = Date.UTC(year, month - 1, day);
    return isEve(at, holiday) ? textOf(at) : undefined;
  };
  const holidays: AmericanHolidays = {
    newYear: textOf(newYear(year)),
    goodFriday: textOf(easterSunday(year) - 2 * DAY_MS),
    christmas: textOf(christmas),
    national: new Set(national.map(textOf)),
    dayAfterThanksgiving: textOf(thanksgiving + DAY_MS),
    independenceEve: eveOf(7, 3, independence),
    christmasEve: eveOf(12, 24, christmas),
    special: new Set(SPECIAL_CLOSURES),
  };
  years.set(year, holidays);
  return holidays;
}
