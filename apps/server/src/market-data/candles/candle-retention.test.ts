/**
 * Old minutes are dropped in small steps; everything else stays, and longer bars still cover that
 * time.
 */
import { expect, test } from 'vitest';
import type { Pool } from '../../platform/postgres.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { dropOldMinutes, MINUTE_CANDLE_DAYS, minutesKeptFrom } from './candle-retention.ts';
import { storedBars } from './candles-store.ts';

const database = withTestDatabase();
const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;
const days = MINUTE_CANDLE_DAYS;
const CUT = NOW - days * DAY_MS;

/** Bars from `from` minutes before the cut to as many after it, `step` minutes apart. */
async function fill(code: string, range: { from: number; to: number; step: number; minutes?: number }): Promise<void> {
  await database.pool.query(
    `insert into candles select $1, $2, $3 + n * 60000, 1, 1, 1, 1, 0 from generate_series(-$4::bigint, $5::bigint, $6::bigint) n`,
    [code, range.minutes ?? 1, CUT, range.from, range.to, range.step],
  );
}
const ages = async (code: string, interval: '1m' | '5m' = '1m') =>
  (await storedBars(database.pool, code, interval, { from: 0, to: NOW })).map(({ at }) => (at - CUT) / MINUTE_MS);
const drop = (bounds?: Parameters<typeof dropOldMinutes>[1]) =>
  dropOldMinutes({ pool: database.pool, now: () => NOW, days }, bounds);

test('minutes past their retention are dropped for every instrument; newer ones and longer bars stay', async () => {
  await fill('AAA', { from: 30, to: 5, step: 1 });
  await fill('AAA', { from: 30, to: 5, step: 5, minutes: 5 });
  // A quiet market: gaps longer than a step.
  await fill('BBB', { from: 90_000, to: 30_000, step: 15_000 });
  await fill('CCC', { from: 0, to: 3, step: 1 });
  expect(await drop({ minutesAtOnce: 7 })).toBe(36);
  expect(await ages('AAA')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await ages('AAA', '5m')).toEqual([-30, -25, -20, -15, -10, -5, 0, 5]);
  expect(await ages('BBB')).toEqual([0, 15_000, 30_000]);
  expect(await ages('CCC')).toEqual([0, 1, 2, 3]);
  expect(await drop()).toBe(0);
});

test('a run ends at its bound and the next one continues; a stopped run does nothing', async () => {
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

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Bars that a plan has touched. */
function barsRead(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + barsRead(plan), 0);
  return below + (node['Relation Name'] === 'candles' ? own : 0);
}

/** Drops what is due; returns the statements that it took. */
async function watchedDrop() {
  const requests: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  const query = (text: string, values: unknown[]) => {
    requests.push({ text, values });
    return database.pool.query(text, values);
  };
  const dropped = await dropOldMinutes({ pool: { query } as Pool, now: () => NOW, days });
  return { dropped, requests };
}

test('a run that finds nothing due is one statement, which reads two bars of an instrument, however many it has', async () => {
  await database.pool.query('delete from candles');
  const codes = Array.from({ length: 20 }, (_, index) => `E${index}`);
  for (const code of codes) {
    await fill(code, { from: 0, to: 2_000, step: 1 });
    // Old, but no minutes: these make nothing due, here or where there are no others.
    await fill(code, { from: 30, to: 0, step: 5, minutes: 5 });
  }
  await fill('LONG', { from: 30, to: 0, step: 5, minutes: 5 });
  await database.pool.query('analyze candles');
  const { dropped, requests } = await watchedDrop();
  expect(dropped).toBe(0);
  expect(requests).toHaveLength(1);
  const { text, values } = requests[0] as (typeof requests)[number];
  const { rows } = await database.pool.query(`explain (analyze, format json) ${text}`, [...values]);
  const read = barsRead(rows[0]['QUERY PLAN'][0].Plan);
  expect(read).toBeGreaterThan(codes.length);
  expect(read).toBeLessThanOrEqual(2 * (codes.length + 1));
});

test('only instruments with something due are visited', async () => {
  await database.pool.query(`delete from candles where code = 'E7'`);
  await fill('E7', { from: 3, to: 3, step: 1 });
  const { dropped, requests } = await watchedDrop();
  expect(dropped).toBe(3);
  expect(new Set(requests.slice(2).map(({ values }) => values[0]))).toEqual(new Set(['E7']));
});

test('until when minutes were dropped is known afterwards, whatever the setting is then', async () => {
  const { pool } = database;
  await pool.query('delete from dropped_minutes');
  await fill('F1', { from: 20 * 1_440, to: 0, step: 1_440 });
  expect(await minutesKeptFrom(pool, NOW)).toBe(CUT);
  const after = async (days: number) => {
    await dropOldMinutes({ pool, now: () => NOW, days });
    return [(NOW - (await minutesKeptFrom(pool, NOW))) / DAY_MS, (await ages('F1')).length];
  };
  // Fifty days to thirty, a day apart.
  expect(await after(45)).toEqual([45, 16]);
  expect(await after(35)).toEqual([35, 6]);
  await fill('F2', { from: 20 * 1_440, to: 0, step: 30 * 1_440 });
  expect(await after(40)).toEqual([35, 6]);
});

test('an empty database has nothing to drop', async () => {
  await database.pool.query('delete from candles');
  expect(await drop()).toBe(0);
});
