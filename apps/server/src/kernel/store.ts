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
  /** Accounts touched, with their balances as the batch leaves them. */
  readonly accounts: readonly Account[];
  /** The head that the batch follows: accounts and commands from there on are new. */
  readonly before: Pick<ShardHead, 'sequence' | 'nextAccountId'>;
  /** The last state of each changed row, by table. */
  readonly rows: ReadonlyMap<string, readonly RowChange['row'][]>;
  readonly ticks: readonly Tick[];
  readonly journalId: number;
}

/** Another process owns the shard now: this one must stop writing. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** Where the core keeps what it must not lose. PostgreSQL in production, memory with planted failures in the simulation. */
export interface Store {
  /**
   * Takes the shard: waits until no flush of an earlier owner can still commit, and fences every one of them. After it
   * returns, a command is in the log or it will never be.
   */
  acquire(): Promise<ShardHead>;
  /** Accounts of these owners (0: the house). */
  loadAccounts(owners: readonly number[]): Promise<Account[]>;
  /** Rows that must be in memory, of every module's tables. */
  loadLiveRows(): AsyncIterable<RowChange[]>;
  /** Log entries by command id. */
  findCommands(ids: readonly string[]): Promise<Map<string, LogEntry>>;
  /** Does ahead what the flush of this batch can do before the one before it has ended. It may never be flushed. */
  prepare?(batch: Batch): void;
  /** Resolves when the batch is durable. Rejects when it is not known to be; `FencedError` when another owner took over. */
  flush(batch: Batch): Promise<void>;
  close(): Promise<void>;
}
