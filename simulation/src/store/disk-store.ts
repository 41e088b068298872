import { type LogEntry, parseEntry } from '@glasshouse/server/kernel/core/log-entry';
import { type Batch, FencedError, type ShardHead, type Store } from '@glasshouse/server/kernel/core/store';
import type { Account, RowChange } from '@glasshouse/server/kernel/core/types';
import type { Disk, PendingCommit } from './disk.ts';

const ROWS_PER_PAGE = 200;

/** One owner's access to the disk, fenced as soon as another owner acquires the shard. */
export class DiskStore implements Store {
  readonly #disk: Disk;
  readonly #run: number;
  readonly #onWrite: (written: PendingCommit) => void;
  readonly #recovered: (() => Promise<Disk | undefined>) | undefined;
  #epoch = 0;
  /** What this start loads from; afterwards the disk again. */
  #start: Disk | undefined;

  /**
   * `recovered` gives the content of a start instead of the disk: that of a signed state and the
   * log after it.
   */
  constructor(
    disk: Disk,
    run: number,
    {
      onWrite,
      recovered,
    }: { onWrite: (written: PendingCommit) => void; recovered?: (() => Promise<Disk | undefined>) | undefined },
  ) {
    this.#disk = disk;
    this.#run = run;
    this.#onWrite = onWrite;
    this.#recovered = recovered;
  }

  async acquire(): Promise<ShardHead> {
    this.#disk.epoch += 1;
    this.#epoch = this.#disk.epoch;
    this.#disk.owner = this.#run;
    // Fenced: nobody writes any more.
    this.#start = await this.#recovered?.();
    return { ...this.#disk.head, lastHash: Buffer.from(this.#disk.head.lastHash, 'hex'), epoch: this.#epoch };
  }

  async loadAccounts(owners: readonly number[]): Promise<Account[]> {
    const from = this.#start ?? this.#disk;
    // The first call is that of the start.
    this.#start = undefined;
    const found = owners.flatMap((owner) => from.accountsOf(owner));
    return found.map((account) => ({ ...account }) as Account);
  }

  async *loadLiveRows(): AsyncIterable<RowChange[]> {
    for (const rows of (this.#start ?? this.#disk).liveRows()) {
      for (let start = 0; start < rows.length; start += ROWS_PER_PAGE) {
        yield rows.slice(start, start + ROWS_PER_PAGE) as RowChange[];
      }
    }
  }

  async findCommands(ids: readonly string[]): Promise<Map<string, LogEntry>> {
    const found = new Map<string, LogEntry>();
    for (const id of ids) {
      const text = this.#disk.entryOf(id);
      if (text !== undefined) found.set(id, parseEntry(text));
    }
    return found;
  }

  async flush(batch: Batch): Promise<void> {
    if (this.#epoch !== this.#disk.epoch) throw new FencedError('another owner has the shard');
    this.#onWrite(this.#disk.write(batch));
  }

  async close(): Promise<void> {}
}
