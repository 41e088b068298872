import { expect, test } from 'vitest';
import { selectNearestTests } from './nearest-tests.ts';

const TESTS = [
  'simulation/src/mutants.test.ts',
  'apps/server/src/http/orders.test.ts',
  'apps/server/src/products/spot/trigger.test.ts',
  'apps/server/src/products/spot/match.test.ts',
  'packages/api/src/codes.test.ts',
];
const CHANGED = ['apps/server/src/products/spot/match.ts', 'packages/api/src/codes.test.ts'];
const select = (budgetSeconds: number, seconds: Readonly<Record<string, number>> = {}) =>
  selectNearestTests(TESTS, CHANGED, { secondsOf: new Map(Object.entries(seconds)), budgetSeconds });

test('changed tests come first, then those beside, of the folder and of shared folders', () => {
  expect(select(1_000)).toEqual({ chosen: TESTS.toReversed(), omitted: [] });
});

test('the time that tests took decides how many are chosen', () => {
  expect(select(12)).toEqual({ chosen: TESTS.toReversed().slice(0, 3), omitted: TESTS.toReversed().slice(3) });
  expect(select(12, { 'packages/api/src/codes.test.ts': 9 }).chosen).toEqual(['packages/api/src/codes.test.ts']);
});

test('a long test that does not fit makes way for shorter ones', () => {
  expect(select(9, { 'apps/server/src/products/spot/match.test.ts': 60 }).chosen).toEqual([
    'packages/api/src/codes.test.ts',
    'apps/server/src/products/spot/trigger.test.ts',
  ]);
});

test('at least one is chosen', () => {
  expect(select(1, { 'packages/api/src/codes.test.ts': 60 }).chosen).toEqual(['packages/api/src/codes.test.ts']);
  expect(selectNearestTests([], CHANGED, { secondsOf: new Map(), budgetSeconds: 9 })).toEqual({
    chosen: [],
    omitted: [],
  });
});

test('a test in a subfolder of the changed file is nearer than one elsewhere', () => {
  const { chosen } = selectNearestTests(
    ['apps/server/src/http/orders.test.ts', 'apps/server/src/kernel/log/log.test.ts'],
    ['apps/server/src/kernel/sequencer.ts'],
    { secondsOf: new Map(), budgetSeconds: 100 },
  );
  expect(chosen[0]).toBe('apps/server/src/kernel/log/log.test.ts');
});
