import type { Store } from '@glasshouse/server/core/store';
import type { CoreModule } from '@glasshouse/server/core/types';
import type { Disk } from '../store/disk.ts';
import type { GapEndedAt } from '../world/gaps.ts';

/** A bug put into the system on purpose, from outside, to see that the audit finds it. */
export interface Plant {
  readonly name: string;
  readonly modules?: (modules: readonly CoreModule[]) => readonly CoreModule[];
  readonly store?: (store: Store, disk: Disk) => Store;
  readonly gapEndedAt?: GapEndedAt;
}
