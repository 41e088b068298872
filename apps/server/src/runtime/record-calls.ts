import { formatPoints } from '@glasshouse/rules/money';
import type { Network } from '../chains/network.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { isoTime } from '../kernel/core/iso-time.ts';
import { type FeedPlan, withLeads } from '../market-data/feeds/feed-plan.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import type { MarketSnapshot } from '../market-data/snapshot/market-snapshot.ts';
import type { PriceProblem } from '../market-data/tape/price-alarms.ts';
import { type Alarm, anchorAlarms, diskAlarms, priceAlarms } from '../operator/dashboard/alarms.ts';
import type { FeedLine } from '../operator/dashboard/feed-line.ts';
import { QUEUE_SOURCES } from '../operator/dashboard/queues.ts';
import { recordCalls } from '../operator/record-calls.ts';
import { startFollowingLedger } from '../operator/results/follow.ts';
import { startSweepingOperators } from '../operator/sweep.ts';
import { mirrorStandings } from '../operator/users/standing.ts';
import type { SessionStore } from '../people/auth/sessions.ts';
import { startAuthSweep } from '../people/auth/sweep.ts';
import type { DiskProblem } from '../platform/disk-watch.ts';
import type { Log } from '../platform/log.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Profile } from '../platform/profile.ts';
import type { AnchorKeeper } from '../transparency/anchor-keeper.ts';
import type { History } from './history/history.ts';
import type { Instruments } from './instruments.ts';
import { ledgerSources } from './ledger-sources.ts';
import { standardTerms } from './standard-terms.ts';
import type { WatcherProblem } from './watchers/watchers.ts';

export interface RecordsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly sessions: SessionStore;
  readonly masterKey: MasterKey;
  readonly snapshot: MarketSnapshot;
  readonly history: History;
  readonly instruments: Instruments;
  readonly profile: Profile;
  /** Networks of the settings in the place of built-in ones. */
  readonly ownNetworks: readonly Network[];
  /** Which feed prices what: terms follow how soon its prices are known elsewhere. */
  readonly plan: FeedPlan;
  readonly sendsMail: boolean;
  /** Chains that cannot be read, by network. */
  readonly watcherProblems: () => ReadonlyMap<string, WatcherProblem>;
  /** Places outside that the log's signed heads do not reach. */
  readonly anchorProblems: AnchorKeeper['problems'];
  readonly priceProblems: () => readonly PriceProblem[];
  readonly diskProblems: () => readonly DiskProblem[];
}

/** What operators read and set, with what it needs of markets and people. */
export function createRecords(deps: RecordsDeps) {
  const { pool, snapshot, history, instruments, profile } = deps;
  return recordCalls({
    ...deps,
    now: instruments.now,
    worthOf: ledgerSources({ pool, snapshot, history, ...instruments }).worthOf,
    precisionOf: instruments.precisionOf,
    isListed: instruments.isListed,
    findTick: (query) => history.tick(query),
    feedLines: () => feedLines(snapshot),
    alarms: async () => [
      ...diskAlarms(deps.diskProblems()),
      ...priceAlarms(deps.priceProblems()),
      ...watcherAlarms(deps.watcherProblems()),
      ...anchorAlarms(deps.anchorProblems()),
    ],
    queues: QUEUE_SOURCES,
    instruments: CATALOGUE,
    standardOf: standardTerms(withLeads(deps.plan, CATALOGUE), profile),
  });
}

const watcherAlarms = (problems: ReadonlyMap<string, WatcherProblem>): Alarm[] =>
  [...problems].map(([network, { problem, since }]) => ({
    kind: 'watcher',
    subject: `${network}: ${problem}`,
    since: isoTime(since),
    count: 1,
  }));

const feedLines = (snapshot: MarketSnapshot): FeedLine[] =>
  CATALOGUE.flatMap(({ code, precision }) => {
    const line = snapshot.find(code);
    if (line === undefined) return [];
    const { row, source } = line;
    const hasTick = row !== undefined && 0 < row.seq;
    return {
      code,
      source,
      open: row?.open ?? false,
      stale: row?.stale ?? true,
      price: hasTick ? formatPoints(row.mid, precision) : null,
      at: hasTick ? row.at : null,
    };
  });

/** Keeps what operators read up to date; returns a function that stops it. */
export function startRecords(
  { pool, sessions, now }: Pick<RecordsDeps, 'pool' | 'sessions'> & { readonly now: () => number },
  log: Pick<Log, 'warn'>,
): () => Promise<void> {
  const warn = (error: unknown): void => log.warn({ err: error }, 'the records could not be brought up to date');
  // What a crash left between the core's decision and the row that sessions are joined with.
  mirrorStandings(pool, sessions).catch(warn);
  const stops = [startFollowingLedger(pool, warn), startSweepingOperators(pool, now, warn)];
  stops.push(startAuthSweep(pool, now, warn));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
