import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Config, feedConfigOf } from './config.ts';
import type { MarketFrame, SequencedUserEvent } from './core/bus.ts';
import { startEngine } from './engine/start-engine.ts';
import { answeringBus } from './gateway/core-unavailable.ts';
import { DEFAULT_LIMITS } from './gateway/rate-limits.ts';
import { createGateway } from './gateway/server.ts';
import { type Sockets, startSockets } from './gateway/sockets/supervisor.ts';
import { createPasswordHasher } from './identity/password-hash.ts';
import { identityCalls } from './identity/routes.ts';
import { createSessionStore } from './identity/sessions.ts';
import { statementOf } from './ledger/queries.ts';
import { ledgerCalls } from './ledger/routes.ts';
import { CATALOGUE } from './markets/catalogue/index.ts';
import { History } from './markets/history.ts';
import { MarketCache } from './markets/market-cache.ts';
import { MarketList } from './markets/market-list.ts';
import { readableTick } from './markets/queries.ts';
import { marketRoutes } from './markets/routes.ts';
import { offerView, readTerms } from './options/queries.ts';
import type { FindTick } from './options/receipt.ts';
import { optionsCalls } from './options/routes.ts';
import { systemClock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import { createMailSender } from './platform/mail.ts';
import { createPool } from './platform/postgres.ts';

/** Reads of pages and logins; orders do not pass through these. */
const POOL_MAX = 10;
/** Ledger lines shown with one order: it never has more than a handful. */
const ORDER_LINES_MAX = 32;

/** Only options are sold in this release. */
const NOT_TRADED_YET = { contractRate: null, makerRate: null, takerRate: null };

export interface Server {
  /** `http://127.0.0.1:4000`. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface ServeOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly webFolder: string;
  readonly logosFolder: string;
  readonly log: Log;
  readonly onFatal: (reason: string) => void;
}

/** Wires everything above the database, and listens. */
export async function serve(options: ServeOptions): Promise<Server> {
  const { config, databaseUrl, log, onFatal } = options;
  const clock = systemClock;
  const pool = createPool(databaseUrl, { max: POOL_MAX, name: 'glasshouse-gateway' });
  const { dataDir, logLevel } = config;
  const feedConfig = feedConfigOf(config);

  const engine = await startEngine({ config: { ...feedConfig, dataDir, logLevel }, databaseUrl }, onFatal);
  const bus = answeringBus(engine.bus);

  const cache = new MarketCache(CATALOGUE, engine.feedOf);
  const list = new MarketList(cache, clock.now);
  const history = new History({
    databaseUrl,
    config: feedConfig,
    instruments: CATALOGUE,
    onFailure: (reason) => log.error({ reason }, 'the history thread ended; it starts again'),
  });
  const byCode = new Map(CATALOGUE.map((instrument) => [instrument.code, instrument]));
  const nameOf = (code: string): string => byCode.get(code)?.name ?? code;

  // The core defines its offers before it takes orders; nothing changes them while it runs.
  const terms = await readTerms(pool);
  const termsOf = ({ code }: { code: string }) => ({
    options: offerView(terms.get(code)),
    contracts: null,
    spot: null,
    fees: NOT_TRADED_YET,
  });

  /** The core does not know how an instrument is called; the contract's order does. */
  const named = (event: SequencedUserEvent): SequencedUserEvent => {
    if (event.kind !== 'options.order') return event;
    const order = event.data as { readonly code: string };
    return { ...event, data: { ...order, name: nameOf(order.code) } };
  };

  let shown: MarketFrame | undefined;
  const sessions = createSessionStore({
    pool,
    clock,
    onError: (error) => log.warn({ err: error }, 'a last use was not written'),
  });
  const sockets: Sockets = await startSockets({
    log,
    authenticate: async (token) => {
      const session = await sessions.find(token);
      return session === undefined ? undefined : { userId: session.userId, sessionId: session.id };
    },
    precisionOf: (code) => byCode.get(code)?.precision ?? 0,
    marketList: () =>
      shown === undefined ? undefined : { seq: shown.seq, json: Buffer.from(cache.listJson(new Set())) },
  });
  sessions.onRevoked((sessionIds) => sockets.revoke({ sessionIds }));
  engine.bus.onMarketFrame((frame) => {
    cache.apply(frame);
    shown = frame;
    sockets.publishFrame(frame);
  });
  engine.bus.onUserEvents(
    (events) => sockets.publishUserEvents(events.map(named)),
    (userId) => sockets.watches(userId),
  );

  const mail = createMailSender({ pool, smtpUrl: config.smtpUrl, from: config.mailFrom, clock, log });
  mail.start();
  const identity = { pool, bus, clock, log, sessions, mail, hasher: createPasswordHasher(), site: config.publicUrl };
  const findTick: FindTick = async (of) => {
    const answer = await history.tick(of);
    if (answer?.tick === undefined) return undefined;
    const { tick, receipt } = answer.tick;
    return { tick: readableTick(tick), receipt: receipt === null ? null : { ...receipt, path: [...receipt.path] } };
  };

  const app: FastifyInstance = await createGateway({
    pool,
    clock,
    log,
    sessions,
    handlers: {
      ...identityCalls(identity),
      ...ledgerCalls({ pool, bus }),
      ...marketRoutes({ cache, history, pool, termsOf, now: clock.now }),
      ...optionsCalls({
        pool,
        bus,
        findTick,
        nameOf,
        linesOf: async ({ userId, book, ref }) => {
          const page = { after: undefined, limit: ORDER_LINES_MAX, from: null, to: null };
          return (await statementOf(pool, { userId, book, ref }, page)).items;
        },
      }),
    },
    marketList: list,
    sockets,
    limits: config.rateLimits ? DEFAULT_LIMITS : undefined,
    site: { webFolder: options.webFolder, logosFolder: options.logosFolder },
    isReady: () => shown !== undefined,
  });
  const url = await app.listen({ port: config.port, host: config.host });

  return {
    url,
    // In the order of the way in: nothing new comes, what was taken is finished, then its parts end.
    async stop() {
      await sockets.stop();
      await app.close();
      await engine.stop();
      await Promise.all([history.stop(), mail.stop()]);
      await pool.end();
    },
  };
}

/** Where the build and the logos lie in this repository. */
export const webFolderOf = (root: string): string => join(root, 'apps/web/dist');
export const logosFolderOf = (root: string): string => join(root, 'apps/server/assets/logos');
