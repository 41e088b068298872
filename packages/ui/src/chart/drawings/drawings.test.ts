/**
 * Drawings without a canvas: anchoring in time, hit testing, editing, and reading them from
 * storage.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChartDrawing, DRAWINGS_MAX } from '../types.ts';
import {
  isDrawn,
  moveDrawing,
  shiftDrawing,
  startDrawing,
  stretchDrawing,
  withDrawing,
  withoutDrawing,
} from './edit.ts';
import { gripAt, type Shape } from './geometry.ts';
import { readDrawings } from './read-drawings.ts';
import { indexAt, stepOf, timeAt } from './time-anchor.ts';

const MINUTE = 60_000;
const every = (step: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ time: from + index * step }));

describe('time anchors', () => {
  test('between two bars the index is interpolated', () => {
    expect(indexAt(every(60 * MINUTE, 5), 150 * MINUTE)).toBe(2.5);
  });
  test('beyond the bars the index is extrapolated by whole intervals', () => {
    const bars = every(MINUTE, 3, 10 * MINUTE);
    expect([indexAt(bars, 7 * MINUTE), indexAt(bars, 20 * MINUTE)]).toEqual([-3, 10]);
  });
  test('a weekend is not mistaken for the interval', () => {
    const bars = [...every(MINUTE, 5), ...every(MINUTE, 2, 3 * 24 * 60 * MINUTE)];
    expect([stepOf(bars), indexAt(bars, (4 + 3 * 12 * 60) * MINUTE)]).toEqual([MINUTE, expect.closeTo(4.5, 2)]);
  });
  test('whole indexes survive a round trip, also beyond the bars', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: -40, max: 80 }), (steps, index) => {
        const bars = steps.map((_, bar) => ({
          time: steps.slice(0, bar + 1).reduce((sum, step) => sum + step * MINUTE, 0),
        }));
        expect(indexAt(bars, timeAt(bars, index))).toBeCloseTo(index, 6);
      }),
    );
  });
  test('no bars: neutral values', () => {
    expect([indexAt([], 5), stepOf([]), timeAt([], 0)]).toEqual([0, MINUTE, 0]);
  });
});

describe('hit testing', () => {
  const level: Shape = { id: 'level', kind: 'horizontal', y: 50 };
  const trend: Shape = { id: 'trend', kind: 'trend', from: { x: 0, y: 0 }, to: { x: 100, y: 100 } };
  const at = (x: number, y: number, selected?: string) => gripAt([level, trend], { x, y }, { reach: 6, selected });
  test('ends have larger targets than the line', () => {
    expect([at(8, 2), at(97, 106), at(30, 34), at(30, 45), at(80, 60)]).toEqual([
      { id: 'trend', part: 'from' },
      { id: 'trend', part: 'to' },
      { id: 'trend', part: 'whole' },
      { id: 'level', part: 'whole' },
      undefined,
    ]);
  });
  test('at a crossing the last drawn wins, unless the other is selected', () => {
    expect([at(50, 50)?.id, at(50, 50, 'level')?.id]).toEqual(['trend', 'level']);
  });
});

describe('editing', () => {
  const from = { time: 0, price: 10 };
  const to = { time: 5, price: 20 };
  const trend: ChartDrawing = { id: 'a', kind: 'trend', from, to };
  const shift = ({ time, price }: { time: number; price: number }) => ({ time: time + 1, price: price - 12 });

  test('a trend line grows from its first point; a single point is no line', () => {
    const begun = startDrawing('trend', 'a', from);
    expect([isDrawn(begun), isDrawn(stretchDrawing(begun, to)), stretchDrawing(begun, to)]).toEqual([
      false,
      true,
      trend,
    ]);
    expect(isDrawn(startDrawing('horizontal', 'b', from))).toBe(true);
  });
  test('an end moves alone, the whole keeps its slope, and prices stay positive', () => {
    const point = { time: 7, price: 30 };
    expect(moveDrawing(trend, { grip: { part: 'to' }, to: point, shift })).toEqual({ ...trend, to: point });
    const high: ChartDrawing = { ...trend, from: { time: 0, price: 20 }, to: { time: 5, price: 30 } };
    expect(moveDrawing(high, { grip: { part: 'whole' }, to: point, shift })).toEqual({
      ...trend,
      from: { time: 1, price: 8 },
      to: { time: 6, price: 18 },
    });
    expect(moveDrawing(trend, { grip: { part: 'whole' }, to: point, shift })).toBe(trend);
  });
  test('keys move a horizontal line in price only and a trend line as a whole; prices stay positive', () => {
    const level: ChartDrawing = { id: 'b', kind: 'horizontal', price: 20 };
    expect(shiftDrawing(level, shift)).toEqual({ ...level, price: 8 });
    expect(shiftDrawing({ ...level, price: 12 }, shift)).toEqual({ ...level, price: 12 });
    expect(shiftDrawing({ ...trend, from: { time: 0, price: 13 } }, shift)).toEqual({
      ...trend,
      from: { time: 1, price: 1 },
      to: { time: 6, price: 8 },
    });
  });
  test('a changed drawing keeps its position, and the oldest is dropped beyond the maximum', () => {
    const many = Array.from(
      { length: DRAWINGS_MAX },
      (_, index): ChartDrawing => ({ id: String(index), kind: 'horizontal', price: 1 }),
    );
    expect(withDrawing(many, { id: '3', kind: 'horizontal', price: 2 })[3]).toEqual({
      id: '3',
      kind: 'horizontal',
      price: 2,
    });
    const more = withDrawing(many, trend);
    expect([more.length, more[0]?.id, more.at(-1)]).toEqual([DRAWINGS_MAX, '1', trend]);
    expect(withoutDrawing(more, 'a').length).toBe(DRAWINGS_MAX - 1);
  });
});

test('any stored value yields valid drawings only', () => {
  const level: ChartDrawing = { id: 'a', kind: 'horizontal', price: 5 };
  const trend: ChartDrawing = { id: 'b', kind: 'trend', from: { time: 1, price: 2 }, to: { time: 3, price: 4 } };
  expect(readDrawings([level, trend, { ...level, price: -1 }, { ...trend, to: { time: 3 } }, null, 'x'])).toEqual([
    level,
    trend,
  ]);
  expect(readDrawings(Array(DRAWINGS_MAX + 5).fill(level)).length).toBe(DRAWINGS_MAX);
  fc.assert(fc.property(fc.jsonValue(), (stored) => Array.isArray(readDrawings(stored))));
});
