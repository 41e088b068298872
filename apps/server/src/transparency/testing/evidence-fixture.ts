import { minuteOf } from '@glasshouse/rules/tick-hash';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import type { CoreModule, Json, Tick } from '../../kernel/core/types.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { Harness, TEST_OFFER } from '../../kernel/testing/harness.ts';
import type { Instrument } from '../../market-data/instruments/instrument.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import type { TapeKey } from '../../market-data/tape/keys.ts';
import { MinuteBuffer } from '../../market-data/tape/minute-columns.ts';
import { storeMinute } from '../../market-data/tape/minute-store.ts';
import { anInstrument } from '../../market-data/tape/testing/instruments.ts';
import type { CallHandlers } from '../../platform/call.ts';
import type { Pool } from '../../platform/postgres.ts';
import { contractsCalls } from '../../products/contracts/routes.ts';
import { TEST_CONTRACT } from '../../products/contracts/testing/fixture.ts';
import { convertCalls } from '../../products/convert/routes.ts';
import { nextTickOffer } from '../../products/convert/testing/fixture.ts';
import { optionsCalls } from '../../products/options/routes.ts';
import { spotCalls } from '../../products/spot/routes.ts';
import { NEXT_PRICE, TEST_PAIR } from '../../products/spot/testing/fixture.ts';
import { MODULES } from '../../runtime/modules.ts';
import type { Lead } from '../../trading/lead.ts';
import { Receipts } from '../receipts.ts';
import type { ProveInTree } from '../tree/tree-proofs.ts';
import { newTapeKey, testEvidence } from './proving.ts';

export const USER = 7;
export const OTHER = 8;
/** People's commands name one, whether or not the core of a test was told of any. */
const SESSION = '0123456789abcdef'.repeat(2);
/** Named in the log from the start, so every receipt has to name it. */
export const TYPED_INPUT = 'CCXT_RELAY_URL relay.example';
/** Quoted by `market`; nothing is offered on them. */
export const QUIET_CODES = ['COPPER', 'NICKEL', 'SOLUSDT', 'WHEAT', 'XAGUSD', 'XAUUSD', 'ZINC'];
const CODES = ['BTCUSDT', 'ETHUSDT', ...QUIET_CODES];
const INSTRUMENTS: readonly Instrument[] = CODES.map((code) => anInstrument(code));
const BLOCK = { codes: CODES, precisions: CODES.map(() => 2) };

/** A core over PostgreSQL with every product, a signed tape, and the calls that give evidence. */
export class EvidenceFixture {
  readonly key: TapeKey = newTapeKey();
  readonly harness: Harness;
  readonly calls: CallHandlers;
  readonly pool: Pool;
  /** Receipts have proofs of the transparency log once there is one. */
  inTree: ProveInTree | undefined;
  #stored = 0;
  #names = 0;

  private constructor(database: { pool: Pool; url: string }, modules: readonly CoreModule[]) {
    const { pool, url } = database;
    this.pool = pool;
    const store = new PostgresStore({
      connectionString: url,
      modules: MODULES,
      encodeTicks,
      acquireTimeoutMs: 2_000,
    });
    const harness = new Harness(store, { modules });
    this.harness = harness;
    const receipts = new Receipts(pool, INSTRUMENTS);
    const evidence = testEvidence(pool, {
      key: this.key,
      receipts,
      now: () => harness.now,
      inTree: async (seqs) => this.inTree?.(seqs),
    });
    const bus = {
      submit: (input: Parameters<Harness['sequencer']['submit']>[0]) => harness.sequencer.submit(input),
      onUserEvents: () => {},
      onMarketFrame: () => {},
    };
    const deps = {
      pool,
      bus,
      ...evidence,
      nameOf: () => 'BTC/USDT',
      // In the log, and so in what people download.
      networkOf: () => ({ network: '0123456789abcdef' }),
      pricesOf: (code: string) => harness.market.lastTick(code) ?? null,
      now: () => harness.now,
    };
    this.calls = { ...optionsCalls(deps), ...contractsCalls(deps), ...spotCalls(deps), ...convertCalls(deps) };
  }

