/**
 * The text of an agreement, in every language: whom and what it names, and which clause follows
 * from which terms.
 */
import { LANGUAGES } from '@glasshouse/api/constants';
import { formatterFor } from '@glasshouse/i18n/server';
import { formatAmount, formatRate } from '@glasshouse/rules/money';
import { describe, expect, it, test } from 'vitest';
import { agreementText, costOf } from './agreement.ts';
import type { NamedTerms } from './rows.ts';

const FREE: NamedTerms = {
  dailyRate: '0.0003',
  overdueRate: '0.0005',
  freeDays: 3,
  graceDays: 7,
  openRate: '0.8',
  warnRate: '0.87',
  coverRate: '0.85',
  sellRate: '0.93',
  saleRate: '0.003',
  warnMs: 21_600_000,
  freeReturnsYear: 2,
  freeReturnsUsed: 1,
  lender: 'Fjord & <Söner> AB',
  law: 'Consumer Credit Act 74',
};
const USED: NamedTerms = { ...FREE, freeDays: 0, freeReturnsUsed: 2 };
const LAWLESS: NamedTerms = { ...FREE, law: '' };
const CLAUSES = 14;

type Language = (typeof LANGUAGES)[number];
const textOf = (language: Language, terms: NamedTerms): string[] =>
  agreementText({ userId: 7, language, amount: '1000', termDays: 30, terms }).split('\n');

describe.each(LANGUAGES)('in %s', (language) => {
  const free = textOf(language, FREE);
  const words = formatterFor(language);
  const usdt = (amount: string): string => `${words.number(amount)} USDT`;
  const percent = (share: string): string => words.percent(share, { max: 4 });
  const { interest, repayment, apr } = costOf({ amount: '1000', termDays: 30, terms: FREE });

  it('names its version, and leaves no value out', () => {
    for (const terms of [FREE, USED, LAWLESS]) {
      const text = textOf(language, terms);
      expect(text[0]).toContain('5');
      expect([text.length, text.join('').includes('{{')]).toEqual([terms === LAWLESS ? CLAUSES : CLAUSES + 1, false]);
    }
  });

  it.each([
    ['lender', 1, [FREE.lender]],
    ['sum', 2, [usdt('1000'), '30']],
    ['interest', 3, [percent(FREE.dailyRate), '3', 'UTC']],
    ['cost', 4, [usdt(formatAmount(interest)), percent(formatRate(apr)), '365']],
    ['repayment', 5, [usdt(formatAmount(repayment)), '30', '00:00', 'UTC']],
    ['return', 7, ['14', '365', '2', '1']],
    ['pledge', 8, [percent(FREE.openRate)]],
    ['warning and sale', 9, ['0.87', '0.85', '0.93', '0.003'].map(percent)],
    ['overdue', 10, [percent(FREE.overdueRate), '7', percent(FREE.saleRate)]],
    ['law', 13, [FREE.law]],
  ] as const)('has the figures of the clause: %s', (_name, line, parts) => {
    for (const part of parts) expect(free[line]).toContain(part);
  });

  it('differs in what a return and the first days cost, and in nothing else', () => {
    const used = textOf(language, USED);
    // Interest, cost, repayment and return.
    expect(free.flatMap((line, at) => (line === used[at] ? [] : [at]))).toEqual([3, 4, 5, 7]);
  });

  it('leaves out the law where none is named', () => {
    const numberless = (lines: string[]) => lines.map((line) => line.replace(/^\d+\. /, ''));
    expect(numberless(textOf(language, LAWLESS))).toEqual(numberless(free.filter((line) => !line.includes(FREE.law))));
  });
});

test.each([
  [
    'interest',
    3,
    FREE,
    'of the principal outstanding at that midnight. The interest-free period at the start is 3 days.',
  ],
  ['interest', 3, USED, 'from the first day on, for each midnight UTC that passes, 0.03% of the principal outstanding'],
  [
    'return',
    7,
    FREE,
    'within 365 days: 2; returned before this one: 1. Beyond that number a loan bears interest from its first day.',
  ],
  ['return', 7, USED, 'by repaying the whole loan with interest to date; there is no other cost.'],
])('the clause of the %s', (_name, line, terms, part) => {
  expect(textOf('en', terms)[line]).toContain(part);
});

test.each([
  ['en', ['for 1 day from', 'start is 1 day.', '1 day after the day', 'After 1 day overdue']],
  ['de', ['für 1 Tag ab', 'beträgt 1 Tag.', '1 Tag nach dem Tag', 'Dauert der Verzug 1 Tag,']],
  ['ar', ['يوم واحد']],
] as const)('a single day has its own form in %s', (language, parts) => {
  const terms = { ...FREE, freeDays: 1, graceDays: 1 };
  const text = agreementText({ userId: 7, language, amount: '1000', termDays: 1, terms });
  for (const part of parts) expect(text).toContain(part);
});

test('a name on several lines stays in its clause', () => {
  const text = textOf('en', { ...FREE, lender: ' Fjord\nSöner \t AB ', law: 'Act 74\n1. Nothing is owed.' });
  expect(text).toHaveLength(CLAUSES + 1);
  expect(text[1]).toContain('1. Fjord Söner AB (the lender)');
});
