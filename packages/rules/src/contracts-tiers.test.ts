/** Maintenance margin tiers: which tables are refused, and that a valid one is continuous. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maintenanceOf, tierOf } from './contracts-tiers.ts';
import { type Amount, formatAmount } from './money.ts';
import { tiersOf } from './testing/contracts.ts';

describe('tiers', () => {
  test('deductions follow d = d before + floor × rise of the rate', () => {
    const tiers = tiersOf(
      ['0', '0.004', 125],
      ['50000', '0.005', 100],
      ['250000', '0.01', 50],
      ['1000000', '0.025', 20],
    );
    expect(tiers?.map(({ deduction }) => formatAmount(deduction))).toEqual(['0', '50', '1300', '16300']);
  });

  test.each([
    ['is empty', []],
    ['does not begin at 0', [['1', '0.01', 50]]],
    [
      'has a floor twice',
      [
        ['0', '0.01', 50],
        ['0', '0.02', 20],
      ],
    ],
    [
      'has a falling floor',
      [
        ['0', '0.01', 50],
        ['10', '0.02', 20],
        ['5', '0.03', 10],
      ],
    ],
    [
      'has a rate that does not rise',
      [
        ['0', '0.01', 50],
        ['10', '0.01', 20],
      ],
    ],
    [
      'has rising leverage',
      [
        ['0', '0.01', 20],
        ['10', '0.02', 40],
      ],
    ],
    ['has fractional leverage', [['0', '0.01', 2.5]]],
    ['has no leverage', [['0', '0.01', 0]]],
    ['requires the whole notional', [['0', '1', 1]]],
    ['requires nothing', [['0', '0', 10]]],
    ['requires more than the initial margin', [['0', '0.02', 50]]],
    [
      'has a deduction that eight decimals cannot hold',
      [
        ['0', '0.01', 50],
        ['0.00000001', '0.015', 20],
      ],
    ],
  ] as const)('a table that %s is refused', (_why, steps) => expect(tiersOf(...steps)).toBeUndefined());

  test('the requirement is continuous at every tier boundary and never falls', () => {
    const tables = fc
      .uniqueArray(
        fc.record({ floor: fc.integer({ min: 1, max: 10 ** 7 }), rise: fc.bigInt({ min: 1n, max: 4_000_000n }) }),
        {
          minLength: 1,
          maxLength: 9,
          selector: ({ floor }) => floor,
        },
      )
      .map((raw) => {
        let rate = 100_000n;
        const sorted = raw.toSorted((left, right) => left.floor - right.floor);
        return [['0', '0.001', 2] as const].concat(
          sorted.map(({ floor, rise }) => {
            rate += rise;
            return [String(floor), formatAmount(rate as Amount), 2] as never;
          }),
        );
      });
    fc.assert(
      fc.property(tables, fc.bigInt({ min: 0n, max: 10n ** 16n }), (steps, somewhere) => {
        const tiers = tiersOf(...steps);
        if (tiers === undefined) throw new Error('a valid table was refused');
        for (const { floor } of tiers.slice(1)) {
          const below = maintenanceOf(tiers, (floor - 1n) as Amount);
          const at = maintenanceOf(tiers, floor);
          // One minor unit of notional is a fraction of a minor unit of requirement.
          expect(at - below).toBeGreaterThanOrEqual(0n);
          expect(at - below).toBeLessThanOrEqual(1n);
        }
        const notional = somewhere as Amount;
        expect(tierOf(tiers, notional).floor).toBeLessThanOrEqual(notional);
        expect(maintenanceOf(tiers, (notional + 1n) as Amount)).toBeGreaterThanOrEqual(maintenanceOf(tiers, notional));
      }),
    );
  });
});
