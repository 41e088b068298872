/**
 * The text of an agreement, in every language: which clause it has follows from the terms, and old
 * terms have the text that they always had.
 */
import { LANGUAGES } from '@glasshouse/api/constants';
import { describe, expect, it, test } from 'vitest';
import { agreementText } from './agreement.ts';
import type { FrozenTerms } from './rows.ts';

const TERMS: FrozenTerms = {
  ...{ dailyRate: '0.0003', overdueRate: '0.0005', freeDays: 3, graceDays: 7, openRate: '0.8', warnRate: '0.87' },
  ...{ coverRate: '0.85', sellRate: '0.93', saleRate: '0.003', warnMs: 21_600_000 },
};
const FREE: FrozenTerms = { ...TERMS, freeReturnsYear: 2, freeReturnsUsed: 1 };
const USED: FrozenTerms = { ...TERMS, freeDays: 0, freeReturnsYear: 2, freeReturnsUsed: 2 };
const textOf = (language: (typeof LANGUAGES)[number], terms: FrozenTerms): string[] =>
  agreementText({ userId: 7, language, amount: '1000', termDays: 30, terms }).split('\n');

describe.each(LANGUAGES)('in %s', (language) => {
  it('names the version of its terms, and leaves no value out', () => {
    const texts = [TERMS, FREE, USED].map((terms) => textOf(language, terms));
    expect(texts.map(([title]) => /\d+/.exec(title as string)?.[0])).toEqual(['3', '4', '4']);
    for (const text of texts) expect([text.length, text.join('').includes('{{')]).toEqual([14, false]);
  });

  it('differs in what a return and the first days cost, and in nothing else', () => {
    const [old, free, used] = [TERMS, FREE, USED].map((terms) => textOf(language, terms)) as [
      string[],
      string[],
      string[],
    ];
    const changed = (left: string[], right: string[]) => left.flatMap((line, at) => (line === right[at] ? [] : [at]));
    // Title and return.
    expect(changed(old, free)).toEqual([0, 7]);
    // Interest, cost, repayment and return.
    expect(changed(free, used)).toEqual([3, 4, 5, 7]);
  });
});

test.each([
  [
    TERMS,
    'Within 14 days after the day of the payout the whole loan can be returned without interest and without giving a reason. Payments in that time lower the loan first.',
  ],
  [
    FREE,
    'Loans that can be returned without interest within 365 days: 2; returned so before this one: 1. Beyond that number a loan costs interest from its first day.',
  ],
  [USED, 'can be returned without giving a reason, with interest to date and no other cost.'],
])('the clause of the return', (terms, part) => {
  expect(textOf('en', terms)[7]).toContain(part);
});
