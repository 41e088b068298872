/** Which refusals mean that an address leads to nothing; the numbers are those of the catalogue. */
import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { isNotHere } from './not-here.tsx';

const refusedWith = (number: number) => isNotHere({ kind: 'refused', code: number, message: '', fields: {} });

test('only what does not exist is not here', () => {
  const missing = Object.entries(code).filter(([, number]) => refusedWith(number));
  expect(missing.map(([name]) => name).sort()).toEqual(['nothingFound', 'orderNotFound', 'wrongFormat']);
  expect(isNotHere({ kind: 'unreachable' })).toBe(false);
});
