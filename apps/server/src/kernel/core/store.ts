import type { AppliedCommand } from './apply.ts';
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
  readonly applied: readonly AppliedCommand[];
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
 * The database came back older than what was acknowledged: an asynchronous failover, or a restored
 * snapshot. Nothing may be built on it until somebody has decided.
 */
export class LostHistoryError extends Error {
  override readonly name = 'LostHistoryError';
  readonly known: LogPoint;
  readonly found: LogPoint;

  constructor(known: LogPoint, found: LogPoint) {
    const what =
      found.sequence < known.sequence
        ? `the database ends at entry ${found.sequence}, but entry ${known.sequence} was durable: the last ${known.sequence - found.sequence} entries, which people were told of, are gone (a failover to a copy that was behind, or a restored backup)`
        : `entry ${known.sequence} of the database is not the one that was durable: this is another history`;
    super(`${what}. Use the newest copy of the database; to go on without it: npm run glasshouse -- accept-restored`);
    this.known = known;
    this.found = found;
  }
}

/** The database may lose what it calls durable, and this installation may not. */
export class UnsafeDatabaseError extends Error {
  override readonly name = 'UnsafeDatabaseError';
}

/** A row that cannot even be sent: it lacks a column, or holds what has no text. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}

/**
 * Whether the store refused what a batch holds, so that it would refuse it again: SQLSTATE classes
 * of data, of constraints and of limits.
 */
export const isRefusal = (error: Error): boolean =>
  error instanceof UnwritableError || /^(22|23|54)/.test((error as { code?: string }).code ?? '');

/** Whether going on, or trying again, can only do harm. */
export const isFinal = (error: Error): boolean =>
  error instanceof FencedError || error instanceof LostHistoryError || error instanceof UnsafeDatabaseError;

/** A place in the log, and the hash of its entry. */
export interface LogPoint {
  readonly sequence: number;
  readonly hash: Buffer;
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
  /**
   * Which commands of a batch that was refused cannot be stored, by sequence: the first one of them
   * at least. Writes nothing.
   */
  refused?(batch: Batch): Promise<number[]>;
  close(): Promise<void>;
}
