import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { recordedAnswer } from './wire.ts';

export interface BookQuote {
  readonly bid: string;
  readonly ask: string;
}

/**
 * Binance, Coinbase and Kraken on a loopback port, below the paths of a relay. Markets are the
 * recorded ones; the test sets the streams and the quotes.
 */
export class ExchangeServer {
  /** Answers to requests for all quotes of Binance, by its symbol. */
  readonly quotes = new Map<string, BookQuote>();
  /** Kraken's, by its pair. */
  readonly krakenQuotes = new Map<string, BookQuote>();
  readonly subscribed = new Set<string>();
  readonly requests: string[] = [];
  answering = true;
  #server: Server | undefined;
  #sockets: WebSocketServer | undefined;
  /** The address of each open socket, then what it has subscribed to. */
  readonly #connections = new Map<WebSocket, string>();

  get url(): string {
    if (this.#server === undefined) throw new Error('the server has not been started');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get connections(): number {
    return this.#connections.size;
  }

  async start(port = 0): Promise<this> {
    const server = createServer((request, response) => this.#answer(request, response));
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket, request) => {
      this.#connections.set(socket, request.url ?? '');
      socket.on('message', (message) => {
        this.subscribed.add(String(message));
        this.#connections.set(socket, `${this.#connections.get(socket) ?? ''} ${message}`);
      });
      socket.on('close', () => this.#connections.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.#server = server;
    this.#sockets = sockets;
    return this;
  }

  /** To every socket to this host that asked for the stream. */
  send(host: string, stream: string, frame: string): void {
    for (const [socket, topics] of this.#connections) {
      if (topics.includes(host) && topics.includes(stream)) socket.send(frame);
    }
  }

  /** Destroys sockets without a close frame, as a failing network does. */
  disconnect(): void {
    for (const socket of this.#connections.keys()) socket.terminate();
  }

  async stop(): Promise<void> {
    this.disconnect();
    this.#sockets?.close();
    this.#server?.closeAllConnections();
    await new Promise((resolve) => (this.#server === undefined ? resolve(0) : this.#server.close(resolve)));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '';
    this.requests.push(url);
    if (!this.answering) {
      response.writeHead(503).end('unavailable');
      return;
    }
    const body = this.#bodyOf(url);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body ?? '{}');
  }

  #bodyOf(url: string): string | undefined {
    const path = url.replace(/\?.*/, '');
    if (path.startsWith('/api.binance.com/')) {
      if (path.endsWith('/exchangeInfo')) return recordedAnswer('binanceMarkets');
      if (path.endsWith('/klines')) return klinesUpTo(Date.now());
      if (path.endsWith('/ticker/bookTicker')) return this.#binanceBooks();
    }
    if (path.startsWith('/api.exchange.coinbase.com/')) {
      if (path.endsWith('/currencies')) return '[]';
      if (path.endsWith('/products')) return recordedAnswer('coinbaseMarkets');
    }
    if (path.startsWith('/api.kraken.com/')) {
      if (path.endsWith('/AssetPairs')) return krakenPairs();
      if (path.endsWith('/Assets')) return krakenAssets();
      if (path.endsWith('/Ticker')) return this.#krakenTickers();
    }
    return undefined;
  }

  /** The fields of the recorded answer, with current quotes. */
  #binanceBooks(): string {
    const recorded = JSON.parse(recordedAnswer('binanceBook')) as object;
    return JSON.stringify(
      [...this.quotes].map(([symbol, { bid, ask }]) => ({ ...recorded, symbol, bidPrice: bid, askPrice: ask })),
    );
  }

  #krakenTickers(): string {
    const result = [...this.krakenQuotes].map(([pair, { bid, ask }]) => [
      pair,
      { a: [ask, '1', '1.000'], b: [bid, '1', '1.000'], c: [bid, '0.1'], v: ['1', '2'], p: [bid, bid], t: [1, 2] },
    ]);
    return JSON.stringify({ error: [], result: Object.fromEntries(result) });
  }
}

/** The recorded minutes, moved so that the last one is the one before now. */
function klinesUpTo(now: number): string {
  const klines = JSON.parse(recordedAnswer('binanceKlines')) as (number | string)[][];
  const shift = Math.floor(now / 60_000) * 60_000 - 60_000 - Number(klines.at(-1)![0]);
  return JSON.stringify(
    klines.map(([open, ...rest]) => [
      Number(open) + shift,
      ...rest.slice(0, 5),
      Number(rest[5]) + shift,
      ...rest.slice(6),
    ]),
  );
}

/**
 * The recorded pairs with the status that Kraken has added since, and without the dark pools that
 * it has closed.
 */
function krakenPairs(): string {
  const recorded = JSON.parse(recordedAnswer('krakenMarkets')) as { result: Record<string, object> };
  const result = Object.entries(recorded.result)
    .filter(([name]) => !name.endsWith('.d'))
    .map(([name, pair]) => [name, { ...pair, status: 'online' }]);
  return JSON.stringify({ error: [], result: Object.fromEntries(result) });
}

/** Kraken's list of assets was not recorded; its names follow from the recorded pairs. */
function krakenAssets(): string {
  const pairs = JSON.parse(recordedAnswer('krakenMarkets')) as {
    result: Record<string, { base: string; quote: string; wsname?: string }>;
  };
  const result: Record<string, object> = {};
  for (const { base, quote, wsname } of Object.values(pairs.result)) {
    const [first, second] = wsname?.split('/') ?? [];
    if (first !== undefined) result[base] = { aclass: 'currency', altname: first, decimals: 8, display_decimals: 5 };
    if (second !== undefined) result[quote] = { aclass: 'currency', altname: second, decimals: 8, display_decimals: 5 };
  }
  return JSON.stringify({ error: [], result });
}

/**
 * A frame of Binance's ticker stream, of which there is no recording; the fields are those of its
 * documentation.
 */
export const binanceTicker = (symbol: string, { bid, ask }: BookQuote, at: number): string =>
  JSON.stringify({
    e: '24hrTicker',
    E: at,
    s: symbol,
    c: bid,
    Q: '1',
    b: bid,
    B: '1',
    a: ask,
    A: '1',
    C: at,
    v: '1',
    q: '1',
  });
