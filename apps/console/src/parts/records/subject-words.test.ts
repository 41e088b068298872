import { LIMIT_NAMES } from '@glasshouse/api/kyc-limits';
import { PARAMETER_KEYS } from '@glasshouse/api/operator/parameters';
import { translatorFor } from '@glasshouse/i18n/server';
import { expect, test } from 'vitest';
import { subjectName } from './subject-words.ts';
import { limitLabel } from './term-label.tsx';

const english = translatorFor('en');

test('a parameter is called as on its page', () => {
  expect(subjectName(english, 'parameter kyc.limits_none')).toBe('Limits without a check (USDT)');
  expect(subjectName(english, 'parameter of.a.newer.server')).toBe('Parameter of.a.newer.server');
  for (const key of PARAMETER_KEYS) expect(subjectName(english, `parameter ${key}`)).not.toContain(key);
});

test('limits of a level are called as in the ladder of customers', () => {
  expect(limitLabel(english, 'deposit_day')).toBe('Deposits · 24 hours');
  expect(limitLabel(translatorFor('de'), 'withdrawal_total')).not.toContain('_');
  for (const name of LIMIT_NAMES) expect(limitLabel(english, name)).not.toBe(name);
  // Before its words have come.
  expect(limitLabel({ find: () => undefined }, 'loan_month')).toBe('loan_month');
});
