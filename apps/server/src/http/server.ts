import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CallName } from '@glasshouse/api/calls';
import { CALL_NAMES, callSpec } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { BODY_LIMIT_BYTES, CLIENT_TIMEOUT_MS, MARKET_SOCKET_PATH, USER_SOCKET_PATH } from '@glasshouse/api/constants';
import { OPERATOR_SOCKET_PATH } from '@glasshouse/api/operator/queues';
import { formatterFor, translatorFor } from '@glasshouse/i18n/server';
import Fastify, { type FastifyInstance } from 'fastify';
import type { LoginGate } from '../people/auth/login-gate.ts';
import type { SessionStore } from '../people/auth/sessions.ts';
import { addressKey } from '../platform/address-keys.ts';
import type { CallHandler } from '../platform/call.ts';
import type { Clock } from '../platform/clock.ts';
import { FairQueue } from '../platform/fair-queue.ts';
import type { Log } from '../platform/log.ts';
import type { Pool } from '../platform/postgres.ts';
import { type AllCalls, isServed } from '../platform/server-module.ts';
import { registerCall } from './calls.ts';
import { CONNECTION_LIMITS, CONNECTIONS_CHECK_MS, limitConnections, refuseConnection } from './connection-limits.ts';
import { type CodeText, createEnvelopes } from './envelope.ts';
import { acceptJsonOnly, errorAnswer } from './errors.ts';
import { type HealthSources, registerHealth } from './health.ts';
import { HELD_LIMITS, HeldRefusals } from './held-refusals.ts';
import { type MarketListSource, registerMarketList } from './market-list.ts';
import { type Measures, registerMetrics } from './metrics.ts';
import { acceptForms, FILE_BYTES_MAX, type FileLimit, FormReader } from './multipart.ts';
import { type OperatorGateway, registerOperatorCalls } from './operator-calls.ts';
import { refuseOtherHosts } from './own-host.ts';
import { Painter } from './painting/painter.ts';
import { loadPaintProgram } from './painting/program.ts';
import { registerProtocolPages } from './protocol-pages.ts';
import { createRateLimiter, type RateLimits } from './rate-limits.ts';
import { countRequests } from './request-budget.ts';
import { requestLanguage } from './request-context.ts';
import { answerHeaders, pageHeaders } from './security-headers.ts';
import { registerSecurityText } from './security-text.ts';
import { languageFor, registerSiteHeads, type SiteHeadOptions, withSitemap } from './site/register.ts';
import { registerSite, type SiteOptions } from './static-files.ts';
import { registerTreeFiles, type TreeFiles } from './tree-files.ts';
import { clientAddress, NO_PROXIES, type TrustedProxies } from './trusted-proxies.ts';
import { registerWebhooks, type Webhook } from './webhooks.ts';

