import { join } from 'node:path';
import { createSessionRegistry } from '../authority/access/registry.ts';
import { followStandings } from '../authority/follow-standings.ts';
import { readParameter } from '../authority/read-parameter.ts';
import { Networks } from '../chains/networks.ts';
import type { ChainSettings } from '../chains/settings.ts';
import { createFactorStore } from '../factors/factor-store.ts';
import { relyingPartyOf } from '../factors/relying-party.ts';
import { openFiles } from '../files/open-files.ts';
import type { FileSettings } from '../files/settings.ts';
import { uploadLimit } from '../files/upload-calls.ts';
import { answeringBus } from '../http/core-unavailable.ts';
import { openNetworkNames } from '../http/network-names.ts';
import { DEFAULT_LIMITS } from '../http/rate-limits.ts';
import { createGateway } from '../http/server.ts';
import type { TrustedProxies } from '../http/trusted-proxies.ts';
import type { CheckpointSettings } from '../kernel/verify/checkpoint-times.ts';
import { describeServed } from '../market-data/feeds/feed-plan.ts';
import type { NamedInstruments } from '../market-data/feeds/on-offer.ts';
import { type FeedSettings, isPredictable, sourcesOf } from '../market-data/feeds/settings.ts';
import { typedInputsOf, typedNames } from '../market-data/feeds/typed-inputs.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { MarketList } from '../market-data/snapshot/market-list.ts';
import { MarketSnapshot } from '../market-data/snapshot/market-snapshot.ts';
import { openTapeKey, publishKey } from '../market-data/tape/keys.ts';
import type { DefaultNetworks } from '../operator/allowed-networks.ts';
import { firstOwnerLink } from '../operator/server-links.ts';
import { breachedIn } from '../people/auth/breached-passwords.ts';
import { createLoginGate } from '../people/auth/login-gate.ts';
import { createPasswordHasher } from '../people/auth/password-hash.ts';
import { useBreachedPasswords } from '../people/auth/password-rules.ts';
import { createSessionStore } from '../people/auth/sessions.ts';
import { openSignIn } from '../people/auth/sign-in/open-sign-in.ts';
import type { SignInSettings } from '../people/auth/sign-in/settings.ts';
import { openCodeKey, setCodeKey } from '../people/auth/tokens.ts';
import type { ProviderSettings } from '../people/kyc/provider/settings.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { shareCoreClock, sharedCoreClock } from '../platform/core-clock.ts';
import { DamageWatch, damageLine } from '../platform/damaged-pages.ts';
import { type DiskThresholds, DiskWatch } from '../platform/disk-watch.ts';
import type { Log } from '../platform/log.ts';
import { createMailSender } from '../platform/mail.ts';
import { sealOldMail, useMailKey } from '../platform/mail-seal.ts';
import { openMasterKey } from '../platform/master-key.ts';
import { createPool } from '../platform/postgres.ts';
import type { Profile } from '../platform/profile.ts';
import { openVapid } from '../platform/push/vapid.ts';
import { fillLoanSteps } from '../products/loans/fill-steps.ts';
import { audienceOf, visitorOf } from '../support/customers.ts';
import { widgetOf } from '../support/widget.ts';
import { AnchorKeeper, type AnchorSettings } from '../transparency/anchor-keeper.ts';
import { sharedReceipt } from '../transparency/shared/store.ts';
import { openTreeFiles, openTreeProofs } from '../transparency/tree/open-trees.ts';
import type { WitnessSettings } from '../transparency/tree/witnesses.ts';
import { connectSockets } from './connect-sockets.ts';
import { History } from './history/history.ts';
import { readInstrumentTerms } from './instrument-terms.ts';
import { instrumentsOf } from './instruments.ts';
import { createKycModule } from './kyc-module.ts';
import type { IdlePrices } from './market-pace.ts';
import { measuresOf } from './measures.ts';
import { neededInstruments } from './needed-instruments.ts';
import { createOperators } from './operator-calls.ts';
import { createModules } from './server-modules.ts';
import { startEngine } from './start-engine.ts';
import { openSupport } from './support.ts';
import { startUpkeep } from './upkeep/start-upkeep.ts';
import { watchSockets } from './watch-sockets.ts';
import { Watchers } from './watchers/watchers.ts';

/** Reads of pages and logins; orders do not pass through these. */
const POOL_MAX = 10;
/** No page waits longer for one statement. */
const STATEMENT_MS = 15_000;

export interface Server {
  /** `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Makes the first owner; undefined once an operator has a password. */
  readonly ownerLink: string | undefined;
  /** How many instruments of each type each feed really prices. */
  readonly priced: string;
  stop(): Promise<void>;
}

