/** The parts of the chart that need no canvas: merging bars, and time zones. */
import { zoneOffset } from '@glasshouse/rules/time-zone';
import { describe, expect, test } from 'vitest';
import { changePercent } from './format.ts';
import { applyBar, prepend, sortBars } from './merge.ts';
import { CANDLES_MAX, type ChartCandle } from './types.ts';

const bar = (time: number, close = 1): ChartCandle => ({ time, open: 1, high: 2, low: 0.5, close, volume: 1 });

describe('merging bars', () => {
  test('older bars are prepended without overlaps', () => {
    expect(prepend([bar(3, 9), bar(1), bar(2)], [bar(3), bar(4)]).map(({ time, close }) => [time, close])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
  });
  test('at most the maximum is kept: the newest', () => {
    const older = Array.from({ length: CANDLES_MAX }, (_, index) => bar(index));
    const joined = prepend(older, [bar(CANDLES_MAX), bar(CANDLES_MAX + 1)]);
    expect([joined.length, joined.at(-1)?.time]).toEqual([CANDLES_MAX, CANDLES_MAX + 1]);
  });
  test('bars are sorted; of two with the same time the later wins', () => {
    expect(sortBars([bar(2, 1), bar(1), bar(2, 7)]).map(({ time, close }) => [time, close])).toEqual([
      [1, 1],
      [2, 7],
    ]);
  });
  test('a live bar replaces or follows the last, and a recorded one corrects a recent one', () => {
    const bars = [bar(1), bar(2)];
    expect([applyBar(bars, bar(2, 5)), applyBar(bars, bar(3)), applyBar(bars, bar(1, 8))]).toEqual([1, 2, 0]);
    expect(bars.map(({ time, close }) => [time, close])).toEqual([
      [1, 8],
      [2, 5],
      [3, 1],
    ]);
  });
  test('unknown or too old bars are ignored', () => {
    const bars = Array.from({ length: 30 }, (_, index) => bar(index * 2));
    expect([applyBar(bars, bar(57)), applyBar(bars, bar(0, 9))]).toEqual([undefined, undefined]);
    expect(bars.length).toBe(30);
  });
});

describe('time zone offsets', () => {
  const HOUR = 3_600_000;
  const at = (text: string) => Date.parse(text);
  test.each([
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-07-01T12:00:00Z', 2],
    ['Europe/Berlin', '2026-01-01T12:00:00Z', 1],
    // The repeated hour: before and after the clocks go back at 01:00 UTC.
    ['Europe/Berlin', '2026-10-25T00:59:59Z', 2],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 1],
    ['America/New_York', '2026-11-20T00:00:00Z', -5],
    ['Asia/Kolkata', '2026-11-20T00:00:00Z', 5.5],
    ['Asia/Tokyo', '1969-12-31T23:00:00Z', 9],
  ])('%s at %s is %d hours ahead', (zone, instant, hours) => {
    expect(zoneOffset(zone)(at(instant))).toBe(hours * HOUR);
  });
});

test('no percentage without a base', () => {
  expect([changePercent(undefined, 5), changePercent(0, 5), changePercent(100, 101.5)]).toEqual([
    undefined,
    undefined,
    '1.5000',
  ]);
});
