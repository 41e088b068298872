import type { LogEntry } from '@glasshouse/server/kernel/log-entry';
import type { Batch, ShardHead, Store } from '@glasshouse/server/kernel/store';
import type { Account, RowChange } from '@glasshouse/server/kernel/types';
import type { Delays } from './delays.ts';
import { type Faults, MutatedFailure } from './faults.ts';

export interface FaultyStoreOptions {
  readonly inner: Store;
  /** The run of the core that this store belongs to. */
  readonly run: number;
  readonly delays: Delays;
  readonly faults: Faults;
  /** Called when the core is about to learn that these entries are durable. */
  readonly acknowledged: (seqs: readonly number[]) => void;
  /** Called when a constraint of the store refused what the core wrote: that is always a bug. */
  readonly refused: (error: Error) => void;
}

/**
 * Any store, slowed down and made to fail: before the commit, after it, for ever, and in its reads.
 */
export class FaultyStore implements Store {
  readonly #options: FaultyStoreOptions;
  #dead = false;
  #hanging: ((value: undefined) => void) | undefined;
  /** On its way to the database: a crash of the core does not call it back. */
  #sent: Batch | undefined;

  constructor(options: FaultyStoreOptions) {
    this.#options = options;
  }

  get hangs(): boolean {
    return this.#hanging !== undefined;
  }

  /** The process is gone. What it had sent may still arrive. */
  crash(options: { arrives: boolean }): Promise<void> {
    this.#dead = true;
    this.#options.delays.kill(this.#options.run);
    const sent = this.#sent;
    return sent !== undefined && options.arrives ? this.#options.inner.flush(sent).catch(() => {}) : Promise.resolve();
  }

  /** Another owner has the shard: a flush that hung arrives at last, and must be refused. */
  release(): void {
    this.#hanging?.(undefined);
    this.#hanging = undefined;
  }

  async acquire(): Promise<ShardHead> {
    await this.#pass();
    this.#options.faults.strike('acquire');
    const head = await this.#options.inner.acquire();
    await this.#pass();
    return head;
  }

  async loadAccounts(owners: readonly number[]): Promise<Account[]> {
    await this.#pass();
    this.#options.faults.strike('read');
    return this.#options.inner.loadAccounts(owners);
  }

  async *loadLiveRows(): AsyncIterable<RowChange[]> {
    for await (const page of this.#options.inner.loadLiveRows()) {
      await this.#pass();
      this.#options.faults.strike('read');
      yield page;
    }
  }

  async findCommands(ids: readonly string[]): Promise<Map<string, LogEntry>> {
    await this.#pass();
    this.#options.faults.strike('read');
    return this.#options.inner.findCommands(ids);
  }

  prepare(batch: Batch): void {
    this.#options.inner.prepare?.(batch);
  }

  async flush(batch: Batch): Promise<void> {
    const { faults, inner, acknowledged } = this.#options;
    const fate = faults.flush();
    this.#sent = fate === 'before' ? undefined : batch;
    await this.#pass();
    if (fate === 'before') throw new MutatedFailure('mutated failure before the commit');
    if (fate === 'hang') await new Promise<undefined>((resolve) => this.#hang(resolve));
    this.#sent = undefined;
    await inner.flush(batch).catch((error: Error & { code?: string }) => {
      if (/constraint/.test(error.message) || error.code?.startsWith('23') === true) this.#options.refused(error);
      throw error;
    });
    await this.#pass();
    if (fate === 'after') throw new MutatedFailure('mutated failure after the commit');
    acknowledged(batch.applied.map((one) => one.command.seq));
  }

  async close(): Promise<void> {
    if (!this.#dead) await this.#options.inner.close();
  }

  #hang(resolve: (value: undefined) => void): void {
    this.#hanging = resolve;
  }

  /** Takes a while; never returns to a process that is gone. */
  async #pass(): Promise<void> {
    if (this.#dead) await new Promise(() => {});
    await this.#options.delays.wait(this.#options.run);
  }
}
