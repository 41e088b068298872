/** The state does not depend on the order in which the database returns rows. */
import { expect, test } from 'vitest';
import type { ChangeOf } from '../../kernel/core/types.ts';
import { type ContractRows, emptySlice, reduce } from './slice.ts';
import type { ContractTerms } from './terms.ts';

const version = (number: number): ChangeOf<ContractRows> => ({
  table: 'contract_terms',
  row: { code: 'BTCUSDT', version: number, terms: { code: 'BTCUSDT', version: number } as ContractTerms },
});

test.each([
  [1, 2, 3],
  [3, 1, 2],
  [2, 3, 1],
])('versions loaded as %d, %d, %d: the newest is in force, and all are known', (...numbers) => {
  const slice = emptySlice();
  for (const number of numbers) reduce(slice, version(number));
  expect(slice.terms.get('BTCUSDT')?.version).toBe(3);
  expect([...slice.versions.keys()].sort()).toEqual(['BTCUSDT/1', 'BTCUSDT/2', 'BTCUSDT/3']);
});

test('a row of another module is a bug', () => {
  expect(() => reduce(emptySlice(), { table: 'option_orders', row: {} } as never)).toThrow(/does not own/);
});
