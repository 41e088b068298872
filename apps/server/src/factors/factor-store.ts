import type { PoolClient } from '../platform/postgres.ts';
import { type ChallengeStore, challengeStore } from './challenge-store.ts';
import { type PasskeyStore, passkeyStore } from './passkey-store.ts';
import type { FactorStoreOptions } from './store-options.ts';
import { type TotpStore, totpStore } from './totp-store.ts';

export interface FactorStore extends TotpStore, PasskeyStore, ChallengeStore {
  /** The same factors inside a transaction. */
  within(client: PoolClient): FactorStore;
}

/** Everything that one kind of owner has besides a password. */
export function createFactorStore(options: FactorStoreOptions): FactorStore {
  return {
    ...totpStore(options),
    ...passkeyStore(options),
    ...challengeStore(options),
    within: (db) => createFactorStore({ ...options, db }),
  };
}
