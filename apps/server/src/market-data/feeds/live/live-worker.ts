/**
 * Thread of one live feed: it alone holds connections to exchanges and providers, and it alone
 * loads their libraries.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { format } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { sharedCoreClock } from '../../../platform/core-clock.ts';
import { createLog } from '../../../platform/log.ts';
import { createPool } from '../../../platform/postgres.ts';
import { type AnyLiveFeed, feedNamed } from '../registry.ts';
import { settingsFor } from '../settings.ts';
import { Backfill } from './backfill.ts';
import { createBackfillStore, watchedUntil } from './backfill-store.ts';
import { LiveHub } from './live-hub.ts';
import type { FromLive, LiveWorkerData, ToLive } from './messages.ts';
import type { SourceTools } from './source.ts';

const TAKE_MS = 100;
const BACKFILL_EVERY_MS = 5_000;
/** How often the feed logs how many prices it received. */
const REPORT_MS = 10 * 60_000;

const { name, settings, instruments, databaseUrl, logLevel } = workerData as LiveWorkerData;
const port = parentPort;
if (port === null) throw new Error('a live feed runs as a worker thread');
const post = (message: FromLive): void => port.postMessage(message);

const log = createLog({ level: logLevel, name: `feed ${name}` });
const now = sharedCoreClock.now;
// The jitter of reconnecting decides nothing but when a request is sent.
const tools: SourceTools = { log, now, random: Math.random };

// Libraries write to the console, and a malformed frame can make their output long.
const SAID_LENGTH_MAX = 500;
console.log = (...values: unknown[]) =>
  log.debug({ said: format(...values).slice(0, SAID_LENGTH_MAX) }, 'a library says');
// A promise that a library never awaits must not end the thread: whatever needs the answer retries
// by itself.
process.on('unhandledRejection', (reason) => log.debug({ err: reason }, 'a promise of a library failed unheard'));

const stopping = new AbortController();
const startedAt = now();
const definition = feedNamed(name) as AnyLiveFeed;
const sources = await definition.openSources(settingsFor(settings, definition), { ...tools, instruments });
const pool =
  databaseUrl === undefined
    ? undefined
    : createPool(databaseUrl, { max: 1, name: 'glasshouse backfill', patienceMs: 20_000 });
const backfill =
  pool === undefined
    ? undefined
    : new Backfill({
        sources,
        codes: instruments.map(({ code }) => code),
        store: createBackfillStore(pool, now),
        now,
        pause: (ms) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
        onRecentBars: (code, bars) => post({ kind: 'past', code, bars }),
        onFailure: (reason) => log.debug({ reason }, 'bars of the past could not be fetched'),
      });
if (pool !== undefined) backfill?.missed({ from: await watchedUntil(pool), to: startedAt });

const hub = new LiveHub({
  instruments,
  sources,
  now,
  onRecovered: (outage) => {
    log.info(outage, 'prices are back');
    backfill?.missed(outage);
  },
});
hub.start();
let sent = 0;
const taking = setInterval(() => {
  const ticks = hub.take();
  sent += ticks.length;
  if (0 < ticks.length) post({ kind: 'ticks', ticks });
}, TAKE_MS);
const reporting = setInterval(() => {
  log.info({ ticks: sent, malformed: hub.malformed }, 'prices received since the start');
}, REPORT_MS);
const filling = setInterval(() => void backfill?.work(), BACKFILL_EVERY_MS);

port.on('message', (message: ToLive) => {
  if (message.kind !== 'stop') return;
  stopping.abort();
  clearInterval(taking);
  clearInterval(filling);
  clearInterval(reporting);
  void (async () => {
    await Promise.all([hub.stop(), backfill?.stop()]);
    await pool?.end();
    port.close();
  })();
});
