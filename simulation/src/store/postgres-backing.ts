import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresStore, selectList } from '@glasshouse/server/kernel/core/postgres-store';
import type { ShardHead, Store } from '@glasshouse/server/kernel/core/store';
import type { CoreModule, RowChange, TickHistory } from '@glasshouse/server/kernel/core/types';
import { findCheckpoint, makeCheckpoint } from '@glasshouse/server/kernel/verify/checkpoints';
import { verifyDatabase } from '@glasshouse/server/kernel/verify/verify';
import { decodeTicks, encodeTicks } from '@glasshouse/server/market-data/tape/codec';
import { publishKey } from '@glasshouse/server/market-data/tape/keys';
import { tickHistory } from '@glasshouse/server/market-data/tape/tick-history';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import { openScratchDatabase, type ScratchDatabase } from '@glasshouse/server/platform/scratch-database';
import type { StoredAccount, StoredEntry, StoredLine, StoredRow, StoredTick } from '../reference/stored.ts';
import { type Head, headAfter } from '../workload/gaps.ts';
import type { Backing, BackingParts } from './backing.ts';
import { accountName, unitsOfNumeric } from './postgres-text.ts';
import { SIGNER } from './signed-states.ts';
import { checkTaxReports } from './tax-check.ts';

const ACQUIRE_TIMEOUT_MS = 300;
/** Error messages of a broken connection, as the core sees them. */
const BROKEN = /terminat|ECONN|closed|not queryable|holds the shard|took over|Connection/i;

/** The core's real store on a scratch database. The auditor reads over its own connection. */
export class PostgresBacking implements Backing {
  readonly cutChance = 0.01;
  readonly #parts: BackingParts;
  readonly #pool: Pool;
  readonly #scratch: ScratchDatabase;
  readonly #ofYears: boolean;
  #owner = 0;
  #seenEntries = 0;
  #seenJournal = 0;

  /** @param ofYears of a world of years: tax reports are compared with the ledger, too */
  static async create(
    ofYears = false,
  ): Promise<{ make: (parts: BackingParts) => PostgresBacking; close: () => Promise<void> }> {
    const scratch = await openScratchDatabase();
    const pool = createPool(scratch.url, { max: 3, name: 'auditor' });
    const close = async (): Promise<void> => {
      await pool.end();
      await scratch.drop();
    };
    const make = (parts: BackingParts) => new PostgresBacking(parts, { pool, scratch, ofYears });
    return { make, close };
  }

  private constructor(parts: BackingParts, database: { pool: Pool; scratch: ScratchDatabase; ofYears: boolean }) {
    const { pool, scratch, ofYears } = database;
    this.#ofYears = ofYears;
    this.#parts = parts;
    this.#pool = pool;
    this.#scratch = scratch;
  }

