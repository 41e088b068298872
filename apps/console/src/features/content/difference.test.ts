import { expect, test } from 'vitest';
import { difference } from './difference.ts';

test.each([
  ['a\nb\nc', 'a\nc', ' a|-b| c'],
  ['a', 'a\nb', ' a|+b'],
  ['a\nb', 'b\na', '-a| b|+a'],
  ['same', 'same', ' same'],
  ['a', 'b', '-a|+b'],
])('%j and %j', (older, newer, expected) => {
  const signs = { both: ' ', old: '-', new: '+' };
  expect(
    difference(older, newer)
      .map(({ side, text }) => signs[side] + text)
      .join('|'),
  ).toBe(expected);
});
