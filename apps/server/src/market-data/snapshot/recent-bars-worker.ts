/** Thread that reads the recent bars of one instrument after the other, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { sharedCoreClock } from '../../platform/core-clock.ts';
import { createPool } from '../../platform/postgres.ts';
import type { Bar } from '../candles/candles.ts';
import { storedBars } from '../candles/candles-store.ts';
import { barStart } from '../candles/intervals.ts';
import type { RecentBarsOf } from '../candles/recent-bars.ts';
import { openFeeds } from '../feeds/open-feeds.ts';
import { type RecentBarsReaderData, readingsOf } from './recent-bars-data.ts';

/** How far back the day before a long weekend may lie. */
const SEARCH_MS = 7 * 24 * 60 * 60_000;

const { databaseUrl, feeds: settings, instruments } = workerData as RecentBarsReaderData;
const pool = createPool(databaseUrl, { max: 1, name: 'glasshouse recent bars', patienceMs: 20_000 });
const { feeds } = openFeeds(settings, instruments);

/** The source's bars, or those that the tape stored where the source keeps no past. */
async function read(code: string, interval: '1m' | '5m', limit: number): Promise<readonly Bar[]> {
  if (limit === 0) return [];
  const now = sharedCoreClock.now();
  const range = { from: now - SEARCH_MS, to: barStart(interval, now), limit };
  const feed = feeds.find((candidate) => candidate.codes.has(code));
  const bars = feed?.bars(code, interval, range) ?? [];
  return 0 < bars.length ? bars : (await storedBars(pool, code, interval, range)).slice(-limit);
}

for (const { code, fives, minutes } of readingsOf(instruments, sharedCoreClock.now())) {
  const bars = { fives: await read(code, '5m', fives), minutes: await read(code, '1m', minutes) };
  parentPort?.postMessage({ code, bars } satisfies RecentBarsOf);
}
await pool.end();
