import { expect, test } from 'vitest';
import { pointsText } from './points.ts';

test.each([
  ['6412345', '2', '64123.45'],
  ['5', '5', '0.00005'],
  ['7', '0', '7'],
  ['90071992547409931234', '8', '900719925474.09931234'],
  [null, '2', undefined],
  ['12', null, undefined],
  ['-12', '2', undefined],
  ['1e9', '2', undefined],
  ['12', '99', undefined],
])('%s points with %s decimals', (points, precision, expected) => {
  expect(pointsText(points, precision)).toBe(expected);
});
