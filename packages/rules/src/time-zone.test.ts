import { describe, expect, test } from 'vitest';
import { localToUtc, zoneOffset } from './time-zone.ts';

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
