import type { LimitWindow } from '@glasshouse/api/kyc-limits';
import { type Amount, add, ZERO } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceededBy } from './limits.ts';
import { NO_USAGE, withoutUse, withUse } from './windows.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMITS: { readonly [Window in LimitWindow]: Amount } = {
  day: 1_000n as Amount,
  month: 3_000n as Amount,
  total: 10_000n as Amount,
};
const SPANS: Readonly<Record<LimitWindow, number>> = { day: DAY_MS, month: 30 * DAY_MS, total: Infinity };

const steps = fc.array(
  fc.record({
    waitMs: fc.oneof(fc.integer({ min: 0, max: 2 * HOUR_MS }), fc.integer({ min: 0, max: 12 * DAY_MS })),
    worth: fc.bigInt({ min: 1n, max: 1_200n }),
    /** Which of the amounts that still count is given back afterwards; none where there is none. */
    back: fc.option(fc.nat({ max: 40 }), { freq: 4 }),
  }),
  { maxLength: 120 },
);

/**
 * Takes amounts as the core does, and sums what was taken by brute force: however it is split, no
 * 24 hours, no 30 days and no life have more than the limit.
 */
test('no splitting of amounts exceeds a limit', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_000 + DAY_MS }), (amounts, start) => {
      let counts = NO_USAGE;
      let at = start;
      const uses: { at: number; worth: Amount }[] = [];
      for (const { waitMs, worth, back } of amounts) {
        at += waitMs;
        if (exceededBy(counts, LIMITS, { worth: worth as Amount, at }) === undefined) {
          counts = withUse(counts, worth as Amount, at);
          uses.push({ at, worth: worth as Amount });
        }
        const returned = back === null ? undefined : uses.splice(back, 1)[0];
        if (returned !== undefined) counts = withoutUse(counts, returned.worth, returned.at);
        for (const window of ['day', 'month', 'total'] as const) {
          const within = uses.filter((use) => at - use.at < SPANS[window]);
          expect(within.reduce((sum, use) => add(sum, use.worth), ZERO)).toBeLessThanOrEqual(LIMITS[window]);
        }
        expect(counts.hours.length).toBeLessThanOrEqual(25);
        expect(counts.days.length).toBeLessThanOrEqual(31);
      }
    }),
    { numRuns: 300, seed: 11 },
  );
});

/** The bounds are no more than an hour, and a day, too careful. */
test('what was used is free again an hour after a day, and a day after a month', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }), (at) => {
      const counts = withUse(NO_USAGE, LIMITS.day, at);
      const request = { worth: LIMITS.day };
      const day = { day: LIMITS.day };
      const month = { month: LIMITS.day };
      expect(exceededBy(counts, day, { ...request, at: at + DAY_MS - 1 })).toBe('day');
      expect(exceededBy(counts, day, { ...request, at: at + DAY_MS + HOUR_MS })).toBeUndefined();
      expect(exceededBy(counts, month, { ...request, at: at + 30 * DAY_MS - 1 })).toBe('month');
      expect(exceededBy(counts, month, { ...request, at: at + 31 * DAY_MS })).toBeUndefined();
    }),
    { seed: 12 },
  );
});
