import { Worker } from 'node:worker_threads';
import type { Bar } from '../feeds/types.ts';
import type { HistoryWorkerData } from '../history/history-messages.ts';

export interface BoardPast {
  /** Closed bars of five minutes, oldest first: the day and the one before. */
  readonly fives: readonly Bar[];
  /** Closed bars of the last minutes, oldest first. */
  readonly minutes: readonly Bar[];
}

export interface BoardPastMessage {
  readonly code: string;
  readonly past: BoardPast;
}

/**
 * Reads the past of every instrument on a thread of its own, which ends when it is through: 500 instruments take some
 * seconds, and the core has better things to do. The board shows prices from the first tick on; changes of the day and
 * sparklines appear as they come. Gives a function that stops it early.
 */
export function readBoardPast(
  data: HistoryWorkerData,
  onPast: (code: string, past: BoardPast) => void,
  onFailure: (reason: string) => void,
): () => Promise<unknown> {
  const worker = new Worker(new URL('./past-worker.ts', import.meta.url), { workerData: data, name: 'board' });
  worker.on('message', ({ code, past }: BoardPastMessage) => onPast(code, past));
  worker.on('error', (error) => onFailure(error.message));
  return () => worker.terminate();
}
