import { code } from '@glasshouse/api/codes';
import { type CallAnswer, done, refuse } from '../../../platform/call.ts';
import type { IdentityDeps } from '../deps.ts';
import { notifyChange } from '../notices.ts';
import { BUSY } from '../password-hash.ts';
import { type User, userById } from '../users.ts';
import { recordChange } from './changes.ts';

export type ProofDeps = Pick<IdentityDeps, 'pool' | 'bus' | 'hasher' | 'factors' | 'clock' | 'mail' | 'site'>;

/**
 * Whoever changes what protects an account knows its password and, where that is on, holds the
 * authenticator app: a session left open somewhere is not enough.
 */
export async function proveOwner(
  deps: ProofDeps,
  userId: number,
  given: { readonly password: string; readonly totp?: string | undefined },
): Promise<CallAnswer<User>> {
  const user = await userById(deps.pool, userId);
  if (user === undefined || user.passwordHash === null) return withoutPassword(user);
  const matches = await deps.hasher.verify(user.passwordHash, given.password);
  if (matches === 'busy') return BUSY;
  if (!matches) return refuse(code.passwordWrong, 'password');
  return (await factorProblem(deps, user, given.totp)) ?? done(user);
}

/** A guest has no password yet, nor has who registered by a provider or a wallet. */
export const withoutPassword = (user: User | undefined): CallAnswer<never> =>
  refuse(user?.kind === 'user' ? code.passwordNotSet : code.guestMustUpgrade);

/** The refusal, if the authenticator app is on and its code missing or wrong. */
export async function factorProblem(
  deps: ProofDeps,
  user: User,
  totp: string | undefined,
): Promise<CallAnswer<never> | undefined> {
  if (totp === undefined) {
    return (await deps.factors.totpOf(user.id)) === undefined ? undefined : refuse(code.totpRequired, 'totp');
  }
  const taken = await takeFactor(deps, user, totp);
  return taken.ok ? undefined : taken;
}

/** Uses the code of the app up, or a recovery code; gives what makes it good once more. */
export async function takeFactor(deps: ProofDeps, user: User, totp: string): Promise<CallAnswer<() => Promise<void>>> {
  const now = deps.clock.now();
  const checked = await deps.factors.checkCode(user.id, totp, now);
  if (checked.ok) {
    if (checked.by === 'recovery') {
      const until = await recordChange(deps.pool, { bus: deps.bus, userId: user.id, kind: 'recoveryUsed', now });
      await notifyChange(deps, user, 'recoveryUsed', until);
    }
    return done(checked.putBack);
  }
  switch (checked.reason) {
    case 'off':
      return done(async () => {});
    case 'wrong':
      return refuse(code.totpWrong, 'totp');
    case 'locked':
      return refuse(code.codesLocked, 'totp');
  }
}
