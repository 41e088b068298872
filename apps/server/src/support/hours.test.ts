import { readSupportHours } from '@glasshouse/api/support-hours';
import { expect, test } from 'vitest';
import { clockText, hoursOf, isWithin } from './hours.ts';

test.each([
  ['mon-fri 09:00-18:00', { from: 1, to: 5, opens: 540, closes: 1_080 }],
  ['sat 10:30-14:00', { from: 6, to: 6, opens: 630, closes: 840 }],
  ['mon-sun 00:00-24:00', { from: 1, to: 7, opens: 0, closes: 1_440 }],
])('%s', (line, hours) => {
  expect(readSupportHours(line)).toEqual(hours);
});

test.each([
  'fri-mon 09:00-18:00',
  'mon-fri 18:00-09:00',
  'mon-fri 09:00-09:00',
  'mon-fri 09:00-24:01',
  'mon-fri 9:00-18:00',
  'day 09:00-18:00',
  'mon-fri',
  '',
])('%s is refused', (line) => {
  expect(readSupportHours(line)).toBeUndefined();
});

test.each([
  // In Berlin it is an hour later, in July two.
  ['2026-01-05T07:59:59Z', false],
  ['2026-01-05T08:00:00Z', true],
  ['2026-01-05T16:59:59Z', true],
  ['2026-01-05T17:00:00Z', false],
  ['2026-07-06T07:00:00Z', true],
  ['2026-01-04T12:00:00Z', false],
])('%s is within them: %s', (at, within) => {
  expect(isWithin(hoursOf(['mon-fri 09:00-18:00']), 'Europe/Berlin', Date.parse(at))).toBe(within);
});

test('without hours nothing is said, and times are of a clock', () => {
  expect(isWithin([], 'UTC', 0)).toBeNull();
  expect([clockText(0), clockText(545), clockText(1_440)]).toEqual(['00:00', '09:05', '24:00']);
});
