import type { BodyOf, ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { totpSecretText, totpUri } from '../../../factors/totp.ts';
import { type CallAnswer, done, refuse } from '../../../platform/call.ts';
import { inTransaction, keep, undo } from '../../../platform/transaction.ts';
import { useCode } from '../codes.ts';
import { notifyChange } from '../notices.ts';
import { userById } from '../users.ts';
import { isAddressNew, recordChange } from './changes.ts';
import { type ProofDeps, proveOwner } from './proof.ts';
import { ofUser, vouchFor } from './vouch.ts';

const ISSUER = 'Glasshouse';

interface Proof {
  readonly password: string;
  readonly totp?: string | undefined;
}

/** The secret to scan; protects nothing yet. */
export async function startTotp(
  deps: ProofDeps,
  userId: number,
  proof: Pick<Proof, 'password'>,
): Promise<CallAnswer<ResultOf<'startTotp'>>> {
  // Whoever has it on already is told so, after the same proof.
  const isOn = (await deps.factors.totpOf(userId)) !== undefined;
  if (isOn) return refuse(code.totpAlreadyOn);
  const owner = await proveOwner(deps, userId, proof);
  if (!owner.ok) return owner;
  const secret = await deps.factors.startTotp(userId, deps.clock.now());
  if (secret === undefined) return refuse(code.totpAlreadyOn);
  const { username, email } = owner.result;
  const account = username ?? email ?? String(userId);
  return done({ secret: totpSecretText(secret), uri: totpUri(secret, { issuer: ISSUER, account }) });
}

type Confirmed =
  | 'wrong'
  | 'missing'
  | CallAnswer<never>
  | { readonly codes: readonly string[]; readonly until: number | undefined };

/**
 * Whoever knows the password alone must not put an app of their own in front of the owner: where
 * there is an address, its mailbox agrees; where there is none, withdrawals wait a day.
 */
export async function confirmTotp(
  deps: ProofDeps,
  userId: number,
  body: BodyOf<'confirmTotp'>,
): Promise<CallAnswer<ResultOf<'confirmTotp'>>> {
  const now = deps.clock.now();
  const user = await userById(deps.pool, userId);
  if (user === undefined || user.kind === 'guest') return refuse(code.guestMustUpgrade);
  if (user.email !== null && body.code === undefined) return refuse(code.enterCode, 'code');
  const account = user.email?.toLowerCase();
  const confirmed = await inTransaction<Confirmed>(deps.pool, async (client) => {
    if (account !== undefined) {
      const used = await useCode(client, { account, purpose: 'secure', code: body.code ?? '', now });
      if (used === 'missing') return undo(refuse(code.sendCodeFirst, 'code'));
      if (used === 'wrong') return keep(refuse(code.codeWrong, 'code'));
      await vouchFor(deps, userId, { purpose: 'mailed code', relied: [ofUser(user)] });
    }
    // Undone with it, the code stays good for the next try.
    const codes = await deps.factors.within(client).confirmTotp(userId, body.totp, now);
    if (typeof codes === 'string') return undo(codes);
    const isOld = account !== undefined && !(await isAddressNew(client, userId, now));
    const confirmedBy = isOld ? 'email' : null;
    return keep({
      codes,
      until: await recordChange(client, { bus: deps.bus, userId, kind: 'totpAdded', now, confirmedBy }),
    });
  });
  if (confirmed === 'missing') return refuse(code.totpNotStarted);
  if (confirmed === 'wrong') return refuse(code.totpWrong, 'totp');
  if ('ok' in confirmed) return confirmed;
  await notifyChange(deps, user, 'totpAdded', confirmed.until);
  return done({ recoveryCodes: [...confirmed.codes] }, code.modified);
}

export async function removeTotp(deps: ProofDeps, userId: number, proof: Proof): Promise<CallAnswer<null>> {
  const owner = await proveOwner(deps, userId, proof);
  if (!owner.ok) return owner;
  const now = deps.clock.now();
  const removed = await inTransaction<{ readonly until: number | undefined } | undefined>(deps.pool, async (client) => {
    if (!(await deps.factors.within(client).removeTotp(userId))) return undo(undefined);
    return keep({ until: await recordChange(client, { bus: deps.bus, userId, kind: 'totpRemoved', now }) });
  });
  if (removed === undefined) return refuse(code.totpNotStarted);
  await notifyChange(deps, owner.result, 'totpRemoved', removed.until);
  return done(null, code.modified);
}

export async function renewRecoveryCodes(
  deps: ProofDeps,
  userId: number,
  proof: Proof,
): Promise<CallAnswer<ResultOf<'renewRecoveryCodes'>>> {
  const owner = await proveOwner(deps, userId, proof);
  if (!owner.ok) return owner;
  if ((await deps.factors.totpOf(userId)) === undefined) return refuse(code.totpNotStarted);
  const now = deps.clock.now();
  const codes = await inTransaction(deps.pool, async (client) => {
    const renewed = await deps.factors.within(client).renewRecoveryCodes(userId);
    await recordChange(client, { bus: deps.bus, userId, kind: 'recoveryRenewed', now });
    return keep(renewed);
  });
  await notifyChange(deps, owner.result, 'recoveryRenewed');
  return done({ recoveryCodes: [...codes] }, code.modified);
}
