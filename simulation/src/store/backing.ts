import type { Store } from '@glasshouse/server/kernel/store';
import type { CoreModule } from '@glasshouse/server/kernel/types';
import type { Mutant } from '../mutants/mutant.ts';
import type { Auditor } from '../reference/auditor.ts';
import type { StoredAccount, StoredEntry, StoredRow } from '../reference/evidence.ts';
import type { Head } from '../workload/gaps.ts';

export interface BackingParts {
  readonly modules: readonly CoreModule[];
  readonly auditor: Auditor;
  readonly mutant: Mutant;
}

/** What is durable in a world, behind the stores of all its runs: simulated, or a real database. */
export interface Backing {
  /** Chance of each step that all connections to the store break. */
  readonly cutChance: number;
  /** The access of one run of the core. */
  open(run: number): Store;
  /** Whether this run took the shard last. */
  isOwner(run: number): boolean;
  /**
   * Whether the core may fail to reach the store with this error, because the world broke the
   * connection.
   */
  isExpected(error: Error): boolean;
  /** The durable ticks, as a tape reads them at its start. */
  heads(): Promise<Head[]>;
  /** Shows the auditor what has become durable since the last time. */
  observe(): Promise<void>;
  /**
   * The core has told something: whoever shows durable content at once lets the auditor compare at
   * once.
   */
  heard(): void;
  /** Breaks every connection of the core. */
  disconnect(): Promise<void>;
  /**
   * Lets everything happen that can happen without the world's help. `pace` in [0, 1): how long.
   */
  turn(pace: number): Promise<void>;
  accounts(): Promise<(StoredAccount & { readonly id: number })[]>;
  rows(): Promise<StoredRow[]>;
  log(): Promise<{ readonly entries: readonly StoredEntry[]; readonly lastHash: string }>;
  /** What the store's own check finds wrong in the end. */
  lastLook(): Promise<readonly string[]>;
}
