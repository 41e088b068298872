/** Times are formatted exactly as `Date` does, in any order of days. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

test('every time a clock can show', () => {
  const times = fc.integer({ min: 0, max: 8_640_000_000_000 });
  fc.assert(
    fc.property(fc.array(times, { minLength: 1 }), (all) => {
      for (const at of all) expect(isoTime(at)).toBe(new Date(at).toISOString());
    }),
  );
});

test('the ends of a day', () => {
  const midnight = Date.UTC(2027, 0, 1);
  for (const at of [midnight - 1, midnight, midnight + 1, midnight - 1]) {
    expect(isoTime(at)).toBe(new Date(at).toISOString());
  }
});
