import { expect, test } from 'vitest';
import { canonicalJson, sameJson } from './canonical-json.ts';

test.each([
  ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['nested keys in another order', { a: [{ x: 1, y: null }] }, { a: [{ y: null, x: 1 }] }, true],
  ['a key that is undefined and one that is missing', { a: 1, b: undefined }, { a: 1 }, true],
  ['an array in another order', [1, 2], [2, 1], false],
  ['a key that is null and one that is missing', { a: null }, {}, false],
  ['a number and its text', { a: 1 }, { a: '1' }, false],
])('%s', (_, left, right, same) => {
  expect(sameJson(left, right)).toBe(same);
  expect(canonicalJson(left) === canonicalJson(right)).toBe(same);
});
