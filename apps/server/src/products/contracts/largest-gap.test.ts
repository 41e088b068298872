/** The table of largest gaps against the daily bars that were recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { formatRate } from '@glasshouse/rules/money';
import { describe, expect, test } from 'vitest';
import { MARKET_TYPES } from '../../market-data/instruments/instrument.ts';
import { largestGapOf } from './largest-gap.ts';

const FOLDER = new URL('../../../../../../shared/data/daily/', import.meta.url).pathname;
const NVDA_SPLIT = '2024-06-10';

/** The largest gap between bars, rounded up to a thousandth; no splits, no prices below 0. */
function recordedGap(code: string): number {
  const [head = '', ...lines] = gunzipSync(readFileSync(`${FOLDER}${code}.csv.gz`))
    .toString()
    .trim()
    .split('\n');
  const names = head.toLowerCase().split(',');
  const openAt = names.indexOf('open');
  const closeAt = names.indexOf('close');
  let largest = 0;
  let before = 0;
  for (const line of lines) {
    const cells = line.split(',');
    const open = Number(cells[openAt]);
    const close = Number(cells[closeAt]);
    const isGap = 0 < before && 0 < open && !(code === 'NVDA' && line.includes(NVDA_SPLIT));
    if (isGap) largest = Math.max(largest, Math.abs(open / before - 1));
    if (Number.isFinite(close)) before = close;
  }
  return Math.ceil(largest * 1_000) / 1_000;
}

const ROWS = [
  ['CL', MARKET_TYPES.futures, 0.311, '0.32'],
  ['GC', MARKET_TYPES.futures, 0.069, '0.07'],
  ['AAPL', MARKET_TYPES.stocks, 0.095, '0.1'],
  ['NVDA', MARKET_TYPES.stocks, 0.142, '0.15'],
  ['SPY', MARKET_TYPES.etf, 0.04, '0.11'],
  ['QQQ', MARKET_TYPES.etf, 0.054, '0.11'],
] as const;

describe.each(ROWS)('%s', (code, type, recorded, named) => {
  test('has at least the largest gap of its recording', () => {
    const gap = formatRate(largestGapOf({ code, type, maxLeverage: 20 }));
    expect(gap).toBe(named);
    expect(recorded).toBeLessThanOrEqual(Number(gap));
  });

  const isThere = existsSync(`${FOLDER}${code}.csv.gz`);
  test.skipIf(!isThere)(`is ${recorded} in ../shared/data/daily/${code}.csv.gz (skipped without it)`, () => {
    expect(recordedGap(code)).toBe(recorded);
  });
});
