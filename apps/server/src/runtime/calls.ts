import { withDemoWarning } from '../authority/demo-warning.ts';
import { riskCalls } from '../authority/risk-routes.ts';
import { authorityCalls } from '../authority/routes.ts';
import type { ChainSettings } from '../chains/settings.ts';
import { parameterCalls } from '../content/parameters.ts';
import { contentCalls } from '../content/routes.ts';
import { PublicCalendar } from '../corporate-actions/queries.ts';
import { corporateActionCalls } from '../corporate-actions/routes.ts';
import type { FileVault } from '../files/file-vault.ts';
import { uploadCalls } from '../files/upload-calls.ts';
import type { CoreBus } from '../kernel/bus.ts';
import { accountCalls } from '../leaving/closing.ts';
import { AccountExports } from '../leaving/export.ts';
import { importCalls } from '../leaving/imports.ts';
import { ledgerCalls } from '../ledger/routes.ts';
import { taxCalls } from '../ledger/tax/routes.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { type MarketCallsDeps, marketCalls } from '../market-data/routes.ts';
import type { TapeKey } from '../market-data/tape/keys.ts';
import { feeTierCalls, progressOf } from '../money/fee-tiers/routes.ts';
import { stockCalls } from '../money/house-stock/routes.ts';
import { referralCalls } from '../money/referrals/routes.ts';
import { alertCalls } from '../people/alerts/routes.ts';
import type { IdentityDeps } from '../people/identity/deps.ts';
import { identityCalls } from '../people/identity/routes.ts';
import { kycSummary } from '../people/kyc/queries.ts';
import { unreadOf } from '../people/notifications/queries.ts';
import { notificationCalls } from '../people/notifications/routes.ts';
import { preferenceCalls } from '../people/preferences/routes.ts';
import type { MasterKey } from '../platform/master-key.ts';
import { type AllCalls, everyCall, mergeCalls } from '../platform/merge-calls.ts';
import type { NetworkOf } from '../platform/networks.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Profile } from '../platform/profile.ts';
import { cancelCall } from '../products/contracts/cancel-call.ts';
import { contractsCalls, contractsCancel } from '../products/contracts/routes.ts';
import { convertCalls } from '../products/convert/routes.ts';
import { Pictures } from '../products/nfts/pictures.ts';
import { nftCalls } from '../products/nfts/routes.ts';
import { optionsCalls } from '../products/options/routes.ts';
import { plansCalls } from '../products/plans/routes.ts';
import { spotCalls, spotCancel } from '../products/spot/routes.ts';
import { supportUnreadOf } from '../support/queries.ts';
import { transparencyCalls } from '../transparency/routes.ts';
import { evidenceFrom, sharedCalls } from '../transparency/shared/routes.ts';
import { siteFigureCalls } from '../transparency/site-figures.ts';
import { fundingCalls, personChecks, privateDetailsOf } from './funding.ts';
import type { History } from './history/history.ts';
import type { IdentityChecks } from './identity-checks.ts';
import type { Instruments } from './instruments.ts';
import { ledgerSources, takerRates, tapeSources } from './ledger-sources.ts';
import { orderEvidence } from './order-evidence.ts';
import type { Support } from './support.ts';

export interface CallsDeps extends Omit<MarketCallsDeps, 'candles' | 'actionsOf' | 'now'> {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly history: History;
  readonly instruments: Instruments;
  readonly profile: Profile;
  readonly priced: string;
  readonly vault: FileVault;
  readonly onOffer: readonly Instrument[];
  readonly chains: ChainSettings;
  readonly masterKey: MasterKey;
  /** Signs receipts and anchors, as it does the tape. */
  readonly key: TapeKey;
  readonly networkOf: NetworkOf;
  /** What browsers subscribe to push messages with. */
  readonly pushKey: string;
  /** Calls of modules that are opened elsewhere. */
  readonly others: {
    readonly identityChecks: IdentityChecks['calls'];
    readonly support: Support['calls'];
  };
  readonly identity: Omit<
    IdentityDeps,
    'pool' | 'bus' | 'worthOf' | 'levelOf' | 'unreadOf' | 'supportUnreadOf' | 'kycOf'
  >;
}

