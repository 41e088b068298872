import type { MasterKey } from '../platform/master-key.ts';
import type { Pool, PoolClient } from '../platform/postgres.ts';

/** Whose factors: each kind has tables of its own, `customer_totp`, `operator_totp` and so on. */
export type OwnerKind = 'customer' | 'operator';

export interface FactorStoreOptions {
  readonly db: Pick<Pool | PoolClient, 'query'>;
  readonly kind: OwnerKind;
  readonly masterKey: MasterKey;
}
