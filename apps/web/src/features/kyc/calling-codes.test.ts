import { COUNTRIES } from '@glasshouse/api/countries';
import { LANGUAGE_LIST } from '@glasshouse/i18n/languages';
import { expect, test } from 'vitest';
import { callingCodeOf, callingCodes, splitPhone } from './calling-codes.ts';

test('every country of the identity form has a code', () => {
  expect(COUNTRIES.filter((country) => callingCodeOf(country) === undefined)).toEqual([]);
});

test('the list has every number from +1 to +430, and what lies above only where a country has it', () => {
  const codes = callingCodes();
  expect(codes.slice(0, 430).map(({ code }) => Number(code))).toEqual(Array.from({ length: 430 }, (_, at) => at + 1));
  expect(codes.slice(430).every(({ countries }) => 0 < countries.length)).toBe(true);
  expect(codes.find(({ code }) => code === '852')?.countries).toEqual(['HK']);
});

test('of the countries that share a code, the one that most people mean comes first', () => {
  const first = (code: string) => callingCodes().find((entry) => entry.code === code)?.countries[0];
  expect([first('1'), first('44'), first('7')]).toEqual(['US', 'GB', 'RU']);
});

test.each([
  ['+49 170 1234567', { code: '49', rest: '170 1234567' }],
  ['+49 ', { code: '49', rest: '' }],
  ['+491701234567', { code: '49', rest: '1701234567' }],
  ['+3581234567', { code: '358', rest: '1234567' }],
  ['0170', undefined],
  ['', undefined],
])('"%s" splits', (phone, parts) => {
  expect(splitPhone(phone)).toEqual(parts);
});

test('every country has a name in every language, Kosovo too', () => {
  expect(COUNTRIES).toContain('XK');
  for (const { locale } of LANGUAGE_LIST) {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    expect([locale, COUNTRIES.filter((country) => names.of(country) === country)]).toEqual([locale, []]);
  }
});
