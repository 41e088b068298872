import type { Store } from '@glasshouse/server/kernel/store';
import type { CoreModule } from '@glasshouse/server/kernel/types';
import type { Disk } from '../store/disk.ts';
import type { GapEndedAt } from '../workload/gaps.ts';
import type { Product } from '../workload/scenario.ts';

/** A bug put into the system on purpose, from outside, to see that the audit finds it. */
export interface Mutant {
  readonly name: string;
  /**
   * The product that the people of its worlds use: a rare bug of another one would be looked for in
   * vain.
   */
  readonly focus?: Product;
  readonly modules?: (modules: readonly CoreModule[]) => readonly CoreModule[];
  readonly store?: (store: Store, disk: Disk) => Store;
  readonly gapEndedAt?: GapEndedAt;
}
