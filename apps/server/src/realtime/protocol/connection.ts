import type { Socket } from 'node:net';
import { SOCKET_CLOSE, SOCKET_MESSAGES_PER_10S_MAX } from '@glasshouse/api/sockets';
import type { WebSocket } from 'ws';
import { PING_FRAME } from './framing.ts';
import { CLIENT_WINDOW_MS, CLOSE_GRACE_MS, UNREAD_BYTES_MAX } from './limits.ts';

/** One open WebSocket with its raw socket, to which shared frames are written past the library. */
export class Connection {
  readonly ws: WebSocket;
  readonly deflate: boolean;
  lastSentAtMs: number;
  readonly #socket: Socket;
  /** Cleared by each ping, set by anything that arrives. */
  #heard = true;
  /** Bytes that the system had taken for it at the last ping. */
  #takenAtPing = 0;
  #windowStartedAtMs = 0;
  #messagesInWindow = 0;

  constructor(ws: WebSocket, socket: Socket, nowMs: number) {
    this.ws = ws;
    this.#socket = socket;
    this.deflate = ws.extensions !== '';
    this.lastSentAtMs = nowMs;
    // Errors end in `close`, where the hubs drop the connection.
    ws.on('error', () => {});
    ws.on('pong', () => {
      this.#heard = true;
    });
  }

  get open(): boolean {
    return this.ws.readyState === this.ws.OPEN;
  }

  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  /** Writes bytes that are framed already. */
  write(bytes: Buffer, nowMs: number): void {
    if (!this.open || this.#socket.destroyed) return;
    this.#socket.write(bytes);
    this.lastSentAtMs = nowMs;
  }

  /**
   * The text of a message; undefined when it has ended the connection: not text, or more of them
   * than any page needs.
   */
  textOf(data: Buffer, isBinary: boolean, nowMs: number): string | undefined {
    this.#heard = true;
    releaseInflate(this.ws);
    if (!this.open) return undefined;
    if (this.#windowStartedAtMs + CLIENT_WINDOW_MS <= nowMs) {
      this.#windowStartedAtMs = nowMs;
      this.#messagesInWindow = 0;
    }
    this.#messagesInWindow += 1;
    if (SOCKET_MESSAGES_PER_10S_MAX < this.#messagesInWindow) this.close(SOCKET_CLOSE.policy, 'too many messages');
    else if (isBinary) this.close(SOCKET_CLOSE.unsupported, 'text only');
    else return data.toString();
    return undefined;
  }

  /**
   * Pings the client, and drops it when it has sent nothing since the last ping. A client that was
   * sent more meanwhile than the system buffers must have read, and needs no ping: a pong costs
   * more than ten frames.
   */
  ping(nowMs: number): void {
    const sentBytes = this.#socket.bytesWritten - this.#socket.writableLength;
    const hasRead = UNREAD_BYTES_MAX < sentBytes - this.#takenAtPing;
    this.#takenAtPing = sentBytes;
    if (hasRead) {
      this.#heard = true;
      return;
    }
    if (!this.#heard) {
      this.ws.terminate();
      return;
    }
    this.#heard = false;
    this.write(PING_FRAME, nowMs);
  }

  /** Sends a close frame, and does not wait long for a client that may not be reading. */
  close(code: number, reason: string): void {
    if (!this.open) return;
    this.ws.close(code, reason);
    setTimeout(() => this.ws.terminate(), CLOSE_GRACE_MS).unref();
  }
}

/**
 * Frees the decompressor after each message. Every message of a client stands alone
 * (`client_no_context_takeover`), and keeping one alive costs about 50 kB a browser for the sake of
 * a few subscribe messages. The library offers no way, so this reaches into it; should the field
 * move, messages still work and only memory is spent.
 */
function releaseInflate(ws: WebSocket): void {
  const inner = ws as unknown as { _extensions?: { 'permessage-deflate'?: { cleanup?: () => void } } };
  inner._extensions?.['permessage-deflate']?.cleanup?.();
}
