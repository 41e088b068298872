import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar } from '../candles/candles.ts';
import { barStart, INTERVAL_MS, INTERVALS } from '../candles/intervals.ts';
import { type BarRepair, CandleBuilder, type ClosedBar } from './candle-builder.ts';
import { OpenMinute } from './open-minute.ts';

/**
 * A Wednesday, three minutes before midnight, so that a walk of a few hours crosses days, and one
 * of days a week.
 */
const BASE = Date.UTC(2026, 2, 4, 23, 57);
const MINUTE = 60_000;
const NEVER: { from: number; repair: BarRepair } = { from: 0, repair: () => undefined };

interface Trade {
  readonly at: number;
  readonly mid: number;
  readonly volume: number;
}

const trades = fc
  .array(
    fc.record({
      // Mostly close together, sometimes hours or days later.
      wait: fc.oneof(fc.nat(20_000), fc.nat(30 * MINUTE), fc.nat(40 * 60 * MINUTE)),
      mid: fc.integer({ min: 1, max: 1_000_000 }),
      volume: fc.double({ min: 0, max: 1e9, noNaN: true }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((steps) => {
    let at = BASE;
    return steps.map(({ wait, mid, volume }): Trade => {
      at += wait;
      return { at, mid, volume };
    });
  });

/** Closes every minute of the trades, and one a week later so that every bar ends. */
function closeAll(all: readonly Trade[], watch = NEVER): ClosedBar[] {
  const builder = new CandleBuilder(0);
  const minutes = new Map<number, OpenMinute>();
  for (const [index, { at, mid, volume }] of all.entries()) {
    const start = barStart('1m', at);
    const minute = minutes.get(start) ?? new OpenMinute(start);
    minutes.set(start, minute);
    minute.push(0, { code: 'A', seq: index + 1, bid: mid, ask: mid, mid, at, volume });
  }
  const closed: ClosedBar[] = [];
  for (const minute of minutes.values()) {
    builder.closeMinute(minute.at, undefined, watch, closed);
    builder.closeMinute(minute.at + MINUTE, minute.bars[0], watch, closed);
  }
  builder.closeMinute(all.at(-1)!.at + 2 * INTERVAL_MS['1w'], undefined, watch, closed);
  return closed;
}

/** The other way: each interval straight from the ticks. */
function straight(all: readonly Trade[], interval: (typeof INTERVALS)[number]): Bar[] {
  const groups = Map.groupBy(all, ({ at }) => barStart(interval, at));
  return [...groups].map(([at, group]) => ({
    at,
    open: group[0]!.mid,
    high: Math.max(...group.map(({ mid }) => mid)),
    low: Math.min(...group.map(({ mid }) => mid)),
    close: group.at(-1)!.mid,
    volume: group.reduce((sum, { volume }) => sum + volume, 0),
  }));
}

describe('candles', () => {
  it('of every interval are what the ticks make them', () => {
    fc.assert(
      fc.property(trades, (all) => {
        const closed = closeAll(all);
        for (const [index, interval] of INTERVALS.entries()) {
          const bars = closed.filter((item) => item.interval === index).map(({ bar }) => bar);
          const expected = straight(all, interval);
          expect(bars.map(({ volume: _, ...prices }) => prices)).toEqual(
            expected.map(({ volume: _, ...prices }) => prices),
          );
          for (const [at, bar] of bars.entries()) {
            expect(Math.abs(bar.volume - expected[at]!.volume)).toBeLessThanOrEqual(1e-9 * expected[at]!.volume);
          }
        }
      }),
    );
  });

  it('take the bar of the source where the tape did not watch from the beginning', () => {
    const own: Trade[] = [
      { at: BASE + 5_000, mid: 100, volume: 1 },
      { at: BASE + 65_000, mid: 110, volume: 1 },
    ];
    const repair: BarRepair = (_, interval, at) =>
      interval === 0 ? { at, open: 90, high: 120, low: 80, close: 105, volume: 7 } : undefined;
    const closed = closeAll(own, { from: BASE + 60_000, repair });
    const minutes = closed.filter((item) => item.interval === 0).map(({ bar }) => bar);
    expect(minutes).toMatchObject([
      { at: BASE, open: 90, low: 80, volume: 7 },
      { at: BASE + 60_000, open: 110, low: 110, volume: 1 },
    ]);
    // Longer bars are sums of what the shorter ones became.
    const fives = closed.filter((item) => item.interval === 1).map(({ bar }) => bar);
    expect(fives).toMatchObject([{ open: 90, high: 120, low: 80, close: 110, volume: 8 }]);
  });

  it('open weeks on Monday, and every bar lies within one of the next interval', () => {
    expect(new Date(barStart('1w', BASE)).toISOString()).toBe('2026-03-02T00:00:00.000Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (at) => {
        for (let index = 1; index < INTERVALS.length; index += 1) {
          const shorter = INTERVALS[index - 1]!;
          const longer = INTERVALS[index]!;
          const start = barStart(shorter, at);
          expect(start <= at && at < start + INTERVAL_MS[shorter]).toBe(true);
          expect(barStart(longer, start)).toBe(barStart(longer, start + INTERVAL_MS[shorter] - 1));
        }
      }),
    );
  });
});
