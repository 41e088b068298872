/**
 * Churning: somebody trades back and forth as cheaply as anything here can be traded, only to reach
 * lower fees. The real core and the real job, on PostgreSQL.
 */
import { PostgresStore } from '@glasshouse/server/kernel/core/postgres-store';
import type { CommandAnswer, Json } from '@glasshouse/server/kernel/core/types';
import { Harness } from '@glasshouse/server/kernel/testing/harness';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { encodeTicks } from '@glasshouse/server/market-data/tape/codec';
import { assignFeeTiers } from '@glasshouse/server/money/fee-tiers/job';
import { feeTierOf } from '@glasshouse/server/money/fee-tiers/slice';
import { DEFAULT_FEE_TIERS } from '@glasshouse/server/money/fee-tiers/table';
import type { VolumeSource } from '@glasshouse/server/money/fee-tiers/volume';
import { createPool } from '@glasshouse/server/platform/postgres';
import { openScratchDatabase } from '@glasshouse/server/platform/scratch-database';
import { defaultContractOffer } from '@glasshouse/server/products/contracts/offer';
import { defaultConvertOffers } from '@glasshouse/server/products/convert/offer';
import { defaultOptionOffer } from '@glasshouse/server/products/options/offer';
import { defaultSpotOffer } from '@glasshouse/server/products/spot/offer';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { expect } from 'vitest';

/** Two accounts of one person. */
export const USERS = [7, 8] as const;
const [ONE, OTHER] = USERS;
const ACCEPTED = 200;

const instrumentOf = (code: string) => CATALOGUE.find((instrument) => instrument.code === code)!;
const EURUSD = instrumentOf('EURUSD');
const BTC = instrumentOf('BTCUSDT');
const EURUSD_POINTS = 110_000;
const BTC_PRICE = 100_000;
const BTC_POINTS = BTC_PRICE * 10 ** BTC.precision;

export class Core {
  readonly harness: Harness;
  constructor(harness: Harness) {
    this.harness = harness;
  }

  async define(type: string, offer: Json): Promise<void> {
    this.accepted(await this.harness.internal(type, offer, `${type}:${JSON.stringify(offer).length}`));
  }

  async send<Result = Json>(user: number, type: string, body: Json): Promise<Result> {
    return this.accepted(await this.harness.submit(user, type, body)) as Result;
  }

  async prices(afterMs = 1_000): Promise<void> {
    await this.harness.tick(BTC_POINTS, afterMs, BTC.code);
    await this.harness.tick(EURUSD_POINTS, 0, EURUSD.code);
  }

  accepted(answer: CommandAnswer): Json {
    expect(answer).toMatchObject({ code: ACCEPTED });
    return answer.result;
  }
}

/** A cheap way to trade back and forth. */
export interface Churn {
  readonly product: string;
  readonly rounds: number;
  readonly runEvery: number;
  readonly begin: (core: Core) => Promise<void>;
  readonly round: (core: Core) => Promise<void>;
}

/** EURUSD at 100×: the cheapest volume of all. */
const contracts: Churn = {
  product: 'contracts',
  rounds: 112,
  runEvery: 8,
  begin: (core) =>
    core.define(
      'contracts.define',
      defaultContractOffer(EURUSD, new Map(CATALOGUE.map((instrument) => [instrument.code, instrument])))!,
    ),
  async round(core) {
    const order = { code: EURUSD.code, side: 'buy', type: 'market', lots: '30', leverage: 100 };
    const { id } = await core.send<{ id: number }>(ONE, 'contracts.buy', order);
    await core.prices();
    await core.send(ONE, 'contracts.close', { id });
    await core.prices();
  },
};

const PERIOD = { seconds: 30, payoutRate: '1', feeRate: '0.02', stakeMin: '1', stakeMax: '5000' };

/** Nothing but the fee is lost where wins pay all of the stake: up and down at once, or a draw. */
const optionsAt =
  (settle: (core: Core) => Promise<void>) =>
  (feeRate: string): Churn => ({
    product: 'options',
    rounds: 6,
    runEvery: 1,
    begin: (core) => core.define('options.define', { ...defaultOptionOffer(BTC), periods: [{ ...PERIOD, feeRate }] }),
    async round(core) {
      for (const direction of ['up', 'down']) {
        await core.send(ONE, 'options.buy', { code: BTC.code, direction, amount: '1000', periodId: PERIOD.seconds });
      }
      await settle(core);
    },
  });
const settled = async (core: Core): Promise<void> => {
  for (let tick = 0; tick < 5; tick += 1) await core.prices(10_000);
};
/** The feed is silent for longer than the gap limit, and all of it comes back. */
const voided = async (core: Core): Promise<void> => {
  await core.prices();
  await core.prices(60_000);
};

const market = (side: 'buy' | 'sell', quantity: string) => ({
  code: BTC.code,
  side,
  type: 'market',
  quantity,
  price: null,
  amount: null,
  timeInForce: null,
});
const fundSpot = async (core: Core): Promise<void> => {
  await core.define('spot.define', defaultSpotOffer(BTC)!);
};

