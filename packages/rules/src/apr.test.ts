import { expect, it } from 'vitest';
import { annualRate, type Flow, rateText } from './apr.ts';

const months = (amount: number, count: number): Flow => ({ amount: BigInt(amount), years: { of: count, in: 12 } });
const drawn = (amount: number): Flow[] => [months(amount, 0)];

/**
 * The examples that the European Union published with this equation: Annex II of Directive 98/7/EC
 * (Annex III of Directive 87/102/EEC). All sums in ECU; the published rates follow as percentages.
 */
it.each([
  ['1000, repaid with 1200 after 18 months: 12.92 %', drawn(1000), [months(1200, 18)], '0.1292'],
  ['the same with 50 withheld: 16.85 %', drawn(950), [months(1200, 18)], '0.1685'],
  [
    '1000, repaid with 600 after one and 600 after two years: 13.07 %',
    drawn(1000),
    [months(600, 12), months(600, 24)],
    '0.1307',
  ],
  [
    '1000, repaid with 272, 272 and 544 after 3, 6 and 12 months: 13.19 %',
    drawn(1000),
    [months(272, 3), months(272, 6), months(544, 12)],
    '0.1319',
  ],
])('publishes the rate of the example: %s', (_name, drawn, paid, expected) => {
  expect(rateText(annualRate({ drawn, paid }))).toBe(expected);
});

it('agrees with doubles where those are good enough', () => {
  for (const [amount, repayment, days] of [
    [100_000, 100_900, 30],
    [100_000, 101_000, 7],
    [5_000, 5_001, 365],
    [1_000, 2_000, 3650],
  ] as const) {
    const rate = annualRate({
      drawn: [{ amount: BigInt(amount), years: { of: 0, in: 365 } }],
      paid: [{ amount: BigInt(repayment), years: { of: days, in: 365 } }],
    });
    const exact = (repayment / amount) ** (365 / days) - 1;
    expect(Number(rateText(rate))).toBeCloseTo(exact, 3);
    expect(Math.abs(Number(rateText(rate)) - exact)).toBeLessThanOrEqual(0.00005000001);
  }
});

it('rounds a 5 upwards, and costs nothing where nothing is charged', () => {
  const year = (paid: bigint) =>
    rateText(
      annualRate({
        drawn: [{ amount: 1_000_000n, years: { of: 0, in: 1 } }],
        paid: [{ amount: paid, years: { of: 1, in: 1 } }],
      }),
    );
  expect(year(1_100_050n)).toBe('0.1001');
  expect(year(1_100_049n)).toBe('0.1');
  expect(year(1_000_000n)).toBe('0');
});
