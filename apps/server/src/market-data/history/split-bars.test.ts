/**
 * Bars before a split are shown on its basis, and one that it falls into is put together from its
 * parts.
 */
import { expect, test } from 'vitest';
import type { Bar } from '../candles/candles.ts';
import { INTERVAL_MS } from '../candles/intervals.ts';
import { onTodaysBasis } from './split-bars.ts';

const DAY = INTERVAL_MS['1d'];
const MIDNIGHT = Date.UTC(2026, 5, 3);
const bar = (at: number, price: number, volume = 10): Bar => ({
  at,
  open: price,
  high: price + 100,
  low: price - 100,
  close: price,
  volume,
});
const none = async (): Promise<readonly Bar[]> => [];

test('a bar before a split of 10:1 has a tenth of its prices and ten times its volume, later ones are as they were', async () => {
  const splits = [{ at: MIDNIGHT, numerator: 10, denominator: 1 }];
  const bars = [bar(MIDNIGHT - DAY, 110_000), bar(MIDNIGHT, 11_010)];
  expect(await onTodaysBasis(bars, { interval: '1d', splits, partsOf: none })).toEqual([
    { at: MIDNIGHT - DAY, open: 11_000, high: 11_010, low: 10_990, close: 11_000, volume: 100 },
    bars[1],
  ]);
});

test('two splits multiply', async () => {
  const splits = [
    { at: MIDNIGHT - DAY, numerator: 2, denominator: 1 },
    { at: MIDNIGHT, numerator: 1, denominator: 4 },
  ];
  const [first] = await onTodaysBasis([bar(MIDNIGHT - 2 * DAY, 1_000)], { interval: '1d', splits, partsOf: none });
  expect(first).toMatchObject({ close: 2_000, volume: 5 });
});

test('a day over a split is made of its hours, so that no candle reaches from 1,100 to 110', async () => {
  const at = MIDNIGHT + DAY / 2;
  const splits = [{ at, numerator: 10, denominator: 1 }];
  const requests: string[] = [];
  const partsOf = async (interval: string) => {
    requests.push(interval);
    return [bar(MIDNIGHT, 11_000, 100), bar(at, 11_010, 50)];
  };
  const mixed = { at: MIDNIGHT, open: 110_000, high: 110_100, low: 10_910, close: 11_010, volume: 60 };
  expect(await onTodaysBasis([mixed], { interval: '1d', splits, partsOf })).toEqual([
    { at: MIDNIGHT, open: 11_000, high: 11_110, low: 10_900, close: 11_010, volume: 150 },
  ]);
  expect(requests).toEqual(['1h']);
});
