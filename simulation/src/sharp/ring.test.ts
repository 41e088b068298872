/**
 * A ring: several accounts of one person, who invites themselves under other names, somehow gets
 * them all verified, and churns. Whatever the tiers of both ends: the accounts together lose by
 * every trade, and no tier comes for less than the house keeps. The real core and the real job, on
 * PostgreSQL.
 */
import { houseAccount } from '@glasshouse/server/kernel/core/accounts';
import { PostgresStore } from '@glasshouse/server/kernel/core/postgres-store';
import type { CommandAnswer, CoreModule, Json } from '@glasshouse/server/kernel/core/types';
import { Harness } from '@glasshouse/server/kernel/testing/harness';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { encodeTicks } from '@glasshouse/server/market-data/tape/codec';
import { assignFeeTiers } from '@glasshouse/server/money/fee-tiers/job';
import { feeTierOf } from '@glasshouse/server/money/fee-tiers/slice';
import { DEFAULT_FEE_TIERS } from '@glasshouse/server/money/fee-tiers/table';
import { VOLUME_SOURCES, type VolumeSource } from '@glasshouse/server/money/fee-tiers/volume';
import { createReferralsModule } from '@glasshouse/server/money/referrals/handlers';
import { defaultReferralOffer } from '@glasshouse/server/money/referrals/terms';
import { createPool } from '@glasshouse/server/platform/postgres';
import { openScratchDatabase } from '@glasshouse/server/platform/scratch-database';
import { defaultContractOffer } from '@glasshouse/server/products/contracts/offer';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { expect, test } from 'vitest';
import { depositsModule } from '../workload/deposits.ts';

const HEAD = 7;
const FRIEND = 8;
const ACCEPTED = 200;
const HIGHEST = 5;
const ROUNDS = 160;
const RUN_EVERY = 8;
const FUNDS = '1000000';
const EURUSD = CATALOGUE.find(({ code }) => code === 'EURUSD')!;
const PRICE = 110_000;

/** Nobody checks who they are: the worst case. */
const UNCHECKED = createReferralsModule({ isVerified: () => true }) as unknown as CoreModule;

interface Churned {
  /** Tiers of the friend, and what the house kept by then. */
  readonly reached: readonly { readonly level: number; readonly kept: number }[];
  /** The least that a round trip cost both accounts together. */
  readonly cheapest: number;
  readonly rewarded: number;
}

