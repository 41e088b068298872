import type { Batch } from '@glasshouse/server/kernel/core/store';
import type { CoreModule, TableSpec } from '@glasshouse/server/kernel/core/types';
import { mustKeepFixed } from '@glasshouse/server/kernel/testing/fixed-columns';
import { inJsonbOrder } from '@glasshouse/server/kernel/testing/jsonb-order';
import { type BelongsTo, belongsTo, liveCondition } from '@glasshouse/server/kernel/verify/live-condition';
import type { Commit, StoredAccount, StoredEntry, StoredRow } from '../reference/stored.ts';

export interface DiskAccount {
  readonly id: number;
  readonly key: string;
  readonly owner: number;
  readonly balance: bigint;
}

/** The changes of one flush, for the auditor. */
export interface PendingCommit {
  readonly commit: Commit;
  readonly accounts: readonly StoredAccount[];
  readonly rows: readonly StoredRow[];
}

/**
 * The durable content, as text and numbers. It outlives every run of the core and shares no objects
 * with any.
 */
export class Disk {
  epoch = 0;
  /** The run that acquired the shard last. */
  owner = 0;
  head = { sequence: 0, lastHash: Buffer.alloc(32).toString('hex'), nextAccountId: 1, lastAt: 0, nextJournalId: 1 };
  readonly entries: StoredEntry[] = [];
  readonly #seqOf = new Map<string, number>();
  readonly accounts = new Map<number, DiskAccount>();
  readonly #owned = new Map<number, number[]>();
  readonly tables = new Map<string, Map<string, string>>();
  /** Keys of live rows, which a start must load, by table. */
  readonly #live = new Map<string, Set<string>>();
  /** Tables whose rows are live as long as their owning row is. */
  readonly #belonging = new Map<string, { readonly owner: BelongsTo; readonly keys: Map<string, Set<string>> }>();
  readonly #isLive = new Map<string, (row: Readonly<Record<string, unknown>>) => boolean>();
  readonly specs = new Map<string, TableSpec>();
  /** The unique constraint on command ids; a mutant may drop it. */
  uniqueIds = true;

  constructor(modules: readonly CoreModule[]) {
    for (const spec of modules.flatMap((module) => module.tables)) {
      const owner = belongsTo(spec.live);
      if (owner === undefined) this.#isLive.set(spec.table, liveCondition(spec.live));
      else this.#belonging.set(spec.table, { owner, keys: new Map() });
      this.specs.set(spec.table, spec);
      this.tables.set(spec.table, new Map());
      this.#live.set(spec.table, new Set());
    }
  }

  entryOf(id: string): string | undefined {
    const seq = this.#seqOf.get(id);
    return seq === undefined ? undefined : this.entries[seq - 1]?.text;
  }

  accountsOf(owner: number): DiskAccount[] {
    return (this.#owned.get(owner) ?? []).map((id) => this.accounts.get(id) as DiskAccount);
  }

  /** The rows a start must load, each table in key order. */
  *liveRows(): Iterable<StoredRow[]> {
    for (const [table, own] of this.#live) {
      const belongs = this.#belonging.get(table);
      const owners = belongs === undefined ? undefined : this.#live.get(belongs.owner.table);
      const keys = owners === undefined ? [...own] : [...owners].flatMap((key) => [...(belongs?.keys.get(key) ?? [])]);
      const rows = this.tables.get(table) as Map<string, string>;
      keys.sort(byParts);
      yield keys.map((key) => ({ table, row: inJsonbOrder(JSON.parse(rows.get(key) as string)) as StoredRow['row'] }));
    }
  }

  *rows(): Iterable<StoredRow> {
    for (const [table, rows] of this.tables) for (const text of rows.values()) yield { table, row: JSON.parse(text) };
  }

  /** Content that comes from elsewhere than from a batch. */
  put({ table, row }: StoredRow): void {
    this.#row(table, row);
  }

  putAccount({ id, key, owner, balance }: DiskAccount): void {
    this.#account({ id, key, owner, balance });
  }

  /** Writes the whole batch, or nothing if a constraint is violated. */
  write(batch: Batch): PendingCommit {
    for (const { command } of batch.applied) {
      if (this.uniqueIds && this.#seqOf.has(command.id))
        throw new Error(`unique constraint: ${command.id} is in the log`);
    }
    const entries = batch.applied.map((appliedCommand) => ({
      text: appliedCommand.entry,
      hash: appliedCommand.hash.toString('hex'),
    }));
    for (const [index, { command }] of batch.applied.entries()) {
      this.entries.push(entries[index] as StoredEntry);
      this.#seqOf.set(command.id, command.seq);
    }
    const accounts = batch.accounts.map(({ id, key, owner, balance }) => this.#account({ id, key, owner, balance }));
    const rows = [...batch.rows].flatMap(([table, changed]) => changed.map((row) => this.#row(table, row)));
    const ticks = batch.ticks.map(({ code, seq, bid, ask, mid, at }) => ({ code, seq, bid, ask, mid, at }));
    const { sequence, lastHash, nextAccountId, lastAt } = batch.head;
    const nextJournalId = 0 < ticks.length ? batch.journalId + 1 : this.head.nextJournalId;
    this.head = { sequence, lastHash: lastHash.toString('hex'), nextAccountId, lastAt, nextJournalId };
    return { commit: { entries, lines: batch.applied.flatMap(linesOf), ticks }, accounts, rows };
  }

  #account(account: DiskAccount): StoredAccount {
    if (!this.accounts.has(account.id)) {
      const owned = this.#owned.get(account.owner);
      if (owned === undefined) this.#owned.set(account.owner, [account.id]);
      else owned.push(account.id);
    }
    this.accounts.set(account.id, account);
    return account;
  }

  #row(table: string, row: Readonly<Record<string, unknown>>): StoredRow {
    const spec = this.specs.get(table) as TableSpec;
    const key = spec.key.map((column) => String(row[column])).join('/');
    const text = JSON.stringify(row);
    const rows = this.tables.get(table) as Map<string, string>;
    const before = spec.fixed === undefined ? undefined : rows.get(key);
    if (before !== undefined) mustKeepFixed(spec, JSON.parse(before), row);
    rows.set(key, text);
    const live = this.#live.get(table) as Set<string>;
    const owned = this.#belonging.get(table);
    if (owned !== undefined) {
      const owner = String(row[owned.owner.column]);
      owned.keys.set(owner, (owned.keys.get(owner) ?? new Set()).add(key));
    } else if (this.#isLive.get(table)?.(row) === true) live.add(key);
    else live.delete(key);
    return { table, row: JSON.parse(text) };
  }
}

/** The database's key order: part by part, numbers numerically. */
function byParts(left: string, right: string): number {
  const leftParts = left.split('/');
  const rightParts = right.split('/');
  for (const [index, part] of leftParts.entries()) {
    const counterpart = rightParts[index] ?? '';
    if (part === counterpart) continue;
    const a = Number(part);
    const b = Number(counterpart);
    return Number.isNaN(a) || Number.isNaN(b) ? (part < counterpart ? -1 : 1) : a - b;
  }
  return 0;
}

const linesOf = (appliedCommand: Batch['applied'][number]): Commit['lines'][number][] =>
  appliedCommand.lines.map((line) => ({
    seq: line.seq,
    idx: line.idx,
    from: line.from.key,
    to: line.to.key,
    amount: line.amount,
    fromBalance: line.fromBalance,
    toBalance: line.toBalance,
    ref: line.ref,
    user: line.userId,
  }));
