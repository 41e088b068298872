import type { Applied } from './apply.ts';
import type { LogEntry } from './log-entry.ts';
import type { Account, RowChange, Tick } from './types.ts';

export interface ShardHead {
  readonly epoch: number;
  readonly sequence: number;
  readonly lastHash: Buffer;
  readonly nextAccountId: number;
  /** Time of the newest log entry; 0 for an empty log. */
  readonly lastAt: number;
  readonly nextJournalId: number;
}

/** All that one flush writes, in one transaction. */
export interface Batch {
  readonly head: Omit<ShardHead, 'epoch' | 'nextJournalId'>;
  readonly applied: readonly Applied[];
  /** Accounts touched, with their balances after the batch. */
  readonly accounts: readonly Account[];
  /** The head before the batch: accounts and commands from there on are new. */
  readonly before: Pick<ShardHead, 'sequence' | 'nextAccountId'>;
  /** The last state of each changed row, by table. */
  readonly rows: ReadonlyMap<string, readonly RowChange['row'][]>;
  readonly ticks: readonly Tick[];
  readonly journalId: number;
}

/** Another process owns the shard: this one must stop writing. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/**
 * Durable storage of the core: PostgreSQL in production, memory with injected failures in the
 * simulation.
 */
export interface Store {
  /**
   * Acquires the shard: waits until no flush of an earlier owner can still commit, and fences all
   * of them. Afterwards a command is in the log or never will be.
   */
  acquire(): Promise<ShardHead>;
  /** Accounts of these owners (0: the house). */
  loadAccounts(owners: readonly number[]): Promise<Account[]>;
  /** Live rows of all modules' tables. */
  loadLiveRows(): AsyncIterable<RowChange[]>;
  /** Log entries by command id. */
  findCommands(ids: readonly string[]): Promise<Map<string, LogEntry>>;
  /**
   * Prepares the flush of this batch ahead, while the previous one is running. It may never be
   * flushed.
   */
  prepare?(batch: Batch): void;
  /**
   * Resolves once the batch is durable. Rejects when that is unknown, or with `FencedError` when
   * another owner took over.
   */
  flush(batch: Batch): Promise<void>;
  close(): Promise<void>;
}
