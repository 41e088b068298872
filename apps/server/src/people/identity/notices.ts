import { queueMail } from '../../platform/mail.ts';
import type { CodeMail } from './codes.ts';
import type { IdentityDeps } from './deps.ts';
import { newLoginMail, passwordChangedMail } from './emails.ts';
import type { Device } from './sessions.ts';
import type { User } from './users.ts';

/** Notifies the owner by mail of what was done to the account, if it has an address. */
async function notify(deps: IdentityDeps, user: User, mail: CodeMail): Promise<void> {
  if (user.email === null) return;
  deps.mail.wake(await queueMail(deps.pool, { to: user.email, ...mail }, deps.clock.now()));
}

export const notifyPasswordChanged = (deps: IdentityDeps, user: User): Promise<void> =>
  notify(deps, user, passwordChangedMail(user.language, deps.clock.now(), deps.site));

/** Only for a device that no earlier session of the user had, by its user agent and its address. */
export async function notifyNewLogin(deps: IdentityDeps, user: User, from: Device): Promise<void> {
  if (user.email === null) return;
  const { rows } = await deps.pool.query<{ earlier: boolean | null }>(
    'select bool_or(user_agent = $2 or ip = $3) as earlier from sessions where user_id = $1',
    [user.id, from.userAgent, from.ip],
  );
  if (rows[0]?.earlier === false) {
    await notify(deps, user, newLoginMail(user.language, deps.clock.now(), from, deps.site));
  }
}
