import type { Language } from '@glasshouse/api/constants';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { newInviteCode } from './tokens.ts';

export type Db = Pick<Pool | PoolClient, 'query'>;

export interface User {
  readonly id: number;
  readonly username: string | null;
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly kind: 'guest' | 'user';
  readonly status: 'active' | 'frozen' | 'disabled';
  readonly statusReason: string | null;
  readonly language: Language;
  readonly inviteCode: string;
  readonly createdAt: number;
}

const COLUMNS = `id, username, email, password_hash as "passwordHash", kind, status,
  status_reason as "statusReason", language,  invite_code as "inviteCode", created_at as "createdAt"`;

async function one(db: Db, sql: string, values: readonly unknown[]): Promise<User | undefined> {
  const { rows } = await db.query<User>(sql, [...values]);
  return rows[0];
}

export const userById = (db: Db, id: number): Promise<User | undefined> =>
  one(db, `select ${COLUMNS} from users where id = $1`, [id]);

export const userByUsername = (db: Db, username: string): Promise<User | undefined> =>
  one(db, `select ${COLUMNS} from users where lower(username) = lower($1)`, [username]);

export const userByEmail = (db: Db, email: string): Promise<User | undefined> =>
  one(db, `select ${COLUMNS} from users where lower(email) = lower($1)`, [email]);

export const userByInviteCode = (db: Db, inviteCode: string): Promise<User | undefined> =>
  one(db, `select ${COLUMNS} from users where invite_code = upper($1)`, [inviteCode]);

/** The input of the login form: an address has an @, a user name cannot. */
export const userByAccount = (db: Db, account: string): Promise<User | undefined> =>
  account.includes('@') ? userByEmail(db, account) : userByUsername(db, account);

export interface NewUser {
  readonly username: string | undefined;
  readonly email: string | undefined;
  readonly passwordHash: string | undefined;
  readonly kind: 'guest' | 'user';
  readonly language: Language;
  readonly invitedBy: number | undefined;
}

export type Taken = 'username' | 'email';

/**
 * The database decides who was first; the loser hears which of the two was taken. Inside a
 * transaction it must then be rolled back.
 */
export async function insertUser(db: Db, user: NewUser, now: number): Promise<User | Taken> {
  try {
    const inserted = await one(
      db,
      `insert into users (username, email, password_hash, kind, language, invite_code, invited_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
      [
        user.username ?? null,
        user.email ?? null,
        user.passwordHash ?? null,
        user.kind,
        user.language,
        newInviteCode(),
        user.invitedBy ?? null,
        new Date(now),
      ],
    );
    return inserted!;
  } catch (error) {
    return takenBy(error);
  }
}

/**
 * Makes a guest a full user under the same id, with all history. Undefined when the user is no
 * guest any more.
 */
export async function upgradeUser(
  db: Db,
  id: number,
  login: { readonly username: string | undefined; readonly email: string | undefined; readonly passwordHash: string },
  now: number,
): Promise<User | Taken | undefined> {
  try {
    return await one(
      db,
      `update users set kind = 'user', username = $2, email = $3, password_hash = $4, upgraded_at = $5
        where id = $1 and kind = 'guest' returning ${COLUMNS}`,
      [id, login.username ?? null, login.email ?? null, login.passwordHash, new Date(now)],
    );
  } catch (error) {
    return takenBy(error);
  }
}

/** Compare and set, so that of two changes with the same old password one succeeds. */
export async function replacePasswordHash(db: Db, id: number, next: string, previous: string): Promise<boolean> {
  const { rowCount } = await db.query('update users set password_hash = $2 where id = $1 and password_hash = $3', [
    id,
    next,
    previous,
  ]);
  return rowCount === 1;
}

/** Undefined when there is no such user any more. */
export async function setEmail(db: Db, id: number, email: string): Promise<User | Taken | undefined> {
  try {
    return await one(db, `update users set email = $2 where id = $1 returning ${COLUMNS}`, [id, email]);
  } catch (error) {
    return takenBy(error);
  }
}

export async function setPasswordHash(db: Db, id: number, next: string): Promise<void> {
  await db.query('update users set password_hash = $2 where id = $1', [id, next]);
}

function takenBy(error: unknown): Taken {
  const constraint = (error as { constraint?: string }).constraint;
  if (constraint === 'users_username') return 'username';
  if (constraint === 'users_email') return 'email';
  throw error;
}
