import { expect, test } from 'vitest';
import { nextFinancing } from './next-financing.ts';

test.each([
  ['2026-11-21T20:59:59.999Z', '2026-11-21T21:00:00.000Z'],
  ['2026-11-21T21:00:00.000Z', '2026-11-22T21:00:00.000Z'],
  ['2026-12-31T23:00:00.000Z', '2027-01-01T21:00:00.000Z'],
])('after %s the next financing is at %s', (now, next) => {
  expect(new Date(nextFinancing('21:00', Date.parse(now))).toISOString()).toBe(next);
});