  open(run: number): Store {
    const { modules } = this.#parts;
    const took = (): void => {
      this.#owner = run;
    };
    const options = { modules, encodeTicks, acquireTimeoutMs: ACQUIRE_TIMEOUT_MS, connectionString: this.#scratch.url };
    return new OwnedStore(options, took);
  }

  async sign(): Promise<void> {
    await publishKey(this.#pool, SIGNER);
    await makeCheckpoint(this.#pool, { modules: this.#parts.modules, signer: SIGNER, now: 0 });
  }

  /** The core may have evicted what the tables have: those are compared with the newest state. */
  async checkRecovered(): Promise<void> {
    if ((await findCheckpoint(this.#pool, 'latest')) === undefined) return;
    const { findings } = await verifyDatabase(this.#pool, this.#parts.modules, { from: 'latest' });
    for (const finding of findings) this.#parts.auditor.findings.add(`recovered: ${finding}`);
  }

  isOwner(run: number): boolean {
    return this.#owner === run;
  }

  isExpected(error: Error): boolean {
    return BROKEN.test(error.message);
  }

  async heads(): Promise<Head[]> {
    const { rows } = await this.#pool.query('select ticks from tick_journal order by id');
    const heads = new Map<string, Head>();
    for (const tick of rows.flatMap((row: { ticks: Buffer }) => ticksIn(row.ticks))) {
      heads.set(tick.code, headAfter(heads.get(tick.code), tick));
    }
    return [...heads.values()];
  }

  get history(): TickHistory {
    return tickHistory(this.#pool);
  }

  /** Reads one snapshot, so that a flush is seen whole or not at all. */
  async observe(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin transaction isolation level repeatable read read only');
      const log = await client.query(
        `select seq, entry, encode(hash, 'hex') as hash from command_log where seq > $1 order by seq`,
        [this.#seenEntries],
      );
      const posted = await client.query(
        `select p.*, f.owner as from_owner, f.kind as from_kind, t.owner as to_owner, t.kind as to_kind
         from postings p join accounts f on f.id = p.from_id join accounts t on t.id = p.to_id
         where p.seq > $1 order by p.seq, p.idx`,
        [this.#seenEntries],
      );
      const journal = await client.query('select id, ticks from tick_journal where id > $1 order by id', [
        this.#seenJournal,
      ]);
      await client.query('commit');
      this.#seenEntries = log.rows.at(-1)?.seq ?? this.#seenEntries;
      this.#seenJournal = journal.rows.at(-1)?.id ?? this.#seenJournal;
      this.#parts.auditor.commit({
        entries: log.rows.map(({ entry, hash }) => ({ text: entry, hash })),
        lines: posted.rows.map(lineOf),
        ticks: journal.rows.flatMap(({ ticks }) => ticksIn(ticks)),
      });
    } finally {
      client.release();
    }
  }

  onPublished(): void {}

  async disconnect(): Promise<void> {
    await this.#pool.query(
      `select pg_terminate_backend(pid, 2000) from pg_stat_activity
       where datname = current_database() and application_name like 'glasshouse-core-%'`,
    );
  }

  async turn(pace: number): Promise<void> {
    await sleep(pace * 6);
  }

  async accounts(): Promise<(StoredAccount & { id: number })[]> {
    const { rows } = await this.#pool.query('select id, owner, book, asset, kind, balance::text from accounts');
    return rows.map((row) => ({ id: row.id, key: accountName(row), balance: unitsOfNumeric(row.balance) }));
  }

  async rows(): Promise<StoredRow[]> {
    const found: StoredRow[] = [];
    for (const spec of this.#parts.modules.flatMap((module: CoreModule) => module.tables)) {
      const { rows } = await this.#pool.query(`select ${selectList(spec)} from ${spec.table}`);
      found.push(...rows.map((row: RowChange['row']) => ({ table: spec.table, row })));
    }
    return found;
  }

  async log(): Promise<{ entries: StoredEntry[]; lastHash: string }> {
    const log = await this.#pool.query(
      `select entry as text, encode(hash, 'hex') as hash from command_log order by seq`,
    );
    const head = await this.#pool.query(`select encode(last_hash, 'hex') as hash from shards where id = 0`);
    return { entries: log.rows, lastHash: head.rows[0].hash };
  }

  async verify(): Promise<readonly string[]> {
    const { findings } = await verifyDatabase(this.#pool, this.#parts.modules);
    return this.#ofYears ? [...findings, ...(await checkTaxReports(this.#pool))] : findings;
  }
}

/** Reports when it has acquired the shard. */
class OwnedStore extends PostgresStore {
  readonly #took: () => void;

  constructor(options: ConstructorParameters<typeof PostgresStore>[0], took: () => void) {
    super(options);
    this.#took = took;
  }

  override async acquire(): Promise<ShardHead> {
    const head = await super.acquire();
    this.#took();
    return head;
  }
}

const lineOf = (row: Record<string, string> & { seq: number; idx: number; user_id: number }): StoredLine => ({
  seq: row.seq,
  idx: row.idx,
  from: accountName({ owner: Number(row.from_owner), book: row.book!, asset: row.asset!, kind: row.from_kind! }),
  to: accountName({ owner: Number(row.to_owner), book: row.book!, asset: row.asset!, kind: row.to_kind! }),
  amount: unitsOfNumeric(row.amount!),
  fromBalance: unitsOfNumeric(row.from_balance!),
  toBalance: unitsOfNumeric(row.to_balance!),
  ref: row.ref ?? null,
  user: row.user_id,
});

const ticksIn = (bytes: Buffer): StoredTick[] =>
  decodeTicks(bytes).map(({ code, seq, bid, ask, mid, at }) => ({ code, seq, bid, ask, mid, at }));
