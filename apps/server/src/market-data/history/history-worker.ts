/** Thread that answers what would hold up the one that serves people: candles of any past, and proofs of ticks. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '../../platform/postgres.ts';
import { Receipts } from '../../transparency/receipts.ts';
import { openFeeds } from '../feeds/open-feeds.ts';
import { type FromHistoryWorker, type HistoryWorkerData, packBars, type ToHistoryWorker } from './history-messages.ts';
import { HistorySource } from './history-source.ts';

const POOL_MAX = 4;

const { databaseUrl, config, instruments } = workerData as HistoryWorkerData;
const pool = createPool(databaseUrl, { max: POOL_MAX, name: 'glasshouse history' });
const source = new HistorySource(pool, openFeeds(config, instruments).feeds, () => Date.now());
const receipts = new Receipts(pool, instruments);

const tell = (message: FromHistoryWorker, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(message, moved);

parentPort?.on('message', async (message: ToHistoryWorker) => {
  const { ticket } = message;
  try {
    if (message.kind === 'candles') {
      const bars = packBars(await source.candles(message.query));
      tell({ ticket, kind: 'bars', bars }, [bars.buffer]);
    } else {
      tell({ ticket, kind: 'tick', tick: await receipts.find(message.query) });
    }
  } catch (error) {
    tell({ ticket, kind: 'failed', reason: (error as Error).message });
  }
});
