import { code } from '@glasshouse/api/codes';
import { type CallAnswer, done, refuse } from '../../platform/call.ts';
import { inTransaction, keep, undo } from '../../platform/transaction.ts';
import { ensureBooks } from './books.ts';
import { useCode } from './codes.ts';
import type { IdentityDeps } from './deps.ts';
import { notifyNewLogin, notifyPasswordChanged } from './notices.ts';
import { BUSY } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';
import type { Device } from './sessions.ts';
import { replacePasswordHash, setEmail, setPasswordHash, type User, userByAccount, userById } from './users.ts';
import { type LoginResult, loginResult } from './views.ts';

/**
 * Opens a session. A wrong password and an unknown account get the same answer after the same work;
 * only the right password reveals that an account is disabled. A frozen one may log in and read.
 */
export async function login(
  deps: IdentityDeps,
  given: { readonly account: string; readonly password: string },
  from: Device,
): Promise<CallAnswer<LoginResult>> {
  const user = await userByAccount(deps.pool, given.account.trim());
  const matches = await deps.hasher.verify(user?.passwordHash ?? undefined, given.password);
  if (matches === 'busy') return BUSY;
  if (user === undefined || !matches) return refuse(code.passwordWrong);
  if (user.status === 'disabled') return refuse(code.userStatusAbnormal);
  await notifyNewLogin(deps, user, from);
  const token = await deps.sessions.open(user.id, from);
  await ensureBooks(deps, user.id);
  return done(loginResult(user, token, deps.clock.now()));
}

/** By the old password, from a session; all other sessions of the user end. */
export async function changePassword(
  deps: IdentityDeps,
  caller: { readonly userId: number; readonly sessionId: number },
  given: { readonly oldPassword: string; readonly newPassword: string },
): Promise<CallAnswer<null>> {
  const user = await userById(deps.pool, caller.userId);
  if (user === undefined || user.passwordHash === null) return refuse(code.guestMustUpgrade);
  const weak = weakness(given.newPassword, [user.username, user.email]);
  if (weak !== undefined) return weak;
  const matches = await deps.hasher.verify(user.passwordHash, given.oldPassword);
  if (matches === 'busy') return BUSY;
  if (!matches) return refuse(code.oldPasswordWrong, 'oldPassword');
  const next = await deps.hasher.hash(given.newPassword);
  if (next === 'busy') return BUSY;
  // Of two concurrent changes, the second finds the old password changed.
  if (!(await replacePasswordHash(deps.pool, user.id, next, user.passwordHash))) {
    return refuse(code.oldPasswordWrong, 'oldPassword');
  }
  await deps.sessions.revokeAll(user.id, caller.sessionId);
  await notifyPasswordChanged(deps, user);
  return done(null, code.modified);
}

/**
 * By the code that was sent to the account's address, without a session; every session of the user
 * ends.
 */
export async function resetPassword(
  deps: IdentityDeps,
  given: { readonly account: string; readonly code: string; readonly newPassword: string },
): Promise<CallAnswer<null>> {
  const weak = weakness(given.newPassword, [given.account]);
  if (weak !== undefined) return weak;
  const user = await userByAccount(deps.pool, given.account.trim());
  const next = await deps.hasher.hash(given.newPassword);
  if (next === 'busy') return BUSY;
  // An unknown address has a code row too (its code was sent to nobody), so the answers are the
  // same.
  const address = (given.account.includes('@') ? given.account.trim() : (user?.email ?? '')).toLowerCase();
  const answer = await inTransaction<CallAnswer<null>>(deps.pool, async (client) => {
    const used = await useCode(client, { account: address, purpose: 'reset', code: given.code, now: deps.clock.now() });
    if (used === 'missing') return undo(refuse(code.sendCodeFirst, 'code'));
    if (used === 'wrong' || user === undefined) return keep(refuse(code.codeWrong, 'code'));
    await setPasswordHash(client, user.id, next);
    return keep(done(null, code.modified));
  });
  if (answer.ok && user !== undefined) {
    await deps.sessions.revokeAll(user.id);
    await notifyPasswordChanged(deps, user);
  }
  return answer;
}

/**
 * Binds or replaces the address: needs the password, and the code that was sent to the new address.
 */
export async function bindEmail(
  deps: IdentityDeps,
  userId: number,
  given: { readonly email: string; readonly code: string; readonly password: string },
): Promise<CallAnswer<User>> {
  const user = await userById(deps.pool, userId);
  if (user === undefined || user.passwordHash === null) return refuse(code.guestMustUpgrade);
  const matches = await deps.hasher.verify(user.passwordHash, given.password);
  if (matches === 'busy') return BUSY;
  if (!matches) return refuse(code.passwordWrong, 'password');
  const account = given.email.toLowerCase();
  return inTransaction<CallAnswer<User>>(deps.pool, async (client) => {
    const used = await useCode(client, { account, purpose: 'bind', code: given.code, now: deps.clock.now() });
    if (used === 'missing') return undo(refuse(code.sendCodeFirst, 'code'));
    if (used === 'wrong') return keep(refuse(code.codeWrong, 'code'));
    const bound = await setEmail(client, userId, given.email);
    if (bound === undefined) throw new Error(`user ${userId} is gone`);
    return typeof bound === 'string' ? undo(refuse(code.emailExists, 'email')) : keep(done(bound, code.modified));
  });
}

function weakness(password: string, own: readonly (string | null)[]): CallAnswer<never> | undefined {
  const problem = passwordProblem(password, own);
  return problem === undefined ? undefined : refuse(code.passwordTooWeak, 'newPassword');
}
