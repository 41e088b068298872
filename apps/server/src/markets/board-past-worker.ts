/** Thread that reads what the board shows of the past, one instrument after the other, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { openFeeds } from '../feeds/open-feeds.ts';
import { createPool } from '../platform/postgres.ts';
import { RECENT_MAX } from './board.ts';
import { DAY_BARS_MAX } from './board-day.ts';
import type { BoardPastMessage } from './board-past.ts';
import { barStart } from './candles.ts';
import type { HistoryWorkerData } from './history-messages.ts';
import { HistorySource } from './history-source.ts';

/** How far back the day before a long weekend may lie. */
const SEARCH_MS = 7 * 24 * 60 * 60_000;

const { databaseUrl, config, instruments } = workerData as HistoryWorkerData;
const pool = createPool(databaseUrl, { max: 1, name: 'glasshouse board' });
const source = new HistorySource(pool, openFeeds(config, instruments).feeds, () => Date.now());

for (const { code } of instruments) {
  const now = Date.now();
  const read = (interval: '1m' | '5m', limit: number) =>
    source.candles({ code, interval, from: now - SEARCH_MS, to: barStart(interval, now), limit, asOf: now });
  const past = { fives: await read('5m', DAY_BARS_MAX), minutes: await read('1m', RECENT_MAX) };
  parentPort?.postMessage({ code, past } satisfies BoardPastMessage);
}
await pool.end();
