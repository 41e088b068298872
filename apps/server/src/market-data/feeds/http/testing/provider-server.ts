import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A price of a currency pair, as the provider's documentation shows it. */
export const FX_PRICE = {
  event: 'price',
  symbol: 'EUR/USD',
  currency_base: 'Euro',
  currency_quote: 'US Dollar',
  type: 'Physical Currency',
  timestamp: 1_592_249_566,
  price: 1.13163,
  bid: 1.1316,
  ask: 1.13166,
};
/** A price of a share: there is no bid and ask, and the volume is that of the day. */
export const STOCK_PRICE = {
  event: 'price',
  symbol: 'AAPL',
  currency: 'USD',
  exchange: 'NASDAQ',
  type: 'Common Stock',
  timestamp: 1_592_249_566,
  price: 342.0157,
  day_volume: 27_631_112,
};

/**
 * Twelve Data on a loopback port: requests and the socket. The test sets the answers and the
 * messages.
 */
export class ProviderServer {
  /** Requests and socket addresses, with the header that carries the key. */
  readonly requests: { readonly path: string; readonly key: string | undefined }[] = [];
  /** What clients sent over the socket. */
  readonly received: string[] = [];
  answer: (path: string) => readonly [status: number, body: string] = () => [200, '{}'];
  readonly #connections = new Set<WebSocket>();
  readonly #sockets: WebSocketServer;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.requests.push({ path: request.url ?? '', key: request.headers.authorization });
      const [status, body] = this.answer(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    this.#sockets = new WebSocketServer({ server: this.#server });
    this.#sockets.on('connection', (socket, request) => {
      this.requests.push({ path: request.url ?? '', key: undefined });
      this.#connections.add(socket);
      socket.on('message', (message) => this.received.push(String(message)));
      socket.on('close', () => this.#connections.delete(socket));
    });
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  get socketUrl(): string {
    return `ws://${this.host}/v1/quotes/price`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  send(message: unknown): void {
    for (const socket of this.#connections) {
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    }
  }

  disconnect(): void {
    for (const socket of this.#connections) socket.terminate();
  }

  async stop(): Promise<void> {
    this.disconnect();
    this.#sockets.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
