import {
  type CredentialUse,
  checkCredentials,
  type RowReference,
} from '../../../authority/access/check-credentials.ts';
import type { TotpState } from '../../../factors/totp-store.ts';
import type { AuthDeps } from '../deps.ts';
import type { User } from '../users.ts';

type VouchDeps = Pick<AuthDeps, 'pool' | 'bus'>;

/** The row of the account, as it was read when its password or address was relied on. */
export const ofUser = ({ username, email, passwordHash }: User): RowReference => ({
  table: 'users',
  values: { username, email, password_hash: passwordHash },
});

/**
 * That the app is on, or that there is none: whoever takes the row away for a moment is noticed.
 */
export const ofApp = (app: TotpState | undefined): RowReference => ({
  table: 'customer_totp',
  values: app === undefined ? null : { fingerprint: app.fingerprint, confirmed_at: String(app.since) },
});

/**
 * What somebody was let in by is what the log has. Called when all of it was right: a hash, an app
 * or a wallet that somebody wrote into the database serves nobody, not even for a moment.
 */
export const vouchFor = ({ pool, bus }: VouchDeps, userId: number, use: Omit<CredentialUse, 'tables'>): Promise<void> =>
  checkCredentials(
    pool,
    bus,
    { kind: 'user', id: userId },
    { ...use, tables: [...new Set(use.relied.map(({ table }) => table))] },
  );