/** Takes over an upgraded connection, with the bytes that the client has already sent. */
export interface SocketHandOver {
  /** `address`: of the client, for the limit per address. */
  handOver(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
}

export interface GatewayOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: SessionStore;
  readonly gate: LoginGate;
  /** The calls of all modules; a served call without a handler fails the start. */
  readonly handlers: AllCalls;
  /** The calls of operators; without them nobody operates this installation. */
  readonly operators?: OperatorGateway;
  readonly marketList: MarketListSource;
  readonly sockets: SocketHandOver;
  /** `undefined`: nothing is limited (`RATE_LIMITS=off`, on loopback only). */
  readonly limits: RateLimits | undefined;
  /** How late who used up a budget is told; left out: half a second. */
  readonly holdRefusalsMs?: number;
  readonly site: SiteOptions;
  /** The address by which people reach it. */
  readonly publicUrl: string;
  /** Host of `PUBLIC_URL` where that is set: no other domain is served. */
  readonly ownHost?: string | undefined;
  /** For the pictures of markets; without it there are none. */
  readonly marketOf?: SiteHeadOptions['marketOf'];
  /** For the pictures of shared receipts; without it there are none. */
  readonly sharedOf?: SiteHeadOptions['sharedOf'];
  /** Whether the core answers; asked by `/readyz`. */
  readonly isReady: () => boolean;
  /** Somebody looks: resolves once prices are those of now. */
  readonly look?: () => Promise<void>;
  /** Whether what is accepted can be stored. */
  readonly hasRoom?: () => boolean;
  /** Pages of the database whose checksum does not fit; told by `/readyz`. */
  readonly damaged?: NonNullable<HealthSources['damaged']>;
  /** For `/metrics`; without it there is none. */
  readonly measures?: () => Promise<Measures>;
  /** Whether each watched chain is read; told by `/readyz`. */
  readonly watchers?: () => { readonly [network: string]: boolean };
  /** Calls that move money on the real book are refused. */
  readonly isRealBookClosed?: boolean;
  readonly webhooks?: readonly Webhook[];
  /** How large an uploaded file may be; the largest at all when left out. */
  readonly fileLimit?: FileLimit;
  /** The head of the log, told with every answer to what moves money. */
  readonly logHead?: () => string | undefined;
  /** Whose chat the page of support may frame; nobody's without it. */
  readonly widgetOrigin?: () => Promise<string | undefined>;
  /** Tiles and heads of the transparency logs; without it there are none. */
  readonly treeFiles?: TreeFiles;
  /** How the operator is reached, as parameter `site.contact`; empty: by the support page. */
  readonly securityContact?: () => Promise<string>;
  /** Nobody's `X-Forwarded-For` is believed without it. */
  readonly trustedProxies?: TrustedProxies;
}

/**
 * Idle connections outlive the usual 60 s of proxies, which must not reuse one that is just
 * closing.
 */
const KEEP_ALIVE_MS = 72_000;
/** The longest path parameter is the code of an instrument. */
const PARAM_LENGTH_MAX = 64;
/** Turns of calls that one thread answers: of a network, and of all of them. */
const HISTORY_TURNS = { slots: 2, waitingPerKeyMax: 60, waitingMax: 600 };

const codeText: CodeText = (number, language, amounts) => {
  const { number: written } = formatterFor(language);
  const values = Object.entries(amounts ?? {}).map(([name, amount]) => [name, written(amount)]);
  return translatorFor(language).error(number, Object.fromEntries(values));
};

