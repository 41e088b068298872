/** Thread for reads that would block the main one: candles of any time, and proofs of ticks. */
import { parentPort, workerData } from 'node:worker_threads';
import { openFeeds } from '../../market-data/feeds/open-feeds.ts';
import { HistorySource } from '../../market-data/history/history-source.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { ThinnedTickError } from '../../market-data/tape/thinned-tick-error.ts';
import { sharedCoreClock } from '../../platform/core-clock.ts';
import { createPool } from '../../platform/postgres.ts';
import { Receipts } from '../../transparency/receipts.ts';
import { type FromHistoryWorker, type HistoryWorkerData, packBars, type ToHistoryWorker } from './messages.ts';

const POOL_MAX = 4;

const { databaseUrl, feeds, instruments } = workerData as HistoryWorkerData;
const pool = createPool(databaseUrl, { max: POOL_MAX, name: 'glasshouse history', patienceMs: 15_000 });
const source = new HistorySource(pool, openFeeds(feeds, instruments).feeds, sharedCoreClock.now);
// Also of what is no longer on offer.
const receipts = new Receipts(pool, CATALOGUE);

const post = (message: FromHistoryWorker, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(message, moved);

parentPort?.on('message', async (message: ToHistoryWorker) => {
  const { ticket } = message;
  try {
    if (message.kind === 'candles') {
      const bars = packBars(await source.candles(message.query));
      post({ ticket, kind: 'bars', bars }, [bars.buffer]);
    } else if (message.kind === 'before') {
      post({ ticket, kind: 'before', seq: await receipts.before(message.query) });
    } else if (message.kind === 'runs') {
      post({ ticket, kind: 'runs', runs: await receipts.runs(message.query) });
    } else {
      post({ ticket, kind: 'tick', tick: await receipts.find(message.query) });
    }
  } catch (error) {
    if (error instanceof ThinnedTickError && message.kind !== 'candles')
      post({ ticket, kind: 'thinned', code: message.query.code });
    else post({ ticket, kind: 'failed', reason: (error as Error).message });
  }
});
