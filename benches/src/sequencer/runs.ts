import { PostgresStore } from '@glasshouse/server/kernel/postgres-store';
import { encodeTicks } from '@glasshouse/server/market-data/tape/codec';
import { createPool } from '@glasshouse/server/platform/postgres';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { serveCalls } from '../frame/program.ts';
import { quantile } from '../frame/report.ts';
import { PEER_EPOCH, type Statement, StatementSource } from './batches.ts';
import { OrderBook } from './book.ts';
import type { WorkloadName } from './workloads.ts';

/**
 * Each side of the bench in a process of its own, so that one does not collect the other's garbage.
 */
export type RunCalls = {
  /** The sequencer on this database. */
  openSequencer: { params: { url: string; workload: WorkloadName }; result: undefined };
  sequence: { params: { inFlight: number; seconds: number }; result: RunResult & { perBatch: number } };
  closeSequencer: { params: undefined; result: undefined };
  /** The statements that the sequencer would send, sent by nothing but a driver. */
  openPeer: { params: { url: string; connections: number; workload: WorkloadName }; result: undefined };
  /** A full batch or a single order a statement, `connections` statements at a time. */
  send: { params: { each: 'batch' | 'order'; orders: number; seconds: number }; result: RunResult };
  closePeer: { params: undefined; result: undefined };
};

export interface RunResult {
  readonly perSecond: number;
  readonly p99Ms: number;
}

let book: OrderBook | undefined;
let flushed = { batches: 0, commands: 0 };
interface Peer {
  readonly pool: ReturnType<typeof createPool>;
  readonly source: StatementSource;
  readonly connections: number;
  /**
   * Made and not sent when the round before was over. They go first: what comes after them changes
   * what they write.
   */
  left: readonly Statement[];
}
let peer: Peer | undefined;

/** Counts what each flush carries. */
class CountingStore extends PostgresStore {
  override async flush(batch: Parameters<PostgresStore['flush']>[0]): Promise<void> {
    flushed = { batches: flushed.batches + 1, commands: flushed.commands + batch.applied.length };
    await super.flush(batch);
  }
}

async function sequence(of: OrderBook, inFlight: number, seconds: number): Promise<RunResult & { perBatch: number }> {
  const delaysMs: number[] = [];
  flushed = { batches: 0, commands: 0 };
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < endsAt) {
        const from = performance.now();
        await of.place();
        delaysMs.push(performance.now() - from);
      }
    }),
  );
  const perSecond = (delaysMs.length * 1000) / (performance.now() - startedAt);
  return { perSecond, p99Ms: quantile(delaysMs, 0.99), perBatch: flushed.commands / flushed.batches };
}

async function send(of: Peer, statements: readonly Statement[], seconds: number): Promise<RunResult> {
  const { pool, connections } = of;
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
  of.left = statements.slice(next);
  return { perSecond: (orders * 1000) / (performance.now() - startedAt), p99Ms: quantile(delaysMs, 0.99) };
}

const ordersIn = (statements: readonly Statement[]): number => statements.reduce((sum, one) => sum + one.orders, 0);

serveCalls<RunCalls>({
  async openSequencer({ url, workload }) {
    book = new OrderBook(
      new CountingStore({ connectionString: url, modules: MODULES, encodeTicks, acquireTimeoutMs: 10_000 }),
      workload,
    );
    await book.open();
    return undefined;
  },
  sequence({ inFlight, seconds }) {
    if (book === undefined) throw new Error('the sequencer is not open');
    return sequence(book, inFlight, seconds);
  },
  async closeSequencer() {
    await book?.sequencer.stop();
    book = undefined;
    return undefined;
  },
  async openPeer({ url, connections, workload }) {
    const pool = createPool(url, { max: connections, name: 'bench-peer' });
    const source = new StatementSource(workload);
    peer = { pool, source, connections, left: [] };
    await pool.query('update shards set epoch = $1', [PEER_EPOCH]);
    // What a peer leaves is not cleared away while somebody else is measured.
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
