import { SOCKET_CLOSE } from '@glasshouse/api/sockets';
import type { Connection } from '../protocol/connection.ts';
import { SharedMessage } from '../protocol/framing.ts';
import type { SocketUser } from '../protocol/messages.ts';

/** One user socket, from the wait for its token on. */
export class UserClient {
  readonly connection: Connection;
  /** Ticket of the pending authentication. */
  ticket: number | undefined;
  user: SocketUser | undefined;
  /** What the first message asked to resume from. */
  resumeFrom: number | undefined;
  readonly #bufferBytesMax: number;
  readonly #authTimer: NodeJS.Timeout;

  constructor(connection: Connection, limits: { readonly authTimeoutMs: number; readonly userBufferBytesMax: number }) {
    this.connection = connection;
    this.#bufferBytesMax = limits.userBufferBytesMax;
    this.#authTimer = setTimeout(
      () => connection.close(SOCKET_CLOSE.tryAgainLater, 'no token in time'),
      limits.authTimeoutMs,
    );
  }

  admit(user: SocketUser): void {
    clearTimeout(this.#authTimer);
    this.ticket = undefined;
    this.user = user;
  }

  released(): void {
    clearTimeout(this.#authTimer);
  }

  /**
   * Events may not be skipped, so a client that does not read them is cut off (true) and resumes
   * later.
   */
  send(message: SharedMessage, now: number): boolean {
    const { connection } = this;
    if (this.#bufferBytesMax < connection.waitingBytes) {
      const wasOpen = connection.open;
      connection.close(SOCKET_CLOSE.tryAgainLater, 'too slow');
      return wasOpen;
    }
    connection.write(message.bytes(false), now);
    return false;
  }

  sendNotice(type: 'ready' | 'resync' | 'heartbeat', seq: number, at: number): void {
    this.send(new SharedMessage(JSON.stringify({ type, seq, at }), false), at);
  }
}
