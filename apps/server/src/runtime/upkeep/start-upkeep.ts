import { Worker } from 'node:worker_threads';
import type { Log } from '../../platform/log.ts';
import type { FromUpkeep, UpkeepData } from './messages.ts';

/** The server is up, and its first pages are served, before anything is read for it. */
const FIRST_MS = 20_000;
const STOP_MS = 3_000;
/** A thread that ended is opened again: what kept it from a file or a connection passes. */
const REOPEN_MS = 60_000;

type Thread = Pick<Worker, 'on' | 'once' | 'postMessage' | 'terminate'>;

const openThread = (workerData: UpkeepData): Thread =>
  new Worker(new URL('./worker.ts', import.meta.url), { workerData, name: 'upkeep' });

/** Returns a function that stops it. A state that is being signed is given up. */
export function startUpkeep(
  workerData: UpkeepData,
  log: Pick<Log, 'info' | 'debug' | 'warn' | 'error'>,
  openWorker: (workerData: UpkeepData) => Thread = openThread,
): () => Promise<void> {
  let worker: Thread | undefined;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  const openAfter = (ms: number): void => {
    timer = setTimeout(open, ms);
    timer.unref();
  };
  const open = (): void => {
    worker = openWorker(workerData);
    worker.on('message', (message: FromUpkeep) => {
      if (message.kind === 'signed') log.info(message, 'the state was signed');
      else if (message.kind === 'purged') log.debug(message, 'old ids were dropped');
      else if (message.kind === 'thinned') log.debug(message, 'an hour of the tape was thinned');
      else if (message.kind === 'headed') log.debug(message, 'a head of a transparency log was signed');
      else if (message.kind === 'unwitnessed') log.warn(message, 'a witness did not sign a head; the next one is sent');
      else if (message.kind === 'forked') {
        log.error(message, 'a transparency log is not the one that was signed: no head is signed until it is');
      } else
        log.error(message, 'a state could not be signed, or old ids or ticks not dropped; the next run tries again');
    });
    worker.on('error', (error) => log.error({ err: error }, 'the thread of upkeep failed'));
    worker.on('exit', (status) => {
      worker = undefined;
      if (isStopping) return;
      log.error({ status }, 'the thread that signs states ended; it is started again in a minute');
      openAfter(REOPEN_MS);
    });
  };
  openAfter(FIRST_MS);
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