async function churn(
  options: { sources?: readonly VolumeSource[]; headLevel?: number; module?: CoreModule } = {},
): Promise<Churned> {
  const { sources = VOLUME_SOURCES, headLevel = 0, module = UNCHECKED } = options;
  const modules = [...MODULES, depositsModule].map((original) => (original.name === 'referrals' ? module : original));
  const scratch = await openScratchDatabase();
  const pool = createPool(scratch.url, { max: 4, name: 'ring' });
  const store = new PostgresStore({ connectionString: scratch.url, modules, encodeTicks, acquireTimeoutMs: 2_000 });
  const harness = new Harness(store, { modules });
  await harness.start();
  let made = 0;
  const accepted = (answer: CommandAnswer): Json => {
    expect(answer.code).toBe(ACCEPTED);
    return answer.result;
  };
  const send = async (userId: number, type: string, body: Json): Promise<Json> => {
    made += 1;
    return accepted(
      await harness.sequencer.submitInternal({ id: `${userId}:${made}`, userId, book: 'real', type, body }),
    );
  };
  for (const into of ['pool.contracts', 'pool.insurance', 'capital']) {
    await send(0, 'house.fund', { asset: 'USDT', amount: '50000000', into, rules: 2 });
  }
  await send(
    0,
    'contracts.define',
    defaultContractOffer(EURUSD, new Map(CATALOGUE.map((instrument) => [instrument.code, instrument])))!,
  );
  await send(0, 'levels.define', DEFAULT_FEE_TIERS);
  await send(0, 'referrals.define', { ...defaultReferralOffer(true), friendMax: '100000' });
  for (const user of [HEAD, FRIEND]) await send(user, 'simulation.deposit', { asset: 'USDT', amount: FUNDS });
  await send(HEAD, 'referrals.link', { friend: FRIEND });
  if (0 < headLevel) {
    await send(0, 'levels.assign', { assignments: [{ userId: HEAD, level: headLevel, volume: '0' }] });
  }
  const run = () =>
    assignFeeTiers({
      pool,
      sources,
      now: () => harness.now,
      // The head keeps its tier, as if it traded elsewhere.
      submit: (input) =>
        harness.sequencer.submitInternal({
          ...input,
          body: { assignments: assignmentsOf(input.body).filter(({ userId }) => userId !== HEAD) } as unknown as Json,
        }),
    });
  const level = (): number => feeTierOf(harness.sequencer.state, FRIEND, 'real');
  const owned = async (user?: number): Promise<number> => {
    const { rows } = await pool.query<{ sum: string }>(
      `select sum(balance)::text from accounts where owner = any($1) and book = 'real' and asset = 'USDT'`,
      [user === undefined ? [HEAD, FRIEND] : [user]],
    );
    return Number(rows[0]?.sum);
  };
  /** Spreads are left out: what counts is what the fees brought the house. */
  const profitOfHouse = async (): Promise<number> => {
    const { rows } = await pool.query<{ balance: string }>(
      `select balance::text from accounts where owner = 0 and book = 'real' and asset = 'USDT' and kind = 'fees'`,
    );
    return Number(rows[0]?.balance);
  };
  const tick = () => harness.tick(PRICE, 1_000, EURUSD.code);

  await tick();
  let cheapest = Number.POSITIVE_INFINITY;
  const reached: { level: number; kept: number }[] = [];
  for (let round = 1; round <= ROUNDS && level() < HIGHEST; round += 1) {
    const had = await owned();
    const order = { code: EURUSD.code, side: 'buy', type: 'market', lots: '30', leverage: 100 };
    const { id } = (await send(FRIEND, 'contracts.buy', order)) as { id: number };
    await tick();
    await send(FRIEND, 'contracts.close', { id });
    await tick();
    cheapest = Math.min(cheapest, had - (await owned()));
    if (round % RUN_EVERY !== 0) continue;
    await run();
    if ((reached.at(-1)?.level ?? 0) < level()) reached.push({ level: level(), kept: await profitOfHouse() });
  }
  const rewarded = (await owned(HEAD)) - Number(FUNDS);
  expect(harness.bugs).toEqual([]);
  await harness.sequencer.stop();
  await pool.end();
  await scratch.drop();
  return { reached, cheapest, rewarded };
}

const assignmentsOf = (body: Json) => (body as unknown as { assignments: { userId: number }[] }).assignments;

/** Tiers that came before the house kept what they need. */
const bargains = ({ reached }: Churned) =>
  reached.filter(({ level, kept: revenue }) => revenue < Number(DEFAULT_FEE_TIERS.tiers[level]?.fees30d));

test.each([0, HIGHEST])(
  'a ring under a head of tier %i loses by every trade, and no tier is a bargain',
  async (headLevel) => {
    const churned = await churn({ headLevel });
    expect(churned.rewarded).toBeGreaterThan(0);
    expect(churned.cheapest).toBeGreaterThan(0);
    expect(churned.reached.at(-1)?.level).toBe(HIGHEST);
    expect(bargains(churned)).toEqual([]);
  },
);

test('the ring finds tiers that count what came back to it', async () => {
  const sources = VOLUME_SOURCES.filter(({ product }) => product !== 'referrals');
  expect(bargains(await churn({ sources, headLevel: HIGHEST }))).not.toEqual([]);
});

test('the ring finds rewards beyond the fee, which capital would have to pay', async () => {
  const module: CoreModule = {
    ...UNCHECKED,
    follows: (state, command, effects) => {
      const made = UNCHECKED.follows?.(state, command, effects);
      const from = houseAccount('real', 'USDT', 'capital');
      const tenfold = made?.postings.map((posting) => ({
        ...posting,
        from,
        amount: (posting.amount * 10n) as typeof posting.amount,
      }));
      return made === undefined || tenfold === undefined ? undefined : { ...made, postings: tenfold };
    },
  };
  const { cheapest } = await churn({ headLevel: HIGHEST, module });
  expect(cheapest).toBeLessThanOrEqual(0);
});
