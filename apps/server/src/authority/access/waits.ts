import { code } from '@glasshouse/api/codes';
import { figureOf } from '../../figures/in-force.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Refusal, RowChange } from '../../kernel/core/types.ts';
import { type Recorded, type RecordedChange, WITHDRAWAL_WAITS_TABLE } from './rows.ts';
import { accessOf, stateOf } from './slice.ts';

/** Long enough for the owner to read the mail about a change and to stop whoever made it. */
const waitMs = (state: CoreState): number => figureOf(state, 'withdrawals.waitMs');

/** Whether a step that confirms a change is itself older than a day. */
function isOldStep(state: CoreState, user: number, by: RecordedChange['confirmedBy'], at: number): boolean {
  const since = at - waitMs(state);
  if (by === 'email') return (accessOf(state).waits.get(user)?.email_at ?? 0) <= since;
  return by === 'totp' && isOldFactor(state, { user, tbl: 'customer_totp', key: user, at });
}

function isOldFactor(
  state: CoreState,
  { user, tbl, key, at }: { readonly user: number; readonly tbl: string; readonly key: number; readonly at: number },
): boolean {
  const found = stateOf(state, { tbl, row_key: String(key), owner_kind: 'user', owner: user });
  return found !== undefined && found.added_at <= at - waitMs(state);
}

/** What a record changes of what protects withdrawals; undefined where it is nothing. */
function kindOf(state: CoreState, record: Recorded, change: RecordedChange | undefined): string | undefined {
  const { tbl, digests } = record;
  const before = stateOf(state, record)?.digests;
  switch (tbl) {
    case 'users':
      // Whoever had no record had nothing to withdraw with either.
      if (before === undefined || before === null || digests === null) return undefined;
      if (digests.email !== before.email) return 'email';
      if (digests.password_hash === before.password_hash) return undefined;
      return change?.kind === 'password' && change.isFirst ? undefined : 'password';
    case 'customer_totp':
      return digests === null ? 'totpRemoved' : 'totpAdded';
    case 'withdrawal_passwords':
      return before === undefined || before === null ? 'firstWithdrawalPassword' : 'withdrawalPassword';
    case 'customer_passkeys':
      return digests === null ? 'passkeyRemoved' : undefined;
    case 'sign_in_identities':
    case 'sign_in_wallets':
      return digests === null ? 'signInRemoved' : undefined;
    default:
      return undefined;
  }
}

/** Whether an older step makes the wait needless: for what was not there before only. */
function isConfirmed(state: CoreState, user: number, kind: string, change: RecordedChange, at: number): boolean {
  const isNew = kind === 'totpAdded' || kind === 'firstWithdrawalPassword' || (kind === 'email' && change.isFirst);
  // A mailbox says nothing of itself.
  if (kind === 'email' && change.confirmedBy !== 'totp') return false;
  return isNew && isOldStep(state, user, change.confirmedBy, at);
}

/**
 * The core itself knows how long withdrawals wait after a change: it follows from the digests, and
 * from what the change was confirmed by. What the gateway makes wait besides, waits too.
 */
export function waitAfter(
  state: CoreState,
  { seq, at }: Pick<Command, 'seq' | 'at'>,
  { records, change }: { readonly records: readonly Recorded[]; readonly change?: RecordedChange },
): RowChange | undefined {
  const own = records.filter(({ owner_kind: kind }) => kind === 'user');
  const user = own[0]?.owner;
  if (user === undefined) return undefined;
  const unconfirmed = own
    .map((record) => kindOf(state, record, change))
    .find((kind) => kind !== undefined && (change === undefined || !isConfirmed(state, user, kind, change, at)));
  const kind = unconfirmed ?? (change?.blocks === true ? change.kind : undefined);
  if (kind === undefined) return undefined;
  const before = accessOf(state).waits.get(user);
  const email_at = kind === 'email' ? at : (before?.email_at ?? null);
  return changeOf(WITHDRAWAL_WAITS_TABLE, {
    user_id: user,
    until: at + waitMs(state),
    kind,
    email_at,
    recorded_by: seq,
  });
}

type StepBody = { readonly confirmedWith?: string; readonly passkey?: number } | null;

/** 11046 while withdrawals wait, and for a step that is not a day old itself. */
export function waitProblem(state: CoreState, command: Command): Refusal | undefined {
  const { type, userId, book, at } = command;
  const isRequest = type === 'withdrawals.request';
  const isUnlock = type === 'withdrawals.lock' && (command.body as { readonly locked?: boolean }).locked === false;
  if (book !== 'real' || !(isRequest || isUnlock || type === 'withdrawals.addAddress')) return undefined;
  const { waits, vouched } = accessOf(state);
  if (at < (waits.get(userId)?.until ?? 0)) return refuse(code.withdrawalBlocked);
  if (!isRequest || !vouched.has('credentials')) return undefined;
  const { confirmedWith, passkey = 0 } = (command.body ?? {}) as NonNullable<StepBody>;
  const factor =
    confirmedWith === 'totp'
      ? { tbl: 'customer_totp', key: userId }
      : confirmedWith === 'passkey'
        ? { tbl: 'customer_passkeys', key: passkey }
        : undefined;
  const isOld = factor === undefined || isOldFactor(state, { ...factor, user: userId, at });
  return isOld ? undefined : refuse(code.withdrawalBlocked);
}
