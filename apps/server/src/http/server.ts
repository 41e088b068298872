import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CallName } from '@glasshouse/api/calls';
import { CALL_NAMES, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { BODY_LIMIT_BYTES, CLIENT_TIMEOUT_MS, MARKET_SOCKET_PATH, USER_SOCKET_PATH } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import Fastify, { type FastifyInstance } from 'fastify';
import type { SessionStore } from '../people/identity/sessions.ts';
import type { CallHandler, CallHandlers } from '../platform/call.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Pool } from '../platform/postgres.ts';
import { registerCall } from './calls.ts';
import { createEnvelopes } from './envelope.ts';
import { acceptJsonOnly, errorAnswer } from './errors.ts';
import { registerHealth } from './health.ts';
import { type MarketListSource, registerMarketList } from './market-list.ts';
import { registerProtocolPages } from './protocol-pages.ts';
import { createRateLimiter, type RateLimits } from './rate-limits.ts';
import { requestLanguage } from './request-context.ts';
import { registerSite, type SiteOptions } from './static-files.ts';

/** Takes over an upgraded connection, with the bytes that the client has already sent. */
export interface SocketHandOver {
  handOver(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface GatewayOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: SessionStore;
  /** The calls of all modules; a served call without a handler fails the start. */
  readonly handlers: CallHandlers;
  readonly marketList: MarketListSource;
  readonly sockets: SocketHandOver;
  /** `undefined`: nothing is limited (`RATE_LIMITS=off`, on loopback only). */
  readonly limits: RateLimits | undefined;
  readonly site: SiteOptions;
  /** Whether the core answers; asked by `/readyz`. */
  readonly isReady: () => boolean;
  /** Calls that move money on the real book are refused. */
  readonly isRealBookClosed?: boolean;
  /**
   * Believe `X-Forwarded-For`: only behind a proxy that sets it, or anybody can choose the address
   * that is counted.
   */
  readonly trustProxy?: boolean;
}

/**
 * Idle connections outlive the usual 60 s of proxies, which must not reuse one that is just
 * closing.
 */
const KEEP_ALIVE_MS = 72_000;
/** The longest path parameter is the code of an instrument. */
const PARAM_LENGTH_MAX = 64;
/** Concurrent connections; more are refused before all of them become slow. */
const CONNECTIONS_MAX = 20_000;

/** The HTTP side of Glasshouse, ready to listen. */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { clock, log, sessions } = options;
  const envelopes = createEnvelopes((number, language) => translatorFor(language).error(number), log);
  const onError = errorAnswer(envelopes);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: CLIENT_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: options.trustProxy ?? false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      onError(error, request, reply);
    },
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  acceptJsonOnly(app);
  app.setErrorHandler((error, request, reply) => onError(error, request, reply));

  const limiter = createRateLimiter(options.limits, clock);
  const { isRealBookClosed = false } = options;
  for (const [name, handler] of servedCalls(options.handlers)) {
    registerCall(app, { sessions, limiter, envelopes, isRealBookClosed }, name, handler);
  }
  registerMarketList(app, envelopes, options.marketList);
  registerHealth(app, options);
  registerProtocolPages(app);
  const sendPage = registerSite(app, options.site);
  app.setNotFoundHandler((request, reply) => {
    if (!sendPage(request, reply)) envelopes.refuse(reply, code.pathNotFound, requestLanguage(request));
    return reply;
  });
  handOverSockets(app, options.sockets);
  await app.ready();
  return app;
}

/** The market list has a route of its own: it is served as bytes. */
const SERVED_APART: ReadonlySet<CallName> = new Set(['listMarkets']);

function servedCalls(handlers: CallHandlers): [CallName, CallHandler][] {
  const served = CALL_NAMES.filter((name) => callSpec(name).served && !SERVED_APART.has(name));
  const missing = served.filter((name) => handlers[name] === undefined);
  if (missing.length > 0) throw new Error(`nobody answers ${missing.join(', ')}`);
  // The gateway validates with the schemas that the handler's types derive from.
  return served.map((name) => [name, handlers[name] as CallHandler]);
}

function handOverSockets(app: FastifyInstance, sockets: SocketHandOver): void {
  app.server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?', 1)[0];
    const isSocket = path === MARKET_SOCKET_PATH || path === USER_SOCKET_PATH;
    if (isSocket && request.headers.upgrade?.toLowerCase() === 'websocket')
      return sockets.handOver(request, socket, head);
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}
