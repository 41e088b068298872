import { expect, test } from 'vitest';
import { cardGuide } from './capture.ts';
import { problemOf } from './use-camera.ts';

test.each([
  ['a phone held upright', 1080, 1920],
  ['a phone held sideways', 1920, 1080],
  ['an old webcam', 640, 480],
])('%s: the guide has the shape of a card and lies in the middle', (_, width, height) => {
  const { left, top, right, bottom } = cardGuide(width, height);
  expect(((right - left) * width) / ((bottom - top) * height)).toBeCloseTo(85.6 / 54, 5);
  expect(left + right).toBeCloseTo(1);
  expect(top + bottom).toBeCloseTo(1);
  expect(Math.min(left, top)).toBeGreaterThan(0.05);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'failed'],
])('%s is %s', (name, problem) => {
  expect(problemOf(Object.assign(new Error(), { name }))).toBe(problem);
});
