import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { code } from '@glasshouse/api/codes';
import { PostgresStore } from '@glasshouse/server/kernel/core/postgres-store';
import { Sequencer } from '@glasshouse/server/kernel/core/sequencer';
import type { MarketView } from '@glasshouse/server/kernel/core/types';
import { encodeTicks } from '@glasshouse/server/market-data/tape/codec';
import { runningEmbeddedUrl } from '@glasshouse/server/platform/embedded';
import { migrate } from '@glasshouse/server/platform/migrate';
import { openDatabaseForServer } from '@glasshouse/server/platform/open-database';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import { scratchPort } from '@glasshouse/server/platform/scratch-port';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { LOAN_DAYS, PLAN_DAYS, settlePeople } from '@glasshouse/server/runtime/testing/people-with-plans';
import { verifyAll } from './audit.ts';
import { auditProducts } from './funding/product-audit.ts';
import type { Tally } from './order-run.ts';
import { ServerProcess } from './server-process.ts';

/** More than one slice holds, so that a kill falls between slices and into them. */
const PEOPLE = 600;
const DAY_MS = 86_400_000;
/** All days of the plans are over, and the loans are due, when the server starts. */
const AGO_MS = (PLAN_DAYS + 1) * DAY_MS;
/** Kills at these shares of the days. */
const KILLS_AT = [0.15, 0.6] as const;
const LOOK_MS = 10;
/** Hang guards only. */
const STARTED_MS_MAX = 600_000;
const POSTED_MS_MAX = 600_000;

/** Nothing is traded: pledges are in USDT, which needs no price. */
const NO_MARKET: MarketView & { sequenced(): void } = {
  lastTick: () => undefined,
  heldBy: () => undefined,
  sessionEndsAt: () => undefined,
  lastGapEndedAt: () => 0,
  sequenced: () => undefined,
};

/** What the kills interrupt: days posted, plans and loans that are over. */
interface Progress {
  readonly days: number;
  readonly plans: number;
  readonly loans: number;
}

/**
 * Kills the server in the middle of posting what a week of standing still left due, between slices
 * and in them: each day of each plan must be posted once, each principal returned once, each loan
 * collected once.
 */
export async function runPostingFaults(print: (line: string) => void): Promise<Tally> {
  const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-posting-faults-'));
  chmodSync(dataDir, 0o755);
  const findings: string[] = [];
  const startedAt = performance.now();
  await settle(dataDir);
  print(`${PEOPLE} plans and loans of ${PLAN_DAYS + 1} days ago after ${Math.round(performance.now() - startedAt)} ms`);
  const server = new ServerProcess(dataDir, await scratchPort(), { PROFILE: 'sandbox', RATE_LIMITS: 'off' });
  try {
    for (const share of KILLS_AT) {
      server.spawn();
      const reached = await until(server, ({ days }) => PEOPLE * PLAN_DAYS * share <= days, STARTED_MS_MAX);
      await server.killNode();
      print(`killed after ${reached.days} of ${PEOPLE * PLAN_DAYS} days, ${reached.loans} loans were over`);
      if (reached.plans === PEOPLE) findings.push('everything was posted before the kill');
    }
    server.spawn();
    await server.ready();
    const done = await until(server, ({ plans, loans }) => plans === PEOPLE && loans === PEOPLE, POSTED_MS_MAX);
    print(`${done.days} days, ${done.plans} plans and ${done.loans} loans over in the end`);
    findings.push(...(await audit(server)));
  } catch (error) {
    findings.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    const stopCode = await server.stop();
    if (stopCode !== 0) findings.push(`the server exited with ${stopCode} on SIGTERM\n${server.logTail()}`);
  }
  if (findings.length === 0) rmSync(dataDir, { recursive: true, force: true });
  else print(`The data is in ${dataDir}`);
  for (const finding of findings) print(`  ${finding}`);
  const failures = findings.length === 0 ? [] : ['daily posting:', ...findings.map((finding) => `  ${finding}`)];
  return { passed: findings.length === 0 ? 1 : 0, failed: findings.length === 0 ? 0 : 1, failures };
}

