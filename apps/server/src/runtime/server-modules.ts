import { accountCalls } from '../account-data/closing.ts';
import { AccountExports } from '../account-data/export.ts';
import { importCalls } from '../account-data/imports.ts';
import { reconcileSessions, type SessionRegistry } from '../authority/access/registry.ts';
import { withDemoWarning } from '../authority/demo-warning.ts';
import { riskCalls } from '../authority/risk-routes.ts';
import { authorityCalls } from '../authority/routes.ts';
import type { ChainSettings } from '../chains/settings.ts';
import { contentOperatorCalls } from '../content/operator-routes.ts';
import { parameterCalls } from '../content/parameters.ts';
import { contentCalls } from '../content/routes.ts';
import { PublicCalendar } from '../corporate-actions/queries.ts';
import { corporateActionCalls } from '../corporate-actions/routes.ts';
import type { Files } from '../files/open-files.ts';
import { uploadCalls } from '../files/upload-calls.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { ledgerCalls } from '../ledger/routes.ts';
import { taxCalls } from '../ledger/tax/routes.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { type MarketCallsDeps, marketCalls } from '../market-data/routes.ts';
import type { TapeKey } from '../market-data/tape/keys.ts';
import { feeTierCalls, progressOf } from '../money/fee-tiers/routes.ts';
import { stockCalls } from '../money/house-stock/routes.ts';
import { startLinkInvited } from '../money/referrals/link-invited.ts';
import { referralOperatorCalls } from '../money/referrals/operator-routes.ts';
import { referralCalls } from '../money/referrals/routes.ts';
import type { WithdrawalOperatorDeps } from '../money/withdrawals/operator-routes.ts';
import { alertCalls } from '../people/alerts/routes.ts';
import type { AuthDeps } from '../people/auth/deps.ts';
import { authCalls } from '../people/auth/routes.ts';
import { kycSummary } from '../people/kyc/queries.ts';
import { unreadOf } from '../people/notifications/queries.ts';
import { notificationCalls } from '../people/notifications/routes.ts';
import { preferenceCalls } from '../people/preferences/routes.ts';
import { startJob } from '../platform/job.ts';
import type { Log } from '../platform/log.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { NetworkOf } from '../platform/networks.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Profile } from '../platform/profile.ts';
import type { Vapid } from '../platform/push/vapid.ts';
import { joinModules, mergeCalls, type ServerModules, type Stop } from '../platform/server-module.ts';
import { cancelCall } from '../products/contracts/cancel-call.ts';
import { contractsCalls, contractsCancel } from '../products/contracts/routes.ts';
import { convertCalls } from '../products/convert/routes.ts';
import { nftOperatorCalls } from '../products/nfts/operator-routes.ts';
import { Pictures } from '../products/nfts/pictures.ts';
import { nftCalls } from '../products/nfts/routes.ts';
import { optionsCalls } from '../products/options/routes.ts';
import { planOperatorCalls } from '../products/plans/operator-routes.ts';
import { plansCalls } from '../products/plans/routes.ts';
import { spotCalls, spotCancel } from '../products/spot/routes.ts';
import { supportUnreadOf } from '../support/queries.ts';
import { transparencyCalls } from '../transparency/routes.ts';
import { evidenceFrom, sharedCalls } from '../transparency/shared/routes.ts';
import { siteFigureCalls } from '../transparency/site-figures.ts';
import type { ProveInTree } from '../transparency/tree/tree-proofs.ts';
import { fundingCalls, fundingOperatorCalls, personChecks, privateDetailsOf, startFundingMails } from './funding.ts';
import type { History } from './history/history.ts';
import type { Instruments } from './instruments.ts';
import type { KycModule } from './kyc-module.ts';
import { ledgerSources, takerRates, tapeSources } from './ledger-sources.ts';
import type { Operators } from './operator-calls.ts';
import { orderEvidence } from './order-evidence.ts';
import { createRecords, type RecordsDeps, startRecords } from './record-calls.ts';
import { startNotices } from './start-notices.ts';
import { type Support, startSupport } from './support.ts';

