import { amountOf, formatAmount, subtract } from '@glasshouse/rules/money';
import { describe, expect, test } from 'vitest';
import { amountAt, type Loan, placeOf, SLIDER_STEPS, saleAt, shareAfter, toCover } from './sums.ts';

/** A running loan of which only these fields matter here. */
const loanOf = (fields: Partial<Loan>): Loan =>
  ({
    state: 'repaying',
    payoff: '700',
    warnRate: '0.87',
    graceDays: 7,
    repaymentAt: '2026-12-01T00:00:00.000Z',
    collateral: [{ symbol: 'AVAX', amount: '54' }],
    cover: { value: '777.63', debt: '701.05', share: '0.9016', warnedAt: null, sellFrom: null },
    ...fields,
  }) as Loan;

const covering = (value: string | null, debt: string): Partial<Loan> => ({
  cover: { value, debt, share: null, warnedAt: null, sellFrom: null },
});

describe('what is left to pay until the pledge covers the debt', () => {
  test('is the first whole cent with which the warning would end', () => {
    const loan = loanOf({});
    const missing = toCover(loan);
    expect(missing).toBe('24.52');
    expect(Number(shareAfter(loan, amountOf(missing ?? '0')))).toBeLessThan(0.87);
    const less = subtract(amountOf(missing ?? '0'), amountOf('0.01'));
    expect(Number(shareAfter(loan, less))).toBeGreaterThanOrEqual(0.87);
  });

  test('once warned, is what ends the warning, which is further down', () => {
    const cover = {
      value: '777.63',
      debt: '701.05',
      share: '0.9016',
      warnedAt: '2026-12-01T00:00:00Z',
      sellFrom: null,
    };
    const missing = toCover(loanOf({ cover, coverRate: '0.85' }));
    expect(missing).toBe('40.07');
    expect(toCover(loanOf({ cover }))).toBe('24.52');
  });

  test.each([
    ['a debt that reaches the share exactly needs a cent', covering('1000', '870'), '0.01'],
    ['a unit below it needs nothing', covering('1000', '869.99999999'), undefined],
    ['a pledge worth nothing needs everything, and no more', covering('0.00000001', '701.05'), '700'],
    ['nobody can tell without a price', covering(null, '701.05'), undefined],
    ['nor without a pledge', { cover: null }, undefined],
  ])('%s', (_what, fields, expected) => {
    expect(toCover(loanOf(fields))).toBe(expected);
  });
});

test('an overdue pledge is sold after the days of grace, if there is one', () => {
  expect(saleAt(loanOf({ state: 'expired' }))).toBe(Date.parse('2026-12-08T00:00:00.000Z'));
  expect(saleAt(loanOf({}))).toBeUndefined();
  expect(saleAt(loanOf({ state: 'expired', collateral: [] }))).toBeUndefined();
});

test.each([
  ['100', '1000', '370'],
  ['100', '5000', '1570'],
  ['100', '100000', '30000'],
])('the slider from %s to %s moves in round amounts and keeps its ends', (min, max, third) => {
  const range = { min, max };
  expect(amountAt(0, range)).toBe(min);
  expect(amountAt(SLIDER_STEPS, range)).toBe(max);
  expect(amountAt(300, range)).toBe(third);
  expect(formatAmount(amountOf(amountAt(placeOf(third, range), range)))).toBe(amountAt(placeOf(third, range), range));
});
