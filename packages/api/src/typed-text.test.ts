/** Codes and passwords in the ways in which people type and paste them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldCode, foldDigits, foldPassword, isFactorCode, isSixDigitCode, passwordLength } from './typed-text.ts';

test.each([
  ['as it was sent', '123456'],
  ['in groups of three', '123 456'],
  ['with a space of an app', '123\u00a0456'],
  ['with a narrow space', '123\u202f456'],
  ['with a dash', '123-456'],
  ['with a long dash', '123–456'],
  ['full width', '１２３４５６'],
  ['full width with its space', '１２３　４５６'],
  ['Arabic', '١٢٣٤٥٦'],
  ['Persian', '۱۲۳۴۵۶'],
  ['Devanagari', '१२३४५६'],
  ['Thai', '๑๒๓๔๕๖'],
  ['mathematical', '𝟏𝟐𝟑𝟒𝟓𝟔'],
  ['with the marks of a page from right to left', '\u200f123456\u200e'],
  ['with a space at either end', ' 123456\n'],
])('a code %s is the same code', (_, text) => {
  expect(foldCode(text)).toBe('123456');
});

test('letters of a code stay, and so does what is no code', () => {
  expect(foldCode('abcd-EFGH 2345')).toBe('abcdEFGH2345');
  expect(foldCode('12a456')).toBe('12a456');
  expect(foldDigits('Zimmer ٣')).toBe('Zimmer 3');
});

test.each([
  ['six digits in groups', '１２３ 456', true, true],
  ['a recovery code', 'abcd-EFGH 2345', false, true],
  ['five digits', '12 345', false, false],
  ['seven digits', '1234567', false, false],
  ['a letter among digits', '12a456', false, false],
  ['eleven characters', 'abcd-EFGH-234', false, false],
  ['nothing', ' ', false, false],
])('%s', (_, text, isSixDigits, isFactor) => {
  expect([isSixDigitCode(text), isFactorCode(text)]).toEqual([isSixDigits, isFactor]);
});

test('every decimal digit of Unicode has the value that it stands for', () => {
  // In numeral systems that `Intl` knows, independent of how the fold counts.
  const systems = Intl.supportedValuesOf('numberingSystem').filter((numberingSystem) =>
    /^\p{Nd}{10}$/u.test(new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1234567890)),
  );
  expect(systems.length).toBeGreaterThan(50);
  for (const numberingSystem of systems) {
    const text = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1234567890);
    expect([numberingSystem, foldDigits(text)]).toEqual([numberingSystem, '1234567890']);
  }
});

test('folding twice is folding once', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => foldCode(foldCode(text)) === foldCode(text)));
});

test('a password is the same from either keyboard, and as long as its characters', () => {
  expect(foldPassword('Stra\u0308ßen')).toBe(foldPassword('Sträßen'));
  expect(foldPassword('ｐａｓｓ１')).toBe('pass1');
  expect(passwordLength('👍👍')).toBe(2);
});
