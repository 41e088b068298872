import { describe, expect, test } from 'vitest';
import type { ChartSpan } from '../types.ts';
import { layOutSpan, pricesOfSpans, rangeOfSpans } from './span-layout.ts';

const span: ChartSpan = { id: '1', from: 1_000, to: 31_000, price: 50, side: 'above', tone: 'up' };
/** Ten milliseconds a pixel, price 100 at the top and 0 at the bottom. */
const scales = (width = 4_000) => ({
  toX: (time: number) => time / 10,
  toY: (price: number) => 100 - price,
  size: { width, height: 100 },
});

test('the winning side is above the barrier for up, and below it for down', () => {
  expect(layOutSpan(span, scales())).toMatchObject({
    left: 100,
    right: 3_100,
    end: 3_100,
    barrier: 50,
    winning: { top: 0, height: 50 },
    mark: undefined,
  });
  expect(layOutSpan({ ...span, price: 30, side: 'below' }, scales())?.winning).toEqual({ top: 70, height: 30 });
});

test('an end beyond the pane has no line, and a span outside it nothing', () => {
  expect(layOutSpan(span, scales(500))).toMatchObject({ right: 500, end: undefined });
  expect(layOutSpan(span, scales(50))).toBeUndefined();
  expect(layOutSpan({ ...span, from: -9_000, to: -1_000 }, scales())).toBeUndefined();
});

test('a barrier out of view shades all or nothing', () => {
  expect(layOutSpan({ ...span, price: -20 }, scales())?.winning).toEqual({ top: 0, height: 100 });
  expect(layOutSpan({ ...span, price: 120 }, scales())?.winning).toEqual({ top: 0, height: 0 });
});

test('the end is marked where it was decided', () => {
  expect(layOutSpan({ ...span, mark: { time: 30_900, price: 60 } }, scales())?.mark).toEqual({ x: 3_090, y: 40 });
});

describe('the view', () => {
  /** Four bars a second, the newest after so many seconds. */
  const bars = (seconds: number) => ({ indexOf: (time: number) => time / 250, last: seconds * 4 });
  const long = { ...span, from: 100_000, to: 400_000 };

  test('leaves most of the width to the prices while the end is far', () => {
    const range = rangeOfSpans([long], bars(110));
    expect(range?.from).toBe(160);
    const { from = 0, to = 0 } = range ?? {};
    expect((to - 440) / (to - from)).toBeCloseTo(0.35, 9);
    expect(to).toBeLessThan(1_600);
  });
  test('holds every span from a minute before its start to its end, once that fits', () => {
    const range = rangeOfSpans([span, long], bars(395));
    expect(range?.from).toBe(0);
    expect(range?.to).toBeGreaterThan(1_600);
    expect(range?.to).toBeLessThan(1_700);
    expect(rangeOfSpans([], bars(395))).toBeUndefined();
  });
  test('does not stretch the first few ticks over its whole width', () => {
    const range = rangeOfSpans([{ ...span, from: 0, to: 300_000 }], bars(1));
    expect(range?.from).toBe(-26);
    expect(range?.to).toBeLessThan(21);
  });
  test('keeps the barriers in its height, and is no lower than ticks need', () => {
    expect(pricesOfSpans([{ ...span, price: 103 }], { low: 95, high: 101 })).toEqual({ minValue: 95, maxValue: 103 });
    const { minValue = 0, maxValue = 0 } = pricesOfSpans([{ ...span, price: 100 }], { low: 100, high: 100 }) ?? {};
    expect(maxValue - minValue).toBeCloseTo(0.02, 9);
    expect(pricesOfSpans([], { low: 95, high: 101 })).toBeUndefined();
  });
});
