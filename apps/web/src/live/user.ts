import type { ResultOf } from '@glasshouse/api';
import { SOCKET_PROTOCOL, USER_SOCKET_PATH } from '@glasshouse/api/constants';
import type { UserEventDataOf, UserEventKind, UserServerMessage } from '@glasshouse/api/sockets';
import { type Book, dropSession, onTokenChange, sessionToken } from '../session/session.ts';
import { Connection } from './connection.ts';
import { socketUrl } from './market.ts';

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

export interface UserListener {
  readonly event: <Kind extends UserEventKind>(kind: Kind, book: Book, data: UserEventDataOf<Kind>) => void;
  /** Events may have been missed: everything that is shown must be fetched again. */
  readonly resync: () => void;
}

/** Events about options orders, whatever happened to them: each carries the order as it is now. */
export const isOptionsEvent = (kind: string): boolean => /^options\b/.test(kind);

const SILENCE_MS = 30_000;
const SESSION_ENDED = 4401;

const listeners = new Set<UserListener>();
let lastSeq: number | undefined;
let tokenInUse: string | undefined;

const connection = new Connection({
  open: () => new WebSocket(socketUrl(USER_SOCKET_PATH), SOCKET_PROTOCOL),
  onOpen: (send) => {
    const resume = lastSeq === undefined ? {} : { resume: lastSeq };
    send({ token: tokenInUse, ...resume });
  },
  onMessage: (message) => receive(message as UserServerMessage),
  isFinal: (code) => {
    if (code === SESSION_ENDED) dropSession(tokenInUse);
    return code === SESSION_ENDED;
  },
  silenceMs: SILENCE_MS,
});

function receive(message: UserServerMessage): void {
  // What was fetched before the first `ready` may lack what happened until then: nobody sent that.
  const isFirst = message.type === 'ready' && lastSeq === undefined;
  if (message.type === 'resync' || isFirst) for (const listener of listeners) listener.resync();
  if (message.type === 'event') {
    for (const listener of listeners)
      listener.event(message.kind as UserEventKind, message.book, message.data as never);
  }
  lastSeq = message.seq;
}

function follow(): void {
  tokenInUse = sessionToken();
  lastSeq = undefined;
  connection.stop();
  if (tokenInUse !== undefined) connection.start();
}

/**
 * Follows the session: connects when somebody logs in, lets go when they leave. Events of both
 * books come over it.
 */
export function startUser(): void {
  let known = sessionToken();
  onTokenChange(() => {
    if (sessionToken() === known) return;
    known = sessionToken();
    follow();
  });
  follow();
}

export function onUserEvent(listener: UserListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
