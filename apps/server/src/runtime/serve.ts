import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { parameterCalls } from '../content/parameters.ts';
import { answeringBus } from '../http/core-unavailable.ts';
import { DEFAULT_LIMITS } from '../http/rate-limits.ts';
import { createGateway } from '../http/server.ts';
import type { MarketFrame, SequencedUserEvent } from '../kernel/bus.ts';
import type { Book } from '../kernel/types.ts';
import type { FindTick, LinesOf } from '../ledger/order-evidence.ts';
import { statementOf } from '../ledger/queries.ts';
import { ledgerCalls } from '../ledger/routes.ts';
import { type FeedSettings, sourcesOf } from '../market-data/feeds/settings.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { marketRoutes } from '../market-data/routes.ts';
import { MarketList } from '../market-data/snapshot/market-list.ts';
import { MarketSnapshot } from '../market-data/snapshot/market-snapshot.ts';
import { feeTierCalls, progressOf } from '../money/fee-tiers/routes.ts';
import { alertCalls } from '../people/alerts/routes.ts';
import { createPasswordHasher } from '../people/identity/password-hash.ts';
import { identityCalls } from '../people/identity/routes.ts';
import { createSessionStore } from '../people/identity/sessions.ts';
import { unreadOf } from '../people/notifications/queries.ts';
import { notificationCalls } from '../people/notifications/routes.ts';
import { systemClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createMailSender } from '../platform/mail.ts';
import { createPool } from '../platform/postgres.ts';
import type { Profile } from '../platform/profile.ts';
import { cancelCall } from '../products/contracts/cancel-call.ts';
import { readContractTerms, termsView } from '../products/contracts/queries.ts';
import { contractsCalls, contractsCancel } from '../products/contracts/routes.ts';
import { convertCalls } from '../products/convert/routes.ts';
import { offerView, readTerms } from '../products/options/queries.ts';
import { optionsCalls } from '../products/options/routes.ts';
import { readSpotTerms, spotTermsView } from '../products/spot/queries.ts';
import { spotCalls, spotCancel } from '../products/spot/routes.ts';
import { type Sockets, startSockets } from '../realtime/fanout/supervisor.ts';
import { createTransparencyCalls, readableProof } from '../transparency/routes.ts';
import { History } from './history/history.ts';
import { ledgerSources } from './ledger-sources.ts';
import { startEngine } from './start-engine.ts';

/** Reads of pages and logins; orders do not pass through these. */
const POOL_MAX = 10;
/** Ledger lines shown with one order: an option has a handful, a contract some each night. */
const ORDER_LINES_MAX = 200;

/** Events that carry an order with the name of its instrument. */
const NAMED_EVENTS: ReadonlySet<string> = new Set(['options.order', 'contracts.order', 'alert']);

export interface Server {
  /** `http://127.0.0.1:4000`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** What it takes of the settings. */
export interface ServeConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly feeds: FeedSettings;
  readonly profile: Profile;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly publicUrl: string;
  readonly logLevel: string;
  readonly rateLimits: boolean;
}

export interface ServeOptions {
  readonly config: ServeConfig;
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
  const { dataDir, feeds, logLevel, profile } = config;

  const engine = await startEngine({ databaseUrl, dataDir, feeds, logLevel, profile }, onFatal);
  const bus = answeringBus(engine.bus);

  const snapshot = new MarketSnapshot(CATALOGUE, engine.feedOf);
  const list = new MarketList(snapshot, clock.now);
  const history = new History({
    databaseUrl,
    feeds,
    instruments: CATALOGUE,
    onFailure: (reason) => log.error({ reason }, 'the history thread ended; it starts again'),
  });
  const byCode = new Map(CATALOGUE.map((instrument) => [instrument.code, instrument]));
  const nameOf = (code: string): string => byCode.get(code)?.name ?? code;