/** The HTTP side of Glasshouse, ready to listen. */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { clock, log, sessions } = options;
  const envelopes = createEnvelopes(codeText, log);
  const onError = errorAnswer(envelopes);
  const trusted = options.trustedProxies ?? NO_PROXIES;
  const url = new URL(options.publicUrl);
  const common = answerHeaders(url);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: CLIENT_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: CONNECTION_LIMITS.headersMs, connectionsCheckingInterval: CONNECTIONS_CHECK_MS },
    trustProxy: trusted,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX, ignoreTrailingSlash: false },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, common),
    frameworkErrors: (error, request, reply) => {
      reply.headers(common);
      onError(error, request, reply);
    },
  });
  limitConnections(app.server, CONNECTION_LIMITS, trusted);
  acceptJsonOnly(app);
  app.setErrorHandler((error, request, reply) => onError(error, request, reply));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(common);
    done();
  });

  const limiter = createRateLimiter(options.limits, clock);
  if (options.ownHost !== undefined) refuseOtherHosts(app, envelopes, options.ownHost);
  countRequests(app, {
    limiter,
    sessions,
    now: () => clock.now(),
    held: new HeldRefusals({ ...HELD_LIMITS, holdMs: options.holdRefusalsMs ?? HELD_LIMITS.holdMs }),
    refuse: (request, reply, wait) =>
      envelopes.send(reply, { ok: false, code: code.tooManyRequests, retryAfter: wait }, () =>
        requestLanguage(request),
      ),
  });
  wakePrices(app, options.look);
  const { isRealBookClosed = false } = options;
  const fileLimit = options.fileLimit ?? (() => FILE_BYTES_MAX);
  const calls = {
    sessions,
    limiter,
    gate: options.gate,
    envelopes,
    isRealBookClosed,
    forms: new FormReader(),
    fileLimit,
    logHead: options.logHead ?? (() => undefined),
    now: () => clock.now(),
    turns: new FairQueue(HISTORY_TURNS),
  };
  const formRoute = (name: CallName, handler: CallHandler) => async (scope: FastifyInstance) => {
    await acceptForms(scope);
    registerCall(scope, calls, name, handler);
  };
  for (const [name, handler] of servedCalls(options.handlers)) {
    if (callSpec(name).multipart === true) await app.register(formRoute(name, handler));
    else registerCall(app, calls, name, handler);
  }
  if (options.operators !== undefined) {
    await registerOperatorCalls(app, {
      ...options.operators,
      clock,
      limiter,
      envelopes,
      forms: calls.forms,
      fileLimit,
    });
  }
  registerMarketList(app, envelopes, options.marketList);
  await registerWebhooks(app, envelopes, options.webhooks ?? []);
  registerHealth(app, options);
  if (options.measures !== undefined) registerMetrics(app, options.measures);
  registerSecurityText(app, { site: url, contactOf: options.securityContact ?? (async () => ''), clock });
  if (options.treeFiles !== undefined) registerTreeFiles(app, options.treeFiles);
  const headers = pageHeaders(url);
  registerProtocolPages(app, headers);
  const { publicUrl, marketOf = () => undefined, sharedOf = async () => undefined } = options;
  const program = await loadPaintProgram(options.site.paintProgram);
  const painter =
    program === undefined
      ? undefined
      : new Painter({
          program,
          site: publicUrl.replace(/\/$/, ''),
          now: () => clock.now(),
          calls: options.handlers,
          marketList: options.marketList,
          languageFor,
          onError: (error) => log.error({ err: error }, 'a page could not be painted'),
        });
  const sendPage = registerSite(app, options.site, {
    headers,
    supportHeaders: async () => pageHeaders(url, await options.widgetOrigin?.()),
    robots: (file) => withSitemap(file, publicUrl),
    headed: registerSiteHeads(app, { publicUrl, marketOf, sharedOf, headers }),
    ...(painter !== undefined && { painted: (request, page) => painter.paint(request, page) }),
  });
  app.setNotFoundHandler((request, reply) => {
    if (!sendPage(request, reply)) envelopes.refuse(reply, code.pathNotFound, requestLanguage(request));
    return reply;
  });
  handOverSockets(app, trusted, options);
  await app.ready();
  return app;
}

/** Whoever asks finds the prices of now, except probes: those ask all day. */
function wakePrices(app: FastifyInstance, look: GatewayOptions['look']): void {
  if (look === undefined) return;
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (routeOptions.config?.isProbe !== true) await look();
  });
}

// The gateway validates with the schemas that the handlers' types derive from.
const servedCalls = (handlers: AllCalls): [CallName, CallHandler][] =>
  CALL_NAMES.filter(isServed).map((name) => [name, handlers[name] as CallHandler]);

function handOverSockets(
  app: FastifyInstance,
  trusted: TrustedProxies,
  { sockets, operators, look }: Pick<GatewayOptions, 'sockets' | 'operators' | 'look'>,
): void {
  app.server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?', 1)[0];
    const isSocket = path === MARKET_SOCKET_PATH || path === USER_SOCKET_PATH;
    const isUpgrade = request.headers.upgrade?.toLowerCase() === 'websocket';
    void look?.();
    if (isSocket && isUpgrade)
      return sockets.handOver(request, socket, head, addressKey(clientAddress(request, trusted)));
    if (path === OPERATOR_SOCKET_PATH && isUpgrade && operators !== undefined) {
      return void operators.socket.accept(request, socket, head, clientAddress(request, trusted));
    }
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}
