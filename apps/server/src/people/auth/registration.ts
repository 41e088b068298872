import { code } from '@glasshouse/api/codes';
import type { Language } from '@glasshouse/api/constants';
import { recordCredentials } from '../../authority/access/record-credentials.ts';
import { type CallAnswer, done, refuse } from '../../platform/call.ts';
import type { PoolClient } from '../../platform/postgres.ts';
import { inTransaction, keep, undo } from '../../platform/transaction.ts';
import { openBooks } from './books.ts';
import { useCode } from './codes.ts';
import type { AuthDeps } from './deps.ts';
import { BUSY } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';
import type { Device } from './sessions.ts';
import { isReservedName } from './username-rules.ts';
import { insertUser, type UniqueField, type User, upgradeUser, userByInviteCode, userByLooks } from './users.ts';
import { type LoginResult, loginResult } from './view.ts';

/**
 * The login that somebody wants: a user name, an address with the code that was sent to it, or
 * both; and a password.
 */
export interface LoginRequest {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly password: string;
  readonly confirmPassword: string;
  readonly code?: string | undefined;
}

export interface Registration extends LoginRequest {
  readonly inviteCode?: string | undefined;
  readonly language?: Language | undefined;
}

/** Checks that need no look-up, in the order of the form. */
function shapeProblem(login: LoginRequest): CallAnswer<never> | undefined {
  if (login.username === undefined && login.email === undefined) return refuse(code.enterAccount, 'username', 'email');
  if (login.username !== undefined && isReservedName(login.username)) return refuse(code.usernameReserved, 'username');
  if (login.password !== login.confirmPassword) return refuse(code.passwordsDiffer, 'confirmPassword');
  if (passwordProblem(login.password, [login.username, login.email]) !== undefined) {
    return refuse(code.passwordTooWeak, 'password');
  }
  if (login.email !== undefined && login.code === undefined) return refuse(code.enterCode, 'code');
  return undefined;
}

const refuseTaken = (field: UniqueField): CallAnswer<never> =>
  field === 'username' ? refuse(code.usernameExists, 'username') : refuse(code.emailExists, 'email');

/**
 * Creates the login inside one transaction: a code is consumed together with its purpose, or not at
 * all; a wrong guess always counts. Only a proven owner of the address learns that it is taken.
 */
function createLogin(
  { pool, clock, bus }: AuthDeps,
  login: LoginRequest,
  purpose: 'register' | 'bind',
  write: (client: PoolClient, now: number) => Promise<User | UniqueField | undefined>,
): Promise<CallAnswer<User>> {
  return inTransaction<CallAnswer<User>>(pool, async (client) => {
    const now = clock.now();
    if (login.username !== undefined && (await userByLooks(client, login.username)) !== undefined) {
      return undo(refuseTaken('username'));
    }
    if (login.email !== undefined) {
      const account = login.email.toLowerCase();
      const used = await useCode(client, { account, purpose, code: login.code ?? '', now });
      if (used === 'missing') return undo(refuse(code.sendCodeFirst, 'code'));
      if (used === 'wrong') return keep(refuse(code.codeWrong, 'code'));
    }
    const user = await write(client, now);
    if (user === undefined) return undo(refuse(code.alreadyFullAccount));
    if (typeof user === 'string') return undo(refuseTaken(user));
    const writes = [{ table: 'users', how: 'changed' }] as const;
    await recordCredentials(client, bus, { kind: 'user', id: user.id }, writes, { occasion: 'registration' });
    return keep(done(user));
  });
}

/**
 * A new person: account, session and demo book. Refusals as in the contract; nothing is left behind
 * by one.
 */
