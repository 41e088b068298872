import { setTimeout as sleep } from 'node:timers/promises';
import { amountOf } from '@glasshouse/rules/money';
import { ask, type Client, createClient } from '../platform/postgres.ts';
import { keyOf } from './accounts.ts';
import { type FlushStatement, flushStatement, PreparedShapes } from './flush-statement.ts';
import { type LogEntry, parseEntry } from './log-entry.ts';
import { type Batch, FencedError, type ShardHead, type Store } from './store.ts';
import type { Account, Book, CoreModule, RowChange, TableSpec, Tick } from './types.ts';

export interface PostgresStoreOptions {
  readonly connectionString: string;
  readonly modules: readonly CoreModule[];
  readonly encodeTicks: (ticks: readonly Tick[]) => Buffer;
  /** How long to wait for another owner to release the shard. */
  readonly acquireTimeoutMs: number;
}

/** Arbitrary: names the lock of shard 0 among the database's advisory locks. */
const SHARD_LOCK = 7_421_060;
const LIVE_ROWS_PAGE = 5_000;

/** One connection writes, one reads, so that a flush never waits behind a look-up. */
export class PostgresStore implements Store {
  readonly #options: PostgresStoreOptions;
  readonly #tables: readonly TableSpec[];
  #shapes = new PreparedShapes();
  #writer: Client | undefined;
  #reader: Client | undefined;
  #epoch = 0;
  #prepared: { readonly batch: Batch; readonly statement: FlushStatement } | undefined;

  constructor(options: PostgresStoreOptions) {
    this.#options = options;
    this.#tables = options.modules.flatMap((module) => module.tables);
  }

  async acquire(): Promise<ShardHead> {
    await this.close();
    this.#shapes = new PreparedShapes();
    // It carries the lost epoch.
    this.#prepared = undefined;
    const { connectionString, acquireTimeoutMs } = this.#options;
    const connect = async (name: string): Promise<Client> => {
      const client = createClient(connectionString, name);
      await client.connect();
      return client;
    };
    this.#writer = await connect('glasshouse-core-writer');
    this.#reader = await connect('glasshouse-core-reader');
    // Both only look up by key. A statement prepared while tables are small and unanalysed may get
    // a sequential scan, which an hour later read the whole log for every batch (6 times fewer
    // orders/s on PostgreSQL 15). A generic plan, because PostgreSQL otherwise replanned the whole
    // statement for batches of one or two orders (955 µs, now 445).
    const byKey =
      'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan';
    await Promise.all([this.#writer.query(byKey), this.#reader.query(byKey)]);
    const deadline = Date.now() + acquireTimeoutMs;
    for (;;) {
      const lock = await this.#writer.query('select pg_try_advisory_lock($1) as taken', [SHARD_LOCK]);
      if (lock.rows[0].taken === true) break;
      if (deadline < Date.now()) throw new FencedError('another process holds the shard');
      await sleep(100);
    }
    // The row lock waits for a running flush of an earlier owner; the new epoch fences later ones.
    const head = await this.#writer.query(
      'update shards set epoch = epoch + 1 where id = 0 returning epoch, sequence, last_hash, next_account_id',
    );
    const last = await this.#writer.query(
      `select coalesce((select (extract(epoch from at) * 1000)::bigint from command_log order by seq desc limit 1), 0)::bigint as last_at,
              coalesce((select max(id) from tick_journal), 0)::bigint + 1 as next_journal_id`,
    );
    const row = head.rows[0];
    this.#epoch = row.epoch;
    return {
      epoch: row.epoch,
      sequence: row.sequence,
      lastHash: row.last_hash,
      nextAccountId: row.next_account_id,
      lastAt: last.rows[0].last_at,
      nextJournalId: last.rows[0].next_journal_id,
    };
  }

  async loadAccounts(owners: readonly number[]): Promise<Account[]> {
    const { rows } = await ask(this.#read(), {
      name: 'load-accounts',
      text: 'select id, owner, book, asset, kind, balance::text from accounts where owner = any($1::bigint[]) order by id',
      values: [owners],
    });
    return rows.map((row: { id: number; owner: number; book: Book; asset: string; kind: string; balance: string }) => ({
      id: row.id,
      key: keyOf(row),
      owner: row.owner,
      balance: amountOf(row.balance),
    }));
  }

  async *loadLiveRows(): AsyncIterable<RowChange[]> {
    for (const spec of this.#tables) {
      const order = spec.key.join(', ');
      for (let offset = 0; ; offset += LIVE_ROWS_PAGE) {
        const { rows } = await this.#read().query(
          `select ${selectList(spec)} from ${spec.table} where ${spec.live} order by ${order} limit ${LIVE_ROWS_PAGE} offset ${offset}`,
        );
        yield rows.map((row: RowChange['row']) => ({ table: spec.table, row }));
        if (rows.length < LIVE_ROWS_PAGE) break;
      }
    }
  }

  async findCommands(ids: readonly string[]): Promise<Map<string, LogEntry>> {
    const { rows } = await ask(this.#read(), {
      name: 'find-commands',
      text: 'select command_id, entry from command_log where command_id = any($1::text[])',
      values: [ids],
    });
    return new Map(rows.map((row: { command_id: string; entry: string }) => [row.command_id, parseEntry(row.entry)]));
  }

  prepare(batch: Batch): void {
    this.#prepared = { batch, statement: this.#statementOf(batch) };
  }

  async flush(batch: Batch): Promise<void> {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    const { shape, text, values } = prepared?.batch === batch ? prepared.statement : this.#statementOf(batch);
    const name = this.#shapes.nameOf(shape);
    if (this.#writer === undefined) throw new Error('the store is closed');
    try {
      await ask(this.#writer, { ...(name === undefined ? {} : { name }), text, values });
    } catch (error) {
      const divisionByZero = (error as { code?: string }).code === '22012';
      throw divisionByZero ? new FencedError('another process took over the shard') : error;
    }
  }

  async close(): Promise<void> {
    const clients = [this.#writer, this.#reader];
    this.#writer = undefined;
    this.#reader = undefined;
    await Promise.all(clients.map((client) => client?.end().catch(() => {})));
  }

  #statementOf(batch: Batch): FlushStatement {
    const tables = this.#tables.filter((spec) => batch.rows.has(spec.table));
    const ticks = 0 < batch.ticks.length ? this.#options.encodeTicks(batch.ticks) : undefined;
    return flushStatement(this.#epoch, batch, { tables, ticks });
  }

  #read(): Client {
    if (this.#reader === undefined) throw new Error('the store is closed');
    return this.#reader;
  }
}

/** Columns in the core's representation: numeric as text, times as epoch ms. */
export function selectList(spec: TableSpec): string {
  return Object.entries(spec.columns)
    .map(([column, type]) => {
      if (type === 'numeric') return `trim_scale(${column})::text as ${column}`;
      if (type === 'timestamptz') return `(extract(epoch from ${column}) * 1000)::bigint as ${column}`;
      return column;
    })
    .join(', ');
}
