import { code } from '@glasshouse/api/codes';
import { ofRecovery } from '../../../authority/access/check-credentials.ts';
import { type CallAnswer, done, refuse } from '../../../platform/call.ts';
import type { AuthDeps } from '../deps.ts';
import { notifyChange } from '../notices.ts';
import { BUSY } from '../password-hash.ts';
import { type User, userById } from '../users.ts';
import { recordChange } from './changes.ts';
import { ofApp, ofUser, vouchFor } from './vouch.ts';

export type ProofDeps = Pick<AuthDeps, 'pool' | 'bus' | 'hasher' | 'factors' | 'clock' | 'mail' | 'site'>;

/**
 * Whoever changes what protects an account knows its password and, where that is on, holds the
 * authenticator app: a session left open somewhere is not enough.
 */
export async function proveOwner(
  deps: ProofDeps,
  userId: number,
  proof: { readonly password: string; readonly totp?: string | undefined },
): Promise<CallAnswer<User>> {
  const user = await userById(deps.pool, userId);
  if (user === undefined || user.passwordHash === null) return withoutPassword(user);
  const matches = await deps.hasher.verify(user.passwordHash, proof.password);
  if (matches === 'busy') return BUSY;
  if (!matches) return refuse(code.passwordWrong, 'password');
  return (await factorProblem(deps, user, proof.totp)) ?? done(user);
}

/** A guest has no password yet, nor has who registered by a provider or a wallet. */
export const withoutPassword = (user: User | undefined): CallAnswer<never> =>
  refuse(user?.kind === 'user' ? code.passwordNotSet : code.guestMustUpgrade);

/**
 * The refusal, if the authenticator app is on and its code missing or wrong. Whoever passes is also
 * who the log says: `except` is what they are about to replace.
 */
export async function factorProblem(
  deps: ProofDeps,
  user: User,
  totp: string | undefined,
  except: readonly string[] = [],
): Promise<CallAnswer<never> | undefined> {
  if (totp === undefined) {
    const app = await deps.factors.totpOf(user.id);
    if (app !== undefined) return refuse(code.totpRequired, 'totp');
    await vouchFor(deps, user.id, { purpose: 'password', relied: [ofUser(user), ofApp(undefined)], except });
    return undefined;
  }
  const factor = await takeFactor(deps, user, totp, except);
  return factor.ok ? undefined : factor;
}

/** Uses the code of the app up, or a recovery code; gives what makes it good once more. */
export async function takeFactor(
  deps: ProofDeps,
  user: User,
  totp: string,
  except: readonly string[] = [],
): Promise<CallAnswer<() => Promise<void>>> {
  const now = deps.clock.now();
  const checked = await deps.factors.checkCode(user.id, totp, now);
  if (checked.ok) {
    const app = { table: 'customer_totp', values: { fingerprint: checked.fingerprint } };
    const recovery = ofRecovery('customer', checked.recovery);
    await vouchFor(deps, user.id, { purpose: checked.by, relied: [ofUser(user), app], except, recovery });
    if (checked.by === 'recovery') {
      const until = await recordChange(deps.pool, { bus: deps.bus, userId: user.id, kind: 'recoveryUsed', now });
      await notifyChange(deps, user, 'recoveryUsed', until);
      // The log has it as used: it is not put back, whatever becomes of what it was given for.
      return done(async () => {});
    }
    return done(checked.putBack);
  }
  switch (checked.reason) {
    case 'off':
      await vouchFor(deps, user.id, { purpose: 'password', relied: [ofUser(user), ofApp(undefined)], except });
      return done(async () => {});
    case 'wrong':
      return refuse(code.totpWrong, 'totp');
    case 'locked':
      return refuse(code.codesLocked, 'totp');
  }
}
