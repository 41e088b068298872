import type { ResultOf } from '@glasshouse/api/calls';
import type { Occasion } from '../../../authority/access/credentials.ts';
import { type CredentialWrite, recordCredentials } from '../../../authority/access/record-credentials.ts';
import type { CoreBus } from '../../../kernel/core/bus.ts';
import { WITHDRAWAL_BLOCK_MS } from '../../../platform/withdrawal-wait.ts';
import type { Db } from '../users.ts';

export type CredentialChange = ResultOf<'listCredentialChanges'>[number]['kind'];

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

/** A row that came or went. */
export interface ChangedRow {
  readonly table: 'customer_passkeys' | 'sign_in_identities' | 'sign_in_wallets';
  readonly key: number;
}

/** What each change has written besides the row that it makes here; digests go into the log. */
type Writes = (userId: number, row: ChangedRow | undefined) => readonly CredentialWrite[];

const changed = (table: string, ...columns: string[]): CredentialWrite => ({
  table,
  how: 'changed',
  ...(columns.length === 0 ? {} : { columns }),
});

function withRow(how: 'added' | 'removed', row: ChangedRow | undefined): readonly CredentialWrite[] {
  if (row === undefined) throw new Error(`a change without the row that was ${how}`);
  return [{ ...row, how }];
}

const WRITES: Readonly<Record<CredentialChange, Writes>> = {
  password: () => [changed('users', 'password_hash', 'username')],
  passwordReset: () => [changed('users', 'password_hash')],
  withdrawalPassword: () => [changed('withdrawal_passwords')],
  totpAdded: () => [changed('customer_totp'), changed('customer_recovery_codes')],
  totpRemoved: (userId) =>
    ['customer_totp', 'customer_recovery_codes'].map((table) => ({ table, how: 'removed', key: userId })),
  passkeyAdded: (_userId, row) => withRow('added', row),
  passkeyRemoved: (_userId, row) => withRow('removed', row),
  email: () => [changed('users', 'email')],
  recoveryRenewed: () => [changed('customer_recovery_codes')],
  recoveryUsed: () => [changed('customer_recovery_codes', 'unused')],
  signInAdded: (_userId, row) => withRow('added', row),
  signInRemoved: (_userId, row) => withRow('removed', row),
};

/** Of changes that may come without a session of the account. */
const OCCASIONS: Readonly<Partial<Record<CredentialChange, Occasion>>> = {
  passwordReset: 'reset',
  recoveryUsed: 'signIn',
  signInAdded: 'signIn',
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
    /** A step that serves withdrawals and is older than a day. */
    readonly confirmedBy?: 'email' | 'totp' | null;
    /** The passkey, provider or wallet that came or went. */
    readonly row?: ChangedRow;
  },
): Promise<number | undefined> {
  const { userId, kind, now, isFirst = true, confirmedBy = null } = change;
  const rule = BLOCKS[kind];
  const blocksFirst =
    (rule === 'always' && change.isFirst !== true) || (rule === 'unlessConfirmed' && confirmedBy === null);
  const blocksLater = rule === 'notFirst' || rule === 'unlessConfirmed';
  const { rows } = await db.query<{ id: number; blocks: boolean }>(
    `insert into credential_changes (user_id, kind, blocks, at)
     select $1, $2, $3 or $4 and ($5 or exists (select 1 from credential_changes where user_id = $1 and kind = $2)), $6
     returning id, blocks`,
    [userId, kind, blocksFirst, blocksLater, !isFirst, new Date(now)],
  );
  const [made] = rows;
  if (made === undefined) throw new Error(`the change of user ${userId} was not written`);
  const writes: readonly CredentialWrite[] = [
    { table: 'credential_changes', how: 'added', key: made.id },
    ...WRITES[kind](userId, change.row),
  ];
  const occasion = OCCASIONS[kind];
  const summary = { kind, blocks: made.blocks, isFirst: change.isFirst === true, confirmedBy };
  const by = { ...(occasion === undefined ? {} : { occasion }), change: summary };
  await recordCredentials(db, change.bus, { kind: 'user', id: userId }, writes, by);
  return made.blocks ? now + WITHDRAWAL_BLOCK_MS : undefined;
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
