import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { code } from '@glasshouse/api/codes';
import { MINUTE_MS } from '@glasshouse/rules/tick-hash';
import { adoptCredentials } from '../authority/access/adopt-credentials.ts';
import { adoptSessions } from '../authority/access/adopt-sessions.ts';
import { removeOrphans } from '../authority/access/remove-orphans.ts';
import { startDailyCalendar } from '../corporate-actions/daily-calendar.ts';
import { corporateActionsOf, emptySlice as emptyCalendar, priceChangesOf } from '../corporate-actions/slice.ts';
import { adoption } from '../figures/in-force.ts';
import { figuresOf } from '../figures/profile-figures.ts';
import type { AnsweredCommand, FromCore, SubmittedCommand, ToCore } from '../kernel/core/bus.ts';
import { isClosed } from '../kernel/core/guard.ts';
import { PostgresStore } from '../kernel/core/postgres-store.ts';
import {
  forgetAcceptance,
  headMissingCommand,
  isAccepted,
  readAcceptance,
  restoredCommand,
} from '../kernel/core/restored.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import { Sequencer } from '../kernel/core/sequencer.ts';
import { type LogPoint, LostHistoryError } from '../kernel/core/store.ts';
import type { CommandAnswer } from '../kernel/core/types.ts';
import { HeadFile } from '../kernel/log/durable-head.ts';
import { startCandleRetention } from '../market-data/candles/candle-retention.ts';
import { withLeads } from '../market-data/feeds/feed-plan.ts';
import { LiveConnections } from '../market-data/feeds/live/connect-live.ts';
import { requireSecond } from '../market-data/feeds/live/require-second.ts';
import { instrumentsOnOffer } from '../market-data/feeds/on-offer.ts';
import { openFeeds } from '../market-data/feeds/open-feeds.ts';
import { feedInputsOf, typedInputsOf } from '../market-data/feeds/typed-inputs.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { logWatch, mustMayServe, mustMaySteer, openPrices } from '../market-data/provenance/handlers.ts';
import { wasFirstSandbox } from '../market-data/provenance/slice.ts';
import { readRecentBars } from '../market-data/snapshot/recent-bars-reader.ts';
import { SnapshotBuilder } from '../market-data/snapshot/snapshot-builder.ts';
import { UnwatchedBars } from '../market-data/snapshot/unwatched-bars.ts';
import { encodeTicks } from '../market-data/tape/codec.ts';
import { hasTapeKey } from '../market-data/tape/keys.ts';
import { MinuteWriter } from '../market-data/tape/minute-writer.ts';
import { PriceAlarms } from '../market-data/tape/price-alarms.ts';
import { Tape } from '../market-data/tape/tape.ts';
import { tickHistory } from '../market-data/tape/tick-history.ts';
import { startFeeTiersJob } from '../money/fee-tiers/job.ts';
import { importEvidence } from '../money/funding/import-evidence.ts';
import { CoreClock } from '../platform/core-clock.ts';
import { createLog } from '../platform/log.ts';
import { createPool } from '../platform/postgres.ts';
import { takesRealMoney } from '../platform/profile.ts';
import { startCloseWarnings } from '../products/contracts/warn-before-close.ts';
import { DepthPublisher } from '../products/spot/depth-publisher.ts';
import { catchUp } from './catch-up.ts';
import { collectGarbage } from './collector.ts';
import { heldInstruments } from './held-instruments.ts';
import { HouseAlarms } from './house-alarm.ts';
import { PaceKeeper } from './market-pace.ts';
import type { EngineData } from './messages.ts';
import { MODULES } from './modules.ts';
import { hasOpenInterest } from './open-interest.ts';
import { PUMP_MS, Pump } from './pump.ts';
import { seedHouse } from './seed-house.ts';
import { startSteering } from './steering.ts';

/**
 * The core's thread: feeds, tape and sequencer; nothing that serves a page. See
 * docs/architecture.md.
 */
const { databaseUrl, dataDir, feeds: feedSettings, logLevel, profile, ...rest } = workerData as EngineData;
const { idlePrices, minuteCandleDays, ...offer } = rest;
const port = parentPort;
if (port === null) throw new Error('the engine runs as a worker thread');
const post = (message: FromCore): void => port.postMessage(message);

