import { expect, test } from 'vitest';
import { governedBy } from './counted-nouns.ts';

const pair = (english: string, text: string, key = 'loans:a') => ({ key, english, text });

test('Arabic finds a number that governs a noun, and leaves alone one that does not', () => {
  const english = 'Repay within {{days}} days.';
  expect(governedBy('ar', pair(english, 'سدّد خلال {{days}} يومًا.'))).toEqual(['days']);
  expect(governedBy('ar', pair(english, 'عدد الأيام حتى السداد: {{days}}.'))).toEqual([]);
  expect(governedBy('ar', pair(english, 'سدّد خلال {{days}} يومًا.', 'loans:a_other'))).toEqual([]);
  expect(governedBy('ar', pair('{{name}} leaves the account', 'يغادر {{name}} الحساب'))).toEqual([]);
  // A particle that begins the main clause.
  const fewer = 'With fewer than {{few}} accounts, no share is stated.';
  expect(governedBy('ar', pair(fewer, 'إذا قلّ عدد الحسابات عن {{few}} فلا تُذكر نسبة.'))).toEqual([]);
});

test('Arabic may have the noun of a number that is always the same, not that of one that is never 1', () => {
  const valid = 'It is valid for {{minutes}} minutes.';
  const ten = 'الرمز صالح لمدة {{minutes}} دقائق.';
  expect(governedBy('ar', pair(valid, ten, 'emails:code.valid'))).toEqual([]);
  expect(governedBy('ar', pair(valid, ten))).toEqual(['minutes']);
  const old = '{{age}} years old';
  expect(governedBy('ar', pair(old, '{{age}} سنة', 'console:kyc.age'))).toEqual(['age']);
});

test('English finds a number that may be 1', () => {
  const english = '{{count}} more days, {{time}} left';
  expect(governedBy('en', pair(english, english))).toEqual(['count']);
  const valid = 'It is valid for {{minutes}} minutes.';
  expect(governedBy('en', pair(valid, valid))).toEqual(['minutes']);
  expect(governedBy('en', pair(valid, valid, 'emails:code.valid'))).toEqual([]);
});

test('other languages follow the plural forms of English', () => {
  expect(governedBy('de', pair('{{days}} days', '{{days}} Tage'))).toEqual([]);
});
