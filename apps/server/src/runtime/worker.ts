import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { code } from '@glasshouse/api/codes';
import type { AnsweredCommand, FromCore, SubmittedCommand, ToCore } from '../kernel/bus.ts';
import { PostgresStore } from '../kernel/postgres-store.ts';
import { Sequencer } from '../kernel/sequencer.ts';
import type { CommandAnswer } from '../kernel/types.ts';
import { startCandleRetention } from '../market-data/candles/candle-retention.ts';
import { LiveConnections } from '../market-data/feeds/live/connect-live.ts';
import { openFeeds } from '../market-data/feeds/open-feeds.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { readRecentBars } from '../market-data/snapshot/recent-bars-reader.ts';
import { SnapshotBuilder } from '../market-data/snapshot/snapshot-builder.ts';
import { encodeTicks } from '../market-data/tape/codec.ts';
import { MinuteWriter } from '../market-data/tape/minute-writer.ts';
import { Tape } from '../market-data/tape/tape.ts';
import { startFeeTiersJob } from '../money/fee-tiers/job.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createPool } from '../platform/postgres.ts';
import { DepthPublisher } from '../products/spot/depth-publisher.ts';
import { HouseAlarms } from './house-alarm.ts';
import type { EngineData } from './messages.ts';
import { MODULES } from './modules.ts';
import { PUMP_MS, Pump } from './pump.ts';
import { seedHouse } from './seed-house.ts';

/**
 * The core's thread: feeds, tape and sequencer; nothing that serves a page. See
 * docs/architecture.md.
 */
const { databaseUrl, dataDir, feeds: feedSettings, logLevel, profile } = workerData as EngineData;
const port = parentPort;
if (port === null) throw new Error('the engine runs as a worker thread');
const post = (message: FromCore): void => port.postMessage(message);

const log = createLog({ level: logLevel, name: 'core' });
const now = systemClock.now;
/** About two minutes in all: an embedded database that was killed is back long before. */
const ATTEMPTS_MAX = 130;
const ACQUIRE_TIMEOUT_MS = 15_000;

const fatal = (error: Error): void => {
  log.fatal({ err: error }, 'the core cannot go on');
  post({ kind: 'fatal', reason: error.message });
};
process.on('uncaughtException', fatal);
process.on('unhandledRejection', (reason) => fatal(reason instanceof Error ? reason : new Error(String(reason))));

const store = new PostgresStore({
  connectionString: databaseUrl,
  modules: MODULES,
  encodeTicks,
  acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
});
const pool = createPool(databaseUrl, { max: 2, name: 'glasshouse-tape' });
const live = new LiveConnections({ settings: feedSettings, databaseUrl, logLevel, log });
const { feeds, summaries } = openFeeds(feedSettings, CATALOGUE, live.connect);
for (const { feed, summary } of summaries) log.info({ feed, ...summary }, 'the feed is open');

// The shard is taken before the tape is read: no earlier process can still be adding to it.
await store.acquire();
const tape = await Tape.load({ pool, instruments: CATALOGUE, feeds }, now());
const snapshot = new SnapshotBuilder({
  instruments: CATALOGUE,
  isOpen: (instrument, at) => tape.sessionEndsAt(instrument, at) !== undefined,
  now: now(),
});
snapshot.restart(tape.takeRestored());
live.onRecentBars((instrument, bars) => snapshot.fill(instrument, bars));
const minutes = new MinuteWriter({
  databaseUrl,
  dataDir,
  instruments: CATALOGUE,
  onWritten: (minute) => log.debug(minute, 'minute stored'),
  onFailure: ({ at, reason, fatal: isFatal }) => {
    if (isFatal) fatal(new Error(reason));
    else log.warn({ at, reason }, 'a minute could not be stored yet');
  },
});

const depth = new DepthPublisher({ market: tape, now, publish: (update) => post({ kind: 'depth', update }) });

