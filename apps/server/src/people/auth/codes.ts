import { keepMail } from '../../platform/mail-seal.ts';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { hashVerificationCode, newVerificationCode } from './tokens.ts';

export const CODE_VALID_MS = 10 * 60_000;
export const CODE_COOLDOWN_MS = 60_000;
/**
 * Wrong guesses at one code. With six digits and a new code a minute at best, guessing is hopeless
 * within the rate limit of sending.
 */
export const CODE_ATTEMPTS_MAX = 5;

export type CodePurpose = 'register' | 'reset' | 'withdraw' | 'bind' | 'link' | 'secure';

/** Mail that goes out with the code, in the same transaction. */
export interface CodeMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Creates a code for the address and, unless `mail` returns undefined, puts its mail into the
 * outbox. The row is written either way, so that neither answer nor timing reveals whether the
 * address is known. Returns 'cooldown' when one was created within the last minute.
 */
export async function issueCode(
  pool: Pool,
  request: { readonly account: string; readonly purpose: CodePurpose; readonly now: number },
  mail: (code: string) => CodeMail | undefined,
): Promise<{ readonly mailId: number | undefined } | 'cooldown'> {
  const { account, purpose, now } = request;
  const code = newVerificationCode();
  const message = mail(code);
  const storedMail = message === undefined ? undefined : keepMail(account, message);
  const { rows } = await pool.query<{ mail_id: number | null }>(
    `with issued as (
       insert into verification_codes (account, purpose, code_hash, created_at, expires_at)
       values ($1, $2, $3, $4, $5)
       on conflict (account, purpose) do update
         set code_hash = excluded.code_hash, attempts = 0, created_at = excluded.created_at,
             expires_at = excluded.expires_at, used_at = null
         where verification_codes.created_at <= $6
       returning account
     ), mailed as (
       insert into mail_outbox (to_address, subject, text, html, sealed, created_at, next_attempt_at)
       select account, $7, $8, $9, $11, $4, $4 from issued where $10
       returning id
     )
     select (select id from mailed) as mail_id from issued`,
    [
      account,
      purpose,
      hashVerificationCode(account, purpose, code),
      new Date(now),
      new Date(now + CODE_VALID_MS),
      new Date(now - CODE_COOLDOWN_MS),
      storedMail?.subject ?? '',
      storedMail?.text ?? '',
      storedMail?.html ?? '',
      storedMail !== undefined,
      storedMail?.sealed ?? null,
    ],
  );
  const row = rows[0];
  if (row === undefined) return 'cooldown';
  return { mailId: row.mail_id ?? undefined };
}

/**
 * Makes a code that was used at `now` good for one more use, where what it was given for did not
 * happen. Not one that was sent or used since.
 */
export async function putBackCode(
  client: PoolClient | Pool,
  request: { readonly account: string; readonly purpose: CodePurpose; readonly code: string; readonly now: number },
): Promise<void> {
  const { account, purpose, code, now } = request;
  await client.query(
    `update verification_codes set used_at = null, attempts = greatest(0, attempts - 1)
      where account = $1 and purpose = $2 and code_hash = $3 and used_at = $4`,
    [account, purpose, hashVerificationCode(account, purpose, code), new Date(now)],
  );
}

/**
 * Consumes the code, or counts a wrong guess, in one statement: two callers with the same code
 * cannot both succeed. 'missing' when there is no live code (never sent, expired, used, or guessed
 * at too often). Inside a transaction that is rolled back the code stays usable.
 */
export async function useCode(
  client: PoolClient | Pool,
  request: { readonly account: string; readonly purpose: CodePurpose; readonly code: string; readonly now: number },
): Promise<'right' | 'wrong' | 'missing'> {
  const { account, purpose, code, now } = request;
  const { rows } = await client.query<{ matches: boolean }>(
    `update verification_codes
        set attempts = attempts + 1, used_at = case when code_hash = $3 then $4::timestamptz end
      where account = $1 and purpose = $2 and used_at is null and attempts < ${CODE_ATTEMPTS_MAX} and expires_at > $4
      returning code_hash = $3 as matches`,
    [account, purpose, hashVerificationCode(account, purpose, code), new Date(now)],
  );
  const row = rows[0];
  if (row === undefined) return 'missing';
  return row.matches ? 'right' : 'wrong';
}
