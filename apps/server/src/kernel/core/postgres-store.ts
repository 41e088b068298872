import { amountOf } from '@glasshouse/rules/money';
import { ask, type Client, createClient, endClient } from '../../platform/postgres.ts';
import { keyOf } from './accounts.ts';
import { alone, tableKeys } from './batch.ts';
import { ID_WINDOW_MS } from './command-ids.ts';
import { type FlushStatement, flushStatement, PreparedShapes } from './flush-statement.ts';
import { type LogEntry, parseEntry } from './log-entry.ts';
import { SIGN_OF_LIFE_MS, takeShardLock } from './shard-lock.ts';
import {
  type Batch,
  FencedError,
  isRefusal,
  type LogPoint,
  LostHistoryError,
  type ShardHead,
  type Store,
  UnsafeDatabaseError,
  UnwritableError,
} from './store.ts';
import type { Account, Book, CoreModule, RowChange, TableSpec, Tick } from './types.ts';

export interface PostgresStoreOptions {
  readonly connectionString: string;
  readonly modules: readonly CoreModule[];
  readonly encodeTicks: (ticks: readonly Tick[]) => Buffer;
  /** How long to wait for another owner to release the shard. */
  readonly acquireTimeoutMs: number;
  /** What is known to be durable from outside the database; see `durable-head.ts`. */
  readonly known?: LogPoint | undefined;
  /** Called in the order of the log, once an entry is durable. */
  readonly onDurable?: (head: LogPoint) => void;
  /** Refuses a server that may lose what it has committed; otherwise `report` tells of it. */
  readonly mustBeSafe?: boolean;
  readonly report?: (what: string) => void;
  /** How long the session of another owner must be silent before it is ended. */
  readonly silentMs?: number;
  /** Core time, by which ids grow old; left out, none does. */
  readonly now?: () => number;
  /** How long one statement may take before the database counts as failed. */
  readonly patienceMs?: number;
}

const LIVE_ROWS_PAGE = 5_000;
/** A flush takes milliseconds, even on a busy disk far below a second. */
const PATIENCE_MS = 7_000;

/** One connection writes, one reads, so that a flush never waits behind a look-up. */
export class PostgresStore implements Store {
  readonly #options: PostgresStoreOptions;
  readonly #tables: readonly TableSpec[];
  #shapes = new PreparedShapes();
  #writer: Client | undefined;
  #reader: Client | undefined;
  #epoch = 0;
  #prepared: { readonly batch: Batch; readonly statement: FlushStatement } | undefined;
  #known: LogPoint | undefined;
  #lastFlushAt = 0;
  #signs: NodeJS.Timeout | undefined;

  constructor(options: PostgresStoreOptions) {
    this.#options = options;
    this.#tables = options.modules.flatMap((module) => module.tables);
    this.#known = options.known;
  }

  /** Of the ownership that was acquired last: whoever else writes for this process carries it. */
  get epoch(): number {
    return this.#epoch;
  }

  async acquire(): Promise<ShardHead> {
    await this.close();
    try {
      return await this.#acquire();
    } catch (error) {
      // A session left behind would hold the shard against the next attempt.
      await this.close();
      throw error;
    }
  }

