import { code } from '@glasshouse/api/codes';
import type { Language } from '@glasshouse/api/constants';
import type { RowReference } from '../../../authority/access/check-credentials.ts';
import { recordCredentials } from '../../../authority/access/record-credentials.ts';
import { type CallAnswer, done, refuse } from '../../../platform/call.ts';
import { inTransaction, keep, undo } from '../../../platform/transaction.ts';
import type { AuthDeps } from '../deps.ts';
import { recordChange } from '../factors/changes.ts';
import { factorProblem } from '../factors/proof.ts';
import { vouchFor } from '../factors/vouch.ts';
import { notifyChange } from '../notices.ts';
import { openSession } from '../open-session.ts';
import { welcomeInvited } from '../registration.ts';
import type { Device } from '../sessions.ts';
import { insertUser, type User, userById, userByInviteCode } from '../users.ts';
import type { LoginResult } from '../view.ts';
import { linkMethod, type SignInMethod } from './methods.ts';

export type From = Device & { readonly language: Language };

/** What comes with a sign-in of either kind. */
export interface SignInExtras {
  readonly totp?: string | undefined;
  readonly inviteCode?: string | undefined;
  readonly language?: Language | undefined;
}

const ofWay = (method: SignInMethod): RowReference =>
  'wallet' in method
    ? { table: 'sign_in_wallets', values: { address: method.wallet.address, chain_id: String(method.wallet.chainId) } }
    : { table: 'sign_in_identities', values: { issuer: method.identity.issuer, subject: method.identity.subject } };

/**
 * Signs in whom a provider or a wallet named. Both stand for the password alone: where the
 * authenticator app is on, its code is asked for, and the way is `spend`-ed only by what succeeds.
 */
export async function arrive(
  deps: AuthDeps,
  user: User,
  {
    extras,
    from,
    spend,
    method,
  }: {
    readonly extras: SignInExtras;
    readonly from: From;
    readonly spend: () => Promise<boolean>;
    /** By which they are known already. */
    readonly method: SignInMethod | undefined;
  },
): Promise<CallAnswer<LoginResult> | 'spent'> {
  if (user.status === 'disabled') return refuse(user.closed ? code.accountClosed : code.userStatusAbnormal);
  const problem = await factorProblem(deps, user, extras.totp);
  if (problem !== undefined) return problem;
  if (method !== undefined) await vouchFor(deps, user.id, { purpose: 'sign-in', relied: [ofWay(method)] });
  if (!(await spend())) return 'spent';
  return openSession(deps, user, from);
}

/** 'taken' when the way signs somebody in since a moment ago, or the address is. */
export async function registerBy(
  deps: AuthDeps,
  method: SignInMethod,
  {
    extras,
    from,
    spend,
  }: { readonly extras: SignInExtras; readonly from: From; readonly spend: () => Promise<boolean> },
): Promise<CallAnswer<LoginResult> | 'spent' | 'taken'> {
  const inviter = extras.inviteCode === undefined ? undefined : await userByInviteCode(deps.pool, extras.inviteCode);
  if (extras.inviteCode !== undefined && inviter === undefined) return refuse(code.inviteCodeWrong, 'inviteCode');
  if (!(await spend())) return 'spent';
  const now = deps.clock.now();
  const email = 'identity' in method && method.identity.isVerified ? (method.identity.email ?? undefined) : undefined;
  const user = await inTransaction<User | 'taken'>(deps.pool, async (client) => {
    const made = await insertUser(
      client,
      {
        username: undefined,
        email,
        passwordHash: undefined,
        kind: 'user',
        language: extras.language ?? from.language,
        invitedBy: inviter?.id,
      },
      now,
    );
    if (typeof made === 'string') return undo('taken');
    const added = await linkMethod(client, made.id, method, now);
    if (typeof added === 'string') return undo('taken');
    const writes = [
      { table: 'users', how: 'changed' },
      { ...added, how: 'added' },
    ] as const;
    await recordCredentials(client, deps.bus, { kind: 'user', id: made.id }, writes, { occasion: 'registration' });
    // Read again: somebody nameless is called by the wallet.
    return keep((await userById(client, made.id)) ?? made);
  });
  if (user === 'taken') return user;
  return welcomeInvited(deps, user, { inviter, from });
}

/** Adds a way to an account whose owner has proved to be one; written down and told. */
export async function link(deps: AuthDeps, user: User, method: SignInMethod): Promise<CallAnswer<null>> {
  const now = deps.clock.now();
  const linked = await inTransaction<'full' | 'taken' | { readonly until: number | undefined }>(
    deps.pool,
    async (client) => {
      const row = await linkMethod(client, user.id, method, now);
      if (typeof row === 'string') return undo(row);
      const change = { bus: deps.bus, userId: user.id, kind: 'signInAdded', now, row } as const;
      return keep({ until: await recordChange(client, change) });
    },
  );
  if (linked === 'full') return refuse(code.tooManySignIns);
  if (linked === 'taken') return refuse(code.signInTaken);
  await notifyChange(deps, user, 'signInAdded', linked.until);
  return done(null, code.modified);
}
