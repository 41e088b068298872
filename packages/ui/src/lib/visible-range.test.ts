import { expect, test } from 'vitest';
import { OVERSCAN_ROWS, visibleRange, withRow } from './visible-range.ts';

/** Renders the visible rows and a few around them, at any scroll position. */
test.each([
  ['at the top', { top: 0, count: 300 }, 0, 10 + OVERSCAN_ROWS],
  ['scrolled by 50 rows', { top: 3000, count: 300 }, 50 - OVERSCAN_ROWS, 60 + OVERSCAN_ROWS],
  ['between two rows', { top: 3030, count: 300 }, 50 - OVERSCAN_ROWS, 61 + OVERSCAN_ROWS],
  ['at the end', { top: 60 * 290, count: 300 }, 290 - OVERSCAN_ROWS, 300],
  ['past the end, after a search shortened the list', { top: 60 * 290, count: 3 }, 3, 3],
  ['the list still below the window', { top: -6000, count: 300 }, 0, 0],
  ['no rows', { top: 0, count: 0 }, 0, 0],
])('%s', (_name, { top, count }, first, end) => {
  expect(visibleRange({ count, rowHeight: 60, top, viewport: 600 })).toEqual({ first, end });
});

test('a row outside the range is rendered in order, and no row twice', () => {
  expect(withRow({ first: 5, end: 8 }, 2)).toEqual([2, 5, 6, 7]);
  expect(withRow({ first: 5, end: 8 }, 5)).toEqual([5, 6, 7]);
  expect(withRow({ first: 5, end: 8 }, 8)).toEqual([5, 6, 7, 8]);
  expect(withRow({ first: 5, end: 8 }, -1)).toEqual([5, 6, 7]);
});