  async #acquire(): Promise<ShardHead> {
    this.#shapes = new PreparedShapes();
    // It carries the lost epoch.
    this.#prepared = undefined;
    const { connectionString, acquireTimeoutMs, silentMs, report, patienceMs = PATIENCE_MS } = this.#options;
    const connect = async (name: string): Promise<Client> => {
      const client = createClient(connectionString, name, patienceMs);
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
    await this.#makeSafe(this.#writer);
    await takeShardLock(this.#writer, { timeoutMs: acquireTimeoutMs, silentMs, onEnded: (what) => report?.(what) });
    // The row lock waits for a running flush of an earlier owner; the new epoch fences later ones.
    const head = await this.#writer.query(
      'update shards set epoch = epoch + 1 where id = 0 returning epoch, sequence, last_hash, next_account_id',
    );
    const last = await this.#writer.query(
      `select coalesce((select (extract(epoch from at) * 1000)::bigint from command_log order by seq desc limit 1), 0)::bigint as last_at,
              coalesce((select max(id) from tick_journal), 0)::bigint + 1 as next_journal_id`,
    );
    const row = head.rows[0];
    await this.#compareWithKnown(this.#writer, { sequence: row.sequence, hash: row.last_hash });
    this.#epoch = row.epoch;
    this.#signs = setInterval(() => this.#signOfLife(), SIGN_OF_LIFE_MS / 2).unref();
    return {
      epoch: row.epoch,
      sequence: row.sequence,
      lastHash: row.last_hash,
      nextAccountId: row.next_account_id,
      lastAt: last.rows[0].last_at,
      nextJournalId: last.rows[0].next_journal_id,
    };
  }

  /** Somebody decided to go on from what the database holds, and with the loss of what it lacks. */
  accept(found: LogPoint): void {
    this.#known = found;
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
      const after = `(${order}) > (${spec.key.map((column, index) => `$${index + 1}::${spec.columns[column]}`).join(', ')})`;
      for (let last: RowChange['row'] | undefined; ; ) {
        // By key: page n by offset reads n pages, so the last of a million rows read all of them.
        const { rows } = await this.#read().query(
          `select ${selectList(spec)} from ${spec.table} where (${spec.live})${last === undefined ? '' : ` and ${after}`} order by ${order} limit ${LIVE_ROWS_PAGE}`,
          last === undefined ? [] : spec.key.map((column) => last?.[column]),
        );
        yield rows.map((row: RowChange['row']) => ({ table: spec.table, row }));
        if (rows.length < LIVE_ROWS_PAGE) break;
        last = rows.at(-1);
      }
    }
  }

  async findCommands(ids: readonly string[]): Promise<Map<string, LogEntry>> {
    const { rows } = await ask(this.#read(), {
      name: 'find-commands',
      text: `select i.command_id, l.entry, i.lasting from command_ids i join command_log l on l.seq = i.seq
              where i.command_id = any($1::text[])`,
      values: [ids],
    });
    const found = new Map<string, LogEntry>();
    const old: string[] = [];
    const from = (this.#options.now?.() ?? 0) - ID_WINDOW_MS;
    for (const { command_id: id, entry, lasting } of rows as {
      command_id: string;
      entry: string;
      lasting: boolean;
    }[]) {
      const parsed = parseEntry(entry);
      if (lasting || from <= parsed.at) found.set(id, parsed);
      else old.push(id);
    }
    // Before the id is written again: the table knows each one once.
    if (0 < old.length) {
      await this.#read().query('delete from command_ids where command_id = any($1::text[]) and not lasting', [old]);
    }
    return found;
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
    this.#lastFlushAt = performance.now();
    try {
      await ask(this.#writer, { ...(name === undefined ? {} : { name }), text, values });
      this.#known = { sequence: batch.head.sequence, hash: batch.head.lastHash };
      this.#options.onDurable?.(this.#known);
    } catch (error) {
      const divisionByZero = (error as { code?: string }).code === '22012';
      throw divisionByZero ? new FencedError('another process took over the shard') : error;
    }
  }

  /** Each command alone, in a transaction that is rolled back. */
  async refused(batch: Batch): Promise<number[]> {
    const writer = this.#writer;
    if (writer === undefined) return [];
    try {
      await writer.query('begin');
      for (const part of alone(batch, tableKeys(this.#options.modules))) {
        try {
          const { text, values } = this.#statementOf(part);
          await writer.query(text, values);
        } catch (error) {
          return isRefusal(error as Error) ? [part.head.sequence] : [];
        }
      }
      return [];
    } finally {
      await writer.query('rollback').catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#signs);
    const clients = [this.#writer, this.#reader];
    this.#writer = undefined;
    this.#reader = undefined;
    await Promise.all(clients.map((client) => client && endClient(client)));
  }

  /**
   * The writer waits for the disk whatever the server's default is. Whether the server then really
   * writes is the operator's setting, which only a restart changes.
   */
  async #makeSafe(writer: Client): Promise<void> {
    const { rows } = await writer.query(
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
    );
    const settings = new Map(rows.map(({ name, setting }: { name: string; setting: string }) => [name, setting]));
    // Stronger promises (`remote_apply`) stay.
    if (['off', 'local', 'remote_write'].includes(settings.get('synchronous_commit') ?? '')) {
      await writer.query('set synchronous_commit = on');
    }
    const off = ['fsync', 'full_page_writes'].filter((name) => settings.get(name) === 'off');
    if (off.length === 0) return;
    const what = `the database runs with ${off.map((name) => `${name} = off`).join(' and ')}: after a power failure it may lack orders that were acknowledged`;
    if (this.#options.mustBeSafe === true) throw new UnsafeDatabaseError(what);
    this.#options.report?.(what);
  }

  async #compareWithKnown(client: Client, found: LogPoint): Promise<void> {
    const known = this.#known;
    if (known === undefined || known.sequence === 0) return;
    if (known.sequence <= found.sequence) {
      const { rows } = await client.query('select hash from command_log where seq = $1', [known.sequence]);
      if (known.hash.equals(rows[0]?.hash ?? Buffer.alloc(0))) return;
    }
    throw new LostHistoryError(known, found);
  }

  /** Without orders and ticks: the next process must be able to tell this one from a dead one. */
  #signOfLife(): void {
    if (performance.now() - this.#lastFlushAt < SIGN_OF_LIFE_MS / 2) return;
    this.#lastFlushAt = performance.now();
    // A failure shows at the next flush.
    this.#writer?.query('select 1').catch(() => undefined);
  }

  #statementOf(batch: Batch): FlushStatement {
    const tables = this.#tables.filter((spec) => batch.rows.has(spec.table));
    const ticks = 0 < batch.ticks.length ? this.#options.encodeTicks(batch.ticks) : undefined;
    try {
      return flushStatement(this.#epoch, batch, { tables, ticks });
    } catch (error) {
      throw new UnwritableError((error as Error).message, { cause: error });
    }
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
