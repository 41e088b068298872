import type { Store } from '@glasshouse/server/kernel/core/store';
import type { CoreModule, RowChange } from '@glasshouse/server/kernel/core/types';
import type { Disk } from '../store/disk.ts';
import type { GapEndedAt } from '../workload/gaps.ts';
import type { Product } from '../workload/scenario.ts';

/** A bug injected into the system from outside to prove that the audit finds it. */
export interface Mutant {
  readonly name: string;
  /** The product most users of its worlds trade, so that a rare bug has a chance to show. */
  readonly focus?: Product;
  /** Of each of its worlds, where what it breaks is rarer than the usual length shows. */
  readonly commands?: number;
  readonly modules?: (modules: readonly CoreModule[]) => readonly CoreModule[];
  readonly store?: (store: Store, disk: Disk) => Store;
  readonly gapEndedAt?: GapEndedAt;
  /** What goes wrong with signed states, and with recovering from them. */
  readonly signed?: {
    /** A row on its way into the state; null leaves it out. */
    readonly row?: (change: RowChange) => RowChange | null;
    /** The kept state, after it was signed. */
    readonly bytes?: (parts: readonly Buffer[]) => readonly Buffer[];
    /** Entries after the state that are not replayed. */
    readonly skipped?: number;
  };
  /** The core takes the time from the wall clock. */
  readonly trustsWall?: true;
}
