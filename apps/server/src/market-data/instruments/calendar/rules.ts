import type { CivilDate } from '@glasshouse/rules/time-zone';
import { americanHolidays, dateText } from './holidays.ts';

/** Minutes after local midnight of the trading day; negative is the evening before. */
export interface LocalSession {
  readonly from: number;
  readonly to: number;
}

export interface CalendarRule {
  readonly zone: string;
  /** Sessions that belong to a trading day, Monday to Friday, in order. */
  sessionsOf(date: CivilDate, weekday: number): readonly LocalSession[];
}

const NEW_YORK = 'America/New_York';
const CHICAGO = 'America/Chicago';
const clock = (hours: number, minutes = 0): number => hours * 60 + minutes;
/** A time of the evening before the trading day. */
const evening = (hours: number, minutes = 0): number => clock(hours, minutes) - clock(24);

/** New Year's Day, Good Friday, Christmas: the days on which nearly everything is shut. */
function isGreatHoliday(date: CivilDate): boolean {
  const { newYear, goodFriday, christmas } = americanHolidays(date.year);
  return [newYear, goodFriday, christmas].includes(dateText(date));
}

/** New York Stock Exchange and Nasdaq, regular hours. */
const usEquities: CalendarRule = {
  zone: NEW_YORK,
  sessionsOf(date) {
    const holidays = americanHolidays(date.year);
    const day = dateText(date);
    if (isGreatHoliday(date) || holidays.national.has(day) || holidays.special.has(day)) return [];
    const short = [holidays.dayAfterThanksgiving, holidays.independenceEve, holidays.christmasEve].includes(day);
    return [{ from: clock(9, 30), to: short ? clock(13) : clock(16) }];
  },
};

/**
 * Sunday 17:00 to Friday 17:00 New York without a break, except over Christmas and New Year's Day.
 */
const forex: CalendarRule = {
  zone: NEW_YORK,
  sessionsOf(date) {
    const holiday = (date.month === 12 && date.day === 25) || (date.month === 1 && date.day === 1);
    return holiday ? [] : [{ from: evening(17), to: clock(17) }];
  },
};

interface EarlyCloses {
  readonly holiday: number;
  readonly fridayHoliday: number;
  readonly afterThanksgiving: number;
  readonly independenceEve: number;
  readonly christmasEve: number;
}

/**
 * Futures and metals: from the evening before to 17:00 with an hour's break, closed on three
 * holidays and closed early around the others. Times are New York's. In some years index futures
 * trade for some hours on Good Friday; here they never do.
 */
const nearlyAllDay = (early: EarlyCloses): CalendarRule => ({
  zone: NEW_YORK,
  sessionsOf(date, weekday) {
    if (isGreatHoliday(date)) return [];
    const holidays = americanHolidays(date.year);
    const day = dateText(date);
    let to = clock(17);
    if (holidays.national.has(day)) to = weekday === 5 ? early.fridayHoliday : early.holiday;
    else if (day === holidays.dayAfterThanksgiving) to = early.afterThanksgiving;
    else if (day === holidays.independenceEve) to = early.independenceEve;
    else if (day === holidays.christmasEve) to = early.christmasEve;
    return [{ from: evening(18), to }];
  },
});

/**
 * CBOT grains: overnight until 07:45 and the day from 08:30 to 13:20, Chicago; no night after the
 * great holidays of winter.
 */
const grains: CalendarRule = {
  zone: CHICAGO,
  sessionsOf(date) {
    const holidays = americanHolidays(date.year);
    const day = dateText(date);
    if (isGreatHoliday(date) || holidays.national.has(day)) return [];
    const short = day === holidays.dayAfterThanksgiving || day === holidays.christmasEve;
    const daytime = { from: clock(8, 30), to: short ? clock(12, 5) : clock(13, 20) };
    const before = new Date(Date.UTC(date.year, date.month - 1, date.day - 1)).toISOString().slice(0, 10);
    const shutBefore = [holidays.newYear, holidays.christmas].includes(before) || day === holidays.dayAfterThanksgiving;
    return shutBefore ? [daytime] : [{ from: evening(19), to: clock(7, 45) }, daytime];
  },
};

const commodities = nearlyAllDay({
  holiday: clock(14, 30),
  fridayHoliday: clock(13),
  afterThanksgiving: clock(14, 45),
  independenceEve: clock(17),
  christmasEve: clock(13, 45),
});

/** Every calendar but `always`, which has no sessions to compute. */
export const CALENDAR_RULES: Readonly<Record<string, CalendarRule>> = {
  forex,
  'us-equities': usEquities,
  cme: commodities,
  metals: commodities,
  'cme-fx': nearlyAllDay({
    holiday: clock(17),
    fridayHoliday: clock(13),
    afterThanksgiving: clock(14, 45),
    independenceEve: clock(17),
    christmasEve: clock(13, 45),
  }),
  'cme-equity': nearlyAllDay({
    holiday: clock(13),
    fridayHoliday: clock(13),
    afterThanksgiving: clock(13, 15),
    independenceEve: clock(13, 15),
    christmasEve: clock(13, 15),
  }),
  'cbot-grains': grains,
};
