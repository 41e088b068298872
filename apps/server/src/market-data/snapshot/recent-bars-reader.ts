import { Worker } from 'node:worker_threads';
import type { RecentBars, RecentBarsOf } from '../candles/recent-bars.ts';
import type { RecentBarsReaderData } from './recent-bars-data.ts';

/**
 * Reads the recent bars of every instrument on a thread of its own, which ends when it is through:
 * 500 instruments take some seconds, and prices need not wait for them. Changes of the day and
 * sparklines appear as they come. Returns a function that stops it early.
 */
export function readRecentBars(
  workerData: RecentBarsReaderData,
  onRead: (code: string, bars: RecentBars) => void,
  onFailure: (reason: string) => void,
): () => Promise<unknown> {
  const worker = new Worker(new URL('./recent-bars-worker.ts', import.meta.url), { workerData, name: 'recent bars' });
  worker.on('message', ({ code, bars }: RecentBarsOf) => onRead(code, bars));
  worker.on('error', (error) => onFailure(error.message));
  return () => worker.terminate();
}
