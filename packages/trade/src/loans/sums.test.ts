import { type Amount, add, amountOf, divCeil, formatAmount, rateOf, subtract } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountAt,
  type Loan,
  loanSums,
  placeOf,
  runningRows,
  type ScheduleRow,
  SLIDER_STEPS,
  saleAt,
  shareAfter,
  toCover,
} from './sums.ts';

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

describe('figures of a quote and its schedule', () => {
  const CENT = amountOf('0.01');
  const NOW = Date.parse('2026-11-01T10:00:00Z');
  const DAY_MS = 86_400_000;
  const unitsOf = (min: bigint, max: bigint) => fc.bigInt({ min, max }).map((units) => formatAmount(units as Amount));
  const quote = fc.record({
    amount: unitsOf(1n, 10n ** 14n),
    termDays: fc.constantFrom(7, 14, 30, 90, 365),
    dailyRate: unitsOf(0n, 10n ** 6n),
    interestFreeDays: fc.constantFrom(0, 3, 10),
    freeReturnsUsed: fc.constantFrom(0, 2),
  });
  const ratesOf = ({
    dailyRate,
    interestFreeDays,
    freeReturnsUsed,
  }: typeof quote extends fc.Arbitrary<infer T> ? T : never) => ({
    dailyRate,
    interestFreeDays,
    freeReturnsUsed,
    overdueRate: '0.001',
    openRate: '0.8',
    freeReturnsYear: 2,
  });
  const centsUp = (text: string): Amount => (divCeil(amountOf(text), CENT) * CENT) as Amount;

  /** Loan and interest make what is paid, exactly and in the cents that are shown. */
  function expectSums(rows: readonly ScheduleRow[], principal: string): void {
    for (const { interest, payoff, inCents } of rows) {
      expect(payoff).toBe(formatAmount(add(amountOf(principal), amountOf(interest))));
      expect(inCents.payoff).toBe(formatAmount(centsUp(payoff)));
      expect(inCents.payoff).toBe(formatAmount(add(centsUp(principal), amountOf(inCents.interest))));
      expect(amountOf(inCents.interest) % CENT).toBe(0n);
      const off = subtract(amountOf(inCents.interest), amountOf(interest));
      expect(-CENT < off && off < CENT).toBe(true);
    }
  }

  test('add up for any amount, rate and term', () => {
    fc.assert(
      fc.property(quote, (request) => {
        const sums = loanSums(ratesOf(request), { ...request, min: '0', max: request.amount }, NOW);
        if (sums === undefined) throw new Error('no quote');
        const { interest, repayment, rows, why } = sums;
        expect(repayment).toBe(formatAmount(add(amountOf(request.amount), amountOf(interest))));
        expectSums(rows, request.amount);
        expect(rows.at(-1)).toMatchObject({ interest, payoff: repayment, isDue: true });
        expect([why.interest.result, why.repayment.result]).toEqual([interest, repayment]);
        // Pledged by as much as the share asks for, and not a unit more.
        const pledge = amountOf(sums.pledge);
        const share = rateOf('0.8');
        const owed = amountOf(request.amount) * rateOf('1');
        expect(owed <= pledge * share && (pledge - 1n) * share < owed).toBe(true);
      }),
    );
  });

  test('end a running loan with what was agreed, however many days have passed', () => {
    fc.assert(
      fc.property(quote, fc.integer({ min: 0, max: 6 }), (request, passed) => {
        const sums = loanSums(ratesOf(request), { ...request, min: '0', max: request.amount }, NOW);
        const loan = loanOf({
          ...ratesOf(request),
          amount: request.amount,
          principal: request.amount,
          termDays: request.termDays,
          repaid: '0',
          closedAt: null,
          startedAt: new Date(NOW).toISOString(),
        });
        const rows = runningRows(loan, NOW + passed * DAY_MS);
        expectSums(rows, request.amount);
        expect(rows.at(-1)).toEqual(sums?.rows.at(-1));
      }),
    );
  });

  test('are rounded up to the cent, both at once', () => {
    const rates = {
      dailyRate: '0.0003',
      overdueRate: '0.001',
      interestFreeDays: 0,
      openRate: '0.8',
      freeReturnsYear: 0,
    };
    const sums = loanSums(rates, { amount: '100.009', min: '0', max: '1000', termDays: 7 }, NOW);
    expect(sums?.rows.at(-1)).toMatchObject({
      interest: '0.2100189',
      payoff: '100.2190189',
      inCents: { interest: '0.21', payoff: '100.22' },
    });
  });
});
