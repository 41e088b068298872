import type { BodyOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { foldPassword } from '@glasshouse/api/typed-text';
import { type CallAnswer, done, refuse } from '../../../platform/call.ts';
import { inTransaction, keep } from '../../../platform/transaction.ts';
import { notifyChange } from '../notices.ts';
import { BUSY } from '../password-hash.ts';
import { passwordProblem } from '../password-rules.ts';
import { type Db, type User, userById } from '../users.ts';
import { recordChange } from './changes.ts';
import { type ProofDeps, withoutPassword } from './proof.ts';
import { codeStepOf, takeCode } from './step.ts';
import { ofUser, vouchFor } from './vouch.ts';

/** Wrong ones in a row before the next is refused unseen. */
export const WITHDRAWAL_PASSWORD_ATTEMPTS_MAX = 5;
export const WITHDRAWAL_PASSWORD_LOCK_MS = 3_600_000;

export async function hasWithdrawalPassword(db: Db, userId: number): Promise<boolean> {
  const { rowCount } = await db.query('select from withdrawal_passwords where user_id = $1', [userId]);
  return rowCount === 1;
}

/**
 * The refusal, unless it is the right one. A try is counted before it is looked at, so that many at
 * once are no more than five.
 */
export async function checkWithdrawalPassword(
  deps: Pick<ProofDeps, 'pool' | 'bus' | 'hasher' | 'clock'>,
  userId: number,
  password: string,
  field = 'withdrawalPassword',
): Promise<CallAnswer<never> | undefined> {
  const { pool, hasher } = deps;
  const now = deps.clock.now();
  const { rows } = await pool.query<{ hash: string }>(
    `update withdrawal_passwords set failures = failures + 1, locked_until = case
         when (failures + 1) % ${WITHDRAWAL_PASSWORD_ATTEMPTS_MAX} = 0 then $3::timestamptz end
      where user_id = $1 and (locked_until is null or locked_until <= $2)
      returning password_hash as hash`,
    [userId, new Date(now), new Date(now + WITHDRAWAL_PASSWORD_LOCK_MS)],
  );
  const row = rows[0];
  if (row === undefined) {
    const isSet = await hasWithdrawalPassword(pool, userId);
    return refuse(isSet ? code.withdrawalPasswordLocked : code.setWithdrawalPasswordFirst, field);
  }
  const matches = await hasher.verify(row.hash, password);
  if (matches === 'busy') return BUSY;
  if (!matches) return refuse(code.withdrawalPasswordWrong, field);
  const relied = [{ table: 'withdrawal_passwords', values: { password_hash: row.hash } }];
  await vouchFor(deps, userId, { purpose: 'withdrawal password', relied });
  await pool.query('update withdrawal_passwords set failures = 0, locked_until = null where user_id = $1', [userId]);
  return undefined;
}

type PasswordBody = BodyOf<'setWithdrawalPassword'>;

/**
 * The first one, confirmed by a step that is older than a day where there is one; or another in its
 * place. Unconfirmed, and always when it replaces one, it stops withdrawals for a day.
 */
export async function setWithdrawalPassword(
  deps: ProofDeps,
  userId: number,
  body: PasswordBody,
): Promise<CallAnswer<null>> {
  const user = await userById(deps.pool, userId);
  if (user === undefined || user.passwordHash === null) return withoutPassword(user);
  if (passwordProblem(body.newPassword, [user.username, user.email]) !== undefined) {
    return refuse(code.passwordTooWeak, 'newPassword');
  }
  const proof = await proofOf(deps, user, body);
  if (!proof.ok) return proof;
  // One that was overheard at login must not move money.
  const isSame = await deps.hasher.verify(user.passwordHash, body.newPassword);
  if (isSame === 'busy') return BUSY;
  if (isSame) return refuse(code.withdrawalPasswordSame, 'newPassword');
  const hash = await deps.hasher.hash(body.newPassword);
  if (hash === 'busy') return BUSY;
  const now = deps.clock.now();
  const until = await inTransaction(deps.pool, async (client) => {
    await client.query(
      `insert into withdrawal_passwords (user_id, password_hash, changed_at) values ($1, $2, $3)
       on conflict (user_id) do update set password_hash = excluded.password_hash,
         changed_at = excluded.changed_at, failures = 0, locked_until = null`,
      [userId, hash, new Date(now)],
    );
    return keep(
      await recordChange(client, { bus: deps.bus, userId, kind: 'withdrawalPassword', now, ...proof.result }),
    );
  });
  await notifyChange(deps, user, proof.result.isFirst ? 'withdrawalPasswordSet' : 'withdrawalPassword', until);
  return done(null, code.modified);
}

type Proof = { readonly isFirst: boolean; readonly confirmedBy: 'email' | 'totp' | null };

/**
 * The old one, or a code of the step that confirms money. The first one takes the login password
 * and such a code; the password alone where there is neither app nor address.
 */
async function proofOf(deps: ProofDeps, user: User, body: PasswordBody): Promise<CallAnswer<Proof>> {
  const isFirst = !(await hasWithdrawalPassword(deps.pool, user.id));
  if (isFirst) {
    if (body.password === undefined) return refuse(code.enterPassword, 'password');
    const matches = await deps.hasher.verify(user.passwordHash ?? undefined, body.password);
    if (matches === 'busy') return BUSY;
    if (!matches) return refuse(code.passwordWrong, 'password');
    // Before a code is used up for nothing.
    if (foldPassword(body.newPassword) === foldPassword(body.password))
      return refuse(code.withdrawalPasswordSame, 'newPassword');
    const none = { table: 'withdrawal_passwords', values: null };
    await vouchFor(deps, user.id, { purpose: 'password', relied: [ofUser(user), none] });
    if ((await codeStepOf(deps, user)) === undefined) return done({ isFirst, confirmedBy: null });
  } else if (body.oldPassword !== undefined) {
    const wrong = await checkWithdrawalPassword(deps, user.id, body.oldPassword, 'oldPassword');
    return wrong ?? done({ isFirst, confirmedBy: null });
  } else if (body.code === undefined && body.totp === undefined) {
    return refuse(code.enterPassword, 'oldPassword');
  }
  const factor = await takeCode(deps, user.id, body);
  if (!factor.ok) return factor;
  const { by, isOld } = factor.result;
  return done({ isFirst, confirmedBy: isOld && by !== 'passkey' ? by : null });
}
