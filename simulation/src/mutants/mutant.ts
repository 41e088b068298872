import type { Store } from '@glasshouse/server/kernel/store';
import type { CoreModule } from '@glasshouse/server/kernel/types';
import type { Disk } from '../store/disk.ts';
import type { GapEndedAt } from '../workload/gaps.ts';
import type { Product } from '../workload/scenario.ts';

/** A bug injected into the system from outside to prove that the audit finds it. */
export interface Mutant {
  readonly name: string;
  /** The product most users of its worlds trade, so that a rare bug has a chance to show. */
  readonly focus?: Product;
  readonly modules?: (modules: readonly CoreModule[]) => readonly CoreModule[];
  readonly store?: (store: Store, disk: Disk) => Store;
  readonly gapEndedAt?: GapEndedAt;
}
