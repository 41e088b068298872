import { randomUUID } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import type { OperatorBodyOf } from '@glasshouse/api/operator/calls';
import { type CredentialUse, checkCredentials } from '../authority/access/check-credentials.ts';
import { newestRecords } from '../authority/access/protected.ts';
import { CredentialRefused, type CredentialWrite, recordCredentials } from '../authority/access/record-credentials.ts';
import { operatorCommandId } from '../authority/stamp.ts';
import type { Json } from '../kernel/core/types.ts';
import { BUSY } from '../people/auth/password-hash.ts';
import { passwordProblem } from '../people/auth/password-rules.ts';
import { type CallAnswer, done, refuse } from '../platform/call.ts';
import type { OperatorContext } from '../platform/operator-call.ts';
import type { PoolClient } from '../platform/postgres.ts';
import { inTransaction, keep, undo } from '../platform/transaction.ts';
import { countAttempt, forgetAttempts } from './attempts.ts';
import type { OperatorDeps } from './deps.ts';
import { checkLinkCode, markLinkUsed, type OperatorLink, openLink } from './links.ts';
import type { OperatorSession } from './sessions.ts';
import { type SessionView, sessionView } from './view.ts';

const expired: CallAnswer<never> = refuse(code.sessionExpired);

/** The session of a call of signing in, whatever its stage. */
export async function currentSession(
  { sessions }: OperatorDeps,
  { token, device }: OperatorContext,
): Promise<OperatorSession | undefined> {
  return token === undefined ? undefined : sessions.find(token, device);
}

/** Opens a session that can do nothing but ask for the second factor. */
async function begin(
  deps: OperatorDeps,
  operator: number,
  context: OperatorContext,
): Promise<{ readonly session: OperatorSession; readonly answer: CallAnswer<SessionView> } | undefined> {
  const before = await currentSession(deps, context);
  if (before !== undefined) await deps.sessions.end(before.operator.id, before.id);
  const { device, ip, userAgent } = context;
  const token = await deps.sessions.open(operator, { device, address: ip, userAgent });
  const session = await deps.sessions.find(token, device);
  if (session === undefined) return undefined;
  context.keepToken(token);
  return { session, answer: done(await sessionView(deps, session, token)) };
}

/**
 * What an operator signs in by is what the log has; of tables that nothing was relied on, that they
 * have none in them.
 */
export const vouchForOperator = (
  { pool, bus }: Pick<OperatorDeps, 'pool' | 'bus'>,
  operator: number,
  use: Pick<CredentialUse, 'purpose' | 'relied' | 'recovery'>,
): Promise<void> => {
  const tables = [...new Set(use.relied.map(({ table }) => table))];
  return checkCredentials(pool, bus, { kind: 'operator', id: operator }, { ...use, tables });
};

/** Customers have names of their own: work for one of them serves no operator. */
const workName = (name: string): string => `operator ${name.trim().toLowerCase()}`;

/** Work that lets one go on where strangers used up the tries of a name. */
export function askWork({ gate }: OperatorDeps, { name }: OperatorBodyOf<'askOperatorWork'>) {
  const { expiresAt, ...work } = gate.challenge(workName(name));
  return done({ ...work, expiresAt: new Date(expiresAt).toISOString() });
}

/**
 * A wrong password, an unknown name and a disabled operator get the same answer after the same
 * work.
 */
export async function signIn(
  deps: OperatorDeps,
  body: OperatorBodyOf<'operatorSignIn'>,
  context: OperatorContext,
): Promise<CallAnswer<SessionView>> {
  const { pool, clock, hasher } = deps;
  const name = body.name.trim().toLowerCase();
  const attempt = { name, device: context.device, address: context.ip };
  const hasWorked = () => deps.gate.accepts(workName(name), body.proof);
  const wait = await countAttempt(pool, attempt, { now: clock.now(), hasWorked });
  if (0 < wait) return { ok: false, code: code.tooManyRequests, retryAfter: wait };
  const { rows } = await pool.query<{ id: number; password_hash: string }>(
    `select o.id, c.password_hash from operators o join operator_credentials c on c.operator = o.id
      where o.name = $1 and o.state = 'active'`,
    [name],
  );
  const matches = await hasher.verify(rows[0]?.password_hash, body.password);
  if (matches === 'busy') return BUSY;
  if (rows[0] === undefined || !matches) return refuse(code.passwordWrong);
  await vouchForOperator(deps, rows[0].id, {
    purpose: 'password',
    relied: [{ table: 'operator_credentials', values: { password_hash: rows[0].password_hash } }],
  });
  await forgetAttempts(pool, attempt);
  return (await begin(deps, rows[0].id, context))?.answer ?? expired;
}

