/** Addresses of mail as people type them, and what they are for pages and server alike. */
import { expect, test } from 'vitest';
import { foldEmail, isEmail } from './email.ts';

test.each([
  ['grace@example.org', 'grace@example.org'],
  [' grace@example.org ', 'grace@example.org'],
  ["o'neill+tag@mail.example.co.uk", "o'neill+tag@mail.example.co.uk"],
  ['grace@bücher.example', 'grace@xn--bcher-kva.example'],
  ['grace@bu\u0308cher.example', 'grace@xn--bcher-kva.example'],
  ['ｇｒａｃｅ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'grace@example.org'],
  ['grace@例え.テスト', 'grace@xn--r8jz45g.xn--zckzah'],
])('%s is the address %s', (typed, address) => {
  expect(foldEmail(typed)).toBe(address);
  expect(isEmail(typed)).toBe(true);
});

test.each([
  '',
  'grace',
  'grace@',
  '@example.org',
  'grace@example',
  'grace@@example.org',
  'gr ace@example.org',
  'grace@-example.org',
  'jürgen@example.org',
  'grace@exa mple.org',
  'grace@b/ü.example',
  `${'a'.repeat(65)}@example.org`,
])('%s is no address', (typed) => {
  expect(isEmail(typed)).toBe(false);
});
