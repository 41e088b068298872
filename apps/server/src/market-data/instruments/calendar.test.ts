import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALENDARS, nextOpen, sessionAt, sessionsBetween } from './calendar.ts';
import { CATALOGUE } from './catalogue/index.ts';

const at = (text: string): number => Date.parse(text);
const show = (calendar: string, from: string, to: string): string[] =>
  sessionsBetween(calendar, at(from), at(to)).map(
    ({ opensAt, endsAt }) =>
      `${new Date(opensAt).toISOString().slice(0, 16)} ${new Date(endsAt).toISOString().slice(0, 16)}`,
  );

describe('trading hours on real dates, in UTC', () => {
  test.each([
    // Clocks go forward in the United States on 8 March 2026 and back on 1 November 2026.
    [
      'us-equities',
      '2026-03-06',
      '2026-03-10',
      ['2026-03-06T14:30 2026-03-06T21:00', '2026-03-09T13:30 2026-03-09T20:00'],
    ],
    [
      'us-equities',
      '2026-10-30',
      '2026-11-03',
      ['2026-10-30T13:30 2026-10-30T20:00', '2026-11-02T14:30 2026-11-02T21:00'],
    ],
    // Thanksgiving is closed, the day after ends at 13:00 New York.
    [
      'us-equities',
      '2025-11-26',
      '2025-11-29',
      ['2025-11-26T14:30 2025-11-26T21:00', '2025-11-28T14:30 2025-11-28T18:00'],
    ],
    [
      'us-equities',
      '2025-12-24',
      '2025-12-27',
      ['2025-12-24T14:30 2025-12-24T18:00', '2025-12-26T14:30 2025-12-26T21:00'],
    ],
    // Good Friday 2026 is the 3rd of April.
    [
      'us-equities',
      '2026-04-02',
      '2026-04-07',
      ['2026-04-02T13:30 2026-04-02T20:00', '2026-04-06T13:30 2026-04-06T20:00'],
    ],
    // Juneteenth; before 2022 stocks traded on it.
    ['us-equities', '2025-06-19', '2025-06-20', []],
    ['us-equities', '2020-06-19', '2020-06-20', ['2020-06-19T13:30 2020-06-19T20:00']],
    // Independence Day 2026 is a Saturday, kept on Friday the 3rd; 2025 it was a Friday, with a
    // half day before.
    ['us-equities', '2026-07-02', '2026-07-06', ['2026-07-02T13:30 2026-07-02T20:00']],
    ['us-equities', '2025-07-03', '2025-07-05', ['2025-07-03T13:30 2025-07-03T17:00']],
    // New Year's Day 2022 was a Saturday: the Friday before traded in full.
    ['us-equities', '2021-12-31', '2022-01-03', ['2021-12-31T14:30 2021-12-31T21:00']],
    // The funeral of Jimmy Carter.
    ['us-equities', '2025-01-09', '2025-01-10', []],
    // A forex week is one session; the week of the change is an hour shorter or longer.
    ['forex', '2026-03-02', '2026-03-09', ['2026-03-01T22:00 2026-03-06T22:00', '2026-03-08T21:00 2026-03-13T21:00']],
    ['forex', '2026-10-26', '2026-10-27', ['2026-10-25T21:00 2026-10-30T21:00']],
    ['forex', '2025-12-24', '2025-12-27', ['2025-12-21T22:00 2025-12-24T22:00', '2025-12-25T22:00 2025-12-26T22:00']],
    // Futures pause from 17:00 to 18:00 New York.
    [
      'cme',
      '2026-01-13T12:00Z',
      '2026-01-14T12:00Z',
      ['2026-01-12T23:00 2026-01-13T22:00', '2026-01-13T23:00 2026-01-14T22:00'],
    ],
    [
      'cme-equity',
      '2025-11-27T12:00Z',
      '2025-11-28T12:00Z',
      ['2025-11-26T23:00 2025-11-27T18:00', '2025-11-27T23:00 2025-11-28T18:15'],
    ],
    [
      'metals',
      '2026-04-02T12:00Z',
      '2026-04-06T12:00Z',
      ['2026-04-01T22:00 2026-04-02T21:00', '2026-04-05T22:00 2026-04-06T21:00'],
    ],
    [
      'cbot-grains',
      '2026-06-10T12:00Z',
      '2026-06-11T12:00Z',
      ['2026-06-10T00:00 2026-06-10T12:45', '2026-06-10T13:30 2026-06-10T18:20', '2026-06-11T00:00 2026-06-11T12:45'],
    ],
  ])('%s from %s to %s', (calendar, from, to, expected) => {
    expect(show(calendar, from, to)).toEqual(expected);
  });

  test('a session contains its opening and not its end', () => {
    const opensAt = at('2026-06-10T13:30Z');
    const endsAt = at('2026-06-10T20:00Z');
    expect(sessionAt('us-equities', opensAt - 1)).toBeUndefined();
    expect(sessionAt('us-equities', opensAt)).toEqual({ opensAt, endsAt });
    expect(sessionAt('us-equities', endsAt - 1)).toEqual({ opensAt, endsAt });
    expect(sessionAt('us-equities', endsAt)).toBeUndefined();
  });

  test('the next opening is strictly later, over a weekend and a holiday', () => {
    expect(nextOpen('us-equities', at('2026-07-02T20:00Z'))).toBe(at('2026-07-06T13:30Z'));
    expect(nextOpen('us-equities', at('2026-07-06T13:30Z'))).toBe(at('2026-07-07T13:30Z'));
    expect(nextOpen('always', 0)).toBeUndefined();
  });

  test('an unknown calendar is a bug', () => {
    expect(() => sessionAt('lunar', 0)).toThrow('no such calendar: lunar');
  });
});

