import type { ResultOf } from '@glasshouse/api/calls';
import { recordCredentials, type Written } from '../../../authority/access/record-credentials.ts';
import type { CoreBus } from '../../../kernel/bus.ts';
import type { Db } from '../users.ts';

export type CredentialChange = ResultOf<'listCredentialChanges'>[number]['kind'];

/** Long enough for the owner to read the mail about it and to stop whoever did it. */
export const WITHDRAWAL_BLOCK_MS = 24 * 3_600_000;
const LISTED_MAX = 50;

/**
 * What makes a change stop withdrawals: always, never, when the person had one before, or when it
 * is also the first one and nobody confirmed it by an older step. A password alone sets up whatever
 * is missing, so without such a step a first one waits like any other change.
 */
const BLOCKS: Readonly<Record<CredentialChange, 'always' | 'never' | 'notFirst' | 'unlessConfirmed'>> = {
  password: 'always',
  passwordReset: 'always',
  withdrawalPassword: 'unlessConfirmed',
  totpAdded: 'unlessConfirmed',
  totpRemoved: 'always',
  // A new passkey confirms no withdrawal for a day, be it the first one or not.
  passkeyAdded: 'notFirst',
  passkeyRemoved: 'always',
  email: 'unlessConfirmed',
  recoveryRenewed: 'never',
  recoveryUsed: 'always',
  signInAdded: 'notFirst',
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
    /** The account had none of this kind, which older releases did not write down. */
    readonly isFirst?: boolean;
    /** By a step that serves withdrawals and is older than a day. */
    readonly isConfirmed?: boolean;
  },
): Promise<number | undefined> {
  const { userId, kind, now, isFirst = true, isConfirmed = false } = change;
  const rule = BLOCKS[kind];
  const blocksFirst = (rule === 'always' && change.isFirst !== true) || (rule === 'unlessConfirmed' && !isConfirmed);
  const blocksLater = rule === 'notFirst' || rule === 'unlessConfirmed';
  const { rows } = await db.query<{ blocks: boolean }>(
    `insert into credential_changes (user_id, kind, blocks, at)
     select $1, $2, $3 or $4 and ($5 or exists (select 1 from credential_changes where user_id = $1 and kind = $2)), $6
     returning blocks`,
    [userId, kind, blocksFirst, blocksLater, !isFirst, new Date(now)],
  );
  await recordCredentials(db, change.bus, { kind: 'user', id: userId }, [
    { table: 'credential_changes', how: 'added' },
    ...WRITES[kind],
  ]);
  return rows[0]?.blocks === true ? now + WITHDRAWAL_BLOCK_MS : undefined;
}

/** Whether the address was bound or replaced, unconfirmed, so lately that it proves nothing. */
export async function isAddressNew(db: Db, userId: number, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from credential_changes where user_id = $1 and kind = 'email' and blocks and $2 < at limit 1`,
    [userId, new Date(now - WITHDRAWAL_BLOCK_MS)],
  );
  return rowCount === 1;
}

/** The change because of which withdrawals wait, and until when; undefined when they do not. */
export async function blockOf(
  db: Db,
  userId: number,
  now: number,
): Promise<{ readonly until: number; readonly kind: CredentialChange } | undefined> {
  const { rows } = await db.query<{ at: number; kind: CredentialChange }>(
    `select at, kind from credential_changes where user_id = $1 and blocks and $2 < at
      order by at desc, id desc limit 1`,
    [userId, new Date(now - WITHDRAWAL_BLOCK_MS)],
  );
  const [newest] = rows;
  return newest === undefined ? undefined : { until: newest.at + WITHDRAWAL_BLOCK_MS, kind: newest.kind };
}

/** Until when withdrawals wait; undefined when they do not. */
export const withdrawalsBlockedUntil = async (db: Db, userId: number, now: number): Promise<number | undefined> =>
  (await blockOf(db, userId, now))?.until;

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
