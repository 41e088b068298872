import { expect, test } from 'vitest';
import type { ChartSpan } from '../types.ts';
import { layOutSpan, rangeOfSpans } from './span-layout.ts';

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

test('the view holds every span from its start to its end', () => {
  const second = { ...span, id: '2', from: 21_000, to: 101_000 };
  const range = rangeOfSpans([span, second], (time) => time / 1_000);
  expect(range?.from).toBeLessThan(1);
  expect(range?.to).toBeGreaterThan(101);
  expect(rangeOfSpans([], (time) => time)).toBeUndefined();
});
