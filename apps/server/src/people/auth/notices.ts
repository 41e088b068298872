import { queueMail } from '../../platform/mail.ts';
import { isSameNetwork } from '../../platform/networks.ts';
import type { CodeMail } from './codes.ts';
import type { AuthDeps } from './deps.ts';
import { type ChangeNotice, changeMail, newLoginMail } from './emails.ts';
import { type Device, storedUserAgent } from './sessions.ts';
import type { User } from './users.ts';

type NoticeDeps = Pick<AuthDeps, 'pool' | 'mail' | 'clock' | 'site'>;

/** Notifies the owner by mail of what was done to the account, if it has an address. */
async function notify(deps: NoticeDeps, user: User, mail: CodeMail): Promise<void> {
  if (user.email === null) return;
  deps.mail.wake(await queueMail(deps.pool, { to: user.email, ...mail }, deps.clock.now()));
}

/** Of a change of what protects the account, and until when withdrawals wait because of it. */
export const notifyChange = (
  deps: NoticeDeps,
  user: User,
  kind: ChangeNotice,
  blockedUntil?: number | undefined,
): Promise<void> =>
  notify(deps, user, changeMail(kind, user.language, { at: deps.clock.now(), blockedUntil, site: deps.site }));

/**
 * For a device that no earlier session of the user had, and for a network that none came from:
 * somebody else's machine may say that it is the same browser.
 */
export async function notifyNewLogin(deps: AuthDeps, user: User, from: Device): Promise<void> {
  if (user.email === null) return;
  const { rows } = await deps.pool.query<{ user_agent: string; ip: string }>(
    'select distinct user_agent, ip from sessions where user_id = $1',
    [user.id],
  );
  if (rows.length === 0) return;
  const isKnownDevice = rows.some((row) => row.user_agent === storedUserAgent(from));
  const isKnownNetwork = rows.some((row) => isSameNetwork(row.ip, from.ip));
  if (!isKnownDevice || !isKnownNetwork) {
    await notify(deps, user, newLoginMail(user.language, deps.clock.now(), from, deps.site));
  }
}
