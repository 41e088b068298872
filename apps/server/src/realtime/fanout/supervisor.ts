import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DepthMarket, DepthUpdate, MarketFrame, SequencedUserEvent } from '../../kernel/core/bus.ts';
import type { Log } from '../../platform/log.ts';
import { CLOSE_GRACE_MS, DEFAULT_LIMITS, type SocketLimits } from '../protocol/limits.ts';
import type { FromSockets, SocketStats, SocketUser } from '../protocol/messages.ts';
import { Channel } from './channel.ts';
import { depthKey, LatestDepth } from './latest-depth.ts';
import { SnapshotRows } from './snapshot-rows.ts';

export interface SocketsOptions {
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** The user of a token; undefined when it is not valid. */
  authenticate(token: string): Promise<SocketUser | undefined>;
  /** Decimals of the prices of an instrument. */
  precisionOf(code: string): number;
  /**
   * `listMarkets` without a type as bytes, and the core frame that it holds; undefined before there
   * is one.
   */
  marketList(): { readonly seq: number; readonly json: Buffer } | undefined;
  /** The first watcher of an order book has come, or the last one has left. */
  readonly watchDepth?: (market: DepthMarket, isWatched: boolean) => void;
  readonly limits?: Partial<SocketLimits>;
}

export interface Sockets {
  /**
   * Takes an upgraded socket over for good. To be called in the same turn as the server's `upgrade`
   * event. `address` is the client's, for the limit per address: behind a proxy it is not the peer
   * of the socket.
   */
  handOver(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** `marketList` must include this frame already. */
  publishFrame(frame: MarketFrame): void;
  publishDepth(update: DepthUpdate): void;
  publishUserEvents(events: readonly SequencedUserEvent[]): void;
  /** Whether the events of this user are wanted: a client is connected, or was recently. */
  watches(userId: number): boolean;
  /** Closes the sockets of these sessions and users. */
  revoke(targets: { readonly userIds?: readonly number[]; readonly sessionIds?: readonly number[] }): void;
  /** Rejects while the process restarts. */
  stats(): Promise<SocketStats>;
  stop(): Promise<void>;
}

/** Frames in flight to the process; while it lags behind, newer rows replace older ones here. */
const FRAMES_UNSENT_MAX = 4;
const RESTART_MS_MIN = 100;
const RESTART_MS_MAX = 5_000;
const NOT_RUNNING = 'the sockets process is not running';
/** A process that ran this long restarts at once. */
const HEALTHY_MS = 10_000;

/** Starts the sockets process and keeps it running. Resolves once it accepts sockets. */
export async function startSockets(options: SocketsOptions): Promise<Sockets> {
  const supervisor = new Supervisor(options);
  await supervisor.start();
  return supervisor;
}

class Supervisor implements Sockets {
  readonly #options: SocketsOptions;
  readonly #limits: SocketLimits;
  readonly #snapshot = new SnapshotRows();
  readonly #pending = new SnapshotRows();
  readonly #pendingDepth = new LatestDepth();
  #depthUnsent = 0;
  readonly #depthWatched = new Map<string, DepthMarket>();
  #newest = { seq: 0, at: 0 };
  #framesUnsent = 0;
  #isListWanted = false;
  /** Users whose events the process keeps, and the ticket of theirs that was answered last. */
  readonly #watched = new Map<number, number>();
  #channel: Channel | undefined;
  #isReady = false;
  #isStopping = false;
  #startedAtMs = 0;
  #restartMs = RESTART_MS_MIN;
  #lastTicket = 0;
  readonly #statsAsked = new Map<number, PromiseWithResolvers<SocketStats>>();
  /** The first start: restarting does not help a process that ends before it was ever ready. */
  #first: PromiseWithResolvers<void> | undefined;
  #onStopped: (() => void) | undefined;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
  }

  start(): Promise<void> {
    const first = Promise.withResolvers<void>();
    this.#first = first;
    this.#launch();
    return first.promise;
  }