const spotAtHouse: Churn = {
  product: 'spot',
  rounds: 8,
  runEvery: 1,
  begin: fundSpot,
  async round(core) {
    await core.send(ONE, 'spot.submit', market('buy', '0.1'));
    await core.prices();
    await core.send(ONE, 'spot.submit', market('sell', '0.1'));
    await core.prices();
  },
};

/** The same coins to and fro between two accounts of one's own, between the house's quotes. */
const spotBetweenOwn: Churn = {
  product: 'spot',
  rounds: 4,
  runEvery: 1,
  async begin(core) {
    await fundSpot(core);
    await core.send(ONE, 'spot.submit', market('buy', '0.2'));
    await core.prices();
  },
  async round(core) {
    for (const [maker, taker] of [
      [ONE, OTHER],
      [OTHER, ONE],
    ] as const) {
      const limit = { ...market('sell', '0.2'), type: 'limit', price: String(BTC_PRICE), timeInForce: 'postOnly' };
      await core.send(maker, 'spot.submit', limit);
      const take = { ...market('buy', '0.2'), type: 'limit', price: String(BTC_PRICE), timeInForce: 'FOK' };
      await core.send(taker, 'spot.submit', take);
      await core.prices();
    }
  },
};

const conversions: Churn = {
  product: 'convert',
  rounds: 5,
  runEvery: 1,
  async begin(core) {
    for (const offer of defaultConvertOffers([BTC])) await core.define('convert.define', offer);
  },
  async round(core) {
    await core.send(ONE, 'convert.fill', { from: 'USDT', to: 'BTC', amount: '49000', quoteId: null });
    await core.prices();
    await core.send(ONE, 'convert.fill', { from: 'BTC', to: 'USDT', amount: '0.48', quoteId: null });
    await core.prices();
  },
};

export const CHURNS = {
  contracts,
  'options that are settled': optionsAt(settled)('0.02'),
  'options without a fee': optionsAt(settled)('0'),
  'options that are void': optionsAt(voided)('0.02'),
  'spot at the house’s quotes': spotAtHouse,
  'spot between two accounts of one’s own': spotBetweenOwn,
  conversions,
} as const satisfies Readonly<Record<string, Churn>>;

/** What both accounts are entitled to by now, and what they had lost together by then. */
interface Reached {
  readonly levels: readonly number[];
  readonly paid: number;
}

/** Trades until the levels are reached, or the rounds are over. */
export async function churn(churned: Churn, sources: readonly VolumeSource[], highest: number) {
  const scratch = await openScratchDatabase();
  const pool = createPool(scratch.url, { max: 4, name: 'churn' });
  const harness = new Harness(
    new PostgresStore({ connectionString: scratch.url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 }),
  );
  await harness.start();
  const core = new Core(harness);
  for (const into of ['pool.contracts', 'pool.insurance', 'pool.options', 'pool.liquidity', 'capital']) {
    core.accepted(
      await harness.internal('house.fund', { asset: 'USDT', amount: '50000000', into, rules: 2 }, `fund:${into}`),
    );
  }
  await harness.internal('house.fund', { asset: 'BTC', amount: '1000', into: 'pool.liquidity', rules: 2 }, 'fund:BTC');
  for (const user of USERS) await harness.open(user);
  await core.prices();
  const run = () =>
    assignFeeTiers({
      pool,
      now: () => harness.now,
      submit: (input) => harness.sequencer.submitInternal(input),
      sources,
    });
  const levels = (): number[] => USERS.map((user) => feeTierOf(harness.sequencer.state, user, 'demo'));
  const owned = async (): Promise<number> => {
    const { rows } = await pool.query<{ sum: string }>(
      `select sum(balance * case when asset = 'BTC' then $2::numeric else 1 end)::text as sum
         from accounts where owner = any($1) and book = 'demo'`,
      [USERS, BTC_PRICE],
    );
    return Number(rows[0]?.sum);
  };

  const before = await owned();
  await churned.begin(core);
  const reached: Reached[] = [];
  for (let round = 1; round <= churned.rounds && levels().some((level) => level < highest); round += 1) {
    await churned.round(core);
    if (round % churned.runEvery !== 0) continue;
    await run();
    reached.push({ levels: levels(), paid: before - (await owned()) });
  }
  for (const user of USERS) await core.send(user, 'books.reset', { rules: 2 });
  await run();
  const afterReset = levels();
  expect(harness.bugs).toEqual([]);
  await harness.sequencer.stop();
  await pool.end();
  await scratch.drop();
  return { reached, afterReset };
}

const neededFor = (level: number): number => Number(DEFAULT_FEE_TIERS.tiers[level]?.fees30d);

/** Tiers that came before what they need was paid, of both accounts together. */
export const bargains = (reached: readonly Reached[]): readonly Reached[] =>
  reached.filter(({ levels, paid }) => paid < levels.reduce((sum, level) => sum + neededFor(level), 0));