  /**
   * `lead`: how much sooner the terms take prices for known elsewhere. `modules`: of a house whose
   * core does otherwise than its terms.
   */
  static async start(
    database: { pool: Pool; url: string },
    lead: Lead = {},
    modules: readonly CoreModule[] = MODULES,
  ): Promise<EvidenceFixture> {
    const fixture = new EvidenceFixture(database, modules);
    const { harness } = fixture;
    // The middle of a minute, far from the hour when financing is due.
    harness.now = Math.floor(1_790_000_000_000 / 86_400_000) * 86_400_000 + 36_030_000;
    await harness.start({ offer: { ...TEST_OFFER, ...lead, stalenessMs: 60_000 } });
    const contract = {
      ...TEST_CONTRACT,
      ...lead,
      slippageRate: '0.01',
      feeRate: '0.0005',
      financingRate: '0.0003',
      stalenessMs: 60_000,
    };
    const feed = { name: 'ccxt', types: ['crypto'], sources: ['binance'], inputs: [TYPED_INPUT] };
    await fixture.define('prices.opened', { profile: 'demo-only', feeds: [feed] });
    await fixture.define('contracts.define', contract);
    const ladder = { levels: 3, spacingPpm: 10_000, levelAmount: '1000000' };
    await fixture.define('spot.define', { ...TEST_PAIR, ...NEXT_PRICE, ...lead, ladder, stalenessMs: 60_000 });
    for (const asset of ['USDT', 'BTC', 'ETH'] as const) {
      await fixture.define('convert.define', { ...nextTickOffer(asset), ...(asset === 'USDT' ? {} : lead) });
    }
    for (const [into, asset, amount] of [
      ['pool.contracts', 'USDT', '10000000'],
      ['pool.insurance', 'USDT', '1000000'],
      ['pool.liquidity', 'USDT', '10000000'],
      ['pool.liquidity', 'BTC', '1000'],
      ['pool.liquidity', 'ETH', '1000'],
    ] as const) {
      await harness.internal('house.fund', { asset, amount, into }, `${into}:${asset}`);
    }
    await harness.open(USER);
    await harness.open(OTHER);
    await harness.tick(2_000_000);
    await harness.tick(320_000, 1, 'ETHUSDT');
    await harness.tick(2_000_000);
    return fixture;
  }

  async define(type: string, body: Json): Promise<void> {
    this.#names += 1;
    accepted(await this.harness.internal(type, body, `define-${this.#names}`));
  }

  /** Ids of what a command made. */
  async submit(userId: number, type: string, body: Json): Promise<number> {
    this.#names += 1;
    const input = this.harness.input(userId, type, body, `of-${this.#names}`);
    return accepted<{ id: number }>(await this.harness.sequencer.submit({ ...input, session: SESSION })).id;
  }

  /** A tick every second. */
  async run(seconds: number, mid = 2_000_000): Promise<void> {
    for (let second = 0; second < seconds; second += 1) await this.harness.tick(mid + (second % 3));
  }

  /** A tick of these instruments every other second, within a thousandth of their prices. */
  async market(seconds: number, codes: readonly string[] = CODES): Promise<void> {
    const { market, sequencer } = this.harness;
    for (let second = 0; second < seconds; second += 2) {
      this.harness.now += 2_000;
      const mid = (code: string, index: number): number => {
        const level = Math.round((market.lastTick(code)?.mid ?? 100_000) / 10_000) * 10_000;
        // As noise, so that blocks do not pack better than those of a market do.
        let noise = Math.floor(this.harness.now / 100) + index * 7_919;
        for (let round = 0; round < 3; round += 1) noise = Math.imul(noise ^ (noise >>> 15), 0x85_eb_ca_6b) >>> 0;
        return level + (noise % (level / 1_000));
      };
      await sequencer.ticks(codes.map((code, index) => market.next(code, mid(code, index), this.harness.now)));
    }
  }

  /** Signs every minute that is over. */
  async sign(): Promise<void> {
    const open = minuteOf(this.harness.now);
    const ticks: readonly Tick[] = this.harness.published.slice(this.#stored);
    for (const [at, group] of Map.groupBy(ticks, (tick) => minuteOf(tick.at))) {
      if (at === open) continue;
      const buffer = new MinuteBuffer();
      for (const tick of group) buffer.push(CODES.indexOf(tick.code), tick);
      this.#stored += group.length;
      const minute = { at, ticks: buffer.take(), bars: [], silences: [] };
      await storeMinute({ pool: this.pool, key: this.key, instruments: BLOCK, epoch: undefined }, minute);
    }
  }

  /** What the page gets and offers for download. */
  async evidence(
    name: 'getOptionOrder' | 'getPosition' | 'getSpotOrder' | 'getConversion',
    id: number,
    userId = USER,
  ): Promise<Record<string, unknown>> {
    const input = { params: { id }, query: {} as never, body: undefined as never };
    const answer = await this.calls[name]!(input, { caller: { userId }, book: 'demo' } as never);
    if (!answer.ok) throw new Error(`${name} was refused with ${answer.code}`);
    return JSON.parse(JSON.stringify(answer.result)) as Record<string, unknown>;
  }

  async stop(): Promise<void> {
    await this.harness.sequencer.stop();
  }
}