export interface ModulesDeps extends Omit<MarketCallsDeps, 'candles' | 'actionsOf' | 'now'> {
  readonly pool: Pool;
  readonly bus: CoreBus;
  /** Of operators: whom they freeze is signed out where it counts. */
  readonly operatorBus: CoreBus;
  readonly history: History;
  readonly instruments: Instruments;
  readonly profile: Profile;
  readonly priced: string;
  readonly files: Files;
  readonly onOffer: readonly Instrument[];
  readonly chains: ChainSettings;
  readonly masterKey: MasterKey;
  /** Signs receipts and anchors, as it does the tape. */
  readonly key: TapeKey;
  readonly inTree: ProveInTree;
  readonly networkOf: NetworkOf;
  /** Whether a watcher sees payouts of a network. */
  readonly watcherOf: WithdrawalOperatorDeps['watcherOf'];
  /** What browsers subscribe to push messages with. */
  readonly vapid: Vapid;
  readonly registry: SessionRegistry;
  readonly identityChecks: KycModule;
  readonly support: Support;
  readonly operators: Pick<Operators, 'calls'>;
  readonly records: Pick<
    RecordsDeps,
    'plan' | 'sendsMail' | 'watcherProblems' | 'anchorProblems' | 'priceProblems' | 'diskProblems'
  >;
  readonly identity: Omit<AuthDeps, 'pool' | 'bus' | 'worthOf' | 'levelOf' | 'unreadOf' | 'supportUnreadOf' | 'kycOf'>;
}

/** How often sessions that the core still knows are compared with those that there are. */
const RECONCILE_EVERY_MS = 10 * 60_000;

