import { PostgresStore } from '@glasshouse/server/kernel/core/postgres-store';
import { encodeTicks } from '@glasshouse/server/market-data/tape/codec';
import { createPool } from '@glasshouse/server/platform/postgres';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { serveCalls } from '../harness/program.ts';
import { quantile } from '../harness/report.ts';
import { PEER_EPOCH, type Statement, StatementSource } from './batches.ts';
import { CoreFixture } from './core-fixture.ts';
import type { WorkloadName } from './workloads.ts';

/**
 * Each side of the bench runs in a separate process, so that one does not pay for the other's GC.
 */
export type RunCalls = {
  /** Starts the sequencer on this database. */
  openSequencer: { params: { url: string; workload: WorkloadName }; result: undefined };
  sequence: { params: { inFlight: number; seconds: number }; result: RunResult & { perBatch: number } };
  closeSequencer: { params: undefined; result: undefined };
  /** Prepares to send the sequencer's statements with only a driver. */
  openPeer: { params: { url: string; connections: number; workload: WorkloadName }; result: undefined };
  /** Sends a full batch or a single order per statement, `connections` statements at a time. */
  send: { params: { each: 'batch' | 'order'; orders: number; seconds: number }; result: RunResult };
  closePeer: { params: undefined; result: undefined };
};

export interface RunResult {
  readonly perSecond: number;
  readonly p99Ms: number;
}

let core: CoreFixture | undefined;
let flushed = { batches: 0, commands: 0 };
interface Peer {
  readonly pool: ReturnType<typeof createPool>;
  readonly source: StatementSource;
  readonly connections: number;
  /**
   * Prepared but not sent in the previous round. They go first, because later ones change the same
   * rows.
   */
  left: readonly Statement[];
}
let peer: Peer | undefined;

/** Counts batches and commands. */
class CountingStore extends PostgresStore {
  override async flush(batch: Parameters<PostgresStore['flush']>[0]): Promise<void> {
    flushed = { batches: flushed.batches + 1, commands: flushed.commands + batch.applied.length };
    await super.flush(batch);
  }
}

async function sequence(
  fixture: CoreFixture,
  inFlight: number,
  seconds: number,
): Promise<RunResult & { perBatch: number }> {
  const delaysMs: number[] = [];
  flushed = { batches: 0, commands: 0 };
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < endsAt) {
        const from = performance.now();
        await fixture.place();
        delaysMs.push(performance.now() - from);
      }
    }),
  );
  const perSecond = (delaysMs.length * 1000) / (performance.now() - startedAt);
  return { perSecond, p99Ms: quantile(delaysMs, 0.99), perBatch: flushed.commands / flushed.batches };
}

async function send(peer: Peer, statements: readonly Statement[], seconds: number): Promise<RunResult> {
  const { pool, connections } = peer;
  const delaysMs: number[] = [];
  let orders = 0;
  let next = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < statements.length && performance.now() < endsAt) {
        const statement = statements[next] as Statement;
        next += 1;
        const from = performance.now();
        await pool.query(statement);
        delaysMs.push(performance.now() - from);
        orders += statement.orders;
      }
    }),
  );
  peer.left = statements.slice(next);
  return { perSecond: (orders * 1000) / (performance.now() - startedAt), p99Ms: quantile(delaysMs, 0.99) };
}

const ordersIn = (statements: readonly Statement[]): number =>
  statements.reduce((sum, statement) => sum + statement.orders, 0);

serveCalls<RunCalls>({
  async openSequencer({ url, workload }) {
    core = new CoreFixture(
      new CountingStore({ connectionString: url, modules: MODULES, encodeTicks, acquireTimeoutMs: 10_000 }),
      workload,
    );
    await core.open();
    return undefined;
  },
  sequence({ inFlight, seconds }) {
    if (core === undefined) throw new Error('the sequencer is not open');
    return sequence(core, inFlight, seconds);
  },
  async closeSequencer() {
    await core?.sequencer.stop();
    core = undefined;
    return undefined;
  },
  async openPeer({ url, connections, workload }) {
    const pool = createPool(url, { max: connections, name: 'bench-peer' });
    const source = new StatementSource(workload);
    peer = { pool, source, connections, left: [] };
    await pool.query('update shards set epoch = $1', [PEER_EPOCH]);
    // Autovacuum of a peer's tables must not run while another side is measured.
    const tables = await pool.query(
      "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
    );
    for (const { name } of tables.rows) await pool.query(`alter table ${name} set (autovacuum_enabled = off)`);
    for (const statement of await source.opening()) await pool.query(statement);
    return undefined;
  },
  async send({ each, orders, seconds }) {
    if (peer === undefined) throw new Error('the peer is not open');
    const { source, left } = peer;
    const missing = Math.max(0, orders - ordersIn(left));
    const made = await (each === 'batch' ? source.batches(missing) : source.singles(missing));
    return send(peer, [...left, ...made], seconds);
  },
  async closePeer() {
    await peer?.pool.end();
    peer = undefined;
    return undefined;
  },
});