/** The calls of every module, with what each of them needs of the others. */
export function createCalls({ history, instruments, profile, identity, ...deps }: CallsDeps): AllCalls {
  const { pool, bus, snapshot } = deps;
  const { now } = instruments;
  const calendar = new PublicCalendar(pool, now);
  const core = { pool, bus };
  const ledger = ledgerSources({ pool, snapshot, history, ...instruments });
  const evidence = orderEvidence(pool, { history, now, key: deps.key });
  const products = {
    ...core,
    ...instruments,
    ...evidence,
    networkOf: deps.networkOf,
  };
  const traded = mergeCalls([
    withDemoWarning(mergeCalls([optionsCalls(products), contractsCalls(products)]), pool),
    spotCalls(products),
    convertCalls(products),
    stockCalls(products),
  ]);
  return everyCall([
    marketCalls({
      ...deps,
      candles: (query) => history.candles(query),
      actionsOf: (code) => calendar.of(code),
      now,
    }),
    corporateActionCalls({ calendar }),
    ledgerCalls({
      ...{ ...ledger, bus, now, assetOfMarket: instruments.assetOfMarket },
      ...{ takerRatesOf: takerRates(pool, now), tape: tapeSources(history) },
    }),
    taxCalls({ ...ledger, ...tapeSources(history), now }),
    traded,
    sharedCalls({ pool, key: deps.key, now, evidenceOf: evidenceFrom(traded) }),
    cancelCall([contractsCancel(products), spotCancel(products)]),
    plansCalls({ ...products, isRealBookClosed: profile === 'demo-only' }),
    nftCalls({ ...products, pictures: new Pictures(deps), isRealBookClosed: profile === 'demo-only' }),
    uploadCalls(deps.vault),
    deps.others.identityChecks,
    deps.others.support,
    feeTierCalls({ pool, now }),
    referralCalls({ pool, now, site: identity.site, isRealBookClosed: identity.isRealBookClosed }),
    fundingCalls({
      ...deps,
      evidence,
      instruments,
      profile,
      checks: personChecks({ ...identity, ...core, masterKey: deps.masterKey }),
    }),
    identityCalls({
      ...identity,
      ...core,
      worthOf: ledger.worthOf,
      levelOf: (userId, book) => progressOf(pool, { userId, book, at: now() }),
      unreadOf: (userId) => unreadOf(pool, userId),
      supportUnreadOf: (userId) => supportUnreadOf(pool, userId),
      kycOf: (userId, language) => kycSummary(pool, userId, language),
    }),
    accountCalls({
      ...identity,
      ...core,
      exports: new AccountExports({
        ...{ pool, master: deps.masterKey, site: identity.site, now, log: identity.log },
        fileOf: (id) => deps.vault.open(id),
        detailsOf: (digests) => privateDetailsOf(pool, deps.masterKey).read(digests),
      }),
    }),
    importCalls({ pool, clock: { now } }),
    authorityCalls({ pool }),
    riskCalls({ ...core, now }),
    notificationCalls({ pool, ...instruments, pushKey: deps.pushKey }),
    preferenceCalls({ pool }),
    alertCalls({
      ...{ ...core, ...instruments },
      precisionOf: (code) =>
        snapshot.find(code)?.instrument.code === code ? instruments.precisionOf(code) : undefined,
    }),
    transparencyCalls({
      pool,
      key: deps.key,
      now,
      isListed: instruments.isListed,
      // A cross has the inputs of what it is computed from.
      typesOf: (code) => [code, ...deps.legsOf(code)].map(instruments.typeOf).filter((type) => type !== undefined),
      findTick: (query) => history.tick(query),
      runs: (query) => history.runs(query),
    }),
    siteFigureCalls({
      pool,
      now,
      instruments: deps.onOffer,
      termsOf: deps.termsOf,
    }),
    contentCalls({ pool, now }),
    parameterCalls({ pool, profile, priced: deps.priced }),
  ]);
}
