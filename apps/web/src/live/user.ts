import type { ResultOf } from '@glasshouse/api';
import { PAGE_HOST, socketOrigin } from '@glasshouse/app/page-host';
import { dropSession, onTokenChange, sessionToken } from '@glasshouse/app/session/session';
import { type UserListener, UserSocket } from '@glasshouse/client/live/user-socket';

export type { UserListener };

/**
 * The user socket: what happens to this person's orders and balances, so that no page has to ask
 * again.
 */
export type OptionsOrder = ResultOf<'buyOption'>;
/** A contract as commands answer with it. */
export type ContractAnswer = ResultOf<'openPosition'>;
export type ContractOrder = ResultOf<'listPositions'>['items'][number];
export type SpotOrder = ResultOf<'placeSpotOrder'>;
export type Conversion = ResultOf<'convert'>;
export type PriceAlert = ResultOf<'addAlert'>;

/** Events about options orders, whatever happened to them: each carries the order as it is now. */
export const isOptionsEvent = (kind: string): boolean => /^options\b/.test(kind);

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
