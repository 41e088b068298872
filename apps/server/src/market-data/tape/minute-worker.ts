/**
 * Thread that hashes, packs, signs and stores closed minutes, one after the other, on a connection
 * of its own. It gets columns that were moved, not copied, so none of this costs the core's thread
 * anything.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '../../platform/postgres.ts';
import { openTapeKey } from './keys.ts';
import type { FromMinuteWorker, MinuteWorkerData, ToMinuteWorker } from './minute-messages.ts';
import { storeMinute, TapeFencedError } from './minute-store.ts';
import type { ClosedMinute } from './open-minute.ts';

/**
 * No tick becomes durable while the database is away, so minutes can only pile up behind a database
 * that is too slow.
 */
const MINUTES_WAITING_MAX = 60;
const RETRY_MS_MAX = 10_000;

const { databaseUrl, dataDir, instruments } = workerData as MinuteWorkerData;
const pool = createPool(databaseUrl, { max: 1, name: 'glasshouse tape', patienceMs: 20_000 });
const key = openTapeKey(dataDir);
const waiting: ClosedMinute[] = [];
let epoch: number | undefined;
/** Counts resets: a minute taken before one must not be retried after it. */
let round = 0;
let running: Promise<void> | undefined;
let stopping = false;
/**
 * The core is acquiring the shard again: a minute checked against the epoch now would mistake its
 * own process for another.
 */
let suspended = false;
/** Ends the pause before the next attempt. */
let pause = new AbortController();

const tell = (message: FromMinuteWorker): void => parentPort?.postMessage(message);

async function write(minute: ClosedMinute): Promise<void> {
  const begun = round;
  for (let attempt = 1; begun === round; attempt += 1) {
    try {
      const started = performance.now();
      // From the database it could only learn whose epoch it is now, which may be another process.
      if (epoch === undefined) throw new TapeFencedError('no owner has named its epoch');
      const { broken } = await storeMinute({ pool, key, instruments, epoch }, minute);
      tell({
        kind: 'written',
        at: minute.at,
        tickCount: minute.ticks.count,
        broken,
        tookMs: Math.round(performance.now() - started),
      });
      return;
    } catch (error) {
      const fatal = error instanceof TapeFencedError;
      tell({ kind: 'failed', at: minute.at, reason: (error as Error).message, fatal });
      // Minutes that are not stored when the process ends are still in the journal.
      if (fatal || stopping) return;
      await sleep(Math.min(RETRY_MS_MAX, attempt * 1_000), undefined, { signal: pause.signal }).catch(() => undefined);
    }
  }
}

async function drain(): Promise<void> {
  for (let minute = waiting.shift(); minute !== undefined; minute = waiting.shift()) await write(minute);
}

function enqueue(minute: ClosedMinute): void {
  if (MINUTES_WAITING_MAX <= waiting.length) {
    tell({ kind: 'failed', at: minute.at, reason: `${waiting.length} minutes wait to be stored`, fatal: true });
    return;
  }
  waiting.push(minute);
  running ??= drain().finally(() => {
    running = undefined;
  });
}

parentPort?.on('message', async (message: ToMinuteWorker) => {
  if (message.kind === 'minute') {
    if (!suspended) enqueue(message.minute);
    return;
  }
  stopping = message.kind === 'stop';
  if (!stopping) {
    waiting.length = 0;
    round += 1;
    suspended = true;
  }
  pause.abort();
  pause = new AbortController();
  await running;
  if (message.kind === 'reset') {
    epoch = message.epoch;
    suspended = false;
  } else if (message.kind === 'suspend') epoch = undefined;
  if (message.kind === 'stop') await pool.end();
  tell({ kind: 'done', ticket: message.ticket });
  if (message.kind === 'stop') parentPort?.close();
});
