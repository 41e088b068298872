import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { answerOf, type CallAnswer, done, refuse } from '../../platform/call.ts';
import { inTransaction, keep, undo } from '../../platform/transaction.ts';
import { putBackCode, useCode } from './codes.ts';
import type { AuthDeps } from './deps.ts';
import { recordChange } from './factors/changes.ts';
import { factorProblem, withoutPassword } from './factors/proof.ts';
import { codeStepOf } from './factors/step.ts';
import { notifyChange } from './notices.ts';
import { openSession } from './open-session.ts';
import { BUSY } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';
import type { Device } from './sessions.ts';
import { replacePasswordHash, setEmail, setPasswordHash, type User, userByAccount, userById } from './users.ts';
import type { LoginResult } from './view.ts';

/**
 * Opens a session. A wrong password and an unknown account get the same answer after the same work;
 * only the right password reveals that an account is disabled or asks for a code. A frozen one may
 * log in and read; one that its owner closed opens again if they say so.
 */
export async function login(
  deps: AuthDeps,
  credentials: {
    readonly account: string;
    readonly password: string;
    readonly totp?: string | undefined;
    readonly reopen?: boolean | undefined;
  },
  from: Device,
): Promise<CallAnswer<LoginResult>> {
  const user = await userByAccount(deps.pool, credentials.account.trim());
  const matches = await deps.hasher.verify(user?.passwordHash ?? undefined, credentials.password);
  if (matches === 'busy') return BUSY;
  if (user === undefined || !matches) return refuse(code.passwordWrong);
  const comesBack = user.closed && credentials.reopen === true;
  if (user.status === 'disabled' && !comesBack) {
    return refuse(user.closed ? code.accountClosed : code.userStatusAbnormal);
  }
  const problem = await factorProblem(deps, user, credentials.totp);
  if (problem !== undefined) return problem;
  return comesBack ? reopen(deps, user, from) : openSession(deps, user, from);
}

/** Whoever closed the account changed their mind, before its data was deleted. */
async function reopen(deps: AuthDeps, { id }: User, from: Device): Promise<CallAnswer<LoginResult>> {
  const opening = { userId: id, book: 'real' as const, type: 'account.reopen', body: null };
  const answer = answerOf<null>(await deps.bus.submit({ ...opening, id: `${id}:reopen:${randomUUID()}` }));
  if (!answer.ok) return answer;
  await deps.pool.query(`update users set status = 'active', status_reason = null where id = $1`, [id]);
  const user = await userById(deps.pool, id);
  if (user === undefined) throw new Error(`user ${id} is gone`);
  await notifyChange(deps, user, 'accountReopened');
  return openSession(deps, user, from);
}

/**
 * By the old password, and by the app's code where it is on, from a session; all other sessions of
 * the user end.
 */
export async function changePassword(
  deps: AuthDeps,
  caller: { readonly userId: number; readonly sessionId: number },
  credentials: { readonly oldPassword: string; readonly newPassword: string; readonly totp?: string | undefined },
): Promise<CallAnswer<null>> {
  const user = await userById(deps.pool, caller.userId);
  if (user === undefined || user.passwordHash === null) return withoutPassword(user);
  const weak = weakness(credentials.newPassword, [user.username, user.email]);
  if (weak !== undefined) return weak;
  const matches = await deps.hasher.verify(user.passwordHash, credentials.oldPassword);
  if (matches === 'busy') return BUSY;
  if (!matches) return refuse(code.oldPasswordWrong, 'oldPassword');
  const problem = await factorProblem(deps, user, credentials.totp);
  if (problem !== undefined) return problem;
  const next = await deps.hasher.hash(credentials.newPassword);
  if (next === 'busy') return BUSY;
  const { id, passwordHash } = user;
  const changed = await inTransaction(deps.pool, async (client) => {
    // Of two concurrent changes, the second finds the old password changed.
    if (!(await replacePasswordHash(client, id, next, passwordHash))) return undo(undefined);
    return keep({
      until: await recordChange(client, { bus: deps.bus, userId: id, kind: 'password', now: deps.clock.now() }),
    });
  });
  if (changed === undefined) return refuse(code.oldPasswordWrong, 'oldPassword');
  await deps.sessions.revokeAll(user.id, caller.sessionId);
  await notifyChange(deps, user, 'password', changed.until);
  return done(null, code.modified);
}

