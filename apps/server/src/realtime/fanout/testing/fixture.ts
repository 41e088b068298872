import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SnapshotRow } from '@glasshouse/api/schemas/market-row';
import { WebSocket } from 'ws';
import type { DepthUpdate, SequencedUserEvent } from '../../../kernel/core/bus.ts';
import { aSnapshotRow } from '../../../market-data/snapshot/testing/rows.ts';
import type { SocketLimits } from '../../protocol/limits.ts';
import type { SocketUser } from '../../protocol/messages.ts';
import { type Sockets, startSockets } from '../supervisor.ts';

/**
 * For tests: a real server whose upgrades go to a real sockets process, and clients that keep what
 * they receive.
 */
export interface Fixture {
  readonly sockets: Sockets;
  readonly url: string;
  /** What `authenticate` knows. */
  readonly tokens: Map<string, SocketUser>;
  /** Set: nobody's token is looked up before this. */
  lookUpAfter: Promise<void> | undefined;
  readonly log: string[];
  /** Order books that somebody watches, as `book/code`. */
  readonly depthWatched: Set<string>;
  /** Publishes the next frame with these prices in points. */
  publish(prices: Readonly<Record<string, number>>): void;
  client(
    path: string,
    options?: { protocols?: string[]; headers?: Record<string, string>; perMessageDeflate?: boolean },
  ): Client;
  stop(): Promise<void>;
}

export const MARKET = '/swx/ws/market';
export const USER = '/swx/ws/user';
export const NUMBERED = ['glasshouse.v1'];

export async function startFixture(limits: Partial<SocketLimits> = {}): Promise<Fixture> {
  const tokens = new Map<string, SocketUser>();
  const log: string[] = [];
  const depthWatched = new Set<string>();
  const latest = new Map<string, number>();
  let frameSeq = 0;
  const note = (_: object, text: string) => void log.push(text);
  const fixture: Pick<Fixture, 'lookUpAfter'> = { lookUpAfter: undefined };
  const sockets = await startSockets({
    log: { info: note, warn: note, error: note } as never,
    authenticate: async (token) => {
      await fixture.lookUpAfter;
      return tokens.get(token);
    },
    precisionOf: () => 2,
    watchDepth: ({ book, code }, isWatched) => {
      if (isWatched) depthWatched.add(`${book}/${code}`);
      else depthWatched.delete(`${book}/${code}`);
    },
    marketList: () => {
      if (frameSeq === 0) return undefined;
      const rows = [...latest].map(([code, points]) => ({ id: 1, code, price: points / 100 }));
      return { seq: frameSeq, json: Buffer.from(JSON.stringify(rows)) };
    },
    limits,
  });
  const server = createServer((_, response) => void response.end('ok'));
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    sockets.handOver(request, socket, head, request.socket.remoteAddress ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: Client[] = [];
  return Object.assign(fixture, {
    sockets,
    url,
    tokens,
    log,
    depthWatched,
    publish(prices: Readonly<Record<string, number>>) {
      frameSeq += 1;
      for (const [code, points] of Object.entries(prices)) latest.set(code, points);
      const rows = Object.entries(prices).map(([code, mid]) => snapshotRow(code, mid, frameSeq));
      sockets.publishFrame({ seq: frameSeq, at: Date.now(), full: frameSeq === 1, rows });
    },
    client(path: string, options: ConstructorParameters<typeof Client>[1] = {}) {
      const client = new Client(`ws://${url}${path}`, options);
      clients.push(client);
      return client;
    },
    async stop() {
      for (const client of clients) client.ws.terminate();
      await sockets.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export function snapshotRow(code: string, mid: number, seq: number): SnapshotRow {
  const at = 1_790_000_000_000 + seq;
  return aSnapshotRow(code, { seq, at, mid, bid: mid - 1, ask: mid + 1, reference24: 10_000 });
}

/** An update of an order book with one level a side, whose price says which update it is. */
export function depthUpdate(
  seq: number,
  options: Partial<DepthUpdate> & { trades?: readonly string[] } = {},
): DepthUpdate {
  const { code = 'AAA', book = 'demo', isFirst = false, trades = [] } = options;
  const at = 1_790_000_000_000 + seq;
  const depth = JSON.stringify({ type: 'depth', code, book, seq, at, bids: [[`${seq}.00`, '1']], asks: [] });
  return { code, book, seq, at, depth, isFirst, trades, ...options };
}

export const tradeText = (id: number): string =>
  JSON.stringify({ id: String(id), price: '1.00', quantity: '1', side: 'buy', at: 1_790_000_000_000 });

export function userEvent(
  userId: number,
  seq: number,
  kind: SequencedUserEvent['kind'] = 'balance',
): SequencedUserEvent {
  return { userId, seq, at: 1_790_000_000_000 + seq, book: 'demo', kind, data: [{ n: seq }] };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of many shapes.
type Message = any;

/** A WebSocket client that queues its messages. */
export class Client {
  readonly ws: WebSocket;
  readonly closed: Promise<number>;
  readonly received: Message[] = [];
  pings = 0;
  #read = 0;
  #wake: () => void = () => {};

  constructor(
    url: string,
    options: { protocols?: string[]; headers?: Record<string, string>; perMessageDeflate?: boolean },
  ) {
    const { protocols = [], headers = {}, perMessageDeflate = true } = options;
    this.ws = new WebSocket(url, protocols, { headers, perMessageDeflate });
    this.ws.on('message', (data) => {
      this.received.push(JSON.parse(String(data)));
      this.#wake();
    });
    this.ws.on('ping', () => {
      this.pings += 1;
    });
    this.ws.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.ws.on('close', (code) => {
        resolve(code);
        this.#wake();
      });
    });
  }

  opened(): Promise<void> {
    if (this.ws.readyState === WebSocket.OPEN) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.ws.once('open', () => resolve());
      this.ws.once('unexpected-response', (_, response) => reject(new Error(`status ${response.statusCode}`)));
      this.ws.once('error', reject);
    });
  }

  send(message: unknown): void {
    this.ws.send(JSON.stringify(message));
  }

  /** The next message of the queue; rejects when the socket closes first. */
  async next(): Promise<Message> {
    while (this.received.length <= this.#read) {
      if (this.ws.readyState === WebSocket.CLOSED) throw new Error('closed before the next message');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#read += 1;
    return this.received[this.#read - 1];
  }

  /** The next message that satisfies `wanted`; those before it are passed over. */
  async nextWith(matches: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const message = await this.next();
      if (matches(message)) return message;
    }
  }
}