export async function register(
  deps: AuthDeps,
  registration: Registration,
  from: Device & { readonly language: Language },
): Promise<CallAnswer<LoginResult>> {
  const problem = shapeProblem(registration);
  if (problem !== undefined) return problem;
  const inviter =
    registration.inviteCode === undefined ? undefined : await userByInviteCode(deps.pool, registration.inviteCode);
  if (registration.inviteCode !== undefined && inviter === undefined) return refuse(code.inviteCodeWrong, 'inviteCode');
  const passwordHash = await deps.hasher.hash(registration.password);
  if (passwordHash === 'busy') return BUSY;

  const created = await createLogin(deps, registration, 'register', (client, now) =>
    insertUser(
      client,
      {
        username: registration.username,
        email: registration.email,
        passwordHash,
        kind: 'user',
        language: registration.language ?? from.language,
        invitedBy: inviter?.id,
      },
      now,
    ),
  );
  return created.ok ? welcomeInvited(deps, created.result, { inviter, from }) : created;
}

/** A session for a new person, and a word to the core about who invited them. */
export async function welcomeInvited(
  deps: AuthDeps,
  user: User,
  { inviter, from }: { readonly inviter: User | undefined; readonly from: Device },
): Promise<CallAnswer<LoginResult>> {
  if (inviter !== undefined) sayInvited(deps, user.id, inviter.id);
  return welcome(deps, user, from);
}

/**
 * Into the log, in the inviter's name. Nobody waits for it: a job finds whoever is missing there.
 */
function sayInvited({ bus, log }: AuthDeps, friend: number, inviter: number): void {
  const id = `referrals.link:${friend}`;
  bus
    .submit({ id, userId: inviter, book: 'real', type: 'referrals.link', body: { friend } })
    .catch((error: unknown) => {
      log.warn({ user: friend, err: error }, 'who invited them is not in the log yet; a job asks again');
    });
}

/**
 * "Try the demo": an account without any personal data, that lives as long as its session or until
 * it is upgraded.
 */
export async function registerGuest(
  deps: AuthDeps,
  preferences: { readonly language?: Language | undefined },
  from: Device & { readonly language: Language },
): Promise<CallAnswer<LoginResult>> {
  const user = await insertUser(
    deps.pool,
    {
      username: undefined,
      email: undefined,
      passwordHash: undefined,
      kind: 'guest',
      language: preferences.language ?? from.language,
      invitedBy: undefined,
    },
    deps.clock.now(),
  );
  if (typeof user === 'string') throw new Error(`a guest cannot collide, but did: ${user}`);
  return welcome(deps, user, from);
}

/**
 * A guest becomes a user under the same id: balances, orders and the session that asks stay. Who
 * invited them can be said as at a sign-up: guests have paid no fee that counts.
 */
export async function upgradeGuest(
  deps: AuthDeps,
  userId: number,
  login: LoginRequest & { readonly inviteCode?: string | undefined },
): Promise<CallAnswer<User>> {
  const problem = shapeProblem(login);
  if (problem !== undefined) return problem;
  const inviter = login.inviteCode === undefined ? undefined : await userByInviteCode(deps.pool, login.inviteCode);
  if (login.inviteCode !== undefined && (inviter === undefined || inviter.id === userId)) {
    return refuse(code.inviteCodeWrong, 'inviteCode');
  }
  const passwordHash = await deps.hasher.hash(login.password);
  if (passwordHash === 'busy') return BUSY;
  const upgraded = await createLogin(deps, login, 'bind', (client, now) =>
    upgradeUser(
      client,
      userId,
      { username: login.username, email: login.email, passwordHash, invitedBy: inviter?.id },
      now,
    ),
  );
  if (upgraded.ok && inviter !== undefined) sayInvited(deps, userId, inviter.id);
  if (upgraded.ok) await deps.sessions.refresh(userId);
  return upgraded;
}

/**
 * The account exists from here on; the book follows now or, when the core cannot be reached, at the
 * next visit.
 */
async function welcome(deps: AuthDeps, user: User, from: Device): Promise<CallAnswer<LoginResult>> {
  const token = await deps.sessions.open(user.id, from);
  await openBooks(deps, user.id);
  return done(loginResult(deps, user, token));
}