/** Every module outside the core thread, with what each of them needs of the others. */
export function createModules({ history, instruments, profile, identity, ...deps }: ModulesDeps): ServerModules {
  const { pool, bus, operatorBus, snapshot, masterKey, key, chains, files, identityChecks, support } = deps;
  const { now } = instruments;
  const { clock, log, mail, sessions, site, isRealBookClosed } = identity;
  const calendar = new PublicCalendar(pool, now);
  const core = { pool, bus };
  const byOperators = { pool, bus: operatorBus, now: clock.now };
  const ledger = ledgerSources({ pool, snapshot, history, ...instruments });
  const evidence = orderEvidence(pool, { history, now, key, inTree: deps.inTree });
  const products = { ...core, ...instruments, ...evidence, networkOf: deps.networkOf };
  const pictures = new Pictures({ pool, vault: files.vault });
  const traded = mergeCalls([
    withDemoWarning(mergeCalls([optionsCalls(products), contractsCalls(products)]), pool),
    spotCalls(products),
    convertCalls(products),
    stockCalls(products),
  ]);
  return joinModules([
    {
      name: 'market-data',
      calls: marketCalls({
        ...deps,
        candles: (query) => history.candles(query),
        actionsOf: (code) => calendar.of(code),
        now,
      }),
    },
    { name: 'corporate-actions', calls: corporateActionCalls({ calendar }) },
    {
      name: 'ledger',
      calls: mergeCalls([
        ledgerCalls({
          ...ledger,
          bus,
          now,
          assetOfMarket: instruments.assetOfMarket,
          takerRatesOf: takerRates(pool, now),
          tape: tapeSources(history),
        }),
        taxCalls({ ...ledger, ...tapeSources(history), now }),
      ]),
    },
    {
      name: 'orders',
      calls: mergeCalls([
        traded,
        sharedCalls({ pool, key, now, evidenceOf: evidenceFrom(traded) }),
        cancelCall([contractsCancel(products), spotCancel(products)]),
      ]),
    },
    {
      name: 'plans',
      calls: plansCalls({ ...products, isRealBookClosed }),
      operatorCalls: planOperatorCalls(byOperators),
    },
    {
      name: 'nfts',
      calls: nftCalls({ ...products, pictures, isRealBookClosed }),
      operatorCalls: nftOperatorCalls({ pool, bus: operatorBus, vault: files.vault, pictures }),
    },
    { name: 'files', calls: uploadCalls(files.vault) },
    {
      name: 'kyc',
      calls: identityChecks.calls,
      operatorCalls: identityChecks.operatorCalls,
      start: identityChecks.start,
    },
    {
      name: 'support',
      calls: support.calls,
      operatorCalls: support.operatorCalls,
      start: () => startSupport({ pool, clock, mail, log, site }),
    },
    { name: 'fee-tiers', calls: feeTierCalls({ pool, now }) },
    {
      name: 'referrals',
      calls: referralCalls({ pool, now, site, isRealBookClosed }),
      operatorCalls: referralOperatorCalls(byOperators),
      start: () => startLinkInvited({ pool, bus, now: clock.now, log }),
    },
    {
      name: 'funding',
      calls: fundingCalls({
        pool,
        bus,
        evidence,
        instruments,
        profile,
        chains,
        masterKey,
        checks: personChecks({ ...identity, ...core, masterKey }),
      }),
      operatorCalls: fundingOperatorCalls({
        pool,
        bus: operatorBus,
        clock,
        masterKey,
        files,
        instruments,
        chains,
        watcherOf: deps.watcherOf,
      }),
      start: () => startFundingMails({ pool, clock, mail, log, site }),
    },
    {
      name: 'auth',
      calls: authCalls({
        ...identity,
        ...core,
        worthOf: ledger.worthOf,
        levelOf: (userId, book) => progressOf(pool, { userId, book, at: now() }),
        unreadOf: (userId) => unreadOf(pool, userId),
        supportUnreadOf: (userId) => supportUnreadOf(pool, userId),
        kycOf: (userId, language) => kycSummary(pool, userId, language),
      }),
      start: () => startReconciling({ pool, now: clock.now, log }, deps.registry),
    },
    {
      name: 'account-data',
      calls: mergeCalls([
        accountCalls({
          ...identity,
          ...core,
          exports: new AccountExports({
            pool,
            master: masterKey,
            site,
            now,
            log,
            fileOf: (id) => files.vault.open(id),
            detailsOf: (digests) => privateDetailsOf(pool, masterKey).read(digests),
          }),
        }),
        importCalls({ pool, clock: { now } }),
      ]),
    },
    { name: 'authority', calls: mergeCalls([authorityCalls({ pool }), riskCalls({ ...core, now })]) },
    {
      name: 'notifications',
      calls: notificationCalls({ pool, ...instruments, pushKey: deps.vapid.publicKey }),
      start: () => startNotices({ pool, clock, mail, vapid: deps.vapid, log, site, nameOf: instruments.nameOf }),
    },
    { name: 'preferences', calls: preferenceCalls({ pool }) },
    {
      name: 'alerts',
      calls: alertCalls({
        ...core,
        ...instruments,
        precisionOf: (code) =>
          snapshot.find(code)?.instrument.code === code ? instruments.precisionOf(code) : undefined,
      }),
    },
    {
      name: 'transparency',
      calls: mergeCalls([
        transparencyCalls({
          pool,
          key,
          now,
          isListed: instruments.isListed,
          // A cross has the inputs of what it is computed from.
          typesOf: (code) => [code, ...deps.legsOf(code)].map(instruments.typeOf).filter((type) => type !== undefined),
          findTick: (query) => history.tick(query),
          runs: (query) => history.runs(query),
        }),
        siteFigureCalls({ pool, now, instruments: deps.onOffer, termsOf: deps.termsOf }),
      ]),
    },
    {
      name: 'content',
      calls: mergeCalls([contentCalls({ pool, now }), parameterCalls({ pool, profile, priced: deps.priced })]),
      operatorCalls: contentOperatorCalls(byOperators),
    },
    { name: 'operator', operatorCalls: deps.operators.calls },
    {
      name: 'records',
      operatorCalls: createRecords({
        pool,
        bus: operatorBus,
        sessions,
        masterKey,
        snapshot,
        history,
        instruments,
        profile,
        ...deps.records,
        ownNetworks: chains.networks,
      }),
      start: () => startRecords({ pool, sessions, now: clock.now }, log),
    },
  ]);
}

/** What a session's end did not reach while the core was away is told later. */
const startReconciling = (
  { log, ...deps }: Parameters<typeof reconcileSessions>[0] & { readonly log: Pick<Log, 'warn'> },
  registry: SessionRegistry,
): Stop =>
  startJob({
    work: () => reconcileSessions(deps, registry),
    everyMs: RECONCILE_EVERY_MS,
    onFailure: (error) => log.warn({ err: error }, 'sessions of the core were not compared; the next run tries again'),
  });
