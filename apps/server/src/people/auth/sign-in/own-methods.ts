import type { BodyOf, ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { type CallAnswer, type Caller, done, refuse } from '../../../platform/call.ts';
import { inTransaction, keep, undo } from '../../../platform/transaction.ts';
import type { AuthDeps } from '../deps.ts';
import { recordChange } from '../factors/changes.ts';
import { proveOwner } from '../factors/proof.ts';
import { ofUser, vouchFor } from '../factors/vouch.ts';
import { notifyChange } from '../notices.ts';
import { BUSY } from '../password-hash.ts';
import { passwordProblem } from '../password-rules.ts';
import { isReservedName } from '../username-rules.ts';
import { setFirstLogin, userById, userByLooks } from '../users.ts';
import { isoTime } from '../view.ts';
import { providersOf, unlinkMethod, walletsOf } from './methods.ts';

/** A session older than this is no proof of who sits in front of it. */
export const FRESH_SESSION_MS = 10 * 60_000;

const times = ({ createdAt, lastUsedAt }: { readonly createdAt: number; readonly lastUsedAt: number | null }) => ({
  createdAt: isoTime(createdAt),
  lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
});

export async function listLinked(
  deps: AuthDeps,
  { userId }: Caller,
): Promise<CallAnswer<ResultOf<'listLinkedSignIns'>>> {
  const [providers, wallets] = await Promise.all([providersOf(deps.pool, userId), walletsOf(deps.pool, userId)]);
  const nameOf = (id: string): string => deps.signIn.providers.find((provider) => provider.id === id)?.name ?? id;
  return done({
    providers: providers.map((linked) => ({
      id: linked.id,
      provider: linked.provider,
      name: nameOf(linked.provider),
      email: linked.email,
      ...times(linked),
    })),
    wallets: wallets.map((linked) => ({
      id: linked.id,
      address: linked.address,
      chainId: linked.chainId === 0 ? null : linked.chainId,
      ...times(linked),
    })),
  });
}

/** Whoever does this knows a password, so the last way in never goes. */
export async function removeSignIn(
  deps: AuthDeps,
  { userId }: Caller,
  body: BodyOf<'removeSignIn'>,
): Promise<CallAnswer<null>> {
  const owner = await proveOwner(deps, userId, body);
  if (!owner.ok) return owner;
  const now = deps.clock.now();
  const removed = await inTransaction<{ readonly until: number | undefined } | undefined>(deps.pool, async (client) => {
    const row = await unlinkMethod(client, userId, body);
    if (row === undefined) return undo(undefined);
    return keep({ until: await recordChange(client, { bus: deps.bus, userId, kind: 'signInRemoved', now, row }) });
  });
  if (removed === undefined) return refuse(code.nothingFound, 'id');
  await notifyChange(deps, owner.result, 'signInRemoved', removed.until);
  return done(null, code.modified);
}

/**
 * For who registered by a provider or a wallet. There is no password to ask for, so the session
 * must be one that was just opened.
 */
export async function setFirstPassword(
  deps: AuthDeps,
  { userId, sessionId }: Caller,
  body: BodyOf<'setFirstPassword'>,
): Promise<CallAnswer<null>> {
  const { username, newPassword } = body;
  const user = await userById(deps.pool, userId);
  if (user === undefined || user.kind === 'guest') return refuse(code.guestMustUpgrade);
  if (user.passwordHash !== null) return refuse(code.passwordAlreadySet);
  if (newPassword !== body.confirmPassword) return refuse(code.passwordsDiffer, 'confirmPassword');
  // A password without a name or an address would log in nobody.
  if (username === undefined && user.email === null && user.username === null) {
    return refuse(code.enterAccount, 'username');
  }
  if (username !== undefined && isReservedName(username)) return refuse(code.usernameReserved, 'username');
  if (passwordProblem(newPassword, [username ?? user.username, user.email]) !== undefined) {
    return refuse(code.passwordTooWeak, 'newPassword');
  }
  const now = deps.clock.now();
  const { rows } = await deps.pool.query<{ createdAt: number }>(
    'select created_at as "createdAt" from sessions where id = $1',
    [sessionId],
  );
  if ((rows[0]?.createdAt ?? 0) < now - FRESH_SESSION_MS) return refuse(code.signInAgain);
  await vouchFor(deps, userId, { purpose: 'first password', relied: [ofUser(user)] });
  const hash = await deps.hasher.hash(newPassword);
  if (hash === 'busy') return BUSY;
  const name = user.username === null ? username : undefined;
  const set = await inTransaction<'taken' | 'late' | { readonly until: number | undefined }>(
    deps.pool,
    async (client) => {
      if (name !== undefined && (await userByLooks(client, name)) !== undefined) return undo('taken');
      const written = await setFirstLogin(client, userId, { username: name, passwordHash: hash });
      if (written !== 'set') return undo(written);
      return keep({
        until: await recordChange(client, { bus: deps.bus, userId, kind: 'password', now, isFirst: true }),
      });
    },
  );
  if (set === 'taken') return refuse(code.usernameExists, 'username');
  if (set === 'late') return refuse(code.passwordAlreadySet);
  await notifyChange(deps, user, 'password', set.until);
  return done(null, code.modified);
}
