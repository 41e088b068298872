import { PAGE_HOST, socketOrigin } from '@glasshouse/app/page-host';
import { dropSession, onTokenChange, sessionToken } from '@glasshouse/app/session/session';
import { type UserListener, UserSocket } from '@glasshouse/client/live/user-socket';

export type { UserListener };

/** Events about options orders, whatever happened to them: each carries the order as it is now. */
export const isOptionsEvent = (kind: string): boolean => /^options\b/.test(kind);

/**
 * The user socket: what happens to this person's orders and balances, so that no page has to ask
 * again.
 */
const socket = new UserSocket({ origin: socketOrigin, onSessionEnded: dropSession, host: PAGE_HOST });

/**
 * Follows the session: connects when somebody logs in, lets go when they leave. Events of both
 * books come over it.
 */
export function startUser(): void {
  let known = sessionToken();
  onTokenChange(() => {
    if (sessionToken() === known) return;
    known = sessionToken();
    socket.follow(known);
  });
  socket.follow(known);
}

export const onUserEvent = (listener: UserListener): (() => void) => socket.subscribe(listener);
