import type { ResultOf } from '@glasshouse/api/calls';
import type { Book } from '../../kernel/types.ts';
import { balancesOf } from '../../ledger/queries.ts';
import { type CallAnswer, type Caller, done } from '../../platform/call.ts';
import { ensureBooks } from './books.ts';
import type { IdentityDeps } from './deps.ts';
import { userById } from './users.ts';
import { userView } from './views.ts';

type UserInfo = ResultOf<'getUserInfo'>;

const NOT_CHECKED = { state: 'none', reason: null, submittedAt: null, reviewBy: null } as const;

/**
 * Everything that the page needs to know about who is logged in; the level is that of the book.
 * Opens the demo book when registering could not.
 */
export async function userInfo(deps: IdentityDeps, caller: Caller, book: Book): Promise<CallAnswer<UserInfo>> {
  const [user, sessions, { level, volume30d }, notifications] = await Promise.all([
    userById(deps.pool, caller.userId),
    deps.sessions.list(caller.userId),
    deps.levelOf(caller.userId, book),
    deps.unreadOf(caller.userId),
    ensureBooks(deps, caller.userId),
  ]);
  if (user === undefined) throw new Error(`user ${caller.userId} has a session and no row`);
  return done({
    user: userView(user),
    books: { demo: 'open', real: deps.isRealBookClosed || user.kind === 'guest' ? 'closed' : 'open' },
    kyc: { basic: NOT_CHECKED, full: NOT_CHECKED },
    level: { level, volume30d },
    security: {
      hasPassword: user.passwordHash !== null,
      emailBound: user.email !== null,
      totp: false,
      passkeys: 0,
      withdrawalPassword: false,
      sessions: sessions.length,
    },
    balances: await balancesOf(deps.pool, { userId: caller.userId }, deps.worthOf),
    unread: { notifications, announcements: 0, support: 0 },
  });
}
