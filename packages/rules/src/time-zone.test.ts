import { describe, expect, test } from 'vitest';
import { taxYearOf } from './tax-year.ts';
import { daysBy, localDays, localToUtc, zoneOffset } from './time-zone.ts';

const HOUR = 3_600_000;

describe('offsets of a zone', () => {
  test.each([
    ['UTC', '2026-06-01T00:00:00Z', 0],
    ['America/New_York', '2026-03-08T06:59:59.999Z', -5],
    ['America/New_York', '2026-03-08T07:00:00.000Z', -4],
    ['America/New_York', '2026-11-01T05:59:59.999Z', -4],
    ['America/New_York', '2026-11-01T06:00:00.000Z', -5],
    ['Asia/Kathmandu', '2026-06-01T00:00:00Z', 5.75],
    ['Australia/Lord_Howe', '2026-04-04T14:59:59.999Z', 11],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z', 10.5],
    // Two changes within five weeks, around Ramadan.
    ['Africa/Casablanca', '2024-03-01T00:00:00Z', 1],
    ['Africa/Casablanca', '2024-03-20T00:00:00Z', 0],
    ['Africa/Casablanca', '2024-04-20T00:00:00Z', 1],
  ])('%s at %s: %d hours', (zone, at, hours) => {
    expect(zoneOffset(zone)(Date.parse(at))).toBe(hours * HOUR);
  });
});

test.each([
  [{ year: 2026, month: 3, day: 6 }, 570, '2026-03-06T14:30:00.000Z'],
  [{ year: 2026, month: 3, day: 9 }, 570, '2026-03-09T13:30:00.000Z'],
  // The evening before, across the change of that Sunday.
  [{ year: 2026, month: 3, day: 9 }, -420, '2026-03-08T21:00:00.000Z'],
])('minutes of a day in New York: %o, %d', (date, minutes, at) => {
  expect(new Date(localToUtc(zoneOffset('America/New_York'), date, minutes)).toISOString()).toBe(at);
});

const DAY = 24 * HOUR;
const numberOf = (date: string): number => Date.parse(date) / DAY;

test.each([
  ['UTC', '2026-09-06', '2026-09-06T00:00:00.000Z'],
  // Midnight is skipped: the clocks go from 24:00 to 1:00.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['America/Santiago', '2026-09-07', '2026-09-07T03:00:00.000Z'],
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z'],
  ['Atlantic/Azores', '2026-03-30', '2026-03-30T00:00:00.000Z'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  // Midnight is skipped from the middle: 23:30 is followed by half past twelve.
  ['America/Scoresbysund', '2026-03-29', '2026-03-29T01:00:00.000Z'],
  // Clocks go back at midnight: eleven comes twice, and the day begins after the second.
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
  // Clocks go back from one to midnight: it comes twice, and the day begins with the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
  // Samoa went over the date line and had no 30 December.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
])('in %s, %s begins at %s', (zone, date, at) => {
  expect(new Date(localDays(zone)!.startOf(numberOf(date))).toISOString()).toBe(at);
});

test('a moment before a skipped midnight is of the day before', () => {
  const { dayOf } = localDays('America/Santiago')!;
  expect(dayOf(Date.parse('2026-09-06T03:59:59.999Z'))).toBe(numberOf('2026-09-05'));
  expect(dayOf(Date.parse('2026-09-06T04:00:00.000Z'))).toBe(numberOf('2026-09-06'));
});

test('clocks put back from a minute past midnight leave the day that has begun', () => {
  const { dayOf, startOf } = localDays('America/St_Johns')!;
  const start = Date.parse('2010-11-07T02:30:00.000Z');
  expect(startOf(numberOf('2010-11-07'))).toBe(start);
  // 23:30 of 6 November, for the second time.
  expect(dayOf(start + 30 * 60_000)).toBe(numberOf('2010-11-07'));
});

test.each([
  ['America/Santiago', '09-06', '2026-09-06T04:00:00.000Z', '2027-09-06T03:00:00.000Z'],
  ['Atlantic/Azores', '03-29', '2026-03-29T01:00:00.000Z', '2027-03-29T00:00:00.000Z'],
  ['Europe/London', '04-06', '2026-04-05T23:00:00.000Z', '2027-04-05T23:00:00.000Z'],
])('a tax year of %s from %s runs from %s to %s', (zone, starts, from, to) => {
  const year = taxYearOf({ year: 2026, starts, zone })!;
  expect([year.from, year.to].map((at) => new Date(at).toISOString())).toEqual([from, to]);
  expect(new Date(year.dayEnd(year.from - 1)).toISOString()).toBe(from);
});

test('in every zone, days follow each other without a gap and begin with their own date', () => {
  const first = numberOf('2026-01-01');
  const faults: string[] = [];
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const offsetAt = zoneOffset(zone);
    const { dayOf, startOf } = daysBy(offsetAt);
    const dateAt = (at: number): number => Math.floor((at + offsetAt(at)) / DAY);
    for (let day = first; day < first + 365; day += 1) {
      // Days far from a change are all alike; one a month of them will do.
      const isNearChange = offsetAt((day - 2) * DAY) !== offsetAt((day + 2) * DAY);
      if (!isNearChange && day % 30 !== 0) continue;
      const start = startOf(day);
      const isRight =
        dateAt(start) === day &&
        dateAt(start - 1) === day - 1 &&
        dayOf(start) === day &&
        dayOf(start - 1) === day - 1 &&
        dayOf(startOf(day + 1) - 1) === day;
      if (!isRight) faults.push(`${zone} ${new Date(day * DAY).toISOString().slice(0, 10)}`);
    }
  }
  expect(faults).toEqual([]);
});
