import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { cpuMsOf } from '../harness/processes.ts';
import { type Program, sleep, startProgram } from '../harness/program.ts';
import {
  type Figure,
  median,
  quantile,
  type Report,
  readable,
  type Target,
  targetAtLeast,
  targetAtMost,
} from '../harness/report.ts';
import { startEmbeddedCluster } from '../sequencer/databases.ts';
import type { LoadCalls } from './load.ts';
import { OPEN_CODES } from './market.ts';
import type { UsualCalls } from './usual-way.ts';

/** Orders a second at which both are measured. */
const RATES = [500, 1_000, 2_000, 5_000];
/** Tried for the highest rate that is held, upwards, until one is not. */
const CLIMB = [250, 350, 500, 700, 1_000, 1_400, 2_000, 2_800, 4_000, 5_600, 8_000, 11_000];
const SECONDS = 8;
const WARM_SECONDS = 20;
/** A connection has one order in flight: few of them would hide how long orders wait. */
const CONNECTIONS = 512;
/** Each may have 100 open orders. */
const USERS = 9_000;
/** None ends meanwhile: an ending writes as much as an order, but is not counted. */
const PERIOD_SECONDS = 3_600;
/** A rate is held when this share of its orders is answered, the slowest hundredth within that. */
const HELD_SHARE = 0.99;
const HELD_P99_MS = 1_000;
const GRACE_MS = 2_000;
const PAUSE_MS = 1_000;

const P99_SHARE_MAX = 1 / 3;
const RATE_TIMES_MIN = 6;

export const orderLatency: Bench = {
  name: 'order-latency',
  about: 'latency and CPU of orders over HTTP in an open loop, compared with one transaction per order',
  run,
};

interface Side {
  readonly name: string;
  readonly port: number;
  readonly pids: readonly number[];
  readonly tokens: readonly string[];
}

interface Measured {
  readonly isHeld: boolean;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly cpuUs: number;
}

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const rates = isSmoke ? RATES.slice(0, 1) : RATES;
  const seconds = isSmoke ? 2 : SECONDS;
  const load = await startProgram<LoadCalls>(new URL('./load.ts', import.meta.url));
  const server = await startGlasshouse();
  const cluster = await startEmbeddedCluster();
  const usual = await startProgram<UsualCalls>(new URL('./usual-way.ts', import.meta.url));
  const peer = await usual.call('start', { url: await cluster.database('usual') });
  const guests = (port: number): Promise<string[]> => load.call('guests', { port, count: isSmoke ? 200 : USERS });
  const sides: readonly Side[] = [
    {
      name: 'Glasshouse',
      port: server.port,
      pids: [server.mainPid, server.databasePid],
      tokens: await guests(server.port),
    },
    {
      name: 'one transaction per order',
      port: peer.port,
      pids: [peer.pid, cluster.pid],
      tokens: await guests(peer.port),
    },
  ];
  for (const side of sides) await measure(load, side, { perSecond: 200, seconds: 2 });
  // The compiler works on a second processor until orders have gone all ways a few thousand times.
  if (!isSmoke) for (const side of sides) await measure(load, side, { perSecond: 1_000, seconds: WARM_SECONDS });

  const results = new Map<string, Measured[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const perSecond of rates) {
      for (const side of sides) {
        const key = `${side.name} ${perSecond}`;
        const measured = await measure(load, side, { perSecond, seconds });
        results.set(key, [...(results.get(key) ?? []), measured]);
        print(`${key}/s: p99 ${readable(measured.p99)} ms${measured.isHeld ? '' : ', not held'}`);
      }
    }
  }
  const highest = new Map<string, number[]>();
  for (let round = 0; round < Math.min(rounds, 2); round += 1) {
    for (const side of sides) {
      const rate = await climb(load, side, seconds / 2);
      highest.set(side.name, [...(highest.get(side.name) ?? []), rate]);
      print(`${side.name} holds ${rate}/s`);
    }
  }
  await Promise.all([load.stop(), usual.stop(), server.stop(), cluster.stop()]);
  return {
    title: 'Latency of orders, in an open loop',
    setting: `\`buyOption\` by ${USERS} users on ${CONNECTIONS} connections at a fixed rate, latency counted from when each order was due. The other side is the usual way to build this: the same routes on the same framework with the same schema and an embedded PostgreSQL of its own, sessions in memory, one transaction for each order (balance, order, two ledger lines, idempotency key) on 32 connections; it has no limits, log, receipts or market. A rate is held when 99 % of its orders are answered, and 99 % of those within a second. CPU is that of server and database, with everything else that they do meanwhile. ${rounds} rounds of ${seconds} s for each rate and side, alternating; all share the machine.`,
    figures: figuresOf({ sides, rates, results, highest }),
    targets: targetsOf({ sides, rates, results, highest }),
  };
}

