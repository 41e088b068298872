import { Worker } from 'node:worker_threads';
import type { Log } from '../../platform/log.ts';
import type { FromUpkeep, UpkeepData } from './messages.ts';

/** The server is up, and its first pages are served, before anything is read for it. */
const FIRST_MS = 20_000;
const STOP_MS = 3_000;

/** Returns a function that stops it. A state that is being signed is given up. */
export function startUpkeep(workerData: UpkeepData, log: Pick<Log, 'info' | 'debug' | 'error'>): () => Promise<void> {
  let worker: Worker | undefined;
  let isStopping = false;
  const timer = setTimeout(() => {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, name: 'upkeep' });
    worker.on('message', (message: FromUpkeep) => {
      if (message.kind === 'signed') log.info(message, 'the state was signed');
      else if (message.kind === 'purged') log.debug(message, 'old ids were dropped');
      else log.error(message, 'a state could not be signed, or old ids not dropped; the next run tries again');
    });
    worker.on('error', (error) => log.error({ err: error }, 'the thread of upkeep failed'));
    worker.on('exit', (status) => {
      if (!isStopping) log.error({ status }, 'states are not signed any more until the next start');
    });
  }, FIRST_MS);
  timer.unref();
  return async () => {
    isStopping = true;
    clearTimeout(timer);
    const running = worker;
    if (running === undefined) return;
    const ended = new Promise((done) => running.once('exit', done));
    running.postMessage('stop');
    await Promise.race([ended, new Promise((done) => setTimeout(done, STOP_MS).unref())]);
    await running.terminate();
  };
}
