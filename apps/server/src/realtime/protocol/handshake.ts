import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { MARKET_SOCKET_PATH, SOCKET_PROTOCOL, USER_SOCKET_PATH } from '@glasshouse/api/constants';
import { SOCKET_CLOSE, SOCKET_MESSAGE_BYTES_MAX } from '@glasshouse/api/sockets';
import { WebSocketServer } from 'ws';
import { Connection } from './connection.ts';
import type { SocketLimits } from './limits.ts';
import type { UpgradeRequest } from './messages.ts';

export interface Opened {
  readonly path: typeof MARKET_SOCKET_PATH | typeof USER_SOCKET_PATH;
  readonly connection: Connection;
  readonly isNumbered: boolean;
}

const COMMON = {
  noServer: true,
  clientTracking: false,
  maxPayload: SOCKET_MESSAGE_BYTES_MAX,
  handleProtocols: (protocols: Set<string>) => (protocols.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
} as const;

/** Finishes the WebSocket handshake on sockets that main has handed over, or refuses it. */
export class Handshake {
  readonly #limits: SocketLimits;
  readonly #clock: () => number;
  /**
   * Both sides reset the compression context with each message; otherwise no two clients could
   * share compressed bytes.
   */
  readonly #marketServer = new WebSocketServer({
    ...COMMON,
    perMessageDeflate: {
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      zlibInflateOptions: { chunkSize: 1024 },
    },
  });
  /** Events are short and each goes to one person: nothing to share, little to compress. */
  readonly #userServer = new WebSocketServer({ ...COMMON, perMessageDeflate: false });
  readonly #perAddress = new Map<string, number>();
  #open = 0;

  constructor(limits: SocketLimits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  upgrade(request: UpgradeRequest, socket: Socket, opened: (opened: Opened) => void): void {
    const path = request.url.split('?', 1)[0];
    if (path !== MARKET_SOCKET_PATH && path !== USER_SOCKET_PATH) {
      refuse(socket, '404 Not Found');
      return;
    }
    const problem = this.#problemWith(request.headers);
    if (problem !== undefined) {
      refuse(socket, problem);
      return;
    }
    const server = path === MARKET_SOCKET_PATH ? this.#marketServer : this.#userServer;
    const message = { method: request.method, url: request.url, headers: acceptable(request.headers) };
    server.handleUpgrade(message as IncomingMessage, socket, Buffer.from(request.head), (ws) => {
      const connection = new Connection(ws, socket, this.#clock());
      const crowded = this.#limits.socketsPerAddressMax <= (this.#perAddress.get(request.address) ?? 0);
      this.#count(request.address, 1);
      ws.on('close', () => this.#count(request.address, -1));
      // After the handshake, because a page learns nothing from one that fails.
      if (crowded) connection.close(SOCKET_CLOSE.tryAgainLater, 'too many sockets');
      else opened({ path, connection, isNumbered: ws.protocol === SOCKET_PROTOCOL });
    });
  }

  #problemWith(headers: UpgradeRequest['headers']): string | undefined {
    if (!isOwnOrigin(headers)) return '403 Forbidden';
    return this.#limits.socketsMax <= this.#open ? '503 Service Unavailable' : undefined;
  }

  #count(address: string, by: 1 | -1): void {
    this.#open += by;
    const count = (this.#perAddress.get(address) ?? 0) + by;
    if (count === 0) this.#perAddress.delete(address);
    else this.#perAddress.set(address, count);
  }
}

/**
 * A page of another site must not open sockets with this browser's credentials. Programs send no
 * Origin.
 */
function isOwnOrigin({ origin, host }: UpgradeRequest['headers']): boolean {
  if (origin === undefined) return true;
  return typeof origin === 'string' && URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * A client that wants a smaller window than the shared frames are compressed with gets them
 * uncompressed.
 */
function acceptable(headers: UpgradeRequest['headers']): UpgradeRequest['headers'] {
  const offer = headers['sec-websocket-extensions'];
  if (typeof offer !== 'string' || !offer.includes('server_max_window_bits')) return headers;
  const { 'sec-websocket-extensions': _, ...rest } = headers;
  return rest;
}

function refuse(socket: Socket, status: string): void {
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