test('sessions are in order, apart from each other, and found again by any instant inside', () => {
  const instants = fc.integer({ min: at('2005-01-01'), max: at('2060-01-01') });
  const calendars = fc.constantFrom(...CALENDARS.filter((name) => name !== 'always'));
  fc.assert(
    fc.property(calendars, instants, fc.integer({ min: 1, max: 40 * 86_400_000 }), (calendar, from, span) => {
      const sessions = sessionsBetween(calendar, from, from + span);
      sessions.forEach((session, index) => {
        expect(session.opensAt).toBeLessThan(session.endsAt);
        expect(from < session.endsAt && session.opensAt < from + span).toBe(true);
        const following = sessions[index + 1];
        if (following !== undefined) expect(session.endsAt).toBeLessThan(following.opensAt);
        expect(sessionAt(calendar, Math.floor((session.opensAt + session.endsAt) / 2))).toEqual(session);
      });
      const now = sessionAt(calendar, from);
      expect(sessions.some((session) => session.opensAt <= from)).toBe(now !== undefined);
    }),
  );
});

test('every instrument names a calendar that exists', () => {
  expect(CATALOGUE.filter(({ calendar }) => !CALENDARS.includes(calendar))).toEqual([]);
});

const REFERENCE = new URL('../../../../../../shared/data/reference/market-hours.json.gz', import.meta.url);

describe.skipIf(!existsSync(REFERENCE))(
  `against ${REFERENCE.pathname}${existsSync(REFERENCE) ? '' : ' (skipped: the file is missing)'}`,
  () => {
    test('closed days and half days of American stocks, 2019 to 2026', () => {
      const { entries } = JSON.parse(gunzipSync(readFileSync(REFERENCE)).toString()) as {
        entries: Record<string, { holidays: string[]; earlyCloses: Record<string, string> }>;
      };
      const iso = (text: string): string => {
        const [month, day, year] = text.split('/');
        return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
      };
      const within = (day: string): boolean => '2019' <= day && day < '2027';
      const weekday = (day: string): number => new Date(day).getUTCDay();
      const reference = entries['Equity-usa-[*]']!;
      const holidays = reference.holidays.map(iso).filter((day) => within(day) && 0 < weekday(day) && weekday(day) < 6);
      const halves = Object.keys(reference.earlyCloses).map(iso).filter(within);
      const ourHolidays: string[] = [];
      const ourHalves: string[] = [];
      for (let day = at('2019-01-01'); day < at('2027-01-01'); day += 86_400_000) {
        const date = new Date(day).toISOString().slice(0, 10);
        if (weekday(date) === 0 || weekday(date) === 6) continue;
        const [session] = sessionsBetween('us-equities', day, day + 86_400_000);
        if (session === undefined) ourHolidays.push(date);
        else if (session.endsAt - session.opensAt < 6.5 * 3_600_000) ourHalves.push(date);
      }
      expect(ourHolidays).toEqual([...new Set(holidays)].sort());
      expect(ourHalves).toEqual([...new Set(halves)].sort());
    });
  },
);
