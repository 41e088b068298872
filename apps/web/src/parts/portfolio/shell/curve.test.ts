/** The summary of the curve is exact, and its drawing is a step line that stays inside its box. */
import { expect, test } from 'vitest';
import {
  beginsWithDay,
  curveFrom,
  curvePoints,
  type EquityPoint,
  scaleOf,
  stepSeconds,
  summaryOf,
  untilNow,
} from './curve.ts';

const curve = (...values: string[]): EquityPoint[] =>
  values.map((value, hour) => ({ at: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(), value }));
const BOX = { width: 300, height: 116 };

test('first, last, lowest and highest, exactly', () => {
  const points = curve('100000', '99999.99999999', '100500.5', '100250.25');
  expect(summaryOf(points)).toEqual({ first: points[0], last: points[3], low: points[1], high: points[2] });
  expect(summaryOf([])).toBeUndefined();
});

test('a value holds until the next one, over the full width', () => {
  const scale = scaleOf(curve('99000', '101000', '100000'), BOX);
  expect(scale.line).toBe('M0 108H150V8H300V58H300');
});

test('a few of a hundred thousand are no cliff', () => {
  const { y } = scaleOf(curve('100000', '99996'), BOX);
  expect(y(99_996) - y(100_000)).toBeLessThan(5);
});

test('the value of now takes the place of the last point', () => {
  const points = curve('1', '2');
  const now = { at: '2026-11-20T01:00:01.000Z', value: '3' };
  expect(untilNow(points, now)).toEqual([points[0], now]);
  expect(untilNow(points, undefined)).toBe(points);
});

test('a flat curve is a line through the middle, and so is a single point', () => {
  for (const points of [curve('100000', '100000'), curve('100000')]) {
    const { y, line } = scaleOf(points, BOX);
    expect(y(100_000)).toBe(58);
    expect(line).toMatch(/^M0 58.*H300$/);
  }
});

test.each([
  [-20, 0],
  [70, 0],
  [80, 1],
  [299, 2],
  [900, 2],
])('the point nearest to %i is %i', (place, point) => {
  expect(scaleOf(curve('1', '2', '3'), BOX).nearest(place)).toBe(point);
});

test('a day has a step each quarter of an hour; longer ranges all that came', () => {
  const minutes = Array.from({ length: 8 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 10, 20, 0, 2 + index * 5)).toISOString(),
    value: '1',
  }));
  const even = minutes.map(({ at, value }) => ({ at: new Date(Date.parse(at) + 180_000).toISOString(), value }));
  expect(curvePoints(even, 'today').map(({ at }) => at.slice(14, 16))).toEqual(['05', '15', '30', '40']);
  expect(curvePoints(even, 'week')).toHaveLength(8);
  expect(stepSeconds(curvePoints(even, 'today'))).toBe(900);
  expect(stepSeconds(curve('1', '2', '3'))).toBeUndefined();
});

test('today begins at midnight by the clock of the reader, and so does its curve', () => {
  const now = new Date(2026, 10, 20, 15, 30).getTime();
  expect(curveFrom('today', now)).toBe(new Date(2026, 10, 20).toISOString());
  expect(curveFrom('week', now)).toBe(new Date(now - 7 * 86_400_000).toISOString());
  const at = (hour: number) => [{ at: new Date(2026, 10, 20, hour).toISOString(), value: '1' }];
  expect(beginsWithDay(at(0), now)).toBe(true);
  expect(beginsWithDay(at(9), now)).toBe(false);
  expect(beginsWithDay([], now)).toBe(false);
});
