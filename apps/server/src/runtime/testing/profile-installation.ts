import { code } from '@glasshouse/api/codes';
import { NO_CHAINS } from '../../chains/settings.ts';
import {
  type OperatorGatewayFixture,
  openOperatorGateway,
  type TestOperator,
} from '../../http/testing/operator-gateway.ts';
import type { CoreBus } from '../../kernel/bus.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { referralCalls } from '../../money/referrals/routes.ts';
import { operatorHouseCalls } from '../../operator/house/routes.ts';
import { type CallHandlers, done, refuse } from '../../platform/call.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import type { Profile } from '../../platform/profile.ts';
import type { withTestDatabase } from '../../platform/test-database.ts';
import { Pictures } from '../../products/nfts/pictures.ts';
import { nftCalls } from '../../products/nfts/routes.ts';
import { optionsCalls } from '../../products/options/routes.ts';
import { plansCalls } from '../../products/plans/routes.ts';
import { spotCalls } from '../../products/spot/routes.ts';
import { testEvidence } from '../../transparency/testing/proving.ts';
import { fundingCalls, fundingOperatorCalls, identityOf } from '../funding.ts';
import { createIdentityChecks, type IdentityChecks } from '../identity-checks.ts';
import { seedHouse } from '../seed-house.ts';

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
  let checks: IdentityChecks | undefined;
  let gateway: OperatorGatewayFixture | undefined;
  const clock = { now: () => gateway!.clock.now() };
  const bus: CoreBus = {
    submit: (input) => gateway!.bus.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  // Images have tests of their own; nobody attaches one here.
  const files = {
    vault: { open: async () => undefined },
    images: { run: async () => ({ ok: false, refused: 'format' }) as const },
  } as const;
  const products = { pool, bus, now: clock.now, isRealBookClosed: false, ...testEvidence(pool) };
  const handlers: CallHandlers = {
    ...fundingCalls({
      ...{ pool, bus, profile, masterKey: MASTER, evidence: testEvidence(pool) },
      instruments: { now: clock.now, pricesOf: () => null, precisionOf: () => undefined },
      chains: NO_CHAINS,
      checks: {
        checkWithdrawalPassword: async () => undefined,
        takeStep: async () => done({ by: 'email', putBack: async () => {} }),
        askStep: async () => refuse(code.passkeysUnavailable),
        hasStepPasskey: async () => false,
        withdrawalsBlockedUntil: async () => undefined,
        stepOf: async () => 'email',
        hasWithdrawalPassword: async () => true,
        verifiedHolderOf: identityOf(pool, MASTER).verifiedHolderOf,
      },
    }),
    ...plansCalls(products),
    ...nftCalls({ ...products, pictures: new Pictures({ pool, vault: files.vault }) }),
    ...referralCalls({ ...products, site: 'http://localhost' }),
    ...spotCalls({ ...products, networkOf: () => ({}) }),
    ...optionsCalls({ ...products, nameOf: (name) => name, networkOf: () => ({}) }),
    submitBasicKyc: (input, context) => checks!.calls.submitBasicKyc!(input, context),
  };
  gateway = await openOperatorGateway(database, {
    gateway: { handlers },
    handlers: (core) => {
      checks = createIdentityChecks({
        ...{ ...core, clock, masterKey: MASTER, files: files as never, site: 'http://localhost' },
        log: { warn: () => {} },
        sessions: { refresh: async (userId: number) => gateway?.sessions.refresh(userId) },
        mail: { wake: () => {} },
      });
      return {
        ...checks.operatorCalls,
        ...fundingOperatorCalls({
          ...core,
          instruments: undefined,
          clock,
          masterKey: MASTER,
          chains: NO_CHAINS,
          files,
        }),
        ...operatorHouseCalls({ ...core, now: clock.now, sendsMail: false }),
      };
    },
  });
  await seedHouse(gateway.harness.sequencer, INSTRUMENTS, profile);
  const first = await gateway.operator(['owner'], 'ada');
  const second = await gateway.operator(['owner'], 'grace');
  const opened = gateway;
  return {
    ...{ gateway, first, second, handlers },
    async close() {
      await checks?.stop();
      await opened.close();
    },
  };
}
