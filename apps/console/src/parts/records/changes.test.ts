import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('what differs comes first, value by value', () => {
  const rows = changesOf(
    { roles: ['owner'], name: 'ann', limits: { a: 1 } },
    { roles: ['owner', 'finance'], name: 'ann', limits: { a: 2 } },
  );
  expect(rows.map(({ path, before, after, isChanged }) => [path, before, after, isChanged])).toEqual([
    ['roles', 'owner', 'owner, finance', true],
    ['limits.a', '1', '2', true],
    ['name', 'ann', 'ann', false],
  ]);
});

test('what is new, what is dropped, and plain values', () => {
  expect(changesOf(null, { x: 1 })).toEqual([{ path: 'x', before: undefined, after: '1', isChanged: true }]);
  expect(changesOf({ x: 1 }, null)).toEqual([{ path: 'x', before: '1', after: undefined, isChanged: true }]);
  expect(changesOf('10', '20')).toEqual([{ path: '', before: '10', after: '20', isChanged: true }]);
});