const log = createLog({ level: logLevel, name: 'core' });
const clock = new CoreClock();
const { now } = clock;
/** About two minutes in all: an embedded database that was killed is back long before. */
const ATTEMPTS_MAX = 130;
/** Minutes that cannot be stored for longer close every market. */
const UNSTORED_MAX_MS = 60_000;
/** Long enough to see that a session which holds the shard is silent, and to end it. */
const ACQUIRE_TIMEOUT_MS = 20_000;
const PRICE_ALARMS_EVERY_MS = 1_000;
/** How often somebody is told that the wall clock is wrong. */
const CLOCK_REPORT_MS = 10 * 60_000;

const fatal = (error: Error): void => {
  log.fatal({ err: error }, 'the core cannot go on');
  post({ kind: 'fatal', reason: error.message });
};
process.on('uncaughtException', fatal);
process.on('unhandledRejection', (reason) => fatal(reason instanceof Error ? reason : new Error(String(reason))));

const headFile = new HeadFile(dataDir);
const acceptance = readAcceptance(dataDir);
/** Every answer that is given away is at or before it. */
let durable: LogPoint | undefined;
const store = new PostgresStore({
  connectionString: databaseUrl,
  modules: MODULES,
  encodeTicks,
  acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  known: headFile.newest,
  now,
  onDurable: (head) => {
    durable = head;
    headFile.record(head);
  },
  mustBeSafe: takesRealMoney(profile),
  report: (what) => log.warn({ what }, 'the database is not as it should be'),
});
const pool = createPool(databaseUrl, { max: 2, name: 'glasshouse-tape', patienceMs: 60_000 });
// The shard is taken before the tape is read: no earlier process can still be adding to it.
const { lastAt } = await store.acquire().catch((error: unknown) => {
  if (!(error instanceof LostHistoryError) || acceptance === undefined || !isAccepted(acceptance, error)) throw error;
  log.warn(acceptance, 'the loss of acknowledged entries was accepted; it goes into the log');
  store.accept(error.found);
  return store.acquire();
});
clock.notBefore(lastAt);

// Nobody else writes any more: what people hold now is what they hold when prices begin.
const held = offer.instruments === 'all' ? [] : await heldInstruments(pool);
const reasons = instrumentsOnOffer(offer.instruments, { held, needed: offer.needed });
const instruments = [...reasons.keys()];
// Positions of the tape: what is on offer, then the rest, whose last minute may still be open.
const onTape = [...instruments, ...CATALOGUE.filter((instrument) => !reasons.has(instrument))];
for (const why of ['held', 'needed'] as const) {
  const codes = instruments.filter((instrument) => reasons.get(instrument) === why).map(({ code }) => code);
  if (0 < codes.length) log.info({ why, instruments: codes }, 'on offer, though INSTRUMENTS does not name them');
}
const live = new LiveConnections({ settings: feedSettings, databaseUrl, logLevel, log });
const typed = takesRealMoney(profile) ? typedInputsOf(feedSettings) : [];
const { feeds, summaries, scripted, fingerprints } = openFeeds(feedSettings, instruments, (name, fed) => {
  const feed = live.connect(name, fed);
  return typed.some((input) => input.feed === name) ? requireSecond(feed) : feed;
});
for (const { feed, summary } of summaries) log.info({ feed, ...summary }, 'the feed is open');
/** The calendar as the core knows it; empty until the core runs. */
let corporateActions = emptyCalendar;
const changes = priceChangesOf(() => corporateActions());
const tape = await Tape.load({ pool, instruments: onTape, feeds, changes }, now());
/** Instruments that wait for an operator; known once the core runs. */
let isHeld: (code: string) => boolean = () => false;
const snapshot = new SnapshotBuilder({
  instruments,
  isOpen: (instrument, at) => !isHeld(instrument) && tape.sessionEndsAt(instrument, at) !== undefined,
  now: now(),
  changes,
});
const restored = tape.takeRestored();
clock.notBefore(restored.reduce((newest, { at }) => Math.max(newest, at), 0));
snapshot.restart(restored);
live.onRecentBars((instrument, bars) => snapshot.fill(instrument, bars));
let unstoredSince: number | undefined;
let frames = 0;
/** Minutes before it are signed and stored. */
let signedTo = 0;
const minutes = new MinuteWriter({
  databaseUrl,
  dataDir,
  instruments: onTape,
  onWritten: (minute) => {
    unstoredSince = undefined;
    signedTo = minute.at + MINUTE_MS;
    tape.releaseStored(minute.broken);
    if (0 < minute.broken.length) {
      log.error(
        { at: minute.at, instruments: minute.broken },
        'prices could not be stored: these instruments are closed',
      );
    } else log.debug(minute, 'minute stored');
  },
  onFailure: ({ at, reason, fatal: isFatal }) => {
    if (isFatal) fatal(new Error(reason));
    else {
      unstoredSince ??= now();
      if (now() - unstoredSince < UNSTORED_MAX_MS) log.warn({ at, reason }, 'a minute could not be stored yet');
      else {
        tape.holdUnstored();
        log.error({ at, reason }, 'minutes cannot be stored: nothing trades until they are');
      }
    }
  },
});

