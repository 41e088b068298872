import type { LogEntry } from '../core/log-entry.ts';
import { parseEntry } from '../core/log-entry.ts';
import type { Batch, ShardHead, Store } from '../core/store.ts';
import { FencedError } from '../core/store.ts';
import type { Account, CoreModule, RowChange, Tick } from '../core/types.ts';
import { mustKeepFixed } from './fixed-columns.ts';

/** When an injected failure strikes: before anything is written, or after everything is. */
export type FlushFault = 'before' | 'after' | undefined;

/** Keeps in memory exactly what PostgreSQL would, and fails on demand. */
export class MemoryStore implements Store {
  readonly log = new Map<string, LogEntry>();
  readonly entries: { readonly entry: string; readonly hash: Buffer }[] = [];
  readonly accounts = new Map<number, Account>();
  readonly rows = new Map<string, Map<string, RowChange['row']>>();
  readonly ticks: Tick[] = [];
  readonly lines: Batch['applied'][number]['lines'][number][] = [];
  #head: Batch['head'] = { sequence: 0, lastHash: Buffer.alloc(32), nextAccountId: 1, lastAt: 0 };
  #epoch = 0;
  #owner = 0;
  #nextJournalId = 1;
  readonly #modules: readonly CoreModule[];
  readonly #byOwner = new Map<number, Set<number>>();
  /** Decides the outcome of each flush; also where a test waits or crashes. */
  fault: (batch: Batch) => FlushFault | Promise<FlushFault> = () => undefined;
  /** Every ledger line and tick would take more memory than a long simulation has. */
  keepHistory = true;
  prepare?: (batch: Batch) => void;

  constructor(modules: readonly CoreModule[]) {
    this.#modules = modules;
    for (const module of modules) for (const spec of module.tables) this.rows.set(spec.table, new Map());
  }

  async acquire(): Promise<ShardHead> {
    this.#epoch += 1;
    this.#owner = this.#epoch;
    return { ...this.#head, epoch: this.#epoch, nextJournalId: this.#nextJournalId };
  }

  async loadAccounts(owners: readonly number[]): Promise<Account[]> {
    const ids = owners.flatMap((owner) => [...(this.#byOwner.get(owner) ?? [])]);
    return ids.sort((left, right) => left - right).map((id) => ({ ...(this.accounts.get(id) as Account) }));
  }

  async *loadLiveRows(): AsyncIterable<RowChange[]> {
    for (const [table, rows] of this.rows) {
      // The two conditions that the modules' tables use.
      yield [...rows.values()].filter((row) => row.settled_by == null).map((row) => ({ table, row }));
    }
  }

  async findCommands(ids: readonly string[]): Promise<Map<string, LogEntry>> {
    const found = new Map<string, LogEntry>();
    for (const id of ids) {
      const entry = this.log.get(id);
      if (entry !== undefined) found.set(id, entry);
    }
    return found;
  }

  async flush(batch: Batch): Promise<void> {
    const owner = this.#owner;
    const fault = await this.fault(batch);
    if (owner !== this.#epoch) throw new FencedError('another owner took the shard');
    if (fault === 'before') throw new Error('planted failure before the commit');
    this.#write(batch);
    if (fault === 'after') throw new Error('planted failure after the commit');
  }

  async close(): Promise<void> {}

  #write(batch: Batch): void {
    for (const appliedCommand of batch.applied) {
      if (this.log.has(appliedCommand.command.id))
        throw new Error(`command ${appliedCommand.command.id} is in the log already`);
      this.log.set(appliedCommand.command.id, parseEntry(appliedCommand.entry));
      if (!this.keepHistory) continue;
      this.entries.push({ entry: appliedCommand.entry, hash: appliedCommand.hash });
      this.lines.push(...appliedCommand.lines);
    }
    for (const account of batch.accounts) {
      this.accounts.set(account.id, { ...account });
      const owned = this.#byOwner.get(account.owner) ?? new Set();
      this.#byOwner.set(account.owner, owned.add(account.id));
    }
    for (const [table, rows] of batch.rows) {
      const spec = this.#modules.flatMap((module) => module.tables).find((candidate) => candidate.table === table);
      const tableRows = this.rows.get(table);
      if (spec === undefined || tableRows === undefined) throw new Error(`unknown table ${table}`);
      for (const row of rows) {
        const key = spec.key.map((column) => String(row[column])).join('/');
        const before = tableRows.get(key);
        if (before !== undefined) mustKeepFixed(spec, before, row);
        tableRows.set(key, row);
      }
    }
    if (this.keepHistory) this.ticks.push(...batch.ticks);
    if (0 < batch.ticks.length) this.#nextJournalId = batch.journalId + 1;
    this.#head = { ...batch.head };
  }
}
