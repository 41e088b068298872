import { expect, test } from 'vitest';
import { RecentTicks } from './recent-ticks.ts';

test('keeps the newest ticks, oldest first, each once', () => {
  const ticks = new RecentTicks(3);
  expect(ticks.list(1_000)).toEqual([]);
  ticks.add([1, 1_000, 10]);
  ticks.add([1, 1_000, 10]);
  ticks.add([2, 1_100, 11]);
  expect(ticks.list(1_000)).toEqual([
    [1, 1_000, 10],
    [2, 1_100, 11],
  ]);
  ticks.add([3, 1_200, 12]);
  ticks.add([4, 1_300, 13]);
  expect(ticks.list(1_000).map(([seq]) => seq)).toEqual([2, 3, 4]);
});

test('leaves out what is older than asked for', () => {
  const ticks = new RecentTicks(10);
  for (const seq of [1, 2, 3]) ticks.add([seq, seq * 1_000, 5]);
  expect(ticks.list(1_000).map(([seq]) => seq)).toEqual([2, 3]);
});
