/** Thread that reads what the board shows of the past, one instrument after the other, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '../../platform/postgres.ts';
import { barStart } from '../candles/candles.ts';
import { storedBars } from '../candles/candles-store.ts';
import { openFeeds } from '../feeds/open-feeds.ts';
import type { Bar } from '../feeds/types.ts';
import type { HistoryWorkerData } from '../history/history-messages.ts';
import { DAY_BARS_MAX } from './day-window.ts';
import type { BoardPastMessage } from './past.ts';
import { RECENT_MAX } from './snapshot-builder.ts';

/** How far back the day before a long weekend may lie. */
const SEARCH_MS = 7 * 24 * 60 * 60_000;

const { databaseUrl, config, instruments } = workerData as HistoryWorkerData;
const pool = createPool(databaseUrl, { max: 1, name: 'glasshouse board' });
const { feeds } = openFeeds(config, instruments);

/** The source's bars, or those that the tape stored where the source keeps no past. */
async function read(code: string, interval: '1m' | '5m', limit: number): Promise<readonly Bar[]> {
  const now = Date.now();
  const range = { from: now - SEARCH_MS, to: barStart(interval, now), limit };
  const feed = feeds.find((candidate) => candidate.codes.has(code));
  const past = feed?.bars(code, interval, range) ?? [];
  return 0 < past.length ? past : (await storedBars(pool, code, interval, range)).slice(-limit);
}

for (const { code } of instruments) {
  const past = { fives: await read(code, '5m', DAY_BARS_MAX), minutes: await read(code, '1m', RECENT_MAX) };
  parentPort?.postMessage({ code, past } satisfies BoardPastMessage);
}
await pool.end();
