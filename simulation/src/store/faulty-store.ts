import type { LogEntry } from '@glasshouse/server/kernel/core/log-entry';
import type { Batch, ShardHead, Store } from '@glasshouse/server/kernel/core/store';
import type { Account, RowChange } from '@glasshouse/server/kernel/core/types';
import type { Delays } from './delays.ts';
import { type Faults, InjectedFailure, RefusedRow } from './faults.ts';

export interface FaultyStoreOptions {
  readonly inner: Store;
  /** The run this store belongs to. */
  readonly run: number;
  readonly delays: Delays;
  readonly faults: Faults;
  /** Called just before the core learns that these entries are durable. */
  readonly acknowledged: (seqs: readonly number[]) => void;
  /** Called when the core violates a constraint of the store, which is always a bug. */
  readonly refused: (error: Error) => void;
}

/**
 * Wraps a store with delays and failures: before the commit, after it, hanging flushes, failing
 * reads.
 */
export class FaultyStore implements Store {
  readonly #options: FaultyStoreOptions;
  #dead = false;
  #hanging: ((value: undefined) => void) | undefined;
  /** Already sent to the database; a crash of the core does not take it back. */
  #sent: Batch | undefined;

  constructor(options: FaultyStoreOptions) {
    this.#options = options;
  }

  get isHanging(): boolean {
    return this.#hanging !== undefined;
  }

  /** The process is gone. A batch it had sent may still arrive. */
  crash(options: { arrives: boolean }): Promise<void> {
    this.#dead = true;
    this.#options.delays.kill(this.#options.run);
    const sent = this.#sent;
    return sent !== undefined && options.arrives ? this.#options.inner.flush(sent).catch(() => {}) : Promise.resolve();
  }

  /** Another owner has the shard: a hanging flush arrives at last, and must be refused. */
  release(): void {
    this.#hanging?.(undefined);
    this.#hanging = undefined;
  }

  async acquire(): Promise<ShardHead> {
    await this.#delay();
    this.#options.faults.maybeFail('acquire');
    const head = await this.#options.inner.acquire();
    await this.#delay();
    return head;
  }

  async loadAccounts(owners: readonly number[]): Promise<Account[]> {
    await this.#delay();
    this.#options.faults.maybeFail('read');
    return this.#options.inner.loadAccounts(owners);
  }

  async *loadLiveRows(): AsyncIterable<RowChange[]> {
    for await (const page of this.#options.inner.loadLiveRows()) {
      await this.#delay();
      this.#options.faults.maybeFail('read');
      yield page;
    }
  }

  async findCommands(ids: readonly string[]): Promise<Map<string, LogEntry>> {
    await this.#delay();
    this.#options.faults.maybeFail('read');
    return this.#options.inner.findCommands(ids);
  }

  prepare(batch: Batch): void {
    this.#options.inner.prepare?.(batch);
  }

  async flush(batch: Batch): Promise<void> {
    const { faults, inner, acknowledged } = this.#options;
    const fate = faults.flush();
    const isRefused = batch.applied.some(({ command }) => faults.isRefused(command));
    this.#sent = fate === 'before' || isRefused ? undefined : batch;
    await this.#delay();
    if (fate === 'before') throw new InjectedFailure('injected failure before the commit');
    if (fate === 'hang') await new Promise<undefined>((resolve) => this.#hang(resolve));
    this.#sent = undefined;
    if (isRefused) throw new RefusedRow('a row of this batch is refused');
    await inner.flush(batch).catch((error: Error & { code?: string }) => {
      if (/constraint/.test(error.message) || error.code?.startsWith('23') === true) this.#options.refused(error);
      throw error;
    });
    await this.#delay();
    if (fate === 'after') throw new InjectedFailure('injected failure after the commit');
    acknowledged(batch.applied.map((appliedCommand) => appliedCommand.command.seq));
  }

  async refused(batch: Batch): Promise<number[]> {
    const { faults, inner } = this.#options;
    await this.#delay();
    const refused = batch.applied.filter(({ command }) => faults.isRefused(command));
    return 0 < refused.length ? refused.map(({ command }) => command.seq) : ((await inner.refused?.(batch)) ?? []);
  }

  async close(): Promise<void> {
    if (!this.#dead) await this.#options.inner.close();
  }

  #hang(resolve: (value: undefined) => void): void {
    this.#hanging = resolve;
  }

  /** Never returns to a crashed process. */
  async #delay(): Promise<void> {
    await this.#options.delays.wait(this.#options.run);
    // Also when it crashed between the end of the delay and this line.
    if (this.#dead) await new Promise(() => {});
  }
}