const depth = new DepthPublisher({ market: tape, now, publish: (update) => post({ kind: 'depth', update }) });

const sequencer = new Sequencer({
  store,
  modules: MODULES,
  market: tape,
  history: tickHistory(pool),
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
      await minutes.reset(store.epoch);
      await tape.reload(now());
      // Waited for, it would wait for itself: it is written before the next minute closes.
      logWatch(sequencer, tape.watch).catch(fatal);
      snapshot.restart(tape.takeRestored());
    },
    fatal,
    bug: (error, input) => log.error({ err: error, type: input.type, id: input.id }, 'a command could not be decided'),
  },
});
await sequencer.start();
// Before this release writes anything.
const wasSandbox = await wasFirstSandbox(pool);
mustMayServe(sequencer.state, profile, wasSandbox);
mustMaySteer(sequencer.state, feedSettings.scripted !== undefined);
isHeld = (instrument) => isClosed(sequencer.state, instrument);
corporateActions = () => corporateActionsOf(sequencer.state);
await minutes.reset(store.epoch);
if (acceptance !== undefined) {
  const { code: noted } = await sequencer.submitInternal(restoredCommand(acceptance));
  if (noted !== 200) throw new Error(`the accepted loss could not be logged: ${noted}`);
  forgetAcceptance(dataDir);
}
// A first start has no entries, and no such file yet.
if (headFile.wasMissing && hasTapeKey(dataDir) && 0 < sequencer.state.sequence) {
  log.error(
    { dataDir },
    'the file durable-head is missing beside existing keys: an older database would not be noticed',
  );
  await sequencer.submitInternal(headMissingCommand(now()));
}
// Before anything is decided by this release.
for (const command of adoption(sequencer.state, figuresOf(profile))) {
  const { code: adopted, seq } = await sequencer.submitInternal(command);
  if (adopted !== 200) throw new Error(`the rules could not be adopted: ${adopted}`);
  log.info({ version: RULES_VERSION, entry: seq }, 'the rules and figures of this release are in the log');
}
const adopted = await adoptSessions(sequencer, pool, now());
if (0 < adopted) log.info({ sessions: adopted }, 'sessions of before are known to the core from now on');
const recorded = await adoptCredentials(sequencer, pool);
if (0 < recorded) log.info({ rows: recorded }, 'what protects accounts is in the log, as digests, from now on');
for (const row of await removeOrphans(sequencer, pool))
  log.warn({ row }, 'a second factor that the log does not have was removed: its owner adds it again');
const imported = await importEvidence(pool, (input) => sequencer.submitInternal(input));
if (0 < imported) log.info({ pieces: imported }, 'evidence of before can be used no second time from now on');
await logWatch(sequencer, tape.watch);
await openPrices(sequencer, { profile, feeds: feedInputsOf(feedSettings, fingerprints), wasSandbox });
const { defined } = await seedHouse(sequencer, withLeads(feedSettings.plan, instruments), profile);
if (0 < defined) log.info({ instruments: defined }, 'offers defined');

// A thread of its own reads the bars behind day figures and sparklines: prices need not wait for
// it.
const stopRecentBars = readRecentBars(
  { databaseUrl, feeds: feedSettings, instruments },
  (instrument, bars) => snapshot.fill(instrument, bars),
  (reason) => log.warn({ reason }, 'day figures and sparklines are incomplete'),
);

const stopFeeTiers = startFeeTiersJob({ pool, now, submit: (input) => sequencer.submitInternal(input) }, (error) =>
  log.warn({ err: error }, 'levels could not be brought up to date; the next run tries again'),
);
const stopCalendar = startDailyCalendar({
  feeds: feedSettings,
  instruments: CATALOGUE,
  now,
  log,
  isTyped: typed.some((input) => input.feed === 'http'),
  submit: (input) => sequencer.submitInternal(input),
});
const stopCloseWarnings = startCloseWarnings({ pool, market: tape, now, state: () => sequencer.state }, (error) =>
  log.warn({ err: error }, 'owners of positions could not be warned of a close; the next run tries again'),
);
const stopRetention = startCandleRetention({ pool, now, days: minuteCandleDays }, (error) =>
  log.warn({ err: error }, 'old candles could not be dropped; the next run tries again'),
);

