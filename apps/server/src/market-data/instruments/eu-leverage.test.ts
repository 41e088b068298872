import { expect, test } from 'vitest';
import { CATALOGUE, instrumentByCode } from './catalogue/index.ts';
import { euLeverageOf } from './eu-leverage.ts';
import { MARKET_TYPES } from './instrument.ts';

/** One instrument of each class that the European rules name, and the catalogue as a whole. */
test.each([
  ['EURUSD', 30],
  ['USDJPY', 30],
  ['AUDUSD', 20],
  ['EURGBP', 30],
  ['USDTRY', 20],
  ['XAUUSD', 20],
  ['XAGUSD', 10],
  ['GC', 20],
  ['ES', 20],
  ['RTY', 10],
  ['CL', 10],
  ['ZC', 10],
  ['ZN', 5],
  ['6E', 30],
  ['6A', 20],
  ['AAPL', 5],
  ['SPY', 5],
  ['BTCUSDT', 2],
] as const)('%s: %i', (code, cap) => {
  expect(euLeverageOf(instrumentByCode(code)!)).toBe(cap);
});

test('no instrument is above the cap of its class', () => {
  const highest = new Map<number, number>();
  for (const instrument of CATALOGUE) {
    const cap = euLeverageOf(instrument);
    expect([30, 20, 10, 5, 2]).toContain(cap);
    highest.set(instrument.type, Math.max(highest.get(instrument.type) ?? 0, cap));
  }
  expect(highest.get(MARKET_TYPES.crypto)).toBe(2);
  expect(highest.get(MARKET_TYPES.stocks)).toBe(5);
  expect(highest.get(MARKET_TYPES.etf)).toBe(5);
});
