import { expect, test } from 'vitest';
import { clearResults, islandShown, putResult, readResults } from './results.ts';

const result = (id: number) => ({
  key: `options ${id}`,
  title: 'BTC/USDT went up',
  name: 'BTC/USDT',
  net: '8.5',
  asset: 'USDT',
  href: `/order/options/${id}`,
  at: id,
});

test('results are taken while an island is on the page, newest first, and only so many', () => {
  expect(putResult(result(1))).toBe(false);
  expect(readResults()).toEqual([]);
  const gone = islandShown();
  for (let id = 1; id <= 25; id += 1) expect(putResult(result(id))).toBe(true);
  expect(readResults()).toHaveLength(20);
  expect(readResults()[0]).toEqual(result(25));
  clearResults();
  expect(readResults()).toEqual([]);
  gone();
  expect(putResult(result(1))).toBe(false);
});
