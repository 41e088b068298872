import type { BodyOf, ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { ofPasskey } from '../../../authority/access/check-credentials.ts';
import { askPasskey, finishPasskey, startPasskey, takePasskey } from '../../../factors/passkey-flow.ts';
import { PASSKEYS_MAX, type Passkey } from '../../../factors/passkey-store.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../../../factors/passkeys.ts';
import { type CallAnswer, done, refuse } from '../../../platform/call.ts';
import { inTransaction, keep, undo } from '../../../platform/transaction.ts';
import type { AuthDeps } from '../deps.ts';
import { deviceName } from '../device-name.ts';
import { notifyChange } from '../notices.ts';
import { openSession } from '../open-session.ts';
import type { Device } from '../sessions.ts';
import { userById } from '../users.ts';
import { isoTime, type LoginResult } from '../view.ts';
import { recordChange } from './changes.ts';
import { proveOwner } from './proof.ts';
import { ofUser, vouchFor } from './vouch.ts';

/** A change, with the end of the block that it made. */
type PasskeyChange = { readonly until: number | undefined };
type PasskeyView = ResultOf<'listPasskeys'>[number];

const view = (passkey: Passkey): PasskeyView => ({
  id: passkey.id,
  name: passkey.name,
  createdAt: isoTime(passkey.createdAt),
  lastUsedAt: passkey.lastUsedAt === null ? null : isoTime(passkey.lastUsedAt),
  synced: passkey.backedUp,
});

export async function listPasskeys(deps: AuthDeps, userId: number): Promise<CallAnswer<PasskeyView[]>> {
  return done((await deps.factors.passkeysOf(userId)).map(view));
}

/** What the browser is asked to make, for the owner of the account only. */
export async function beginPasskey(
  deps: AuthDeps,
  userId: number,
  body: BodyOf<'startPasskey'>,
): Promise<CallAnswer<ResultOf<'startPasskey'>>> {
  const { factors: store, party } = deps;
  if (party === undefined) return refuse(code.passkeysUnavailable);
  const owner = await proveOwner(deps, userId, body);
  if (!owner.ok) return owner;
  if (PASSKEYS_MAX <= (await store.passkeysOf(userId)).length) return refuse(code.tooManyPasskeys);
  const { username, email } = owner.result;
  return done(await startPasskey({ store, party, now: deps.clock.now() }, userId, username ?? email ?? String(userId)));
}

export async function addPasskey(
  deps: AuthDeps,
  userId: number,
  body: BodyOf<'addPasskey'>,
  from: Device,
): Promise<CallAnswer<PasskeyView>> {
  const { party } = deps;
  if (party === undefined) return refuse(code.passkeysUnavailable);
  const user = await userById(deps.pool, userId);
  if (user === undefined || user.kind === 'guest') return refuse(code.guestMustUpgrade);
  const now = deps.clock.now();
  const name = body.name ?? deviceName(from.userAgent);
  const response = body.response as RegistrationResponseJSON;
  type Added = 'refused' | 'full' | (PasskeyChange & { readonly passkey: Passkey });
  const added = await inTransaction<Added>(deps.pool, async (client) => {
    const store = deps.factors.within(client);
    const passkey = await finishPasskey({ store, party, now }, userId, { name, response });
    // The challenge is used up either way.
    if (typeof passkey === 'string') return keep(passkey);
    const row = { table: 'customer_passkeys', key: passkey.id } as const;
    const change = { bus: deps.bus, userId, kind: 'passkeyAdded', now, row } as const;
    return keep({ passkey, until: await recordChange(client, change) });
  });
  if (added === 'full') return refuse(code.tooManyPasskeys);
  if (added === 'refused') return refuse(code.passkeyRefused);
  await notifyChange(deps, user, 'passkeyAdded', added.until);
  return done(view(added.passkey), code.modified);
}

export async function renamePasskey(
  deps: AuthDeps,
  userId: number,
  body: BodyOf<'renamePasskey'>,
): Promise<CallAnswer<null>> {
  const renamed = await deps.factors.renamePasskey(userId, body.id, body.name);
  return renamed ? done(null, code.modified) : refuse(code.nothingFound, 'id');
}

export async function removePasskey(
  deps: AuthDeps,
  userId: number,
  body: BodyOf<'removePasskey'>,
): Promise<CallAnswer<null>> {
  const owner = await proveOwner(deps, userId, body);
  if (!owner.ok) return owner;
  const now = deps.clock.now();
  const removed = await inTransaction<PasskeyChange | undefined>(deps.pool, async (client) => {
    if (!(await deps.factors.within(client).removePasskey(userId, body.id))) return undo(undefined);
    const row = { table: 'customer_passkeys', key: body.id } as const;
    return keep({ until: await recordChange(client, { bus: deps.bus, userId, kind: 'passkeyRemoved', now, row }) });
  });
  if (removed === undefined) return refuse(code.nothingFound, 'id');
  await notifyChange(deps, owner.result, 'passkeyRemoved', removed.until);
  return done(null, code.modified);
}

/** Whoever has a passkey of this site may sign; who it is, the passkey says. */
export async function passkeyRequest(deps: AuthDeps): Promise<CallAnswer<ResultOf<'getPasskeyRequest'>>> {
  const { factors: store, party } = deps;
  if (party === undefined) return refuse(code.passkeysUnavailable);
  return done(await askPasskey({ store, party, now: deps.clock.now() }, 'login'));
}

/**
 * Opens a session for the owner of the passkey. It asked for a finger, a face or a PIN on a device
 * that only the owner has, so it stands for password and code.
 */
export async function loginWithPasskey(
  deps: AuthDeps,
  body: BodyOf<'loginWithPasskey'>,
  from: Device,
): Promise<CallAnswer<LoginResult>> {
  const { factors: store, party } = deps;
  if (party === undefined) return refuse(code.passkeysUnavailable);
  const response = body.response as AuthenticationResponseJSON;
  const passkey = await takePasskey({ store, party, now: deps.clock.now() }, 'login', response);
  const user = passkey === undefined ? undefined : await userById(deps.pool, passkey.owner);
  if (passkey === undefined || user === undefined) return refuse(code.passkeyRefused);
  if (user.status === 'disabled') return refuse(user.closed ? code.accountClosed : code.userStatusAbnormal);
  const relied = [ofUser(user), ofPasskey('customer', passkey)];
  await vouchFor(deps, user.id, { purpose: 'passkey', relied });
  return openSession(deps, user, from);
}
