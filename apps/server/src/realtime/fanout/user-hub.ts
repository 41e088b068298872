import { SOCKET_CLOSE, type UserClientMessage } from '@glasshouse/api/sockets';
import type { SequencedUserEvent } from '../../kernel/core/bus.ts';
import { parseUserMessage } from '../protocol/client-message.ts';
import type { Connection } from '../protocol/connection.ts';
import type { SocketLimits } from '../protocol/limits.ts';
import type { SocketUser } from '../protocol/messages.ts';
import { visitInSlices } from '../protocol/slices.ts';
import { UserClient } from './user-client.ts';
import { UserStream } from './user-stream.ts';

interface Listeners {
  readonly stream: UserStream;
  readonly clients: Set<UserClient>;
  /** Of the user's newest answer from main. */
  ticket: number;
}

export interface UserHubPort {
  authenticate(ticket: number, token: string): void;
  /**
   * Main may stop sending the events of this user, unless it has answered a later ticket of theirs:
   * that answer is still on its way here.
   */
  forget(userId: number, ticket: number): void;
}

/**
 * The user sockets: a token first, then every event of that user. Nothing is skipped: a slow client
 * is cut off and resumes.
 */
export class UserHub {
  cutOff = 0;
  readonly #limits: SocketLimits;
  readonly #port: UserHubPort;
  readonly #clock: () => number;
  readonly #clients = new Set<UserClient>();
  readonly #byTicket = new Map<number, UserClient>();
  /** Least recently joined first, so that the bound drops who has been away longest. */
  readonly #byUser = new Map<number, Listeners>();
  #lastTicket = 0;

  constructor(limits: SocketLimits, port: UserHubPort, clock: () => number) {
    this.#limits = limits;
    this.#port = port;
    this.#clock = clock;
  }

  get size(): number {
    return this.#clients.size;
  }

  get streams(): number {
    return this.#byUser.size;
  }

  get waitingBytes(): number {
    let bytes = 0;
    for (const client of this.#clients) bytes += client.connection.waitingBytes;
    return bytes;
  }

  open(connection: Connection): void {
    const client = new UserClient(connection, this.#limits);
    this.#clients.add(client);
    connection.ws.on('close', () => this.#remove(client));
    connection.ws.on('message', (data, isBinary) => this.#onMessage(client, data as Buffer, isBinary));
  }

  /** Main has looked up a token. */
  authenticated(ticket: number, user: SocketUser | null): void {
    const client = this.#byTicket.get(ticket);
    this.#byTicket.delete(ticket);
    const listeners = user === null ? undefined : this.#byUser.get(user.userId);
    if (listeners !== undefined) listeners.ticket = ticket;
    if (client === undefined) {
      // The client left meanwhile, but main already counts on this process to listen for the user.
      if (user !== null && listeners === undefined) this.#port.forget(user.userId, ticket);
    } else if (user === null) {
      client.connection.close(SOCKET_CLOSE.unauthorized, 'token not valid');
    } else {
      client.admit(user);
      this.#join(client, user.userId, ticket);
    }
  }

  publish(events: readonly SequencedUserEvent[]): void {
    const now = this.#clock();
    for (const event of events) {
      const listeners = this.#byUser.get(event.userId);
      if (listeners === undefined) continue;
      const message = listeners.stream.add(event);
      for (const client of listeners.clients) if (client.send(message, now)) this.cutOff += 1;
    }
  }

  revoke(userIds: readonly number[], sessionIds: readonly number[]): void {
    const users = new Set(userIds);
    const sessions = new Set(sessionIds);
    for (const { user, connection } of this.#clients) {
      if (user === undefined) continue;
      if (users.has(user.userId) || sessions.has(user.sessionId)) {
        connection.close(SOCKET_CLOSE.unauthorized, 'session ended');
      }
    }
  }

  async ping(): Promise<void> {
    const now = this.#clock();
    await visitInSlices([...this.#clients], ({ connection }) => connection.ping(now));
  }

  async beat(): Promise<void> {
    const at = this.#clock();
    await visitInSlices([...this.#clients], (client) => {
      const { connection, user } = client;
      if (user === undefined || connection.waitingBytes !== 0) return;
      if (at < connection.lastSentAtMs + this.#limits.heartbeatEveryMs) return;
      client.sendNotice('heartbeat', this.#byUser.get(user.userId)?.stream.seq ?? 0, at);
    });
  }

  async closeAll(code: number, reason: string): Promise<void> {
    await visitInSlices([...this.#clients], (client) => client.connection.close(code, reason));
  }

  #onMessage(client: UserClient, data: Buffer, isBinary: boolean): void {
    const text = client.connection.textOf(data, isBinary, this.#clock());
    if (text === undefined) return;
    const message = parseUserMessage(text);
    if (message === undefined) client.connection.close(SOCKET_CLOSE.policy, 'wrong message');
    else this.#handle(client, message);
  }

  #handle(client: UserClient, { token, resume }: UserClientMessage): void {
    const { connection, user } = client;
    if (user !== undefined) {
      if (token !== undefined) connection.close(SOCKET_CLOSE.policy, 'token sent already');
      else if (resume !== undefined) this.#resume(client, user.userId, resume);
      return;
    }
    if (token === undefined || client.ticket !== undefined) {
      connection.close(SOCKET_CLOSE.policy, 'expected one token first');
      return;
    }
    this.#lastTicket += 1;
    client.ticket = this.#lastTicket;
    client.resumeFrom = resume;
    this.#byTicket.set(this.#lastTicket, client);
    this.#port.authenticate(this.#lastTicket, token);
  }

  #join(client: UserClient, userId: number, ticket: number): void {
    const listeners = this.#byUser.get(userId) ?? {
      stream: new UserStream(this.#clock(), this.#limits.eventsPerUserMax),
      clients: new Set<UserClient>(),
      ticket,
    };
    this.#byUser.delete(userId);
    this.#byUser.set(userId, listeners);
    listeners.clients.add(client);
    this.#forgetOldest();
    client.sendNotice('ready', listeners.stream.seq, this.#clock());
    if (client.resumeFrom !== undefined) this.#resume(client, userId, client.resumeFrom);
  }

  /** The missed events, or `resync` when they are not all known. */
  #resume(client: UserClient, userId: number, from: number): void {
    const stream = this.#byUser.get(userId)?.stream;
    if (stream === undefined) return;
    const now = this.#clock();
    const missed = stream.after(from);
    if (missed === undefined) client.sendNotice('resync', stream.seq, now);
    else for (const message of missed) if (client.send(message, now)) this.cutOff += 1;
  }

  #forgetOldest(): void {
    for (const [userId, { clients, ticket }] of this.#byUser) {
      if (this.#byUser.size <= this.#limits.userStreamsMax) return;
      if (clients.size !== 0) continue;
      this.#byUser.delete(userId);
      this.#port.forget(userId, ticket);
    }
  }

  #remove(client: UserClient): void {
    client.released();
    this.#clients.delete(client);
    if (client.ticket !== undefined) this.#byTicket.delete(client.ticket);
    if (client.user !== undefined) this.#byUser.get(client.user.userId)?.clients.delete(client);
  }
}
