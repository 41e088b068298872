import type { Language } from '@glasshouse/api/constants';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { newInviteCode } from './tokens.ts';
import { NAME_LOOKS_SQL, nameLooks } from './username-rules.ts';

export type Db = Pick<Pool | PoolClient, 'query'>;

export interface User {
  readonly id: number;
  readonly username: string | null;
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly kind: 'guest' | 'user';
  readonly status: 'active' | 'frozen' | 'disabled';
  readonly statusReason: string | null;
  /** By its owner, for good. */
  readonly closed: boolean;
  readonly language: Language;
  readonly inviteCode: string;
  readonly createdAt: number;
  /** The first wallet that signs in, for who has neither name nor address. */
  readonly wallet: string | null;
}

/** Operators' word on somebody is a row of the core; `users` has what was before there were any. */
const COLUMNS = `id, username, email, password_hash as "passwordHash", kind,
  coalesce((select st.status from user_standings st where st.user_id = users.id), status) as status,
  coalesce((select st.reason from user_standings st where st.user_id = users.id), status_reason) as "statusReason",
  exists(select from user_standings st where st.user_id = users.id and st.status = 'disabled' and st.changed_by is null)
    as closed,
  language, invite_code as "inviteCode", created_at as "createdAt",
  case when username is null and email is null and kind = 'user' then
    (select w.address from sign_in_wallets w where w.user_id = users.id order by w.id limit 1) end as wallet`;

async function one(db: Db, sql: string, values: readonly unknown[]): Promise<User | undefined> {
  const { rows } = await db.query<User>(sql, [...values]);
  return rows[0];
}

export const userById = (db: Db, id: number): Promise<User | undefined> =>
  one(db, `select ${COLUMNS} from users where id = $1`, [id]);

export const userByUsername = (db: Db, username: string): Promise<User | undefined> =>
  one(db, `select ${COLUMNS} from users where lower(username) = lower($1)`, [username]);

/** Somebody whose name is read like this one. */
export const userByLooks = (db: Db, username: string): Promise<User | undefined> =>
  one(db, `select ${COLUMNS} from users where ${NAME_LOOKS_SQL} = $1 limit 1`, [nameLooks(username)]);

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

export type UniqueField = 'username' | 'email';

/**
 * The database decides who was first; the loser hears which of the two was taken. Inside a
 * transaction it must then be rolled back.
 */
export async function insertUser(db: Db, user: NewUser, now: number): Promise<User | UniqueField> {
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
  login: {
    readonly username: string | undefined;
    readonly email: string | undefined;
    readonly passwordHash: string;
    readonly invitedBy: number | undefined;
  },
  now: number,
): Promise<User | UniqueField | undefined> {
  try {
    return await one(
      db,
      `update users set kind = 'user', username = $2, email = $3, password_hash = $4, upgraded_at = $5,
              invited_by = coalesce(invited_by, $6)
        where id = $1 and kind = 'guest' returning ${COLUMNS}`,
      [id, login.username ?? null, login.email ?? null, login.passwordHash, new Date(now), login.invitedBy ?? null],
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
export async function setEmail(db: Db, id: number, email: string): Promise<User | UniqueField | undefined> {
  try {
    return await one(db, `update users set email = $2 where id = $1 returning ${COLUMNS}`, [id, email]);
  } catch (error) {
    return takenBy(error);
  }
}

export async function setPasswordHash(db: Db, id: number, next: string): Promise<void> {
  await db.query('update users set password_hash = $2 where id = $1', [id, next]);
}

/** The first password of somebody without one, and a name where there is none; 'late' otherwise. */
export async function setFirstLogin(
  db: Db,
  id: number,
  login: { readonly username: string | undefined; readonly passwordHash: string },
): Promise<'set' | 'taken' | 'late'> {
  try {
    const { rowCount } = await db.query(
      `update users set password_hash = $3, username = coalesce(username, $2)
        where id = $1 and kind = 'user' and password_hash is null`,
      [id, login.username ?? null, login.passwordHash],
    );
    return rowCount === 1 ? 'set' : 'late';
  } catch (error) {
    takenBy(error);
    return 'taken';
  }
}

function takenBy(error: unknown): UniqueField {
  const constraint = (error as { constraint?: string }).constraint;
  if (constraint === 'users_username') return 'username';
  if (constraint === 'users_email') return 'email';
  throw error;
}
