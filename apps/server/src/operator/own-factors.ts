import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import type { OperatorBodyOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { ofPasskey, ofRecovery } from '../authority/access/check-credentials.ts';
import { askPasskey, finishPasskey, startPasskey, takePasskey } from '../factors/passkey-flow.ts';
import { totpSecretText, totpUri } from '../factors/totp.ts';
import { BUSY } from '../people/auth/password-hash.ts';
import { passwordProblem } from '../people/auth/password-rules.ts';
import { type CallAnswer, done, refuse } from '../platform/call.ts';
import { type OperatorContext, operatorOf } from '../platform/operator-call.ts';
import type { OperatorDeps } from './deps.ts';
import type { OperatorSession } from './sessions.ts';
import {
  confirmed,
  currentSession,
  type OperatorWrite,
  recordCredential,
  recordWritten,
  vouchForOperator,
} from './sign-in.ts';
import { factorsOf, type SessionView, sessionView } from './view.ts';

const notLoggedIn: CallAnswer<never> = refuse(code.notLoggedIn);
const ISSUER = 'Glasshouse operators';

/** Second factor by code: of the app, or a recovery code. */
export async function confirmByCode(
  deps: OperatorDeps,
  body: { readonly code: string },
  context: OperatorContext,
): Promise<CallAnswer<SessionView>> {
  const session = await currentSession(deps, context);
  if (session === undefined) return notLoggedIn;
  const checked = await deps.factors.checkCode(session.operator.id, body.code, deps.clock.now());
  if (!checked.ok) return refuse(checked.reason === 'locked' ? code.codesLocked : code.totpWrong, 'code');
  const relied = [{ table: 'operator_totp', values: { fingerprint: checked.fingerprint } }];
  const recovery = ofRecovery('operator', checked.recovery);
  await vouchForOperator(deps, session.operator.id, { purpose: checked.by, relied, recovery });
  if (checked.by === 'recovery') {
    const fingerprint = checked.fingerprint;
    await recordCredential(deps, session, { change: 'removed', kind: 'recovery', fingerprint, address: context.ip });
    await recordWritten(deps, session.operator.id, { kind: 'recoveryUsed' });
  }
  return confirmed(deps, session, { credential: checked.fingerprint, context });
}

/** One challenge never serves for the other. */
const purposeOf = (session: OperatorSession) => (session.credential === undefined ? 'login' : 'step');

export async function askForPasskey(
  deps: OperatorDeps,
  context: OperatorContext,
): Promise<CallAnswer<OperatorResultOf<'askOperatorPasskey'>>> {
  const session = await currentSession(deps, context);
  if (session === undefined) return notLoggedIn;
  const { party, factors: store, clock } = deps;
  if (party === undefined) return refuse(code.passkeysUnavailable);
  return done(await askPasskey({ store, party, now: clock.now() }, purposeOf(session), session.operator.id));
}

export async function confirmByPasskey(
  deps: OperatorDeps,
  { response }: OperatorBodyOf<'confirmOperatorPasskey'>,
  context: OperatorContext,
): Promise<CallAnswer<SessionView>> {
  const session = await currentSession(deps, context);
  if (session === undefined) return notLoggedIn;
  const { party, factors: store, clock } = deps;
  if (party === undefined) return refuse(code.passkeysUnavailable);
  const flow = { store, party, now: clock.now() };
  const passkey = await takePasskey(flow, purposeOf(session), response as never, session.operator.id);
  if (passkey === undefined) return refuse(code.passkeyRefused);
  await vouchForOperator(deps, session.operator.id, { purpose: 'passkey', relied: [ofPasskey('operator', passkey)] });
  return confirmed(deps, session, { credential: passkey.fingerprint, context });
}

/** Whoever has no factor yet, or has just confirmed, may add one. */
async function enrolling(
  deps: OperatorDeps,
  context: OperatorContext,
): Promise<{ readonly ok: true; readonly session: OperatorSession } | CallAnswer<never>> {
  const session = await currentSession(deps, context);
  if (session === undefined) return notLoggedIn;
  if (session.credential !== undefined) {
    return deps.clock.now() < session.stepUpUntil ? { ok: true, session } : refuse(code.stepUpRequired);
  }
  const { kinds } = await factorsOf(deps, session.operator.id);
  if (0 < kinds.length) return refuse(code.permissionDenied);
  // Nobody has taken them away in the database.
  const relied = ['operator_totp', 'operator_passkeys'].map((table) => ({ table, values: null }));
  await vouchForOperator(deps, session.operator.id, { purpose: 'first factor', relied });
  return { ok: true, session };
}

export async function startTotp(
  deps: OperatorDeps,
  context: OperatorContext,
): Promise<CallAnswer<OperatorResultOf<'startOperatorTotp'>>> {
  const allowed = await enrolling(deps, context);
  if (!('session' in allowed)) return allowed;
  const { id, name } = allowed.session.operator;
  const secret = await deps.factors.startTotp(id, deps.clock.now());
  if (secret === undefined) return refuse(code.totpAlreadyOn);
  return done({ secret: totpSecretText(secret), uri: totpUri(secret, { issuer: ISSUER, account: name }) });
}

/** A new factor: logged, and the second factor of this session if it is the first. */
async function enrolled(
  deps: OperatorDeps,
  session: OperatorSession,
  enrolment: {
    readonly write: Exclude<OperatorWrite, { readonly kind: 'password' | 'recovery' | 'recoveryUsed' }>;
    readonly fingerprint: string;
    readonly context: OperatorContext;
  },
): Promise<CallAnswer<SessionView>> {
  const { write, fingerprint, context } = enrolment;
  const { kind } = write;
  await recordWritten(deps, session.operator.id, write);
  await recordCredential(deps, session, { change: 'added', kind, fingerprint, address: context.ip });
  if (session.credential === undefined) return confirmed(deps, session, { credential: fingerprint, context });
  return done(await sessionView(deps, session, context.token ?? ''));
}

export async function finishTotp(
  deps: OperatorDeps,
  body: { readonly code: string },
  context: OperatorContext,
): Promise<CallAnswer<OperatorResultOf<'finishOperatorTotp'>>> {
  const allowed = await enrolling(deps, context);
  if (!('session' in allowed)) return allowed;
  const { session } = allowed;
  const made = await deps.factors.confirmTotp(session.operator.id, body.code, deps.clock.now());
  if (made === 'missing') return refuse(code.totpNotStarted);
  if (made === 'wrong') return refuse(code.totpWrong, 'code');
  const totp = await deps.factors.totpOf(session.operator.id);
  if (totp === undefined) return refuse(code.totpNotStarted);
  const view = await enrolled(deps, session, {
    write: { kind: 'totp', change: 'added' },
    fingerprint: totp.fingerprint,
    context,
  });
  return view.ok ? done({ session: view.result, recoveryCodes: [...made] }) : view;
}

export async function startOwnPasskey(
  deps: OperatorDeps,
  context: OperatorContext,
): Promise<CallAnswer<OperatorResultOf<'startOperatorPasskey'>>> {
  const allowed = await enrolling(deps, context);
  if (!('session' in allowed)) return allowed;
  const { party, factors: store, clock } = deps;
  if (party === undefined) return refuse(code.passkeysUnavailable);
  const { id, name } = allowed.session.operator;
  return done(await startPasskey({ store, party, now: clock.now() }, id, name));
}

export async function finishOwnPasskey(
  deps: OperatorDeps,
  { name, response }: OperatorBodyOf<'finishOperatorPasskey'>,
  context: OperatorContext,
): Promise<CallAnswer<SessionView>> {
  const allowed = await enrolling(deps, context);
  if (!('session' in allowed)) return allowed;
  const { party, factors: store, clock } = deps;
  if (party === undefined) return refuse(code.passkeysUnavailable);
  const { session } = allowed;
  const registration = { name, response: response as never };
  const made = await finishPasskey({ store, party, now: clock.now() }, session.operator.id, registration);
  if (made === 'refused') return refuse(code.passkeyRefused);
  if (made === 'full') return refuse(code.tooManyPasskeys);
  const write = { kind: 'passkey', change: 'added', key: made.id } as const;
  return enrolled(deps, session, { write, fingerprint: made.fingerprint, context });
}

const iso = (at: number): string => new Date(at).toISOString();

export async function listFactors(
  deps: OperatorDeps,
  context: OperatorContext,
): Promise<CallAnswer<OperatorResultOf<'listOperatorFactors'>>> {
  const { id } = operatorOf(context);
  const { totp, passkeys } = await factorsOf(deps, id);
  const app = totp === undefined ? [] : [{ addedAt: iso(totp.since), id: null, name: null, lastUsedAt: null }];
  return done({
    factors: [
      ...app.map((entry) => ({ kind: 'totp' as const, ...entry })),
      ...passkeys.map((passkey) => ({
        kind: 'passkey' as const,
        id: passkey.id,
        name: passkey.name,
        addedAt: iso(passkey.createdAt),
        lastUsedAt: passkey.lastUsedAt === null ? null : iso(passkey.lastUsedAt),
      })),
    ],
    recoveryCodesLeft: await deps.factors.recoveryCodesLeft(id),
  });
}

/** Logged first, then removed; never the last one, or the password alone would let in again. */
export async function removeFactor(
  deps: OperatorDeps,
  { kind, id }: OperatorBodyOf<'removeOperatorFactor'>,
  context: OperatorContext,
): Promise<CallAnswer<null>> {
  const session = await currentSession(deps, context);
  if (session === undefined) return notLoggedIn;
  const owner = session.operator.id;
  const { totp, passkeys } = await factorsOf(deps, owner);
  const fingerprint = kind === 'totp' ? totp?.fingerprint : passkeys.find((passkey) => passkey.id === id)?.fingerprint;
  if (fingerprint === undefined) return refuse(code.nothingFound);
  if (passkeys.length + (totp === undefined ? 0 : 1) < 2) return refuse(code.lastFactor);
  if (!(await recordCredential(deps, session, { change: 'removed', kind, fingerprint, address: context.ip }))) {
    return refuse(code.permissionDenied);
  }
  if (kind === 'totp') await deps.factors.removeTotp(owner);
  else await deps.factors.removePasskey(owner, id ?? 0);
  await recordWritten(
    deps,
    owner,
    kind === 'totp' ? { kind, change: 'removed' } : { kind, change: 'removed', key: id ?? 0 },
  );
  // Whoever signed in by it elsewhere has to show another one.
  await deps.sessions.endAll(owner, session.id);
  return done(null);
}

export async function renewRecoveryCodes(
  deps: OperatorDeps,
  context: OperatorContext,
): Promise<CallAnswer<OperatorResultOf<'renewOperatorRecoveryCodes'>>> {
  const session = await currentSession(deps, context);
  if (session === undefined) return notLoggedIn;
  const totp = await deps.factors.totpOf(session.operator.id);
  if (totp === undefined) return refuse(code.nothingFound);
  const { fingerprint } = totp;
  await recordCredential(deps, session, { change: 'added', kind: 'recovery', fingerprint, address: context.ip });
  const codes = await deps.factors.renewRecoveryCodes(session.operator.id);
  await recordWritten(deps, session.operator.id, { kind: 'recovery' });
  return done({ recoveryCodes: [...codes] });
}

/** All other sessions end. */
export async function changePassword(
  deps: OperatorDeps,
  body: OperatorBodyOf<'changeOperatorPassword'>,
  context: OperatorContext,
): Promise<CallAnswer<null>> {
  const { pool, hasher, clock, sessions } = deps;
  const session = await currentSession(deps, context);
  if (session === undefined) return notLoggedIn;
  const { id, name } = session.operator;
  if (passwordProblem(body.newPassword, [name]) !== undefined) return refuse(code.passwordTooWeak, 'newPassword');
  const { rows } = await pool.query<{ password_hash: string }>(
    'select password_hash from operator_credentials where operator = $1',
    [id],
  );
  const before = rows[0]?.password_hash;
  const matches = await hasher.verify(before, body.oldPassword);
  if (matches === 'busy') return BUSY;
  if (!matches) return refuse(code.oldPasswordWrong, 'oldPassword');
  const relied = [{ table: 'operator_credentials', values: { password_hash: before ?? null } }];
  await vouchForOperator(deps, id, { purpose: 'password', relied });
  const next = await hasher.hash(body.newPassword);
  if (next === 'busy') return BUSY;
  const { rowCount } = await pool.query(
    'update operator_credentials set password_hash = $2, changed_at = $3 where operator = $1 and password_hash = $4',
    [id, next, new Date(clock.now()), before],
  );
  if (rowCount !== 1) return refuse(code.oldPasswordWrong, 'oldPassword');
  await recordWritten(deps, id, { kind: 'password' });
  // A fingerprint of the hash: nothing about the password follows from it.
  const fingerprint = createHash('sha256').update(next).digest('hex');
  await recordCredential(deps, session, { change: 'added', kind: 'password', fingerprint, address: context.ip });
  await sessions.endAll(id, session.id);
  return done(null, code.modified);
}
