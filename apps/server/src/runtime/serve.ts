import { join } from 'node:path';
import { answeringBus } from '../http/core-unavailable.ts';
import { DEFAULT_LIMITS } from '../http/rate-limits.ts';
import { createGateway } from '../http/server.ts';
import { type FeedSettings, sourcesOf } from '../market-data/feeds/settings.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { MarketList } from '../market-data/snapshot/market-list.ts';
import { MarketSnapshot } from '../market-data/snapshot/market-snapshot.ts';
import { createPasswordHasher } from '../people/identity/password-hash.ts';
import { createSessionStore } from '../people/identity/sessions.ts';
import { systemClock as clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createMailSender } from '../platform/mail.ts';
import { createPool } from '../platform/postgres.ts';
import type { Profile } from '../platform/profile.ts';
import { createCalls } from './calls.ts';
import { connectSockets } from './connect-sockets.ts';
import { History } from './history/history.ts';
import { readInstrumentTerms } from './instrument-terms.ts';
import { instrumentsOf } from './instruments.ts';
import { startEngine } from './start-engine.ts';

/** Reads of pages and logins; orders do not pass through these. */
const POOL_MAX = 10;

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
export async function serve({ config, databaseUrl, log, onFatal, ...site }: ServeOptions): Promise<Server> {
  const { dataDir, feeds, logLevel, profile } = config;
  const isRealBookClosed = profile === 'demo-only';
  const pool = createPool(databaseUrl, { max: POOL_MAX, name: 'glasshouse-gateway' });
  const engine = await startEngine({ databaseUrl, dataDir, feeds, logLevel, profile }, onFatal);

  const snapshot = new MarketSnapshot(CATALOGUE, engine.feedOf);
  const instruments = instrumentsOf(snapshot, clock.now);
  const history = new History({
    databaseUrl,
    feeds,
    instruments: CATALOGUE,
    onFailure: (reason) => log.error({ reason }, 'the history thread ended; it starts again'),
  });
  const sessions = createSessionStore({
    pool,
    clock,
    onError: (error) => log.warn({ err: error }, 'a last use was not written'),
  });
  const sockets = await connectSockets({ engine, snapshot, sessions, instruments, log });
  const mail = createMailSender({ pool, smtpUrl: config.smtpUrl, from: config.mailFrom, clock, log });
  mail.start();

  const handlers = createCalls({
    pool,
    bus: answeringBus(engine.bus),
    snapshot,
    history,
    instruments,
    termsOf: await readInstrumentTerms(pool, instruments),
    sourcesOf: (feed) => sourcesOf(feeds, feed),
    profile,
    identity: {
      ...{ clock, log, sessions, mail, isRealBookClosed },
      hasher: createPasswordHasher(),
      site: config.publicUrl,
    },
  });
  const app = await createGateway({
    ...{ pool, clock, log, sessions, handlers, sockets, site, isRealBookClosed },
    marketList: new MarketList(snapshot, clock.now),
    limits: config.rateLimits ? DEFAULT_LIMITS : undefined,
    isReady: () => sockets.hasFrame(),
  });
  const url = await app.listen({ port: config.port, host: config.host });

  return {
    url,
    // From the outside in: nothing new is accepted, what was accepted is finished, then its parts
    // end.
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
