import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE_YOUNG_MB, collectorFlags } from '@glasshouse/server/runtime/collector';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { type Figure, type Report, ratio, readable, type Target, targetAtLeast } from '../harness/report.ts';
import { type BenchCluster, startClusters } from './databases.ts';
import type { RunCalls } from './runs.ts';
import type { WorkloadName } from './workloads.ts';

const IN_FLIGHT = 256;
const SECONDS = 5;
/** Concurrent single transactions; more would only wait for each other's row locks. */
const SINGLE_CONNECTIONS = 32;
/** Prepared per round, which may end before using them all. */
const BATCHED_ORDERS = 150_000;
const SINGLE_ORDERS = 20_000;

/** A workload with its targets. */
interface BenchSpec {
  readonly workload: WorkloadName;
  /** Title and description of the orders. */
  readonly title: string;
  readonly orders: string;
  /** Target share of bare batched SQL, percent. */
  readonly share: number;
  /**
   * Concurrency with one transaction per order; 1 where each order changes rows of the previous
   * one.
   */
  readonly singleConnections: number;
  /** Target for the speed-up over single transactions; undefined: no target. */
  readonly times?: number;
}

const bench = (name: string, spec: BenchSpec): Bench => ({
  name,
  about: `${spec.title} through the sequencer, ${IN_FLIGHT} in flight, compared with bare batched SQL and one transaction per order`,
  run: (options) => run(spec, options),
});

export const durableOrders = bench('durable-orders', {
  workload: 'options',
  title: 'Durable option orders',
  orders: 'Orders',
  share: 50,
  singleConnections: SINGLE_CONNECTIONS,
  times: 10,
});
export const durableContracts = bench('durable-contracts', {
  workload: 'contracts',
  title: 'Durable contract orders',
  orders: 'Market orders, each opening a position,',
  share: 40,
  singleConnections: SINGLE_CONNECTIONS,
});
export const durableSpot = bench('durable-spot', {
  workload: 'spot',
  title: 'Durable spot orders',
  orders: 'Limit orders, every second one filling the one before it,',
  share: 40,
  singleConnections: 1,
});

interface Side {
  readonly cluster: BenchCluster;
  readonly ours: Program<RunCalls>;
  readonly batched: Program<RunCalls>;
  readonly single: Program<RunCalls>;
  readonly figures: { readonly [Name in 'ours' | 'p99' | 'batch' | 'batched' | 'single']: number[] };
}

async function run(spec: BenchSpec, { rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const seconds = isSmoke ? 1 : SECONDS;
  const clusters = await startClusters();
  const sides: Side[] = [];
  for (const cluster of clusters) sides.push(await open(cluster, spec));
  const syncs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      await measure(side, seconds);
      const { ours, batched, single } = side.figures;
      const last = [ours, batched, single].map((values) => readable(values.at(-1) ?? 0));
      print(`round ${round + 1}, ${side.cluster.label}: ours ${last[0]}/s, batched ${last[1]}/s, single ${last[2]}/s`);
    }
    syncs.push(syncsPerSecond());
  }
  for (const { ours, batched, single, cluster } of sides) {
    await ours.call('closeSequencer', undefined);
    await Promise.all([batched.call('closePeer', undefined), single.call('closePeer', undefined)]);
    await Promise.all([ours.stop(), batched.stop(), single.stop()]);
    await cluster.stop();
  }
  return report(spec, sides, syncs, { rounds, seconds });
}

async function open(cluster: BenchCluster, { workload, singleConnections }: BenchSpec): Promise<Side> {
  // The flags the server runs the core with.
  const flags = [`--max-semi-space-size=${CORE_YOUNG_MB / 3}`, ...collectorFlags(), '--max-old-space-size=6000'];
  const program = () => startProgram<RunCalls>(new URL('./runs.ts', import.meta.url), flags);
  const ours = await program();
  const batched = await program();
  const single = await program();
  await ours.call('openSequencer', { url: await cluster.database('ours'), workload });
  await batched.call('openPeer', { url: await cluster.database('batched'), connections: 1, workload });
  await single.call('openPeer', { url: await cluster.database('single'), connections: singleConnections, workload });
  return { cluster, ours, batched, single, figures: { ours: [], p99: [], batch: [], batched: [], single: [] } };
}

async function measure({ cluster, ours, batched, single, figures }: Side, seconds: number): Promise<void> {
  await cluster.settle();
  const result = await ours.call('sequence', { inFlight: IN_FLIGHT, seconds });
  figures.ours.push(result.perSecond);
  figures.p99.push(result.p99Ms);
  figures.batch.push(result.perBatch);
  const scale = seconds / SECONDS;
  await cluster.settle();
  figures.batched.push(
    (await batched.call('send', { each: 'batch', orders: BATCHED_ORDERS * scale, seconds })).perSecond,
  );
  await cluster.settle();
  figures.single.push((await single.call('send', { each: 'order', orders: SINGLE_ORDERS * scale, seconds })).perSecond);
}

/** fdatasync calls per second: the upper bound for commits. */
function syncsPerSecond(): number {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-sync-'));
  const file = openSync(join(folder, 'file'), 'w');
  const block = Buffer.alloc(8_192, 1);
  const endsAt = performance.now() + 1_000;
  let count = 0;
  for (; performance.now() < endsAt; count += 1) {
    writeSync(file, block);
    fdatasyncSync(file);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return count;
}

function report(
  spec: BenchSpec,
  sides: readonly Side[],
  syncs: readonly number[],
  settings: { rounds: number; seconds: number },
): Report {
  const figures: Figure[] = [];
  const targets: Target[] = [];
  for (const { cluster, figures: values } of sides) {
    const figure = (label: string, unit: string, name: keyof Side['figures']): Figure => {
      const made = { label: `${cluster.label}: ${label}`, unit, values: values[name] };
      figures.push(made);
      return made;
    };
    const ours = figure('Glasshouse', 'orders/s', 'ours');
    const batched = figure('bare batched SQL, the same rows', 'orders/s', 'batched');
    const single = figure('one transaction per order, the same rows', 'orders/s', 'single');
    figure('Glasshouse, p99', 'ms', 'p99');
    figure('Glasshouse, orders per batch', '', 'batch');
    const { label: where } = cluster;
    targets.push(targetAtLeast(`${where}: share of bare batched SQL`, ratio(ours, batched) * 100, spec.share, ' %'));
    if (spec.times !== undefined) {
      targets.push(
        targetAtLeast(`${where}: compared with one transaction per order`, ratio(ours, single), spec.times, ' ×'),
      );
    }
  }
  figures.push({ label: 'limit: 8 kB written and synced', unit: '1/s', values: syncs });
  return {
    title: spec.title,
    setting:
      `${spec.orders} by 10,000 users through the sequencer, ${IN_FLIGHT} in flight, each answered once its batch is durable. The peers send the statements the sequencer would send for the same orders, prepared in advance: ` +
      `full batches one after the other, and one transaction per order, ${spec.singleConnections} at a time. ${settings.rounds} rounds of ${settings.seconds} s per side, alternating, each after a checkpoint; autovacuum is off for the peers' tables; core and database share the machine.`,
    figures,
    targets,
  };
}
