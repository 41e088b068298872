/**
 * The summary of the curve is exact, and its drawing stays inside its box with grid lines at round
 * values.
 */
import { expect, test } from 'vitest';
import { type EquityPoint, scaleOf, summaryOf } from './equity-scale.ts';

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
    changePercent: '0.2502',
  });
  expect(summaryOf(curve('10', '7.5'))).toMatchObject({ change: '-2.5', changePercent: '-25' });
  expect(summaryOf(curve('0', '7.5'))).toMatchObject({ change: '7.5', changePercent: undefined });
  expect(summaryOf([])).toBeUndefined();
});

test('grid lines are at round values, and the curve spans the full width', () => {
  const scale = scaleOf(curve('99812', '100188', '100020'), BOX);
  expect(scale.values.map(({ value }) => value)).toEqual([99_800, 99_900, 100_000, 100_100, 100_200]);
  expect(scale.values.map(({ at }) => at)).toEqual([100, 75, 50, 25, 0]);
  expect(scale.line).toBe('M0 97L150 3L300 45');
  expect(scale.area).toBe('M0 97L150 3L300 45V100H0Z');
  expect(scale.times).toEqual([0, 2]);
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
