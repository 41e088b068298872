import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { losingOf, shareOf } from '../../ledger/losing-share.ts';
import { done } from '../../platform/call.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import type { Pool } from '../../platform/postgres.ts';
import { houseAccounts, poolLimits } from '../../transparency/house-funds.ts';
import { type Alarm, alarmsOf, feedAlarms, poolAlarms } from './alarms.ts';
import type { FeedLine } from './feed-line.ts';
import { exposureOf, peopleOf, signedToOf, volumesOf } from './figures.ts';
import { type QueueSource, queuesOf } from './queues.ts';

type Dashboard = OperatorResultOf<'getDashboard'>;
type Feeds = Dashboard['feeds'];

export interface DashboardDeps {
  readonly pool: Pool;
  readonly now: () => number;
  readonly feedLines: () => readonly FeedLine[];
  readonly queues: readonly QueueSource[];
  /** Alarms that other modules know of. */
  readonly alarms?: () => Promise<readonly Alarm[]>;
}

/** Operators who look at once share one look: the figures are the same for all. */
const SHARED_MS = 2_000;

export function dashboardCalls(deps: DashboardDeps) {
  let shared: { readonly at: number; readonly figures: Promise<Dashboard> } | undefined;
  return {
    async getDashboard() {
      const at = deps.now();
      if (shared === undefined || SHARED_MS <= at - shared.at) {
        const figures = read(deps, at);
        shared = { at, figures };
        // The next look tries again.
        figures.catch(() => {
          shared = undefined;
        });
      }
      return done(await shared.figures);
    },
  } satisfies OperatorHandlers;
}

async function read({ pool, feedLines, queues, alarms }: DashboardDeps, at: number): Promise<Dashboard> {
  const lines = feedLines();
  const accounts = await houseAccounts(pool);
  const [waiting, volumes, exposure, losing, people, signedTo, limits, stored, others] = await Promise.all([
    queuesOf(pool, queues, at),
    volumesOf(pool, at),
    exposureOf(pool),
    losingOf(pool, at),
    peopleOf(pool, at),
    signedToOf(pool),
    poolLimits(pool, accounts),
    alarmsOf(pool, at),
    alarms?.() ?? [],
  ]);
  return {
    at: new Date(at).toISOString(),
    queues: waiting,
    volumes,
    exposure,
    pools: accounts,
    feeds: { ...feedsOf(lines), signedTo },
    alarms: [...stored, ...others, ...poolAlarms(limits), ...feedAlarms(lines)],
    losing: losing.map((line) => ({ ...line, share: shareOf(line) })),
    people,
  };
}

function feedsOf(lines: readonly FeedLine[]): Omit<Feeds, 'signedTo'> {
  const sources = new Map<string, { source: string; instruments: number; stale: number }>();
  for (const { source, open, stale } of lines) {
    const known = sources.get(source) ?? { source, instruments: 0, stale: 0 };
    sources.set(source, { ...known, instruments: known.instruments + 1, stale: known.stale + (open && stale ? 1 : 0) });
  }
  return {
    listed: lines.length,
    open: lines.filter(({ open }) => open).length,
    held: lines
      .filter(({ open, stale }) => open && stale)
      .map(({ code, source, price, at }) => ({
        code,
        source,
        price,
        since: at === null ? null : new Date(at).toISOString(),
        state: at === null ? 'noPrice' : 'stale',
      })),
    sources: [...sources.values()],
  };
}
