import type { Store } from '@glasshouse/server/kernel/core/store';
import type { CoreState, Tick, TickHistory } from '@glasshouse/server/kernel/core/types';
import type { StoredEntry, StoredRow } from '../reference/stored.ts';
import { type Head, headAfter } from '../workload/gaps.ts';
import type { Backing, BackingParts } from './backing.ts';
import { compareCores } from './compare-cores.ts';
import { Disk, type DiskAccount, type PendingCommit } from './disk.ts';
import { DiskStore } from './disk-store.ts';
import { SignedStates } from './signed-states.ts';

/** More than come between two records of the best ticks. */
const TICKS_MAX = 20_000;

/**
 * A simulated disk. The auditor sees each write the moment it is durable, so it can check
 * publications at once.
 */
export class MemoryBacking implements Backing {
  readonly cutChance = 0;
  readonly #parts: BackingParts;
  readonly #disk: Disk;
  readonly #states: SignedStates;
  readonly #heads = new Map<string, Head>();
  readonly #ticks = new Map<string, Tick[]>();

  constructor(parts: BackingParts) {
    this.#parts = parts;
    const { modules, mutant, auditor } = parts;
    this.#disk = new Disk(modules);
    this.#states = new SignedStates(this.#disk, { modules, mutant, findings: auditor.findings });
  }

  open(run: number, { recovers = false } = {}): Store {
    const store = new DiskStore(this.#disk, run, {
      onWrite: (written) => this.#written(written),
      recovered: recovers ? async () => (await this.#states.recover())?.disk : undefined,
    });
    return this.#parts.mutant.store?.(store, this.#disk) ?? store;
  }

  sign(): Promise<void> {
    return this.#states.sign();
  }

  async checkRecovered(running: CoreState): Promise<void> {
    const recovered = await this.#states.recover();
    if (recovered !== undefined) compareCores(running, recovered.state, this.#parts.auditor.findings);
  }

  isOwner(run: number): boolean {
    return this.#disk.owner === run;
  }

  isExpected(): boolean {
    return false;
  }

  async heads(): Promise<Head[]> {
    return [...this.#heads.values()];
  }

  readonly history: TickHistory = async (after) =>
    new Map([...after].map(([code, seq]) => [code, (this.#ticks.get(code) ?? []).filter((tick) => seq < tick.seq)]));

  async observe(): Promise<void> {}

  onPublished(): void {
    this.#parts.auditor.checkPublishedNow();
  }

  async disconnect(): Promise<void> {}

  turn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  async accounts(): Promise<DiskAccount[]> {
    return [...this.#disk.accounts.values()];
  }

  async rows(): Promise<StoredRow[]> {
    return [...this.#disk.rows()];
  }

  async log(): Promise<{ entries: readonly StoredEntry[]; lastHash: string }> {
    return { entries: this.#disk.entries, lastHash: this.#disk.head.lastHash };
  }

  async verify(): Promise<readonly string[]> {
    return [];
  }

  #written({ commit, accounts, rows }: PendingCommit): void {
    const { auditor } = this.#parts;
    for (const tick of commit.ticks) {
      this.#heads.set(tick.code, headAfter(this.#heads.get(tick.code), tick));
      this.#keep(tick);
    }
    auditor.commit(commit);
    auditor.checkBalances(accounts);
    auditor.checkRows(rows, { whole: false });
  }

  #keep(tick: Tick): void {
    const ticks = this.#ticks.get(tick.code) ?? [];
    if (ticks.length === 0) this.#ticks.set(tick.code, ticks);
    ticks.push(tick);
    if (2 * TICKS_MAX < ticks.length) ticks.splice(0, TICKS_MAX);
  }
}
