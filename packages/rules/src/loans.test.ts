import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accrueTo,
  type LoanDebt,
  type LoanTerms,
  loanCost,
  payLoan,
  payoffOf,
  pledgeFor,
  reaches,
  roundedInterest,
} from './loans.ts';
import { type Amount, amountOf, formatAmount, formatRate, type Rate, rateOf, ZERO } from './money.ts';

const TERMS: LoanTerms = { dailyRate: rateOf('0.0003'), overdueRate: rateOf('0.0005'), freeDays: 3, termDays: 30 };
const opened = (principal: Amount): LoanDebt => ({ startDay: 100, principal, accrued: 0n, countedDay: 100 });
const THOUSAND = opened(amountOf('1000'));

it.each([
  [100, '0'],
  [103, '0'],
  [104, '0.3'],
  [130, '8.1'],
  [131, '8.6'],
  [140, '13.1'],
])('owes the interest of the days in UTC: by day %i %s', (day, interest) => {
  expect(formatAmount(roundedInterest(accrueTo(THOUSAND, TERMS, day).accrued))).toBe(interest);
});

describe('the right to give it back', () => {
  it('costs nothing on the fourteenth day, and the interest to date on the fifteenth', () => {
    expect(payoffOf(THOUSAND, TERMS, 114)).toEqual({ principal: amountOf('1000'), interest: ZERO });
    expect(formatAmount(payoffOf(THOUSAND, TERMS, 115).interest)).toBe('3.6');
  });
  it('lowers the principal first, and forgives the interest only of the whole', () => {
    const half = payLoan(THOUSAND, TERMS, { amount: amountOf('500'), day: 110 });
    expect(half).toMatchObject({ toPrincipal: amountOf('500'), toInterest: ZERO, isRepaid: false });
    const whole = payLoan(half.debt, TERMS, { amount: amountOf('500'), day: 114 });
    expect(whole).toMatchObject({ toInterest: ZERO, isRepaid: true });
    // Seven days of a thousand and five of five hundred.
    expect(formatAmount(payoffOf(half.debt, TERMS, 115).interest)).toBe('2.85');
  });
});

describe('a loan whose free returns were used before', () => {
  const used: LoanTerms = { ...TERMS, freeDays: 0, freeReturnsYear: 2, freeReturnsUsed: 2 };

  it.each([
    [100, '0'],
    [101, '0.3'],
    [114, '4.2'],
    [115, '4.5'],
    [130, '9'],
  ])('costs the interest of the days held: by day %i %s', (day, interest) => {
    expect(formatAmount(payoffOf(THOUSAND, used, day).interest)).toBe(interest);
  });
  it('is free while one of them is left', () => {
    expect(payoffOf(THOUSAND, { ...TERMS, freeReturnsYear: 2, freeReturnsUsed: 1 }, 114).interest).toBe(ZERO);
    expect(payoffOf(THOUSAND, { ...TERMS, freeReturnsYear: 0, freeReturnsUsed: 0 }, 114).interest).not.toBe(ZERO);
  });
  it('never costs more than the interest of the days, however it is paid back, and more the longer it is held', () => {
    const days = fc.array(fc.nat(14), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 16n), days, fc.bigInt(1n, 10n ** 16n), (principal, moments, part) => {
        let debt = opened(principal as Amount);
        let paid = 0n;
        // A day's principal times its rate, in 10⁻¹⁶: the law allows that and nothing beside it.
        let exact = 0n;
        let day = 100;
        for (const moment of moments.sort((left, right) => left - right)) {
          exact += debt.principal * BigInt(100 + moment - day) * used.dailyRate;
          day = 100 + moment;
          const payment = payLoan(debt, used, { amount: part as Amount, day });
          paid += payment.toInterest;
          debt = payment.debt;
        }
        const rest = payoffOf(debt, used, day);
        const total = (paid + rest.interest) * 10n ** 8n;
        // Each payment rounds by half a unit at most, and counts the rest against the next.
        expect(total - exact <= 5n * 10n ** 7n && exact - total <= 5n * 10n ** 7n).toBe(true);
        expect(payoffOf(debt, used, day + 1).interest >= rest.interest).toBe(true);
      }),
    );
  });
});

it('pays the interest first once the fourteen days are over', () => {
  const paid = payLoan(THOUSAND, TERMS, { amount: amountOf('100'), day: 120 });
  expect([formatAmount(paid.toInterest), formatAmount(paid.toPrincipal)]).toEqual(['5.1', '94.9']);
  const rest = payLoan(paid.debt, TERMS, { amount: amountOf('1000000'), day: 120 });
  expect(rest).toMatchObject({ isRepaid: true, toPrincipal: amountOf('905.1'), toInterest: ZERO });
});

it('costs what its schedule says', () => {
  const cost = loanCost(amountOf('1000'), TERMS);
  expect([formatAmount(cost.interest), formatAmount(cost.repayment), formatRate(cost.apr)]).toEqual([
    '8.1',
    '1008.1',
    '0.1031',
  ]);
});

it('rounds half to even, so that neither side gains by it', () => {
  const half = 5n * 10n ** 7n;
  expect([0n, 1n, 2n, 3n].map((whole) => roundedInterest(whole * 10n ** 8n + half))).toEqual([0n, 2n, 2n, 4n]);
  expect(roundedInterest(-half)).toBe(0n);
});

it('pledges at least so much that the share is kept', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 18n), fc.bigInt(1n, 10n ** 8n), (amount, rate) => {
      const value = pledgeFor(amount as Amount, rate as Rate);
      // One unit less would be too little.
      expect(amount * 10n ** 8n <= value * rate).toBe(true);
      expect(amount * 10n ** 8n <= (value - 1n) * rate).toBe(false);
      expect(reaches(amount as Amount, value, rate as Rate)).toBe(value * rate === amount * 10n ** 8n);
    }),
  );
});

it('owes the same however it is looked at, and never more than without the payments', () => {
  const days = fc.array(fc.nat(60), { maxLength: 8 });
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 16n), days, fc.nat(10 ** 9), (principal, steps, pay) => {
      const start = opened(principal as Amount);
      let debt = start;
      let day = 100;
      let paid = 0n;
      for (const step of steps) {
        day += step;
        expect(accrueTo(accrueTo(debt, TERMS, day - Math.floor(step / 2)), TERMS, day)).toEqual(
          accrueTo(debt, TERMS, day),
        );
        const owed = payoffOf(debt, TERMS, day);
        const part = payLoan(debt, TERMS, { amount: BigInt(pay) as Amount, day });
        expect(part.toInterest + part.toPrincipal).toBe(
          BigInt(pay) < owed.principal + owed.interest ? BigInt(pay) : owed.principal + owed.interest,
        );
        paid += part.toInterest + part.toPrincipal;
        debt = part.debt;
        if (part.isRepaid) break;
      }
      const alone = accrueTo(start, TERMS, day);
      expect(paid <= principal + roundedInterest(alone.accrued) + 8n).toBe(true);
    }),
  );
});
