import type { MarketRow, Quote } from '@glasshouse/client/live/market-snapshot';
import { expect, test } from 'vitest';
import { arrangeRows, CATALOGUE_ORDER, chosenRows, nextSort } from './sort-rows.ts';

const row = (code: string, appName: string): MarketRow => ({ code, appName }) as MarketRow;
const rows = [row('BTCUSDT', 'BTC/USDT'), row('AAPL', 'Apple Inc.'), row('EURUSD', 'EUR/USD'), row('XXX', 'No price')];
const quotes: Record<string, Partial<Quote>> = {
  BTCUSDT: { price: '9', change: '-1.50' },
  AAPL: { price: '10.5', change: '0.20' },
  EURUSD: { price: '1.1', change: '-20.00' },
};
const quote = (code: string) => (quotes[code] ?? {}) as Quote;
const codes = (search: string, sort = CATALOGUE_ORDER) =>
  arrangeRows(rows, { search, sort, quote }).map((found) => found.code);

test('without search and sort, the order of the catalogue holds', () => {
  expect(codes('')).toEqual(['BTCUSDT', 'AAPL', 'EURUSD', 'XXX']);
});
test('search matches code and name, in any case', () => {
  expect(codes(' usd')).toEqual(['BTCUSDT', 'EURUSD']);
  expect(codes('apple')).toEqual(['AAPL']);
  expect(codes('nothing')).toEqual([]);
});
test('figures sort by value, not as text, and rows without one stay last', () => {
  expect(codes('', { column: 'price', direction: 'descending' })).toEqual(['AAPL', 'BTCUSDT', 'EURUSD', 'XXX']);
  expect(codes('', { column: 'change', direction: 'ascending' })).toEqual(['EURUSD', 'BTCUSDT', 'AAPL', 'XXX']);
});
test('a header cycles through both directions and back to the catalogue', () => {
  const first = nextSort(CATALOGUE_ORDER, 'change');
  const second = nextSort(first, 'change');
  expect(first.direction).toBe('descending');
  expect(second.direction).toBe('ascending');
  expect(nextSort(second, 'change')).toBe(CATALOGUE_ORDER);
  expect(nextSort(second, 'name')).toEqual({ column: 'name', direction: 'ascending' });
});
test('favourites keep the order of marking, without delisted ones', () => {
  expect(chosenRows(rows, ['EURUSD', 'GONE', 'BTCUSDT']).map((found) => found.code)).toEqual(['EURUSD', 'BTCUSDT']);
});