// A live source says nothing of what was not taken as it came.
const keepsPast = feeds.every((feed) => feed.keepsPast !== false);
const pace = new PaceKeeper({
  idle: keepsPast ? idlePrices : 'live',
  hasOpen: () => hasOpenInterest(sequencer.state),
  startedAt: now(),
});
const pump = new Pump({
  feeds,
  tape,
  snapshot,
  sequencer,
  now,
  onFrame: (frame) => {
    frames += 1;
    post({ kind: 'frame', frame });
  },
  onMinute: (minute) => minutes.write(minute),
  paceAt: (at) => pace.paceAt(at),
  unwatched: new UnwatchedBars({ feeds, instruments, snapshot }),
  onSleep: (isAsleep) => {
    log.debug({ isAsleep }, 'prices');
    post({ kind: 'sleep', isAsleep });
    if (isAsleep) collectGarbage();
  },
  // Written before the next minute closes, as at a start.
  onWatch: (watch) => void logWatch(sequencer, watch).catch(fatal),
});
/** Whoever looks, or needs a price, is served by those of now. */
function wake(note: (at: number) => void): void {
  const at = now();
  const isLive = pace.paceAt(at) === 'live';
  note(at);
  if (!isLive) pump.turn();
}
const timer = setInterval(() => pump.turn(), PUMP_MS);
const stopCatchUp = catchUp(sequencer, pump, now);
const steering =
  scripted === undefined || feedSettings.scripted === undefined
    ? undefined
    : await startSteering({
        port: feedSettings.scripted.controlPort,
        feed: scripted,
        instruments,
        now,
        skip: (ms) => clock.skip(ms),
        settle: async () => {
          pace.look(now());
          pump.turn();
          await pump.settled();
        },
        frames: () => frames,
        signedTo: () => signedTo,
      });
const priceAlarms = new PriceAlarms();
const priceReport = setInterval(() => {
  const problems = priceAlarms.changed(tape.heldNow, now());
  if (problems !== undefined) post({ kind: 'prices', problems: JSON.stringify(problems) });
}, PRICE_ALARMS_EVERY_MS);
const clockReport = setInterval(() => {
  const aheadMs = clock.apart();
  if (aheadMs !== undefined) log.error({ aheadMs }, 'the wall clock is off; core time follows it slowly');
}, CLOCK_REPORT_MS);

const alarms = new HouseAlarms((alarm) => log.warn(alarm, 'new orders are refused: the house is at its limit'));

/** Answers of one turn of the event loop travel in one message. */
let answers: AnsweredCommand[] = [];
const answer = (ticket: number, commandAnswer: CommandAnswer): void => {
  answers.push({ ticket, answer: commandAnswer });
  if (1 < answers.length) return;
  setImmediate(() => {
    const batch = answers;
    answers = [];
    const head = durable ?? { sequence: sequencer.state.sequence, hash: sequencer.state.lastHash };
    post({ kind: 'answers', batch: JSON.stringify(batch), head: `${head.sequence} ${head.hash.toString('hex')}` });
  });
};

async function stop(): Promise<void> {
  steering?.close();
  clearInterval(timer);
  stopCatchUp();
  clearInterval(clockReport);
  clearInterval(priceReport);
  await live.stop();
  await stopRecentBars();
  await stopFeeTiers();
  await stopCalendar();
  await stopCloseWarnings();
  await stopRetention();
  await sequencer.stop();
  await headFile.close();
  await minutes.stop();
  await pool.end();
  setImmediate(() => {
    post({ kind: 'stopped' });
    port?.close();
  });
}

port.on('message', (message: ToCore) => {
  switch (message.kind) {
    case 'look':
      wake((at) => pace.look(at));
      break;
    case 'submit':
      wake((at) => pace.ask(at));
      for (const { ticket, input } of JSON.parse(message.batch) as SubmittedCommand[]) {
        void sequencer.submit(input).then((commandAnswer) => {
          alarms.record(input, commandAnswer, now());
          answer(ticket, commandAnswer);
        });
      }
      break;
    case 'watch-depth':
      depth.watch(message.market, message.isWatched);
      // The first update comes with the next batch, even if it is an empty one.
      pump.time();
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
  legs: feeds.flatMap((feed) =>
    Array.from(feed.legsOf === undefined ? [] : feed.codes, (code) => [code, feed.legsOf!(code)]),
  ),
});
pump.turn();
