import { code } from '@glasshouse/api/codes';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { amountOf } from '@glasshouse/rules/money';
import type { PriceProblem } from '../../market-data/tape/price-alarms.ts';
import type { DiskProblem } from '../../platform/disk-watch.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { AnchorKeeper } from '../../transparency/anchor-keeper.ts';
import type { FeedLine } from './feed-line.ts';

type Dashboard = OperatorResultOf<'getDashboard'>;
export type Alarm = Dashboard['alarms'][number];

/** Orders refused longer ago are over. */
const REFUSALS_MS = 15 * 60_000;
const ALARMS_MAX = 50;
/** A watcher that read nothing for this long has stopped, or its endpoint has. */
const WATCHER_LATE_MS = 10 * 60_000;
/** Somebody writes into the database: long enough to be seen after a weekend. */
const TAMPERING_MS = 7 * 24 * 3_600_000;
/** This many instruments without a price are a feed that failed, not a quiet market. */
const STALE_ALARM = 1;

/**
 * What the tables know: orders that the house refused, transfers that vanished, payouts that are
 * stuck, instruments that closed themselves, login details and requests that somebody changed in
 * the database, watchers that stopped, and mail that does not go out.
 */
export async function alarmsOf(pool: Pool, now: number): Promise<Alarm[]> {
  const [limits, mail] = await Promise.all([
    pool.query<{ subject: string; since: number; count: number }>(
      `select type || coalesce(' ' || (entry::jsonb -> 'body' ->> 'code'), '') as subject, min(at) as since, count(*) as count
         from command_log where code in (${code.exposureLimit}, ${code.poolFull}) and at >= $1
        group by 1 order by 3 desc limit ${ALARMS_MAX}`,
      [new Date(now - REFUSALS_MS)],
    ),
    pool.query<{ since: number | null; count: number }>(
      'select min(created_at) as since, count(*) as count from mail_outbox where error is not null and sent_at is null',
    ),
  ]);
  const { rows: others } = await pool.query<{ kind: Alarm['kind']; subject: string; since: number; count: number }>(
    `select 'reorganisation' as kind, kind || ' ' || asset as subject, min(raised_at) as since, count(*) as count
       from deposit_alarms where closed_by is null group by 2
     union all
     select 'stuckPayout', trouble || ' ' || asset, min(sent_at), count(*) from withdrawals
      where trouble is not null and (closed_at is null or trouble = 'paidTwice') group by 2
     union all
     select 'instrumentClosed', code, min(held_at), count(*) from held_triggers
      where reopened_at is null and code <> '' group by 2
     union all
     select 'credentials', owner_kind || ' ' || owner, min(at), count(*) from credential_alarms
      where at >= $2 group by 2
     union all
     select 'requestAltered', entry::jsonb -> 'body' ->> 'request', min(at), count(*) from command_log
      where code = ${code.requestAltered} and at >= $2 group by 2
     union all
     select 'watcher', network, read_at, 1 from watch_cursors where read_at < $1
      order by 3 limit ${ALARMS_MAX}`,
    [new Date(now - WATCHER_LATE_MS), new Date(now - TAMPERING_MS)],
  );
  const failed = mail.rows[0];
  return [
    ...limits.rows.map(
      ({ subject, since, count }): Alarm => ({
        kind: 'houseLimit',
        subject,
        since: new Date(since).toISOString(),
        count,
      }),
    ),
    ...others.map((row): Alarm => ({ ...row, since: new Date(row.since).toISOString() })),
    ...(failed === undefined || failed.count === 0 || failed.since === null
      ? []
      : [{ kind: 'mail' as const, subject: '', since: new Date(failed.since).toISOString(), count: failed.count }]),
  ];
}

/** Pools that hold less than what is open needs. */
export const poolAlarms = (limits: OperatorResultOf<'getHouse'>['limits']): Alarm[] =>
  limits
    .filter(({ free }) => amountOf(free) < 0n)
    .map(({ book, asset, pool }) => ({ kind: 'poolLow', subject: `${book} ${asset} ${pool}`, since: null, count: 1 }));

/** Places outside that anchors do not reach; the count is of anchors that wait. */
export const anchorAlarms = (problems: ReturnType<AnchorKeeper['problems']>): Alarm[] =>
  problems.map(({ target, since, waiting }) => ({
    kind: 'anchor',
    subject: target,
    since: new Date(since).toISOString(),
    count: waiting,
  }));

/** Instruments closed because their prices are doubted, or cannot be stored. */
export const priceAlarms = (problems: readonly PriceProblem[]): Alarm[] =>
  problems.map(({ since, ...problem }) => ({ ...problem, since: new Date(since).toISOString() }));

/** File systems that fill up, with what is left: `/srv/data/postgres: 3456 MB, 9 %, 12 d`. */
export const diskAlarms = (problems: readonly DiskProblem[]): Alarm[] =>
  problems.map(({ folder, level, since, leftMb, leftPercent, daysLeft }) => ({
    kind: level === 'full' ? 'diskFull' : 'diskLow',
    subject: `${folder}: ${leftMb} MB, ${leftPercent} %${daysLeft === undefined ? '' : `, ${daysLeft} d`}`,
    since: new Date(since).toISOString(),
    count: 1,
  }));

/** Feeds with open markets and no fresh price. */
export function feedAlarms(lines: readonly FeedLine[]): Alarm[] {
  const stale = new Map<string, number[]>();
  for (const { source, open, stale: isStale, at } of lines) {
    if (open && isStale) stale.set(source, [...(stale.get(source) ?? []), at ?? 0]);
  }
  return [...stale].flatMap(([source, times]): Alarm[] => {
    const since = Math.max(...times);
    if (times.length < STALE_ALARM) return [];
    return [
      {
        kind: 'stalePrices',
        subject: source,
        since: since === 0 ? null : new Date(since).toISOString(),
        count: times.length,
      },
    ];
  });
}