async function measure(
  load: Program<LoadCalls>,
  { port, pids, tokens }: Side,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Measured> {
  const before = cpuMsOf(pids);
  const { good, bad, delaysMs } = await load.call('pacedOrders', {
    port,
    tokens,
    codes: OPEN_CODES,
    periodId: PERIOD_SECONDS,
    connections: CONNECTIONS,
    perSecond,
    seconds,
    graceMs: GRACE_MS,
  });
  const cpuMs = cpuMsOf(pids) - before;
  const wrong = Object.values(bad).reduce((sum, count) => sum + count, 0);
  if (good * 0.001 < wrong) throw new Error(`failed orders: ${JSON.stringify(bad).slice(0, 500)}`);
  await sleep(PAUSE_MS);
  const p99 = quantile(delaysMs, 0.99);
  return {
    isHeld: HELD_SHARE * perSecond * seconds <= good && p99 <= HELD_P99_MS,
    p50: quantile(delaysMs, 0.5),
    p99,
    p999: quantile(delaysMs, 0.999),
    cpuUs: (cpuMs * 1_000) / good,
  };
}

/** The highest rate of the climb that is held. */
async function climb(load: Program<LoadCalls>, side: Side, seconds: number): Promise<number> {
  let held = 0;
  for (const perSecond of CLIMB) {
    if (!(await measure(load, side, { perSecond, seconds })).isHeld) break;
    held = perSecond;
  }
  return held;
}

interface Measurements {
  readonly sides: readonly Side[];
  readonly rates: readonly number[];
  readonly results: ReadonlyMap<string, readonly Measured[]>;
  readonly highest: ReadonlyMap<string, readonly number[]>;
}

function figuresOf({ sides, rates, results, highest }: Measurements): Figure[] {
  const figures: Figure[] = [];
  for (const perSecond of rates) {
    for (const { name } of sides) {
      const rounds = results.get(`${name} ${perSecond}`)!;
      if (!rounds.some(({ isHeld }) => isHeld)) {
        figures.push({
          label: `${perSecond}/s, ${name}: not held, p50`,
          unit: 'ms',
          values: rounds.map((round) => round.p50),
        });
        continue;
      }
      for (const [what, key] of [
        ['p50', 'p50'],
        ['p99', 'p99'],
        ['p99.9', 'p999'],
      ] as const) {
        figures.push({
          label: `${perSecond}/s, ${name}: ${what}`,
          unit: 'ms',
          values: rounds.map((round) => round[key]),
        });
      }
      const values = rounds.map(({ cpuUs }) => cpuUs);
      figures.push({ label: `${perSecond}/s, ${name}: CPU per order`, unit: 'µs', values });
    }
  }
  for (const { name } of sides) {
    figures.push({ label: `highest rate held, ${name}`, unit: 'orders/s', values: highest.get(name)! });
  }
  return figures;
}

function targetsOf({ sides, rates, results, highest }: Measurements): Target[] {
  const [ours, usual] = sides.map(({ name }) => name) as [string, string];
  const targets: Target[] = [];
  for (const perSecond of rates) {
    const [mine, theirs] = [ours, usual].map((name) => results.get(`${name} ${perSecond}`)!) as [
      readonly Measured[],
      readonly Measured[],
    ];
    if (![mine, theirs].every((rounds) => rounds.every(({ isHeld }) => isHeld))) continue;
    const share = median(mine.map(({ p99 }) => p99)) / median(theirs.map(({ p99 }) => p99));
    targets.push(
      targetAtMost(`p99 at ${perSecond}/s compared with one transaction per order`, share, P99_SHARE_MAX, ' ×'),
    );
  }
  const times = median(highest.get(ours)!) / median(highest.get(usual)!);
  targets.push(targetAtLeast('highest rate held, compared', times, RATE_TIMES_MIN, ' ×'));
  return targets;
}
