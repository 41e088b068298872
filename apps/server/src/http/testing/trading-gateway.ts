import { riskCalls } from '../../authority/risk-routes.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import type { LinesOf } from '../../ledger/order-evidence.ts';
import { statementOf } from '../../ledger/queries.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import { feeTierCalls } from '../../money/fee-tiers/routes.ts';
import { alertCalls } from '../../people/alerts/routes.ts';
import { notificationCalls } from '../../people/notifications/routes.ts';
import { preferenceCalls } from '../../people/preferences/routes.ts';
import type { Pool } from '../../platform/postgres.ts';
import { cancelCall } from '../../products/contracts/cancel-call.ts';
import { contractsCalls, contractsCancel } from '../../products/contracts/routes.ts';
import { convertCalls } from '../../products/convert/routes.ts';
import { optionsCalls } from '../../products/options/routes.ts';
import { spotCalls, spotCancel } from '../../products/spot/routes.ts';
import { MODULES } from '../../runtime/modules.ts';
import { seedHouse } from '../../runtime/seed-house.ts';
import { testEvidence } from '../../transparency/testing/proving.ts';
import { networkNames } from '../network-names.ts';
import { openTestGateway, type TestGateway, type TestGatewayOptions } from './gateway.ts';

/**
 * What is offered there: a coin with everything, another coin to convert through, and a pair of
 * currencies.
 */
const OFFERED: ReadonlySet<string> = new Set(['BTCUSDT', 'ETHUSDT', 'EURUSD']);
export const OFFERS = CATALOGUE.filter(({ code }) => OFFERED.has(code));
const ACQUIRE_TIMEOUT_MS = 2_000;
const LINES_MAX = 100;

interface TestDatabase {
  readonly pool: Pool;
  readonly url: string;
}

export interface TradingGateway extends TestGateway {
  readonly harness: Harness;
  /** Prices of every instrument that is offered, fresh: BTC 100,000, ETH 4,000, EUR 1.15. */
  readonly quote: () => Promise<void>;
  /** The deps it was opened with, for a second gateway on the same core. */
  readonly products: Pick<TestGatewayOptions, 'bus' | 'handlers'>;
}

/**
 * Every product over HTTP, through the real sequencer into PostgreSQL, on a house seeded as at the
 * first start.
 */
export async function openTradingGateway({ pool, url }: TestDatabase): Promise<TradingGateway> {
  const store = new PostgresStore({
    connectionString: url,
    modules: MODULES,
    encodeTicks,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  });
  const harness = new Harness(store);
  await harness.sequencer.start();
  await seedHouse(harness.sequencer, OFFERS, 'sandbox');
  const quote = async (): Promise<void> => {
    await harness.tick(10_000_000);
    await harness.tick(400_000, 1, 'ETHUSDT');
    await harness.tick(115_000, 1, 'EURUSD');
  };
  await quote();

  const bus: CoreBus = {
    submit: (input) => harness.sequencer.submit(input),
    onUserEvents: () => {},
    onMarketFrame: () => {},
  };
  const nameOf = (code: string) => OFFERS.find((instrument) => instrument.code === code)?.name ?? code;
  const precisionOf = (code: string) => OFFERS.find((instrument) => instrument.code === code)?.precision;
  const now = () => harness.now;
  const linesOf: LinesOf = async (query) =>
    (await statementOf(pool, query, { after: undefined, limit: LINES_MAX, from: null, to: null })).items;
  const parts = {
    pool,
    bus,
    nameOf,
    linesOf,
    networkOf: networkNames(Buffer.alloc(32)),
    findTick: async () => undefined,
    prove: testEvidence(pool).prove,
  };
  const handlers = {
    ...optionsCalls(parts),
    ...contractsCalls({ ...parts, now, pricesOf: (code) => harness.market.lastTick(code) ?? null }),
    ...spotCalls(parts),
    ...cancelCall([contractsCancel(parts), spotCancel(parts)]),
    ...convertCalls(parts),
    ...alertCalls({ ...parts, precisionOf, isClosed: () => false }),
    ...riskCalls({ ...parts, now }),
    ...feeTierCalls({ pool, now }),
    ...notificationCalls({ pushKey: '', pool, nameOf, now }),
    ...preferenceCalls({ pool }),
  };
  const products = { bus, handlers };
  return { ...(await openTestGateway(pool, products)), harness, quote, products };
}
