/** Keyboard movement in lists: arrow keys in both reading directions, and type-ahead. */
import { expect, test } from 'vitest';
import { rovingTarget } from './roving.ts';
import { createTypeahead } from './typeahead.ts';

test.each([
  ['ArrowRight', 'horizontal', false, 0, 1],
  ['ArrowRight', 'horizontal', true, 0, 2],
  ['ArrowLeft', 'horizontal', false, 0, 2],
  ['ArrowDown', 'vertical', true, 2, 0],
  ['ArrowDown', 'horizontal', false, 0, undefined],
  ['Home', 'vertical', false, 2, 0],
  ['End', 'horizontal', true, 0, 2],
  ['a', 'vertical', false, 0, undefined],
] as const)('%s in a %s list (rtl %s) moves from %i to %s', (key, axis, rtl, index, expected) => {
  expect(rovingTarget(key, { index, count: 3, axis, rtl })).toBe(expected);
});

const NAMES = ['Bitcoin', 'Ether', 'Solana', 'Basic', 'Sui'];

test.each([
  ['a letter moves to the next label that starts with it', 'b', 0, 3],
  ['and wraps at the end', 'b', 3, 0],
  ['one letter repeated cycles', 'ss', 0, 4],
  ['letters in quick succession are one prefix', 'ba', 1, 3],
  ['a longer prefix keeps the label that still matches', 'sui', 0, 4],
  ['no label: nothing moves', 'x', 0, 0],
  ['a space is a press, not a letter', ' ', 0, 0],
])('%s', (_, typed, from, expected) => {
  const typeahead = createTypeahead(() => 0);
  let index = from;
  for (const letter of typed) index = typeahead(letter, NAMES, index) ?? index;
  expect(index).toBe(expected);
});

test('after a pause the search starts again', () => {
  let now = 0;
  const typeahead = createTypeahead(() => now);
  typeahead('s', NAMES, 0);
  now = 1000;
  expect(typeahead('e', NAMES, 2)).toBe(1);
});