/** What the log keeps of a session's operator, with the given factor. */
const stampOf = (session: OperatorSession, credential: string, address: string) => ({
  operator: session.operator.id,
  session: session.id,
  device: session.device,
  credential,
  address,
});

/** Logged before anything else happens under the session; false when the core refuses. */
async function submit(
  deps: OperatorDeps,
  submission: {
    readonly session: OperatorSession;
    readonly credential: string;
    readonly address: string;
    readonly type: string;
    readonly key: string;
    readonly reason: string;
    readonly fields?: { readonly [field: string]: Json };
  },
): Promise<boolean> {
  const answer = await deps.bus.submit({
    id: operatorCommandId(submission.session.operator.id, submission.key),
    userId: 0,
    book: 'real',
    type: submission.type,
    // The call of signing in came by no session: the one that it opened counts.
    session: submission.session.digest,
    body: {
      by: stampOf(submission.session, submission.credential, submission.address),
      reason: submission.reason,
      ...submission.fields,
    },
  });
  return answer.code === 200;
}

const FACTOR_TABLES = ['operator_totp', 'operator_recovery_codes'] as const;

export type OperatorWrite =
  | { readonly kind: 'password' | 'recovery' | 'recoveryUsed' }
  | { readonly kind: 'totp'; readonly change: 'added' | 'removed' }
  | { readonly kind: 'passkey'; readonly change: 'added' | 'removed'; readonly key: number };

function writesOf(operator: number, write: OperatorWrite): readonly CredentialWrite[] {
  switch (write.kind) {
    case 'password':
      return [{ table: 'operator_credentials', how: 'changed' }];
    case 'recovery':
      return [{ table: 'operator_recovery_codes', how: 'changed' }];
    case 'recoveryUsed':
      return [{ table: 'operator_recovery_codes', how: 'changed', columns: ['unused'] }];
    case 'totp':
      return FACTOR_TABLES.map((table) =>
        write.change === 'added' ? { table, how: 'changed' } : { table, how: 'removed', key: operator },
      );
    case 'passkey':
      return [{ table: 'operator_passkeys', how: write.change, key: write.key }];
  }
}

/** Of the database, and those that only the log has: a crash may have undone their row. */
async function passkeyKeys(
  db: PoolClient,
  owner: number,
  passkeys: readonly { readonly id: number }[],
): Promise<readonly number[]> {
  const records = await newestRecords(db, 'operator_passkeys', [owner]);
  const logged = [...records].filter(([, digests]) => digests !== null).map(([name]) => Number(name.split(' ')[1]));
  return [...new Set([...passkeys.map(({ id }) => id), ...logged])];
}

/** Digests of what was just written go into the log; called after the write. */
export const recordWritten = (
  { pool, bus }: Pick<OperatorDeps, 'pool' | 'bus'>,
  operator: number,
  write: OperatorWrite,
): Promise<void> => recordCredentials(pool, bus, { kind: 'operator', id: operator }, writesOf(operator, write));

/** A credential came or went; in the log. */
export const recordCredential = (
  deps: OperatorDeps,
  session: OperatorSession,
  event: {
    readonly change: 'added' | 'removed';
    readonly kind: 'password' | 'totp' | 'passkey' | 'recovery';
    readonly fingerprint: string;
    readonly address: string;
    readonly reason?: string;
  },
): Promise<boolean> => {
  const { change, kind, fingerprint, address, reason = `${kind} ${change}` } = event;
  const key = `credential:${session.id}:${change}:${kind}:${fingerprint.slice(0, 16)}:${deps.clock.now()}`;
  const credential = session.credential ?? fingerprint;
  const fields = { change, kind, fingerprint };
  return submit(deps, { session, credential, address, type: 'operator.credential', key, reason, fields });
};

/**
 * A second factor was given: the first one signs in, which is logged before the session can do
 * anything; a later one counts as fresh for five minutes.
 */
export async function confirmed(
  deps: OperatorDeps,
  session: OperatorSession,
  confirmation: { readonly credential: string; readonly context: OperatorContext },
): Promise<CallAnswer<SessionView>> {
  const { credential, context } = confirmation;
  if (session.credential === undefined) {
    const entry = { session, credential, address: context.ip, type: 'operator.signIn', reason: 'sign-in' };
    if (!(await submit(deps, { ...entry, key: `signIn:${session.id}` }))) return expired;
  }
  const token = (await deps.sessions.confirm(session, credential)) ?? context.token;
  const after = token === undefined ? undefined : await deps.sessions.find(token, context.device);
  if (token === undefined || after === undefined) return expired;
  context.keepToken(token);
  return done(await sessionView(deps, after, token));
}

