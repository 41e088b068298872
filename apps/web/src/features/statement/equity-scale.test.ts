/**
 * The summary of the curve is exact, and its drawing stays inside its box with grid lines at round
 * values.
 */
import { expect, test } from 'vitest';
import { type EquityPoint, scaleOf, summaryOf, untilNow } from './equity-scale.ts';

const curve = (...values: string[]): EquityPoint[] =>
  values.map((value, hour) => ({ at: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(), value }));
const BOX = { width: 300, height: 100 };

test('first, last, lowest, highest and the change, exactly', () => {
  const points = curve('100000', '99999.99999999', '100500.5', '100250.25');
  expect(summaryOf(points)).toEqual({
    first: points[0],
    last: points[3],
    low: points[1],
    high: points[2],
    change: '250.25',
    changePercent: '0.25025',
  });
  expect(summaryOf(curve('10', '7.5'))).toMatchObject({ change: '-2.5', changePercent: '-25' });
  expect(summaryOf(curve('0', '7.5'))).toMatchObject({ change: '7.5', changePercent: undefined });
  expect(summaryOf(curve('100000', '100000.05'))).toMatchObject({ change: '0.05', changePercent: '0.00005' });
  expect(summaryOf([])).toBeUndefined();
});

test('grid lines are at round values, and the curve spans the full width', () => {
  const scale = scaleOf(curve('99060', '100940', '100100'), BOX);
  expect(scale.values.map(({ value }) => value)).toEqual([99_000, 99_500, 100_000, 100_500, 101_000]);
  expect(scale.values.map(({ at }) => at)).toEqual([100, 75, 50, 25, 0]);
  expect(scale.line).toBe('M0 97L150 3L300 45');
  expect(scale.area).toBe('M0 97L150 3L300 45V100H0Z');
  expect(scale.times).toEqual([0, 2]);
});

test('a few of a hundred thousand are no cliff', () => {
  const { y, values } = scaleOf(curve('100000', '99996'), BOX);
  expect((values.at(-1)?.value ?? 0) - (values[0]?.value ?? 0)).toBeGreaterThanOrEqual(1_000);
  expect(y(99_996) - y(100_000)).toBeLessThan(1);
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
    expect(y(100_000)).toBe(50);
    expect(line).toMatch(/^M0 50/);
  }
});

test.each([
  [-20, 0],
  [70, 0],
  [80, 1],
  [299, 2],
  [900, 2],
])('the point nearest to %i px is %i', (place, point) => {
  expect(scaleOf(curve('1', '2', '3'), BOX).nearest(place)).toBe(point);
});