/**
 * By the code that was sent to the account's address, and by the app's code where it is on, without
 * a session; every session of the user ends.
 */
export async function resetPassword(
  deps: AuthDeps,
  credentials: {
    readonly account: string;
    readonly code: string;
    readonly newPassword: string;
    readonly totp?: string | undefined;
  },
): Promise<CallAnswer<null>> {
  const weak = weakness(credentials.newPassword, [credentials.account]);
  if (weak !== undefined) return weak;
  const user = await userByAccount(deps.pool, credentials.account.trim());
  const next = await deps.hasher.hash(credentials.newPassword);
  if (next === 'busy') return BUSY;
  // An unknown address has a code row too (its code was sent to nobody), so the answers are the
  // same.
  const address = (credentials.account.includes('@') ? credentials.account.trim() : (user?.email ?? '')).toLowerCase();
  const now = deps.clock.now();
  const sent = { account: address, purpose: 'reset', code: credentials.code, now } as const;
  const used = await useCode(deps.pool, sent);
  if (used === 'missing') return refuse(code.sendCodeFirst, 'code');
  if (used === 'wrong' || user === undefined) return refuse(code.codeWrong, 'code');
  // Only the right code of the mailbox reveals that the app is on; it serves for the next try.
  // Of a forgotten password: the address is what counts.
  const problem = await factorProblem(deps, user, credentials.totp, ['users.password_hash']);
  if (problem !== undefined) {
    await putBackCode(deps.pool, sent);
    return problem;
  }
  const until = await inTransaction(deps.pool, async (client) => {
    await setPasswordHash(client, user.id, next);
    return keep(await recordChange(client, { bus: deps.bus, userId: user.id, kind: 'passwordReset', now }));
  });
  await deps.sessions.revokeAll(user.id);
  await notifyChange(deps, user, 'passwordReset', until);
  return done(null, code.modified);
}

/**
 * Binds or replaces the address: needs the password, the app's code where it is on, and the code
 * that was sent to the new address.
 */
export async function bindEmail(
  deps: AuthDeps,
  userId: number,
  credentials: BodyOf<'bindEmail'>,
): Promise<CallAnswer<User>> {
  const user = await userById(deps.pool, userId);
  if (user === undefined || user.passwordHash === null) return withoutPassword(user);
  const matches = await deps.hasher.verify(user.passwordHash, credentials.password);
  if (matches === 'busy') return BUSY;
  if (!matches) return refuse(code.passwordWrong, 'password');
  const step = await codeStepOf(deps, user);
  const problem = await factorProblem(deps, user, credentials.totp);
  if (problem !== undefined) return problem;
  const account = credentials.email.toLowerCase();
  const now = deps.clock.now();
  let until: number | undefined;
  const answer = await inTransaction<CallAnswer<User>>(deps.pool, async (client) => {
    const used = await useCode(client, { account, purpose: 'bind', code: credentials.code, now });
    if (used === 'missing') return undo(refuse(code.sendCodeFirst, 'code'));
    if (used === 'wrong') return keep(refuse(code.codeWrong, 'code'));
    const bound = await setEmail(client, userId, credentials.email);
    if (bound === undefined) throw new Error(`user ${userId} is gone`);
    if (typeof bound === 'string') return undo(refuse(code.emailExists, 'email'));
    // A first address counts as confirmed by an app that is older than a day.
    const isFirst = user.email === null;
    const confirmedBy = isFirst && step?.by === 'totp' && step.isOld ? 'totp' : null;
    until = await recordChange(client, { bus: deps.bus, userId, kind: 'email', now, isFirst, confirmedBy });
    return keep(done(bound, code.modified));
  });
  if (answer.ok) {
    await notifyChange(deps, answer.result, 'emailBound', until);
    // Whoever took an account over replaces its address first: the one who lost it is told there.
    await notifyChange(deps, user, 'emailReplaced', until);
  }
  return answer;
}

function weakness(password: string, own: readonly (string | null)[]): CallAnswer<never> | undefined {
  const problem = passwordProblem(password, own);
  return problem === undefined ? undefined : refuse(code.passwordTooWeak, 'newPassword');
}
