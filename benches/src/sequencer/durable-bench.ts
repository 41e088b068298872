import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE_YOUNG_MB, collectorFlags } from '@glasshouse/server/runtime/collector';
import type { Bench, BenchOptions } from '../frame/bench.ts';
import { type Program, startProgram } from '../frame/program.ts';
import {
  type Figure,
  median,
  type Reach,
  type Report,
  ratio,
  reachAtLeast,
  reachAtMost,
  readable,
} from '../frame/report.ts';
import { type BenchCluster, startClusters } from './databases.ts';
import type { RunCalls } from './runs.ts';
import type { WorkloadName } from './workloads.ts';

const IN_FLIGHT = 256;
const SECONDS = 5;
/** Single transactions that are under way together; more only wait for each other's rows. */
const SINGLE_CONNECTIONS = 32;
/** Prepared for one round; it ends earlier when its time is over. */
const BATCHED_ORDERS = 150_000;
const SINGLE_ORDERS = 20_000;

/** What is measured, and what it has to reach. */
interface Aim {
  readonly workload: WorkloadName;
  /** Title and what is said of it. */
  readonly title: string;
  readonly orders: string;
  /** Percent of the bare batched SQL. */
  readonly share: number;
  /**
   * One transaction an order: how many at a time. One, where an order changes what the one before
   * it wrote.
   */
  readonly singleConnections: number;
  /** Beside single transactions, and milliseconds; undefined: shown only. */
  readonly times?: number;
  readonly p99Ms?: number;
}

const bench = (name: string, aim: Aim): Bench => ({
  name,
  about: `${aim.title} through the sequencer, ${IN_FLIGHT} in flight, beside bare batched SQL and one transaction an order`,
  run: (options) => run(aim, options),
});

export const durableOrders = bench('durable-orders', {
  workload: 'options',
  title: 'Durable option orders',
  orders: 'Orders',
  share: 50,
  singleConnections: SINGLE_CONNECTIONS,
  times: 10,
  p99Ms: 30,
});
export const durableContracts = bench('durable-contracts', {
  workload: 'contracts',
  title: 'Durable contract orders',
  orders: 'Market orders that open a position each,',
  share: 40,
  singleConnections: SINGLE_CONNECTIONS,
});
export const durableSpot = bench('durable-spot', {
  workload: 'spot',
  title: 'Durable spot orders',
  orders: 'Limit orders, every second of which fills the one before it,',
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

async function run(aim: Aim, { rounds, isSmoke, say }: BenchOptions): Promise<Report> {
  const seconds = isSmoke ? 1 : SECONDS;
  const clusters = await startClusters();
  const sides: Side[] = [];
  for (const cluster of clusters) sides.push(await open(cluster, aim));
  const syncs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      await measure(side, seconds);
      const { ours, batched, single } = side.figures;
      const last = [ours, batched, single].map((values) => readable(values.at(-1) ?? 0));
      say(`round ${round + 1}, ${side.cluster.label}: ours ${last[0]}/s, batched ${last[1]}/s, single ${last[2]}/s`);
    }
    syncs.push(syncsPerSecond());
  }
  for (const { ours, batched, single, cluster } of sides) {
    await ours.call('closeSequencer', undefined);
    await Promise.all([batched.call('closePeer', undefined), single.call('closePeer', undefined)]);
    await Promise.all([ours.stop(), batched.stop(), single.stop()]);
    await cluster.stop();
  }
  return report(aim, sides, syncs, { rounds, seconds });
}

async function open(cluster: BenchCluster, { workload, singleConnections }: Aim): Promise<Side> {
  // As the server runs the core.
  const flags = [`--max-semi-space-size=${CORE_YOUNG_MB / 3}`, ...collectorFlags(), '--max-old-space-size=6000'];
  const program = () => startProgram<RunCalls>(new URL('./runs.ts', import.meta.url), flags);
  const [ours, batched, single] = [await program(), await program(), await program()];
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

/** How often the disk says that it has it: no commit can be faster. */
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
  aim: Aim,
  sides: readonly Side[],
  syncs: readonly number[],
  of: { rounds: number; seconds: number },
): Report {
  const figures: Figure[] = [];
  const reaches: Reach[] = [];
  for (const { cluster, figures: values } of sides) {
    const figure = (label: string, unit: string, name: keyof Side['figures']): Figure => {
      const made = { label: `${cluster.label}: ${label}`, unit, values: values[name] };
      figures.push(made);
      return made;
    };
    const ours = figure('Glasshouse', 'orders/s', 'ours');
    const batched = figure('bare batched SQL, the same rows', 'orders/s', 'batched');
    const single = figure('one transaction an order, the same rows', 'orders/s', 'single');
    const p99 = figure('Glasshouse, p99', 'ms', 'p99');
    figure('Glasshouse, orders in a batch', '', 'batch');
    const { label: where } = cluster;
    reaches.push(reachAtLeast(`${where}: share of bare batched SQL`, ratio(ours, batched) * 100, aim.share, ' %'));
    if (aim.times !== undefined) {
      reaches.push(reachAtLeast(`${where}: beside one transaction an order`, ratio(ours, single), aim.times, ' ×'));
    }
    if (aim.p99Ms !== undefined) reaches.push(reachAtMost(`${where}: p99`, median(p99.values), aim.p99Ms, ' ms'));
  }
  figures.push({ label: 'limit: 8 kB written and synced', unit: '1/s', values: syncs });
  return {
    title: aim.title,
    setting:
      `${aim.orders} by 10,000 users through the sequencer, ${IN_FLIGHT} in flight, each answered after its batch is on the disk. The peers send the statements that the sequencer sends for the same orders, made beforehand: ` +
      `in batches as full as the sequencer makes them one after the other, and one order a transaction, ${aim.singleConnections} at a time. ${of.rounds} rounds of ${of.seconds} s a side, in turn, each after a checkpoint; the peers' tables are not vacuumed meanwhile; core and database share the machine.`,
    figures,
    reaches,
  };
}