  // The core defines its offers before it takes orders; nothing changes them while it runs.
  const terms = await readTerms(pool);
  const contractTerms = await readContractTerms(pool);
  const spotTerms = await readSpotTerms(pool);
  const pricesOf = (code: string) => snapshot.find(code)?.row ?? null;
  const around = { nameOf, pricesOf, now: clock.now };
  const contractsOffered = (code: string, book: Book) => {
    const offered = contractTerms.get(code);
    return offered === undefined ? null : termsView(offered, { ...around, book });
  };
  const termsOf = ({ code }: { code: string }, book: Book) => ({
    options: offerView(terms.get(code), book),
    contracts: contractsOffered(code, book),
    spot: spotTermsView(spotTerms.get(code)),
    fees: {
      contractRate: contractTerms.get(code)?.feeRate ?? null,
      makerRate: spotTerms.get(code)?.makerRate ?? null,
      takerRate: spotTerms.get(code)?.takerRate ?? null,
    },
  });

  /** The core does not know how an instrument is called; the orders of the wire contract do. */
  const named = (event: SequencedUserEvent): SequencedUserEvent => {
    if (!NAMED_EVENTS.has(event.kind)) return event;
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
    watchDepth: (market, isWatched) => engine.depth.watchDepth(market, isWatched),
    marketList: () =>
      shown === undefined ? undefined : { seq: shown.seq, json: Buffer.from(snapshot.listJson(new Set())) },
  });
  engine.depth.onDepth((update) => sockets.publishDepth(update));
  sessions.onRevoked((sessionIds) => sockets.revoke({ sessionIds }));
  engine.bus.onMarketFrame((frame) => {
    snapshot.apply(frame);
    shown = frame;
    sockets.publishFrame(frame);
  });
  engine.bus.onUserEvents(
    (events) => sockets.publishUserEvents(events.map(named)),
    (userId) => sockets.watches(userId),
  );

  const mail = createMailSender({ pool, smtpUrl: config.smtpUrl, from: config.mailFrom, clock, log });
  mail.start();
  const sources = ledgerSources({ pool, snapshot, history, ...around });
  const hasher = createPasswordHasher();
  const { worthOf } = sources;
  const identity = {
    ...{ pool, bus, clock, log, sessions, mail, hasher, worthOf },
    site: config.publicUrl,
    isRealBookClosed: profile === 'demo-only',
    levelOf: (userId: number, book: Book) => progressOf(pool, { userId, book, at: clock.now() }),
    unreadOf: (userId: number) => unreadOf(pool, userId),
  };
  const findTick: FindTick = async (of) => {
    const answer = await history.tick(of);
    if (answer?.tick === undefined) return undefined;
    return readableProof(answer.tick);
  };

  const linesOf: LinesOf = async ({ userId, book, ref }) => {
    const page = { after: undefined, limit: ORDER_LINES_MAX, from: null, to: null };
    return (await statementOf(pool, { userId, book, ref }, page)).items;
  };

  const app: FastifyInstance = await createGateway({
    pool,
    clock,
    log,
    sessions,
    handlers: {
      ...identityCalls(identity),
      ...ledgerCalls({ ...sources, bus, now: clock.now }),
      ...convertCalls({ pool, bus }),
      ...feeTierCalls({ pool, now: clock.now }),
      ...parameterCalls(new Map([['profile', profile]])),
      ...notificationCalls({ pool, nameOf, now: clock.now }),
      ...alertCalls({ pool, bus, nameOf, precisionOf: (code) => byCode.get(code)?.precision }),
      ...contractsCalls({ pool, bus, findTick, linesOf, ...around }),
      ...cancelCall([contractsCancel({ pool, bus, nameOf }), spotCancel({ pool, bus })]),
      ...spotCalls({ pool, bus, findTick, linesOf }),
      ...marketRoutes({
        snapshot,
        candles: (query) => history.candles(query),
        termsOf,
        sourcesOf: (feed) => sourcesOf(feeds, feed),
        now: clock.now,
      }),
      ...createTransparencyCalls({
        pool,
        isListed: (code) => byCode.has(code),
        findTick: (query) => history.tick(query),
      }),
      ...optionsCalls({
        pool,
        bus,
        findTick,
        nameOf,
        linesOf,
      }),
    },
    marketList: list,
    sockets,
    limits: config.rateLimits ? DEFAULT_LIMITS : undefined,
    site: { webFolder: options.webFolder, logosFolder: options.logosFolder },
    isReady: () => shown !== undefined,
    isRealBookClosed: profile === 'demo-only',
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
