import { expect, test } from 'vitest';
import { withTestDatabase } from '../../../platform/test-database.ts';
import type { Bar } from '../../candles/candles.ts';
import type { Interval } from '../../candles/intervals.ts';
import { barStart, INTERVAL_MS } from '../../candles/intervals.ts';
import { BARS_MAX, Backfill } from './backfill.ts';
import { createBackfillStore, watchedUntil } from './backfill-store.ts';
import type { LiveSource } from './source.ts';

/**
 * Filling in what the tape did not see, into a real table: complete bars stay, missing ones come
 * from the source, and a bar that was partly missed is replaced once it has closed.
 */
const database = withTestDatabase();
const NOW = Date.UTC(2026, 2, 4, 12, 34, 56);

/** A source whose every bar costs 700. */
function aSource(options: { lists?: boolean; fails?: number } = {}) {
  const requests: { interval: Interval; limit: number }[] = [];
  let fails = options.fails ?? 0;
  const source: LiveSource & { at: number } = {
    name: 'test',
    barsPauseMs: 1,
    at: NOW,
    start: () => undefined,
    stop: async () => undefined,
    lists: () => options.lists ?? true,
    bars: async ({ interval, limit }) => {
      requests.push({ interval, limit });
      fails -= 1;
      if (0 <= fails) throw new Error('refused');
      const last = barStart(interval, source.at);
      return Array.from({ length: limit }, (_, index): Bar => {
        const at = last - (limit - 1 - index) * INTERVAL_MS[interval];
        return { at, open: 700, high: 700, low: 700, close: 700, volume: 1.5 };
      });
    },
  };
  return { source, requests };
}

function aBackfill(code: string, source: LiveSource & { at: number }) {
  const past: { code: string; fives: number; minutes: number }[] = [];
  const failures: string[] = [];
  const backfill = new Backfill({
    sources: [source],
    codes: [code],
    store: createBackfillStore(database.pool, () => source.at),
    now: () => source.at,
    pause: async () => undefined,
    onRecentBars: (code, { fives, minutes }) => past.push({ code, fives: fives.length, minutes: minutes.length }),
    onFailure: (reason) => failures.push(reason),
  });
  return { backfill, past, failures };
}

async function stored(code: string, minutes: number): Promise<{ at: number; open: number }[]> {
  const { rows } = await database.pool.query(
    'select at, open from candles where code = $1 and minutes = $2 order by at',
    [code, minutes],
  );
  return rows;
}

const keep = (code: string, minutes: number, at: number): Promise<unknown> =>
  database.pool.query('insert into candles values ($1, $2, $3, 5, 5, 5, 5, 1)', [code, minutes, at]);

test('a new market gets closed bars of every interval, and its recent bars are reported', async () => {
  const { source, requests } = aSource();
  const { backfill, past } = aBackfill('AAA', source);
  backfill.missed({ from: 0, to: NOW });
  await backfill.work();
  expect(requests.map(({ interval }) => interval)).toEqual(['5m', '1m', '1h', '1d', '15m', '30m', '4h', '1w']);
  for (const [minutes, interval] of [
    [1, '1m'],
    [60, '1h'],
    [10_080, '1w'],
  ] as const) {
    const bars = await stored('AAA', minutes);
    expect(bars).toHaveLength(BARS_MAX);
    expect(bars.at(-1)!.at + INTERVAL_MS[interval]).toBe(barStart(interval, NOW));
  }
  expect(past).toEqual([{ code: 'AAA', fives: 289, minutes: 100 }]);
});

test('after an outage only missed bars are fetched; complete bars stay as the tape made them', async () => {
  const down = { from: NOW - 10 * 60_000, to: NOW };
  const first = barStart('1m', NOW) - BARS_MAX * 60_000;
  for (let at = first; at <= down.from; at += 60_000) await keep('BBB', 1, at);
  const { source, requests } = aSource();
  const { backfill } = aBackfill('BBB', source);
  backfill.missed(down);
  await backfill.work();
  expect(requests.find(({ interval }) => interval === '1m')).toEqual({ interval: '1m', limit: 11 });
  const minutes = await stored('BBB', 1);
  const partial = barStart('1m', down.from);
  expect(minutes.filter(({ open }) => open === 5).every(({ at }) => at < partial)).toBe(true);
  expect(minutes.filter(({ at }) => partial <= at).map(({ open }) => open)).toEqual(Array(10).fill(700));
});

test('a bar that was open when prices came back is fetched again when it has closed', async () => {
  const down = { from: NOW - 10 * 60_000, to: NOW };
  const { source } = aSource();
  const { backfill } = aBackfill('CCC', source);
  backfill.missed(down);
  await backfill.work();
  const hour = barStart('1h', NOW);
  expect((await stored('CCC', 60)).some(({ at }) => at === hour)).toBe(false);
  // The tape has closed it meanwhile, from the part that it saw; the next one it saw in full.
  await keep('CCC', 60, hour);
  await keep('CCC', 60, hour + 3_600_000);
  source.at = hour + 2 * 3_600_000 + 30_000;
  await backfill.work();
  const hours = await stored('CCC', 60);
  expect(hours.slice(-2)).toEqual([
    { at: hour, open: 700 },
    { at: hour + 3_600_000, open: 5 },
  ]);
});

test('consecutive outages are filled in together', async () => {
  const { source, requests } = aSource();
  const { backfill } = aBackfill('FFF', source);
  for (let minute = 60; 1 < minute; minute -= 2) {
    backfill.missed({ from: NOW - minute * 60_000, to: NOW - (minute - 1) * 60_000 });
  }
  await backfill.work();
  const first = requests.slice(0, 8).map(({ interval }) => interval);
  expect(first).toEqual(['5m', '1m', '1h', '1d', '15m', '30m', '4h', '1w']);
  // The bars that were open at the end of each outage, as far as they have closed since.
  expect(requests.length).toBeLessThan(8 + 30 + 12 + 5 + 3 + 1);
  expect(await stored('FFF', 1)).toHaveLength(BARS_MAX);
});

test('a source that refuses is asked again, and one that is not connected yet is waited for', async () => {
  const { source, requests } = aSource({ fails: 2 });
  const { backfill, failures } = aBackfill('DDD', source);
  backfill.missed({ from: 0, to: NOW });
  await backfill.work();
  expect(failures).toEqual(['refused', 'refused']);
  expect(await stored('DDD', 5)).toHaveLength(BARS_MAX);
  expect(requests.length).toBe(10);

  const absent = aSource({ lists: false });
  const waiting = aBackfill('EEE', absent.source);
  waiting.backfill.missed({ from: 0, to: NOW });
  await waiting.backfill.work();
  expect(absent.requests).toEqual([]);
  absent.source.lists = () => true;
  await waiting.backfill.work();
  expect(absent.requests.length).toBe(8);
});

test('an empty tape has watched nothing', async () => {
  expect(await watchedUntil(database.pool)).toBe(0);
});