  handOver(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void {
    socket.on('error', () => socket.destroy());
    const { method = 'GET', url = '/', headers } = request;
    const upgrade = { method, url, headers, head, address };
    const isHandedOver = this.#isReady && socket instanceof Socket && this.#channel?.handOver(upgrade, socket) === true;
    if (isHandedOver) return;
    const answer =
      'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
    socket.end(answer, () => socket.destroy());
  }

  publishFrame(frame: MarketFrame): void {
    this.#newest = { seq: frame.seq, at: frame.at };
    this.#snapshot.merge(frame.rows);
    if (!this.#isReady) return;
    this.#pending.merge(frame.rows);
    this.#sendPending();
    if (this.#isListWanted) this.#sendList();
  }

  publishDepth(update: DepthUpdate): void {
    if (!this.#isReady || !this.#depthWatched.has(depthKey(update))) return;
    this.#pendingDepth.merge(update);
    this.#sendPendingDepth();
  }

  publishUserEvents(events: readonly SequencedUserEvent[]): void {
    if (!this.#isReady) return;
    const watched = events.filter((event) => this.#watched.has(event.userId));
    if (0 < watched.length) this.#channel?.send({ kind: 'events', events: watched });
  }

  watches(userId: number): boolean {
    return this.#watched.has(userId);
  }

  revoke({ userIds = [], sessionIds = [] }: Parameters<Sockets['revoke']>[0]): void {
    if (this.#isReady) this.#channel?.send({ kind: 'revoke', userIds, sessionIds });
  }

  stats(): Promise<SocketStats> {
    this.#lastTicket += 1;
    const ticket = this.#lastTicket;
    const pending = Promise.withResolvers<SocketStats>();
    if (!this.#isReady) pending.reject(new Error(NOT_RUNNING));
    else {
      this.#statsAsked.set(ticket, pending);
      this.#channel?.send({ kind: 'stats', ticket });
    }
    return pending.promise;
  }

  async stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    if (this.#channel === undefined) return;
    const stopped = new Promise<void>((resolve) => {
      this.#onStopped = resolve;
    });
    this.#channel.send({ kind: 'stop' });
    const channel = this.#channel;
    const killTimer = setTimeout(() => channel.kill(), CLOSE_GRACE_MS * 2);
    await stopped;
    clearTimeout(killTimer);
  }

  #launch(): void {
    this.#startedAtMs = performance.now();
    this.#channel = new Channel(
      (message) => this.#receive(message),
      (how) => this.#ended(how),
    );
  }

  #ended(how: string): void {
    this.#channel = undefined;
    this.#isReady = false;
    this.#watched.clear();
    this.#pending.clear();
    this.#framesUnsent = 0;
    this.#pendingDepth.clear();
    this.#depthUnsent = 0;
    for (const market of this.#depthWatched.values()) this.#options.watchDepth?.(market, false);
    this.#depthWatched.clear();
    for (const pending of this.#statsAsked.values()) pending.reject(new Error(NOT_RUNNING));
    this.#statsAsked.clear();
    if (this.#isStopping) {
      this.#onStopped?.();
      return;
    }
    if (this.#first !== undefined) {
      this.#first.reject(new Error(`the sockets process ended before it was ready: ${how}`));
      return;
    }
    const livedMs = performance.now() - this.#startedAtMs;
    this.#restartMs = HEALTHY_MS <= livedMs ? RESTART_MS_MIN : Math.min(RESTART_MS_MAX, this.#restartMs * 2);
    this.#options.log.error({ how, restartMs: this.#restartMs }, 'the sockets process ended; starting it again');
    setTimeout(() => {
      if (!this.#isStopping) this.#launch();
    }, this.#restartMs);
  }

  #receive(message: FromSockets): void {
    if (message.kind === 'ready') this.#ready();
    else if (message.kind === 'want-list') this.#sendList();
    else if (message.kind === 'watch-depth') this.#watchDepth(message.market, message.isWatched);
    else if (message.kind === 'authenticate') void this.#authenticate(message.ticket, message.token);
    else if (message.kind === 'forget') this.#forget(message.userId, message.ticket);
    else if (message.kind === 'stats') {
      this.#statsAsked.get(message.ticket)?.resolve(message.stats);
      this.#statsAsked.delete(message.ticket);
    }
  }

  /** Not when somebody has been let in meanwhile: the process did not know of it. */
  #forget(userId: number, ticket: number): void {
    if (this.#watched.get(userId) === ticket) this.#watched.delete(userId);
  }

  #ready(): void {
    this.#channel?.send({ kind: 'start', limits: this.#limits });
    this.#isReady = true;
    this.#options.log.info({ pid: this.#channel?.pid }, 'sockets process ready');
    if (0 < this.#snapshot.size) {
      const frame = this.#snapshot.frame(this.#newest, this.#options.precisionOf);
      this.#channel?.send({ kind: 'frame', frame });
    }
    this.#first?.resolve();
    this.#first = undefined;
  }

  #sendPending(): void {
    const channel = this.#channel;
    if (channel === undefined || this.#pending.size === 0 || FRAMES_UNSENT_MAX <= this.#framesUnsent) return;
    const frame = this.#pending.frame(this.#newest, this.#options.precisionOf);
    this.#pending.clear();
    this.#framesUnsent += 1;
    channel.send({ kind: 'frame', frame }, () => {
      if (this.#channel !== channel) return;
      this.#framesUnsent -= 1;
      this.#sendPending();
    });
  }

  #sendPendingDepth(): void {
    const channel = this.#channel;
    if (channel === undefined || this.#pendingDepth.size === 0 || FRAMES_UNSENT_MAX <= this.#depthUnsent) return;
    this.#depthUnsent += 1;
    channel.send({ kind: 'depth', updates: this.#pendingDepth.take() }, () => {
      if (this.#channel !== channel) return;
      this.#depthUnsent -= 1;
      this.#sendPendingDepth();
    });
  }

  #watchDepth(market: DepthMarket, isWatched: boolean): void {
    if (isWatched) this.#depthWatched.set(depthKey(market), market);
    else this.#depthWatched.delete(depthKey(market));
    this.#options.watchDepth?.(market, isWatched);
  }

  #sendList(): void {
    const list = this.#options.marketList();
    this.#isListWanted = list === undefined;
    if (list !== undefined) this.#channel?.send({ kind: 'list', coreSeq: list.seq, json: list.json });
  }

  async #authenticate(ticket: number, token: string): Promise<void> {
    const channel = this.#channel;
    let user: SocketUser | null = null;
    try {
      user = (await this.#options.authenticate(token)) ?? null;
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a token could not be looked up');
    }
    if (channel === undefined || this.#channel !== channel) return;
    // From now on no event of the user is skipped: whatever the process receives next comes after
    // this answer.
    if (user !== null) this.#watched.set(user.userId, ticket);
    channel.send({ kind: 'authenticated', ticket, user });
  }
}