/** What it takes of the settings. */
export interface ServeConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly feeds: FeedSettings;
  readonly instruments: NamedInstruments;
  readonly profile: Profile;
  readonly chains: ChainSettings;
  readonly masterKey: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly publicUrl: string;
  readonly ownHost: string | undefined;
  readonly trustedProxies: TrustedProxies;
  readonly logLevel: string;
  readonly rateLimits: boolean;
  readonly operatorNetworks: DefaultNetworks;
  readonly breachedPasswords: string | undefined;
  readonly files: FileSettings;
  readonly kycProvider: ProviderSettings | undefined;
  readonly signIn: SignInSettings;
  readonly anchors: AnchorSettings;
  readonly witnesses: readonly WitnessSettings[];
  readonly checkpoints: CheckpointSettings;
  readonly idlePrices: IdlePrices;
  readonly minuteCandleDays: number;
  readonly tapeDays: number | undefined;
  readonly disk: DiskThresholds;
}

export interface ServeOptions {
  readonly config: ServeConfig;
  readonly databaseUrl: string;
  readonly webFolder: string;
  readonly consoleFolder: string;
  readonly logosFolder: string;
  readonly paintProgram?: string;
  readonly log: Log;
  readonly onFatal: (reason: string) => void;
}

/** Wires everything above the database, and listens. */
export async function serve({ config, databaseUrl, log, onFatal, ...site }: ServeOptions): Promise<Server> {
  const { dataDir, feeds, logLevel, profile } = config;
  const isRealBookClosed = profile === 'demo-only';
  shareCoreClock();
  if (config.breachedPasswords !== undefined) useBreachedPasswords(breachedIn(config.breachedPasswords));
  const masterKey = openMasterKey(dataDir, config.masterKey);
  useMailKey(masterKey);
  setCodeKey(openCodeKey(dataDir));
  const pool = createPool(databaseUrl, { max: POOL_MAX, name: 'glasshouse-gateway', patienceMs: STATEMENT_MS });
  // Before the core writes. Without it some old steps are not shown: no reason not to start.
  const { unreadable } = await fillLoanSteps(pool).catch((error: Error) => {
    log.error({ err: error }, 'old steps of loans were not filled in; the next start tries again');
    return { unreadable: [] };
  });
  if (0 < unreadable.length) log.warn({ loans: unreadable }, 'old steps of loans are in archives that are not here');
  const engine = await startEngine(
    {
      databaseUrl,
      dataDir,
      feeds,
      logLevel,
      profile,
      idlePrices: config.idlePrices,
      minuteCandleDays: config.minuteCandleDays,
      instruments: config.instruments,
      needed: neededInstruments(new Networks(config.chains.networks)),
    },
    { onFatal, onLate: () => log.error('the core does not stop; it is ended as it is') },
  );

  const onOffer = CATALOGUE.filter(({ code }) => engine.isOnOffer(code));
  const snapshot = new MarketSnapshot(onOffer, engine.feedOf, (feed) => isPredictable(feeds, feed));
  const instruments = instrumentsOf(snapshot, sharedCoreClock.now);
  const history = new History({
    databaseUrl,
    feeds,
    instruments: onOffer,
    onFailure: (reason) => log.error({ reason }, 'the history thread ended; it starts again'),
  });
  const disk = new DiskWatch({ dataDir, now: clock.now, log, thresholds: config.disk });
  disk.start();
  const damage = new DamageWatch({
    pool,
    dataDir,
    onDamage: (page) => log.error({ ...page }, `a page of the database is damaged: ${damageLine(page)}`),
  });
  damage.start();
  const bus = answeringBus(engine.bus, () => disk.isFull);
  const registry = createSessionRegistry({
    bus,
    pool,
    now: clock.now,
    onError: (error) => log.warn({ err: error }, 'the core was not told that a session ended; a job tells it later'),
  });
  const sessions = createSessionStore({
    pool,
    clock,
    registry,
    onError: (error) => log.warn({ err: error }, 'a last use was not written'),
  });
  const watchers = new Watchers({ databaseUrl, chains: config.chains, logLevel, bus: engine.bus, log });
  const sockets = await connectSockets({
    engine,
    snapshot,
    sessions,
    instruments,
    log,
    visitorOf: async (token) => {
      const visit = await visitorOf(pool, token);
      return visit === undefined ? undefined : audienceOf(visit);
    },
  });
  const inputs = typedInputsOf(feeds);
  const priced = describeServed(onOffer, engine.feedOf);
  for (const { name } of inputs) log.warn({ input: name }, 'prices come in through an input that can be typed');
  const key = openTapeKey(dataDir);
  await publishKey(pool, key);
  const anchors = new AnchorKeeper({ pool, key, dataDir, settings: config.anchors, now: clock.now, log });
  anchors.start();
  const stopUpkeep = startUpkeep(
    {
      databaseUrl,
      dataDir,
      checkpoints: config.checkpoints,
      tapeDays: config.tapeDays,
      files: config.files,
      publicUrl: config.publicUrl,
      witnesses: config.witnesses,
    },
    log,
  );
  await sealOldMail(pool, masterKey);
  const mail = createMailSender({ pool, smtpUrl: config.smtpUrl, from: config.mailFrom, clock, log });
  mail.start();
  const vapid = openVapid(
    dataDir,
    config.publicUrl.startsWith('https:') ? config.publicUrl : `mailto:${config.mailFrom}`,
  );
  const hasher = createPasswordHasher();
  const gate = createLoginGate({ masterKey, clock });
  const files = openFiles({ pool, settings: config.files, dataDir, master: masterKey, clock, log });

  const identityChecks = createKycModule({
    pool,
    bus,
    clock,
    log,
    masterKey,
    sessions,
    mail,
    files,
    site: config.publicUrl,
    provider: config.kycProvider,
  });

  const support = openSupport({ pool, bus, clock, sockets, vault: files.vault });

  const terms = await readInstrumentTerms(pool, instruments, (error) =>
    log.warn({ err: error }, 'terms could not be read again'),
  );
  const operatorBus = followStandings(bus, sessions);
  const operators = createOperators({
    pool,
    clock,
    log,
    masterKey,
    hasher,
    bus: operatorBus,
    registry,
    networks: config.operatorNetworks,
    site: config.publicUrl,
    hub: support.hub,
  });
  const modules = createModules({
    pool,
    bus,
    operatorBus,
    registry,
    snapshot,
    history,
    instruments,
    onOffer,
    profile,
    priced,
    termsOf: terms.termsOf,
    sourcesOf: (feed) => sourcesOf(feeds, feed),
    inputsOf: (feed) => typedNames(inputs, feed),
    legsOf: engine.legsOf,
    isPredictable: (feed) => isPredictable(feeds, feed),
    files,
    vapid,
    masterKey,
    key,
    inTree: openTreeProofs({ pool, dataDir, files: config.files, key }, (error) =>
      log.error({ err: error }, 'tiles of the transparency log could not be read: receipts are given without it'),
    ),
    identityChecks,
    support,
    operators,
    chains: config.chains,
    networkOf: openNetworkNames(dataDir),
    watcherOf: (network) => watchers.stateOf(network),
    records: {
      plan: feeds.plan,
      sendsMail: config.smtpUrl !== undefined,
      watcherProblems: () => watchers.problems,
      anchorProblems: () => anchors.problems(),
      priceProblems: engine.priceProblems,
      diskProblems: () => disk.problems(),
    },
    identity: {
      clock,
      log,
      sessions,
      mail,
      isRealBookClosed,
      hasher,
      gate,
      factors: createFactorStore({ db: pool, kind: 'customer', masterKey }),
      party: relyingPartyOf(config.publicUrl),
      site: config.publicUrl,
      signIn: openSignIn(config.signIn, {
        site: config.publicUrl,
        log,
        chains: config.chains,
        readGate: () => readParameter(pool, 'site.wallet_gate'),
      }),
    },
  });
  const stopModules = modules.start();
  const stopWatching = watchSockets(sockets, engine.attention);
  const app = await createGateway({
    pool,
    clock,
    log,
    sessions,
    sockets,
    site,
    isRealBookClosed,
    handlers: modules.calls,
    operators: { ...operators, handlers: modules.operatorCalls },
    marketList: new MarketList(snapshot, sharedCoreClock.now),
    gate,
    publicUrl: config.publicUrl,
    ownHost: config.ownHost,
    marketOf: (code) => {
      const line = snapshot.find(code);
      return line?.instrument.code === code ? snapshot.listed(line) : undefined;
    },
    sharedOf: (token) => sharedReceipt(pool, token),
    trustedProxies: config.trustedProxies,
    logHead: engine.logHead,
    limits: config.rateLimits ? DEFAULT_LIMITS : undefined,
    webhooks: identityChecks.webhooks,
    fileLimit: uploadLimit((key) => readParameter(pool, key)),
    treeFiles: openTreeFiles(config.files, dataDir),
    securityContact: () => readParameter(pool, 'site.contact'),
    widgetOrigin: async () => (await widgetOf(pool))?.origin,
    isReady: () => sockets.hasFrame(),
    look: () => engine.attention.look(),
    hasRoom: () => !disk.isFull,
    damaged: () => damage.problems(),
    measures: measuresOf({ pool, disk, damage, attention: engine.attention, isReady: () => sockets.hasFrame() }),
    watchers: () => watchers.health,
  });
  const url = await app.listen({ port: config.port, host: config.host });

  const ownerLink = await firstOwnerLink(pool, { master: masterKey, site: config.publicUrl, now: clock.now() });

  return {
    url,
    ownerLink,
    priced,
    // From the outside in: nothing new is accepted, what was accepted is finished, then its parts
    // end.
    async stop() {
      disk.stop();
      damage.stop();
      stopWatching();
      operators.socket.stop();
      await sockets.stop();
      await app.close();
      await watchers.stop();
      await engine.stop();
      await Promise.all([
        history.stop(),
        mail.stop(),
        files.stop(),
        stopModules(),
        terms.stop(),
        anchors.stop(),
        stopUpkeep(),
      ]);
      await pool.end();
    },
  };
}

/** Where the build and the logos lie in this repository. */
export const webFolderOf = (root: string): string => join(root, 'apps/web/dist');
export const paintProgramOf = (root: string): string => join(root, 'apps/web/paint/dist/paint.js');
export const consoleFolderOf = (root: string): string => join(root, 'apps/console/dist');
export const logosFolderOf = (root: string): string => join(root, 'apps/server/assets/logos');
