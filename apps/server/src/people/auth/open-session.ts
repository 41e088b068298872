import { type CallAnswer, done } from '../../platform/call.ts';
import { ensureBooks } from './books.ts';
import type { AuthDeps } from './deps.ts';
import { notifyNewLogin } from './notices.ts';
import type { Device } from './sessions.ts';
import type { User } from './users.ts';
import { type LoginResult, loginResult } from './view.ts';

/**
 * A new session for who has proved to be this user, by whatever way: its token is made here and
 * nowhere else, and the owner hears of a device that was never seen.
 */
export async function openSession(deps: AuthDeps, user: User, from: Device): Promise<CallAnswer<LoginResult>> {
  await notifyNewLogin(deps, user, from);
  const token = await deps.sessions.open(user.id, from);
  await ensureBooks(deps, user.id);
  return done(loginResult(deps, user, token));
}
