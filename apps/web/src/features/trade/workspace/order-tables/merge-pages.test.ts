/** Histories of several products as one list, of which none shows with a gap. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePages } from './merge-pages.ts';

const list = (product: string, times: readonly number[], hasMore = false) => ({
  rows: times.map((at) => ({ product, at })),
  hasMore,
});

test('rows of all lists are sorted, the newest first', () => {
  const { rows, next } = mergePages([list('a', [9, 4]), list('b', [7, 1])]);
  expect(rows.map(({ at }) => at)).toEqual([9, 7, 4, 1]);
  expect(next).toEqual([]);
});

test('what is older than the last row of an unfinished list waits until that is loaded', () => {
  const { rows, next } = mergePages([list('a', [9, 6], true), list('b', [8, 3, 2])]);
  expect(rows.map(({ at }) => at)).toEqual([9, 8, 6]);
  expect(next).toEqual([0]);
});

test('page by page, every row comes once and in order', () => {
  const times = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 30 });
  fc.assert(
    fc.property(fc.tuple(times, times, times), (all) => {
      const sorted = all.map((list) => list.toSorted((left, right) => right - left));
      const pages = sorted.map(() => 1);
      const shown = () =>
        mergePages(
          sorted.map((list, index) => ({
            rows: list.slice(0, 4 * (pages[index] ?? 0)).map((at) => ({ product: String(index), at })),
            hasMore: 4 * (pages[index] ?? 0) < list.length,
          })),
        );
      let before: readonly number[] = [];
      for (let step = 0; step < 40; step += 1) {
        const { rows, next } = shown();
        const now = rows.map(({ at }) => at);
        expect(now.slice(0, before.length)).toEqual(before);
        before = now;
        if (next.length === 0) break;
        for (const index of next) pages[index] = (pages[index] ?? 0) + 1;
      }
      expect(before).toEqual(sorted.flat().toSorted((left, right) => right - left));
    }),
  );
});
