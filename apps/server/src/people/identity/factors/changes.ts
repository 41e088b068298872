import type { ResultOf } from '@glasshouse/api/calls';
import { recordCredentials, type Written } from '../../../authority/access/record-credentials.ts';
import type { CoreBus } from '../../../kernel/bus.ts';
import type { Db } from '../users.ts';

export type CredentialChange = ResultOf<'listCredentialChanges'>[number]['kind'];

/** Long enough for the owner to read the mail about it and to stop whoever did it. */
export const WITHDRAWAL_BLOCK_MS = 24 * 3_600_000;
const LISTED_MAX = 50;

/**
 * What makes a change stop withdrawals: always, or only when the person had one before. Setting
 * something up for the first time takes nothing away from anybody.
 */
const BLOCKS: Readonly<Record<CredentialChange, 'always' | 'never' | readonly CredentialChange[]>> = {
  password: 'always',
  passwordReset: 'always',
  withdrawalPassword: ['withdrawalPassword'],
  totpAdded: ['totpAdded'],
  totpRemoved: 'always',
  passkeyAdded: ['passkeyAdded'],
  passkeyRemoved: 'always',
  email: 'always',
  recoveryRenewed: 'never',
  recoveryUsed: 'never',
  signInAdded: ['signInAdded'],
  signInRemoved: 'always',
};

/** What each change has written besides the row that it makes here; digests go into the log. */
const WRITES: Readonly<Record<CredentialChange, readonly Written[]>> = {
  password: [{ table: 'users', how: 'changed', columns: ['password_hash', 'username'] }],
  passwordReset: [{ table: 'users', how: 'changed', columns: ['password_hash'] }],
  withdrawalPassword: [{ table: 'withdrawal_passwords', how: 'changed' }],
  totpAdded: [
    { table: 'customer_totp', how: 'changed' },
    { table: 'customer_recovery_codes', how: 'changed' },
  ],
  totpRemoved: [
    { table: 'customer_totp', how: 'removed' },
    { table: 'customer_recovery_codes', how: 'removed' },
  ],
  passkeyAdded: [{ table: 'customer_passkeys', how: 'added' }],
  passkeyRemoved: [{ table: 'customer_passkeys', how: 'removed' }],
  email: [{ table: 'users', how: 'changed', columns: ['email'] }],
  recoveryRenewed: [{ table: 'customer_recovery_codes', how: 'changed' }],
  recoveryUsed: [],
  signInAdded: [
    { table: 'sign_in_identities', how: 'added' },
    { table: 'sign_in_wallets', how: 'added' },
  ],
  signInRemoved: [
    { table: 'sign_in_identities', how: 'removed' },
    { table: 'sign_in_wallets', how: 'removed' },
  ],
};

/**
 * Writes down a change of what protects the account; in the same transaction as the change, so that
 * none goes without its block, and after it, so that its digests are of what was written. Gives the
 * end of the block, if it makes one.
 */
export async function recordChange(
  db: Db,
  change: {
    readonly bus: Pick<CoreBus, 'submit'>;
    readonly userId: number;
    readonly kind: CredentialChange;
    readonly now: number;
    readonly isFirst?: boolean;
  },
): Promise<number | undefined> {
  const { userId, kind, now } = change;
  const rule = BLOCKS[kind];
  const { rows } = await db.query<{ blocks: boolean }>(
    `insert into credential_changes (user_id, kind, blocks, at)
     select $1, $2, $3 or exists (select 1 from credential_changes where user_id = $1 and kind = any($4)), $5
     returning blocks`,
    [userId, kind, rule === 'always' && change.isFirst !== true, Array.isArray(rule) ? rule : [], new Date(now)],
  );
  await recordCredentials(db, change.bus, { kind: 'user', id: userId }, [
    { table: 'credential_changes', how: 'added' },
    ...WRITES[kind],
  ]);
  return rows[0]?.blocks === true ? now + WITHDRAWAL_BLOCK_MS : undefined;
}

/** Until when withdrawals wait; undefined when they do not. */
export async function withdrawalsBlockedUntil(db: Db, userId: number, now: number): Promise<number | undefined> {
  const { rows } = await db.query<{ at: number | null }>(
    'select max(at) as at from credential_changes where user_id = $1 and blocks and $2 < at',
    [userId, new Date(now - WITHDRAWAL_BLOCK_MS)],
  );
  const at = rows[0]?.at ?? null;
  return at === null ? undefined : at + WITHDRAWAL_BLOCK_MS;
}

export async function credentialChanges(
  db: Db,
  userId: number,
): Promise<readonly { readonly kind: CredentialChange; readonly at: number; readonly blocks: boolean }[]> {
  const { rows } = await db.query<{ kind: CredentialChange; at: number; blocks: boolean }>(
    `select kind, at, blocks from credential_changes where user_id = $1 order by at desc, id desc limit ${LISTED_MAX}`,
    [userId],
  );
  return rows;
}