const sequencer = new Sequencer({
  store,
  modules: MODULES,
  market: tape,
  now,
  codes: {
    keyReused: code.idempotencyKeyReused,
    busy: code.coreUnavailable,
    internalOnly: code.unknownError,
    serverError: code.serverError,
  },
  pause: (attempt) => sleep(Math.min(1_000, 20 * 2 ** Math.min(attempt, 6))),
  attemptsMax: ATTEMPTS_MAX,
  output: {
    sealed: (state) => depth.sealed(state),
    ticks: (ticks) => {
      tape.published(ticks);
      snapshot.publish(ticks);
    },
    events: (events) =>
      post({
        kind: 'events',
        users: events.map((event) => event.userId),
        events: events.map((event) => JSON.stringify(event)),
      }),
    reloading: () => minutes.suspend(),
    reloaded: async () => {
      log.warn('the database failed; the state was read again from it');
      await minutes.reset();
      await tape.reload(now());
      snapshot.restart(tape.takeRestored());
    },
    fatal,
    bug: (error, input) => log.error({ err: error, type: input.type, id: input.id }, 'a command could not be decided'),
  },
});
await sequencer.start();
const { defined } = await seedHouse(sequencer, CATALOGUE, profile);
if (0 < defined) log.info({ instruments: defined }, 'offers defined');

// A thread of its own reads the bars behind day figures and sparklines: prices need not wait for
// it.
const stopRecentBars = readRecentBars(
  { databaseUrl, feeds: feedSettings, instruments: CATALOGUE },
  (instrument, bars) => snapshot.fill(instrument, bars),
  (reason) => log.warn({ reason }, 'day figures and sparklines are incomplete'),
);

const stopFeeTiers = startFeeTiersJob({ pool, now, submit: (input) => sequencer.submitInternal(input) }, (error) =>
  log.warn({ err: error }, 'levels could not be brought up to date; the next run tries again'),
);
const stopRetention = startCandleRetention({ pool, now }, (error) =>
  log.warn({ err: error }, 'old candles could not be dropped; the next run tries again'),
);

const pump = new Pump({
  feeds,
  tape,
  snapshot,
  sequencer,
  now,
  onFrame: (frame) => post({ kind: 'frame', frame }),
  onMinute: (minute) => minutes.write(minute),
});
const timer = setInterval(() => pump.turn(), PUMP_MS);

const alarms = new HouseAlarms((alarm) => log.warn(alarm, 'new orders are refused: the house is at its limit'));

/** Answers of one turn of the event loop travel in one message. */
let answers: AnsweredCommand[] = [];
const answer = (ticket: number, given: CommandAnswer): void => {
  answers.push({ ticket, answer: given });
  if (1 < answers.length) return;
  setImmediate(() => {
    const batch = answers;
    answers = [];
    post({ kind: 'answers', batch: JSON.stringify(batch) });
  });
};

async function stop(): Promise<void> {
  clearInterval(timer);
  await live.stop();
  await stopRecentBars();
  await stopFeeTiers();
  await stopRetention();
  await sequencer.stop();
  await minutes.stop();
  await pool.end();
  setImmediate(() => {
    post({ kind: 'stopped' });
    port?.close();
  });
}

port.on('message', (message: ToCore) => {
  switch (message.kind) {
    case 'submit':
      for (const { ticket, input } of JSON.parse(message.batch) as SubmittedCommand[]) {
        void sequencer.submit(input).then((given) => {
          alarms.record(input, given, now());
          answer(ticket, given);
        });
      }
      break;
    case 'watch-depth':
      depth.watch(message.market, message.isWatched);
      // The first update comes with the next batch, even if it is an empty one.
      sequencer.time();
      break;
    case 'stop':
      void stop();
      break;
  }
});
post({
  kind: 'ready',
  sequence: sequencer.state.sequence,
  feeds: feeds.map(({ name, codes }) => ({ name, codes: [...codes] })),
});
pump.turn();
