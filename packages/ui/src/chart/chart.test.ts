/** What the chart computes without a canvas: joining bars, averages, the reader's clock. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastAverage, movingAverage } from './averages.ts';
import { changePercent } from './format.ts';
import { append, inOrder, prepend } from './merge.ts';
import { CANDLES_MAX, type ChartCandle } from './types.ts';
import { zoneOffset } from './zone.ts';

const bar = (time: number, close = 1): ChartCandle => ({ time, open: 1, high: 2, low: 0.5, close, volume: 1 });

describe('joining bars', () => {
  test('older bars go before, and what overlaps is left out', () => {
    expect(prepend([bar(3, 9), bar(1), bar(2)], [bar(3), bar(4)]).map(({ time, close }) => [time, close])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
  });
  test('never more than the maximum is kept, and it is the newest', () => {
    const older = Array.from({ length: CANDLES_MAX }, (_, index) => bar(index));
    const joined = prepend(older, [bar(CANDLES_MAX), bar(CANDLES_MAX + 1)]);
    expect([joined.length, joined.at(-1)?.time]).toEqual([CANDLES_MAX, CANDLES_MAX + 1]);
  });
  test('bars come out in order, the later of two with the same time', () => {
    expect(inOrder([bar(2, 1), bar(1), bar(2, 7)]).map(({ time, close }) => [time, close])).toEqual([
      [1, 1],
      [2, 7],
    ]);
  });
  test('a live bar replaces the last or follows it; an older one is refused', () => {
    const bars = [bar(1), bar(2)];
    expect([append(bars, bar(2, 5)), append(bars, bar(3)), append(bars, bar(1))]).toEqual([true, true, false]);
    expect(bars.map(({ time, close }) => [time, close])).toEqual([
      [1, 1],
      [2, 5],
      [3, 1],
    ]);
  });
});

test('a moving average is the plain average of its window', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (closes, period) => {
        const averages = movingAverage(closes, period);
        expect(averages.length).toBe(closes.length);
        for (const [index, average] of averages.entries()) {
          const window = closes.slice(Math.max(0, index + 1 - period), index + 1);
          const expected = window.length < period ? undefined : window.reduce((sum, close) => sum + close, 0) / period;
          if (expected === undefined) expect(average).toBeUndefined();
          else expect(average).toBeCloseTo(expected, 8);
        }
        const last = lastAverage(closes, period);
        if (last === undefined) expect(averages.at(-1)).toBeUndefined();
        else expect(last).toBeCloseTo(averages.at(-1) as number, 8);
      },
    ),
  );
});

describe('the clock of a zone', () => {
  const HOUR = 3_600_000;
  const at = (text: string) => Date.parse(text);
  test.each([
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-07-01T12:00:00Z', 2],
    ['Europe/Berlin', '2026-01-01T12:00:00Z', 1],
    // The hour that comes twice: before and after the clocks go back at 01:00 UTC.
    ['Europe/Berlin', '2026-10-25T00:59:59Z', 2],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 1],
    ['America/New_York', '2026-11-20T00:00:00Z', -5],
    ['Asia/Kolkata', '2026-11-20T00:00:00Z', 5.5],
    ['Asia/Tokyo', '1969-12-31T23:00:00Z', 9],
  ])('%s at %s is %d hours ahead', (zone, instant, hours) => {
    expect(zoneOffset(zone)(at(instant))).toBe(hours * HOUR);
  });
});

test('a change has no percentage without something to change from', () => {
  expect([changePercent(undefined, 5), changePercent(0, 5), changePercent(100, 101.5)]).toEqual([
    undefined,
    undefined,
    '1.5000',
  ]);
});
