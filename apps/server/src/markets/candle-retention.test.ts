/** Old minutes go, in small steps; everything else stays, and a chart of them is told by longer bars. */
import { expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { dropOldMinutes, MINUTE_CANDLES_KEPT_MS } from './candle-retention.ts';
import { storedBars } from './candles-store.ts';

const database = withTestDatabase();
const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 5, 1);
const CUT = NOW - MINUTE_CANDLES_KEPT_MS;

/** Bars from `from` minutes before the cut to as many after it, `step` minutes apart. */
async function fill(code: string, of: { from: number; to: number; step: number; minutes?: number }): Promise<void> {
  await database.pool.query(
    `insert into candles select $1, $2, $3 + n * 60000, 1, 1, 1, 1, 0 from generate_series(-$4::bigint, $5::bigint, $6::bigint) n`,
    [code, of.minutes ?? 1, CUT, of.from, of.to, of.step],
  );
}
const ages = async (code: string, interval: '1m' | '5m' = '1m') =>
  (await storedBars(database.pool, code, interval, { from: 0, to: NOW })).map(({ at }) => (at - CUT) / MINUTE_MS);
const drop = (bounds?: Parameters<typeof dropOldMinutes>[1]) =>
  dropOldMinutes({ pool: database.pool, now: () => NOW }, bounds);

test('minutes older than they are kept go, of every instrument; newer ones and longer bars stay', async () => {
  await fill('AAA', { from: 30, to: 5, step: 1 });
  await fill('AAA', { from: 30, to: 5, step: 5, minutes: 5 });
  // A market that sleeps: holes longer than a step.
  await fill('BBB', { from: 90_000, to: 30_000, step: 15_000 });
  await fill('CCC', { from: 0, to: 3, step: 1 });
  expect(await drop({ minutesAtOnce: 7 })).toBe(36);
  expect(await ages('AAA')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await ages('AAA', '5m')).toEqual([-30, -25, -20, -15, -10, -5, 0, 5]);
  expect(await ages('BBB')).toEqual([0, 15_000, 30_000]);
  expect(await ages('CCC')).toEqual([0, 1, 2, 3]);
  expect(await drop()).toBe(0);
});

test('a run ends at its bound and the next one goes on; one that is told to stop does nothing', async () => {
  await fill('DDD', { from: 30, to: 0, step: 1 });
  expect(await drop({ isStopping: () => true })).toBe(0);
  const runs: number[] = [];
  for (let left = 31; left !== 1; left = (await ages('DDD')).length) {
    runs.push(await drop({ minutesAtOnce: 4, statementsMax: 6 }));
  }
  expect(runs.length).toBeGreaterThan(1);
  expect(Math.max(...runs)).toBeLessThanOrEqual(24);
  expect(runs.reduce((sum, count) => sum + count, 0)).toBe(30);
});

test('an empty database has nothing to drop', async () => {
  await database.pool.query('delete from candles');
  expect(await drop()).toBe(0);
});
