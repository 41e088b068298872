import { SOCKET_PROTOCOL, USER_SOCKET_PATH } from '@glasshouse/api/constants';
import type { UserEventDataOf, UserEventKind, UserServerMessage } from '@glasshouse/api/sockets';
import { Connection, type ConnectionHost } from './connection.ts';

const SILENCE_MS = 30_000;
/** Close code: the server does not know the token any more. */
const SESSION_ENDED = 4401;

export interface UserListener {
  readonly event: <Kind extends UserEventKind>(kind: Kind, book: 'demo' | 'real', data: UserEventDataOf<Kind>) => void;
  /** Events may have been missed: everything that is shown must be fetched again. */
  readonly resync: () => void;
}

export interface UserSocketOptions {
  /** `ws:` or `wss:` address without a path. Called before each attempt. */
  readonly origin: () => string;
  readonly onSessionEnded: (token: string | undefined) => void;
  readonly host?: ConnectionHost;
}

/**
 * Events of one person's orders and balances, in both books. After a loss it resumes behind the
 * last event that it received, or reports that some may be missing.
 */
export class UserSocket {
  readonly #listeners = new Set<UserListener>();
  readonly #connection: Connection;
  #lastSeq: number | undefined;
  #token: string | undefined;

  constructor({ origin, onSessionEnded, host }: UserSocketOptions) {
    this.#connection = new Connection({
      open: () => new WebSocket(`${origin()}${USER_SOCKET_PATH}`, SOCKET_PROTOCOL),
      onOpen: (send) => {
        const resume = this.#lastSeq === undefined ? {} : { resume: this.#lastSeq };
        send({ token: this.#token, ...resume });
      },
      onMessage: (message) => this.#receive(message as UserServerMessage),
      isFinal: (code) => {
        if (code === SESSION_ENDED) onSessionEnded(this.#token);
        return code === SESSION_ENDED;
      },
      silenceMs: SILENCE_MS,
      ...(host === undefined ? {} : { host }),
    });
  }

  /** Follows the events of this session from now on, those of the one before no longer. */
  follow(token: string | undefined): void {
    this.#token = token;
    this.#lastSeq = undefined;
    this.#connection.stop();
    if (token !== undefined) this.#connection.start();
  }

  subscribe(listener: UserListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #receive(message: UserServerMessage): void {
    // What was fetched before the first `ready` may lack what happened until then: nobody sent
    // that.
    const isFirst = message.type === 'ready' && this.#lastSeq === undefined;
    if (message.type === 'resync' || isFirst) for (const listener of this.#listeners) listener.resync();
    if (message.type === 'event') {
      for (const listener of this.#listeners)
        listener.event(message.kind as UserEventKind, message.book, message.data as never);
    }
    this.#lastSeq = message.seq;
  }
}