/** The log begins long ago: the same to the server as if it had stood still since. */
async function settle(dataDir: string): Promise<void> {
  const opened = await openDatabaseForServer({ dataDir, databaseUrl: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  const { url, close } = opened.database;
  try {
    const migrated = await migrate(url);
    if (!migrated.ok) throw new Error(migrated.problem);
    const failed = (error: Error): never => {
      throw error;
    };
    const sequencer = new Sequencer({
      store: new PostgresStore({ connectionString: url, modules: MODULES, encodeTicks, acquireTimeoutMs: 10_000 }),
      modules: MODULES,
      market: NO_MARKET,
      now: () => Date.now() - AGO_MS,
      codes: {
        keyReused: code.idempotencyKeyReused,
        busy: code.coreUnavailable,
        internalOnly: code.unknownError,
        serverError: code.serverError,
      },
      output: { ticks: () => {}, events: () => {}, reloaded: async () => {}, fatal: failed, bug: failed },
      pause: async () => {},
      attemptsMax: 0,
    });
    await sequencer.start();
    await settlePeople(sequencer, { people: PEOPLE }).finally(() => sequencer.stop());
  } finally {
    await close();
  }
}

/** Looks again and again, also while the database comes up. */
async function until(
  server: ServerProcess,
  isReached: (progress: Progress) => boolean,
  limitMs: number,
): Promise<Progress> {
  const startedAt = performance.now();
  let pool: Pool | undefined;
  let seen: Progress | undefined;
  try {
    for (;;) {
      const url = runningEmbeddedUrl(server.dataDir);
      if (pool === undefined && url !== undefined) pool = createPool(url, { max: 1, name: 'fault audit' });
      seen = await progressOf(pool).catch(() => undefined);
      if (seen !== undefined && isReached(seen)) return seen;
      if (limitMs < performance.now() - startedAt)
        throw new Error(`only ${JSON.stringify(seen)} after ${limitMs} ms:\n${server.logTail()}`);
      await sleep(LOOK_MS);
    }
  } finally {
    await pool?.end();
  }
}

async function progressOf(pool: Pool | undefined): Promise<Progress | undefined> {
  if (pool === undefined) return undefined;
  const { rows } = await pool.query<Progress>(
    `select (select coalesce(sum(paid_days), 0)::int from plan_orders) as days,
            (select count(*)::int from plan_orders where settled_by is not null) as plans,
            (select count(*)::int from loans where closed_at is not null) as loans`,
  );
  return rows[0];
}

/** What the days must have brought, in the arithmetic of the terms. */
const EXPECTED: readonly string[] = [
  `select format('plan %s was paid %s times in %s entries for %s days', o.id, count(p.*), count(distinct p.seq), o.days) as what
     from plan_orders o left join postings p on p.reason = 'plans.yield' and p.ref = o.id::text
    group by o.id having count(p.*) <> o.days or count(distinct p.seq) <> o.days or o.state <> 'divided'`,
  `select format('day %s of plan %s was posted %s times', day, plan, count(*)) as what
     from (select (e -> 'body' ->> 'day')::int as day, jsonb_array_elements(e -> 'body' -> 'plans')::int as plan
             from (select entry::jsonb as e from command_log where code = 200 and entry like '%"plans.pay"%') entries
            where e ->> 'type' = 'plans.pay') posted
    group by day, plan having count(*) <> 1`,
  `select format('loan %s (%s) cost %s', id, state, paid_interest) as what
     from (select *, (started_at at time zone 'UTC')::date as began, (closed_at at time zone 'UTC')::date as ended from loans) l
    where state <> 'repaid'
       or paid_interest <> amount * (0.0003 * (${LOAN_DAYS} - 3) + 0.0005 * (ended - began - ${LOAN_DAYS}))`,
  `select format('user %s: %s for plan and loan, in two or more postings of one kind', user_id, reason) as what
     from postings where reason in ('plans.return', 'loans.payout', 'loans.principal', 'loans.interest', 'loans.released')
    group by user_id, reason having count(*) <> 1`,
];

async function audit(server: ServerProcess): Promise<readonly string[]> {
  const pool = createPool(runningEmbeddedUrl(server.dataDir) as string, { max: 2, name: 'fault audit' });
  try {
    const findings: string[] = [];
    for (const sql of EXPECTED)
      findings.push(...(await pool.query<{ what: string }>(sql)).rows.map(({ what }) => what));
    return [...findings, ...(await auditProducts(pool)), ...(await verifyAll(pool))];
  } finally {
    await pool.end();
  }
}
