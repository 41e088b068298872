import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { expect, test } from 'vitest';
import { HOLDS, type PricesAt, runHolds } from './holds.ts';

/** What a coin is worth in dollars at the beginning. */
const WORTH: Readonly<Record<string, number>> = { BTC: 100_000, ETH: 4_000, BNB: 700, TRX: 0.3, USDT: 1 };
const NEXT_DAY = Date.UTC(2026, 0, 5, 12);

/** From the second day on ether is worth so many times as much; the other coins stay. */
const etherTimes =
  (times: number): PricesAt =>
  (code, at) => {
    const { base, quote, precision } = CATALOGUE.find((instrument) => instrument.code === code)!;
    const worthOf = (asset: string): number => WORTH[asset]! * (asset === 'ETH' && NEXT_DAY < at ? times : 1);
    return Math.max(1, Math.round((worthOf(base) / worthOf(quote)) * 10 ** precision));
  };

async function gains(isBefore: boolean): Promise<ReadonlyMap<string, readonly number[]>> {
  const all = new Map<string, number[]>();
  for (const times of [1.25, 0.8, 1]) {
    const { lines } = await runHolds({ windows: 1, isBefore, prices: () => etherTimes(times), print: () => {} });
    for (const { strategy, mean } of lines) all.set(strategy, [...(all.get(strategy) ?? []), mean.mean]);
  }
  return all;
}

const ofWeek = (name: string): string => `${name}, 1 weeks`;

test('who holds a contract and its quote currency gains nothing, whether that rises or falls', async () => {
  const all = await gains(false);
  expect(all.size).toBe(3 * HOLDS.length);
  for (const gain of all.get(ofWeek('long BNBETH, long ETHUSDT'))!) expect(gain).toBeLessThan(0);
}, 300_000);

test('under terms of before they gained by both', async () => {
  const [up, down, still] = (await gains(true)).get(ofWeek('long BNBETH, long ETHUSDT'))!;
  expect(up).toBeGreaterThan(0.02);
  expect(down).toBeGreaterThan(0.02);
  expect(still).toBeLessThan(0);
}, 300_000);
