import { NO_CHAINS } from '../../chains/settings.ts';
import {
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../../http/testing/operator-gateway.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { referralCalls } from '../../money/referrals/routes.ts';
import { operatorHouseCalls } from '../../operator/house/routes.ts';
import type { CallHandlers } from '../../platform/call.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import type { Profile } from '../../platform/profile.ts';
import type { withTestDatabase } from '../../platform/test-database.ts';
import { Pictures } from '../../products/nfts/pictures.ts';
import { nftCalls } from '../../products/nfts/routes.ts';
import { optionsCalls } from '../../products/options/routes.ts';
import { plansCalls } from '../../products/plans/routes.ts';
import { spotCalls } from '../../products/spot/routes.ts';
import { testEvidence } from '../../transparency/testing/proving.ts';
import { fundingCalls, identityOf } from '../funding.ts';
import { createKycModule, type KycModule } from '../kyc-module.ts';
import { seedHouse } from '../seed-house.ts';
import { NO_FILES, testFundingOperatorCalls, testPersonChecks } from './funding-parts.ts';

const INSTRUMENTS = CATALOGUE.filter((instrument) => instrument.code === 'BTCUSDT');
const MASTER = masterKeyOf('07'.repeat(32));

/** An installation of a profile with two owners, over HTTP, without products that need funds. */
export interface Installation {
  readonly gateway: OperatorGatewayFixture;
  readonly first: TestOperator;
  readonly second: TestOperator;
  readonly handlers: CallHandlers;
  readonly close: () => Promise<void>;
}

export async function installProfile(
  database: ReturnType<typeof withTestDatabase>,
  profile: Profile,
): Promise<Installation> {
  const { pool } = database;
  let checks: KycModule | undefined;
  let gateway: OperatorGatewayFixture | undefined;
  const clock = { now: () => gateway!.clock.now() };
  const bus: CoreBus = {
    submit: (input) => gateway!.bus.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const products = { pool, bus, now: clock.now, isRealBookClosed: false, ...testEvidence(pool) };
  const handlers: CallHandlers = {
    ...fundingCalls({
      pool,
      bus,
      profile,
      masterKey: MASTER,
      evidence: testEvidence(pool),
      instruments: { now: clock.now, pricesOf: () => null, precisionOf: () => undefined, opensAt: () => null },
      chains: NO_CHAINS,
      checks: testPersonChecks({
        verifiedHolderOf: identityOf(pool, MASTER).verifiedHolderOf,
      }),
    }),
    ...plansCalls(products),
    ...nftCalls({ ...products, pictures: new Pictures({ pool, vault: NO_FILES.vault }) }),
    ...referralCalls({ ...products, site: 'http://localhost' }),
    ...spotCalls({ ...products, networkOf: () => ({}) }),
    ...optionsCalls({ ...products, nameOf: (name) => name, networkOf: () => ({}) }),
    submitBasicKyc: (input, context) => checks!.calls.submitBasicKyc!(input, context),
  };
  gateway = await openOperatorGateway(database, {
    gateway: { handlers },
    handlers: (core) => {
      checks = createKycModule({
        ...core,
        clock,
        masterKey: MASTER,
        files: NO_FILES,
        site: 'http://localhost',
        log: { warn: () => {} },
        sessions: { refresh: async (userId: number) => gateway?.sessions.refresh(userId) },
        mail: { wake: () => {} },
      });
      return {
        ...checks.operatorCalls,
        ...testFundingOperatorCalls(core, { clock, masterKey: MASTER }),
        ...operatorHouseCalls({ ...core, now: clock.now, sendsMail: false }),
      };
    },
  });
  await seedHouse(gateway.harness.sequencer, INSTRUMENTS, profile);
  const first = await gateway.operator(['owner'], 'ada');
  const second = await gateway.operator(['owner'], 'grace');
  const opened = gateway;
  return {
    gateway,
    first,
    second,
    handlers,
    async close() {
      await opened.close();
    },
  };
}
