import type { Store } from '@glasshouse/server/kernel/core/store';
import type { CoreModule, CoreState, TickHistory } from '@glasshouse/server/kernel/core/types';
import type { Mutant } from '../mutants/mutant.ts';
import type { Auditor } from '../reference/auditor.ts';
import type { StoredAccount, StoredEntry, StoredRow } from '../reference/stored.ts';
import type { Head } from '../workload/gaps.ts';

export interface BackingParts {
  readonly modules: readonly CoreModule[];
  readonly auditor: Auditor;
  readonly mutant: Mutant;
}

/** Durable storage shared by all runs of a world: simulated, or a real database. */
export interface Backing {
  /** Chance per step that all connections to the store break. */
  readonly cutChance: number;
  /**
   * The store of one run of the core. `recovers`: it starts from the signed state and the log after
   * it, where there is one.
   */
  open(run: number, options?: { readonly recovers: boolean }): Store;
  /** Signs what is durable, as the server does now and then beside its core. */
  sign(): Promise<void>;
  /** While the core is idle: what a signed state and the log after it make is what it has. */
  checkRecovered(running: CoreState): Promise<void>;
  /** Whether this run acquired the shard last. */
  isOwner(run: number): boolean;
  /** Whether this error may be caused by a connection the simulation broke. */
  isExpected(error: Error): boolean;
  /** Durable tape heads, as a tape loads them on start. */
  heads(): Promise<Head[]>;
  /** Durable ticks, as a core reads them back on start. */
  readonly history: TickHistory;
  /** Feeds the auditor everything that became durable since the last call. */
  observe(): Promise<void>;
  /**
   * Called after the core published something. A backing that feeds the auditor on each write lets
   * it check right away.
   */
  onPublished(): void;
  /** Breaks every connection of the core. */
  disconnect(): Promise<void>;
  /** Yields so that pending work can proceed; `pace` in [0, 1) scales how long. */
  turn(pace: number): Promise<void>;
  accounts(): Promise<(StoredAccount & { readonly id: number })[]>;
  rows(): Promise<StoredRow[]>;
  log(): Promise<{ readonly entries: readonly StoredEntry[]; readonly lastHash: string }>;
  /** Final check by the store itself. */
  verify(): Promise<readonly string[]>;
}
