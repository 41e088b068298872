import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, networkKey } from '../platform/address-keys.ts';
import { isInsideAddress } from './inside-addresses.ts';
import { OpenCounts } from './open-counts.ts';
import type { PageHeaders } from './security-headers.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export interface ConnectionLimits {
  /** Open at once; a classroom of thirty browsers holds about two hundred. */
  readonly perAddress: number;
  readonly perNetwork: number;
  /** Open at once from everywhere; more are refused before all of them become slow. */
  readonly total: number;
  /** A connection that has not sent the head of a request within this time is closed. */
  readonly headersMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  perAddress: 300,
  perNetwork: 1_500,
  total: 20_000,
  headersMs: 15_000,
};

/** How often Node looks for connections that are too slow. */
export const CONNECTIONS_CHECK_MS = 5_000;

/**
 * Closes connections beyond the limits of their address and network as they are accepted. Those of
 * a trusted proxy, and of addresses that identify nobody, count for the total only. An upgraded
 * connection still counts here until it is handed over; sockets have limits of their own.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, trusted: TrustedProxies): void {
  server.maxConnections = limits.total;
  const open = new OpenCounts();
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    // Gone again before it was accepted.
    if (peer === undefined) return;
    if (trusted(peer, 0) || isInsideAddress(peer)) return;
    const address = `address ${addressKey(peer)}`;
    const network = `network ${networkKey(peer)}`;
    if (limits.perAddress <= open.of(address) || limits.perNetwork <= open.of(network)) {
      socket.destroy();
      return;
    }
    open.add(address);
    open.add(network);
    socket.once('close', () => {
      open.remove(address);
      open.remove(network);
    });
  });
}

/** Errors of a connection before there is a request, as Node names them. */
const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Answers what is no request, with the headers that every answer has. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, headers: PageHeaders): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\n${head}\r\n`);
}
