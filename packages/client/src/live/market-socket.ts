import { MARKET_SOCKET_PATH, SOCKET_PROTOCOL } from '@glasshouse/api/constants';
import type { DepthServerMessage, MarketClientMessage, MarketServerMessage } from '@glasshouse/api/sockets';
import { Cell } from '../emitter.ts';
import { BookPairing } from './book-pairing.ts';
import { Connection, type ConnectionHost, type ConnectionState } from './connection.ts';
import { DepthStore, type Pair } from './depth-store.ts';
import { MarketSnapshot } from './market-snapshot.ts';
import type { ServerClock } from './server-clock.ts';
import { Subscriptions } from './subscriptions.ts';

/** Three heartbeats: the server sends one every ten seconds when nothing changes. */
const SILENCE_MS = 30_000;
const SUBSCRIBE_DELAY_MS = 120;

export interface MarketSocketOptions {
  /** `ws:` or `wss:` address without a path. Called before each attempt. */
  readonly origin: () => string;
  readonly clock: ServerClock;
  readonly host?: ConnectionHost;
}

/**
 * Prices of all markets over one WebSocket, and order book and trades of one pair. After a loss it
 * resumes behind the last frame that it received.
 */
export class MarketSocket {
  readonly snapshot = new MarketSnapshot();
  readonly depth = new DepthStore();
  readonly state = new Cell<ConnectionState>('connecting');
  /** Which markets are shown; without any, the server sends all. */
  readonly subscriptions: Subscriptions;
  readonly #connection: Connection;
  readonly #clock: ServerClock;
  /** Number of the last frame. */
  #lastSeq: number | undefined;
  #pair: Pair | undefined;

  constructor({ origin, clock, host }: MarketSocketOptions) {
    this.#clock = clock;
    new BookPairing(this.snapshot, this.depth);
    this.#connection = new Connection({
      open: () => {
        const resume = this.#lastSeq === undefined ? '' : `?resume=${this.#lastSeq}`;
        return new WebSocket(`${origin()}${MARKET_SOCKET_PATH}${resume}`, SOCKET_PROTOCOL);
      },
      onOpen: () => this.#onOpen(),
      onMessage: (message) => this.#receive(message as MarketServerMessage | DepthServerMessage),
      onState: (next) => this.state.set(next),
      silenceMs: SILENCE_MS,
      ...(host === undefined ? {} : { host }),
    });
    this.subscriptions = new Subscriptions({
      send: (scope) => this.#send({ subscribe: scope === 'all' ? null : [...scope] }),
      delayMs: SUBSCRIBE_DELAY_MS,
    });
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
  }

  /** Calls back when the link is live after a loss: bars and lists may have holes then. */
  onReconnected(listener: () => void): () => void {
    let isLost = false;
    return this.state.subscribe(() => {
      const now = this.state.get();
      // A page that was opened without a network goes through "connecting" again before it is live.
      if (now === 'reconnecting' || now === 'offline') isLost = true;
      if (now !== 'live' || !isLost) return;
      isLost = false;
      listener();
    });
  }

  /** Order book and trades of this pair from now on; undefined ends them. */
  watchDepth(pair: Pair | undefined): void {
    this.#pair = pair;
    this.depth.watch(pair);
    this.#send(pair === undefined ? { depth: null } : { depth: pair.code, book: pair.book });
  }

  #send(message: MarketClientMessage): void {
    this.#connection.send(message);
  }

  #onOpen(): void {
    this.#clock.forget();
    this.subscriptions.reset();
    this.depth.restart();
    if (this.#pair !== undefined) this.#send({ depth: this.#pair.code, book: this.#pair.book });
  }

  #receive(message: MarketServerMessage | DepthServerMessage): void {
    if (message.type === 'depth' || message.type === 'trades') {
      this.depth.apply(message);
      return;
    }
    this.#clock.record(message.at);
    if (message.type !== 'heartbeat') this.snapshot.applyRows(message.rows, message.at);
    // A frame holds the newest rows and never differences, so the number only says where to resume.
    this.#lastSeq = message.seq;
  }
}
