import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { visibleTo, type Waiting } from '../operator/live.ts';
import type { OperatorSession, OperatorSessions } from '../operator/sessions.ts';
import type { Log } from '../platform/log.ts';
import { cookieIn, cookieName, DEVICE_COOKIE, deviceHash, isOwnHost, SESSION_COOKIE } from './operator-cookies.ts';

/** What waits is read this often while anybody watches: people outside add to it. */
const READ_MS = 5_000;
/** After a command, at once; several in a row are read together. */
const SOON_MS = 100;
const PING_MS = 25_000;
const SOCKETS_MAX = 500;
/** Operators send nothing. */
const MESSAGE_BYTES_MAX = 16;
/** A client that reads this little is told to come again. */
const BEHIND_BYTES_MAX = 64 * 1_024;
const SESSION_ENDED = 4_401;
const FELL_BEHIND = 4_408;

export interface OperatorSocketDeps {
  readonly sessions: OperatorSessions;
  readonly read: () => Promise<Waiting>;
  /** Calls back when something may have changed. */
  readonly onChange: (listener: () => void) => () => void;
  /** Hosts that pages may come from besides the one that is asked. */
  /** Whether people reach the site by https. */
  readonly isSecure: boolean;
  readonly host: string;
  readonly log: Pick<Log, 'warn'>;
}

interface Client {
  readonly socket: WebSocket;
  readonly token: string;
  readonly device: string;
  sent: string;
  isAlive: boolean;
}

/**
 * Tells operators what waits and who works on it. A session that ended, or whose operator was
 * disabled, is noticed at the next reading and closed with 4401.
 */
export class OperatorSocket {
  readonly #deps: OperatorSocketDeps;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
  readonly #clients = new Set<Client>();
  readonly #stopListening: () => void;
  readonly #reading = setInterval(() => void this.#push(), READ_MS).unref();
  readonly #pinging = setInterval(() => this.#ping(), PING_MS).unref();
  #soon: NodeJS.Timeout | undefined;
  #isPushing = false;
  /** What changed while a reading was under way may be missing from it. */
  #isStale = false;

  constructor(deps: OperatorSocketDeps) {
    this.#deps = deps;
    this.#stopListening = deps.onChange(() => {
      this.#soon ??= setTimeout(() => {
        this.#soon = undefined;
        void this.#push();
      }, SOON_MS).unref();
    });
  }

  /** Takes over an upgraded connection. */
  async accept(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void> {
    socket.on('error', () => socket.destroy());
    const status = await this.#admit(request, address).catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'an operator could not be connected');
      return '503 Service Unavailable';
    });
    if (typeof status === 'string') {
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      const client: Client = { ...status, socket: opened, sent: '', isAlive: true };
      this.#clients.add(client);
      opened.on('pong', () => {
        client.isAlive = true;
      });
      opened.on('error', () => opened.terminate());
      opened.on('close', () => this.#clients.delete(client));
      void this.#push();
    });
  }

  stop(): void {
    this.#stopListening();
    clearInterval(this.#reading);
    clearInterval(this.#pinging);
    clearTimeout(this.#soon);
    for (const { socket } of this.#clients) socket.terminate();
    this.#server.close();
  }

  async #admit(
    request: IncomingMessage,
    address: string,
  ): Promise<string | { readonly token: string; readonly device: string }> {
    const { origin, host } = request.headers;
    // Every browser names the page; without one no cookie could have been sent across sites.
    if (origin !== undefined && !isOwnHost(origin, [host, this.#deps.host])) return '403 Forbidden';
    if (!(await this.#deps.sessions.mayComeFrom(address))) return '403 Forbidden';
    if (SOCKETS_MAX <= this.#clients.size) return '503 Service Unavailable';
    const token = cookieIn(request, cookieName(SESSION_COOKIE, this.#deps.isSecure));
    const own = cookieIn(request, cookieName(DEVICE_COOKIE, this.#deps.isSecure));
    const device = deviceHash(own);
    const session = await this.#sessionOf({ token, device });
    return session === undefined ? '401 Unauthorized' : { token, device };
  }

  async #sessionOf({ token, device }: Pick<Client, 'token' | 'device'>): Promise<OperatorSession | undefined> {
    const session = await this.#deps.sessions.look(token, device);
    return session?.credential === undefined ? undefined : session;
  }

  /** Reads once for all, and sends to each what is new to them. */
  async #push(): Promise<void> {
    if (this.#clients.size === 0) return;
    this.#isStale = this.#isPushing;
    if (this.#isPushing) return;
    this.#isPushing = true;
    try {
      const waiting = await this.#deps.read();
      for (const client of this.#clients) {
        const session = await this.#sessionOf(client);
        if (session === undefined) client.socket.close(SESSION_ENDED);
        else this.#send(client, JSON.stringify(visibleTo(waiting, session.operator.roles)));
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'what waits could not be read; operators see it later');
    } finally {
      this.#isPushing = false;
    }
    if (this.#isStale) await this.#push();
  }

  #send(client: Client, text: string): void {
    if (client.sent === text) return;
    if (BEHIND_BYTES_MAX < client.socket.bufferedAmount) {
      client.socket.close(FELL_BEHIND);
      return;
    }
    client.sent = text;
    client.socket.send(text);
  }

  #ping(): void {
    for (const client of this.#clients) {
      if (!client.isAlive) client.socket.terminate();
      client.isAlive = false;
      client.socket.ping();
    }
  }
}
