import { expect, test } from 'vitest';
import { withPrice } from './live-candle.ts';

const MINUTE = 60_000;
const bar = { time: 10 * MINUTE, open: 5, high: 6, low: 4, close: 5, volume: 7 };
const price = (value: number, at: number, stepMs = MINUTE) => withPrice(bar, { price: value, at, stepMs });

test('a price within the bar moves its close and extends it', () => {
  expect(price(7, 10 * MINUTE)).toEqual({ ...bar, high: 7, close: 7 });
  expect(price(3, 11 * MINUTE - 1)).toEqual({ ...bar, low: 3, close: 3 });
});
test('a later price opens a bar a whole number of steps after the last one, even after a pause', () => {
  expect(price(8, 11 * MINUTE)).toEqual({ time: 11 * MINUTE, open: 8, high: 8, low: 8, close: 8, volume: 0 });
  expect(price(8, 15 * MINUTE + 30_000)?.time).toBe(15 * MINUTE);
});
test('an older price changes nothing', () => {
  expect(price(8, 10 * MINUTE - 1)).toBeUndefined();
});