export async function readLink(deps: OperatorDeps, token: string): Promise<CallAnswer<OperatorLink>> {
  const link = await openLink(deps.pool, deps.masterKey, { token, now: deps.clock.now() });
  return link === undefined ? refuse(code.linkUsed, 'link') : done(link);
}

/** Tells the core of a link of the command line, whose seal was right; false when it was used. */
async function takeLink({ bus }: OperatorDeps, { digest, operator, name, roles, expiresAt }: OperatorLink) {
  const body = { digest, operator, name, roles, until: expiresAt };
  const id = `operatorLink.take:${digest}:${randomUUID()}`;
  const answer = await bus.submit({ id, userId: 0, book: 'real', type: 'operatorLink.take', body });
  return answer.code === 200;
}

/** Sets the password, voids whatever factors there were, and signs in to enrol. */
export async function useLink(
  deps: OperatorDeps,
  request: OperatorBodyOf<'useOperatorLink'>,
  context: OperatorContext,
): Promise<CallAnswer<SessionView>> {
  const { pool, clock, hasher, bus } = deps;
  const link = await openLink(pool, deps.masterKey, { token: request.link, now: clock.now() });
  if (link === undefined) return refuse(code.linkUsed, 'link');
  const name = link.name === '' ? request.name : link.name;
  if (name === undefined) return refuse(code.usernameWrong, 'name');
  if (passwordProblem(request.password, [name]) !== undefined) return refuse(code.passwordTooWeak, 'password');
  if (link.request !== null && !(await checkLinkCode(pool, deps.masterKey, link, request.code ?? ''))) {
    return refuse(code.codeWrong, 'code');
  }
  const passwordHash = await hasher.hash(request.password);
  if (passwordHash === 'busy') return BUSY;
  let operator = link.operator;
  if (link.request === null && !(await takeLink(deps, link))) return refuse(code.linkUsed, 'link');
  if (operator === null) {
    // Repeated after a crash, the same id gives the same operator.
    const body = { name, roles: link.roles, link: link.digest };
    const id = `operator.add:link:${link.digest}`;
    const answer = await bus.submit({ id, userId: 0, book: 'real', type: 'operator.add', body });
    if (answer.code !== 200) return { ok: false, code: answer.code };
    operator = (answer.result as { readonly operator: number }).operator;
  }
  const owner = operator;
  const isFirst = await inTransaction<boolean>(pool, async (client) => {
    if (!(await markLinkUsed(client, link, clock.now()))) return undo(false);
    await client.query(
      `insert into operator_credentials (operator, password_hash, changed_at) values ($1, $2, $3)
       on conflict (operator) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
      [owner, passwordHash, new Date(clock.now())],
    );
    const factors = deps.factors.within(client);
    await factors.removeTotp(owner);
    const passkeys = await factors.passkeysOf(owner);
    for (const passkey of passkeys) await factors.removePasskey(owner, passkey.id);
    await client.query('update operator_sessions set ended_at = $2 where operator = $1 and ended_at is null', [
      owner,
      new Date(clock.now()),
    ]);
    const writes = [
      ...writesOf(owner, { kind: 'password' }),
      ...writesOf(owner, { kind: 'totp', change: 'removed' }),
      ...(await passkeyKeys(client, owner, passkeys)).flatMap((key) =>
        writesOf(owner, { kind: 'passkey', change: 'removed', key }),
      ),
    ];
    await recordCredentials(client, bus, { kind: 'operator', id: owner }, writes, { link: link.digest });
    return keep(true);
  }).catch((error: unknown) => {
    // A link that the core was not told of, or that was used: undone.
    if (error instanceof CredentialRefused && error.code === code.linkUsed) return false;
    throw error;
  });
  if (!isFirst) return refuse(code.linkUsed, 'link');
  const begun = await begin(deps, owner, context);
  if (begun === undefined) return expired;
  await recordCredential(deps, begun.session, {
    change: 'added',
    kind: 'password',
    fingerprint: `link ${link.id}`,
    address: context.ip,
    reason: link.request === null ? 'link of the command line of the server' : `link of request ${link.request}`,
  });
  return begun.answer;
}
