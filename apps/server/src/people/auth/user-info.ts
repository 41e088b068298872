import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import type { Book } from '../../kernel/core/types.ts';
import { balancesOf } from '../../ledger/queries.ts';
import { type CallAnswer, type Caller, done } from '../../platform/call.ts';
import { WITHDRAWAL_BLOCK_MS } from '../../platform/withdrawal-wait.ts';
import { ensureBooks } from './books.ts';
import type { AuthDeps } from './deps.ts';
import { blockOf } from './factors/changes.ts';
import { codeStepOf } from './factors/step.ts';
import { hasWithdrawalPassword } from './factors/withdrawal-password.ts';
import { userById } from './users.ts';
import { isoTime, userView } from './view.ts';

type UserInfo = ResultOf<'getUserInfo'>;

/**
 * Everything that the page needs to know about who is logged in; the level is that of the book.
 * Opens the demo book when registering could not.
 */
export async function userInfo(
  deps: AuthDeps,
  caller: Caller,
  { book, language }: { readonly book: Book; readonly language: Language },
): Promise<CallAnswer<UserInfo>> {
  const [user, kyc, security, sessions, { level, fees30d, feeDiscount }, notifications, support] = await Promise.all([
    userById(deps.pool, caller.userId),
    deps.kycOf(caller.userId, language),
    securityOf(deps, caller.userId),
    deps.sessions.list(caller.userId),
    deps.levelOf(caller.userId, book),
    deps.unreadOf(caller.userId),
    deps.supportUnreadOf(caller.userId),
    ensureBooks(deps, caller.userId),
  ]);
  if (user === undefined) throw new Error(`user ${caller.userId} has a session and no row`);
  return done({
    user: userView(user),
    books: { demo: 'open', real: deps.isRealBookClosed || user.kind === 'guest' ? 'closed' : 'open' },
    kyc,
    level: { level, fees30d, feeDiscount },
    security: {
      hasPassword: user.passwordHash !== null,
      emailBound: user.email !== null,
      ...security,
      step: (await codeStepOf(deps, user))?.by ?? null,
      sessions: sessions.length,
    },
    balances: await balancesOf(deps.pool, { userId: caller.userId }, deps.worthOf),
    unread: { notifications, announcements: 0, support },
  });
}

async function securityOf({ pool, factors, clock }: AuthDeps, userId: number) {
  const now = clock.now();
  const [totp, recoveryCodesLeft, passkeys, withdrawalPassword, block] = await Promise.all([
    factors.totpOf(userId),
    factors.recoveryCodesLeft(userId),
    factors.passkeysOf(userId),
    hasWithdrawalPassword(pool, userId),
    blockOf(pool, userId, now),
  ]);
  const servesFrom = totp === undefined ? 0 : totp.since + WITHDRAWAL_BLOCK_MS;
  return {
    totp: totp !== undefined,
    appServesFrom: now < servesFrom ? isoTime(servesFrom) : null,
    recoveryCodesLeft,
    passkeys: passkeys.length,
    withdrawalPassword,
    withdrawalsBlockedUntil: block === undefined ? null : isoTime(block.until),
    withdrawalsBlockedBy: block?.kind ?? null,
  };
}
