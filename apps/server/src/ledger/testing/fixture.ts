import type { ResultOf } from '@glasshouse/api/calls';
import { ZERO } from '@glasshouse/rules/money';
import { openTestGateway, type TestGateway } from '../../http/testing/gateway.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { PostgresStore } from '../../kernel/core/postgres-store.ts';
import type { CommandAnswer, Json } from '../../kernel/core/types.ts';
import { Harness } from '../../kernel/testing/harness.ts';
import { encodeTicks } from '../../market-data/tape/codec.ts';
import type { Pool } from '../../platform/postgres.ts';
import { convertCalls } from '../../products/convert/routes.ts';
import { TEST_PAIR } from '../../products/spot/testing/fixture.ts';
import { takerRates } from '../../runtime/ledger-sources.ts';
import { MODULES } from '../../runtime/modules.ts';
import { testEvidence } from '../../transparency/testing/proving.ts';
import { ledgerCalls } from '../routes.ts';
import { taxCalls } from '../tax/routes.ts';
import { marketValues } from '../valuation.ts';

/** Decimals of the markets. */
const PRECISION = { BTCUSDT: 2, ETHUSDT: 2, ETHBTC: 6 } as const;
export type TestCode = keyof typeof PRECISION;
const CODES = Object.keys(PRECISION) as TestCode[];
const ASSETS = ['USDT', 'BTC', 'ETH'] as const;

/** Opening prices of every test: 50,000, 2,000 and 0.04. */
const BEGINNING = { BTCUSDT: 5_000_000, ETHUSDT: 200_000, ETHBTC: 40_000 } as const;

type Tape = Map<string, { readonly mid: number; readonly precision: number; readonly at: number }[]>;

/** The fields of a spot order that tests check. */
export type ShownSpot = {
  readonly filledAmount: string;
  readonly fee: string;
};

/**
 * Two coins traded for USDT and each other, by conversion and on the spot market, served over HTTP.
 */
export class LedgerFixture {
  readonly harness: Harness;
  readonly gateway: TestGateway;
  readonly #mids: Record<string, number>;
  readonly #tape: Tape;

  private constructor(deps: { harness: Harness; gateway: TestGateway; mids: Record<string, number>; tape: Tape }) {
    this.harness = deps.harness;
    this.gateway = deps.gateway;
    this.#mids = deps.mids;
    this.#tape = deps.tape;
  }

  static async start(database: { pool: Pool; url: string }): Promise<LedgerFixture> {
    const { pool, url } = database;
    const harness = new Harness(
      new PostgresStore({ connectionString: url, modules: MODULES, encodeTicks, acquireTimeoutMs: 2_000 }),
    );
    await harness.start();
    for (const asset of ASSETS) {
      const coin = asset === 'USDT' ? { code: null, precision: 0 } : { code: `${asset}USDT`, precision: 2 };
      const terms = { asset, ...coin, stalenessMs: 60_000, marginRate: '0.001', minUsdt: '1', maxUsdt: '50000' };
      await harness.internal('convert.define', terms, `define:${asset}`);
      await harness.internal('house.fund', { asset, amount: '100000000', into: 'pool.liquidity' }, `fund:${asset}`);
    }
    for (const code of CODES) {
      const base = code.slice(0, 3);
      const quote = code.slice(3);
      const isUsdt = quote === 'USDT';
      const ladder = { levels: 3, spacingPpm: 1_000, levelAmount: isUsdt ? '20000' : '2' };
      const own = { code, base, quote, precision: PRECISION[code], stalenessMs: 600_000, ladder };
      const offer = { ...TEST_PAIR, ...own, minAmount: isUsdt ? '1' : '0.0001' };
      await harness.internal('spot.define', offer, `pair:${code}`);
    }
    const mids: Record<string, number> = {};
    const midOf = (code: string) => {
      const mid = mids[code];
      return mid === undefined ? undefined : { mid, precision: PRECISION[code as TestCode] };
    };
    const bus: CoreBus = {
      submit: (input) => harness.sequencer.submit(input),
      onUserEvents: () => {},
      onMarketFrame: () => {},
    };
    const ledger = ledgerCalls({
      pool,
      bus,
      now: () => harness.now,
      worthOf: marketValues(midOf),
      precisionOf: (code) => midOf(code)?.precision,
      candles: async () => [],
      unrealisedOf: async () => ZERO,
      takerRatesOf: takerRates(pool, () => harness.now),
      owedOf: async () => ZERO,
      assetOfMarket: () => undefined,
    });
    const tape: Tape = new Map();
    const taxes = taxCalls({
      pool,
      now: () => harness.now,
      precisionOf: (code) => midOf(code)?.precision,
      tickBefore: async ({ code, at }) =>
        (tape.get(code) ?? []).findLastIndex((tick) => tick.at <= at) + 1 || undefined,
      tickOf: async ({ code, seq }) => tape.get(code)?.[seq - 1],
    });
    const gateway = await openTestGateway(pool, {
      bus,
      handlers: { ...ledger, ...taxes, ...convertCalls({ ...testEvidence(pool), pool, bus, networkOf: () => ({}) }) },
    });
    return new LedgerFixture({ harness, gateway, mids, tape });
  }

  async stop(): Promise<void> {
    await this.gateway.app.close();
    await this.harness.sequencer.stop();
  }

  /** Resets the markets to their opening prices and adds a new user. */
  async person(): Promise<Person> {
    for (const code of CODES) await this.move(code, BEGINNING[code]);
    const { token, id } = await this.gateway.guest();
    return new Person(this, { token, id });
  }

  mid(code: TestCode): number {
    return this.#mids[code] as number;
  }

  async move(code: TestCode, mid: number): Promise<void> {
    this.#mids[code] = mid;
    await this.harness.tick(mid, 1_000, code);
    this.price(code, mid, PRECISION[code]);
  }

  /** A tick of any market, now; its number is its place. */
  price(code: string, mid: number, precision: number): void {
    const ticks = this.#tape.get(code) ?? [];
    ticks.push({ mid, precision, at: this.harness.now });
    this.#tape.set(code, ticks);
  }

  /** Points as decimal text. */
  priceText(code: TestCode, points: number): string {
    const digits = String(points).padStart(PRECISION[code] + 1, '0');
    return `${digits.slice(0, -PRECISION[code])}.${digits.slice(-PRECISION[code])}`;
  }
}

type Read =
  | 'getTaxReport'
  | 'getProfitTotal'
  | 'listProfitDays'
  | 'getCostBasis'
  | 'listBalances'
  | 'listConversions'
  | 'listCostSteps';

interface Lists {
  listConversions: ResultOf<'listConversions'>['items'][number];
  listCostSteps: ResultOf<'listCostSteps'>['items'][number];
}

export class Person {
  readonly fixture: LedgerFixture;
  readonly token: string;
  readonly id: number;

  constructor(fixture: LedgerFixture, session: { token: string; id: number }) {
    this.fixture = fixture;
    this.token = session.token;
    this.id = session.id;
  }

  async read<Name extends Read>(name: Name, query = ''): Promise<ResultOf<Name>> {
    const input = query === '' ? {} : { query };
    return (await this.fixture.gateway.call(name, { token: this.token, ...input })).json.result;
  }

  /** All items of a list, in small pages to exercise cursors. */
  async all<Name extends keyof Lists>(name: Name): Promise<Lists[Name][]> {
    const items: Lists[Name][] = [];
    for (let cursor = ''; ; ) {
      const page = (await this.read(name, `limit=7${cursor}`)) as unknown as {
        items: Lists[Name][];
        next: string | null;
      };
      items.push(...page.items);
      if (page.next === null) return items;
      cursor = `&cursor=${page.next}`;
    }
  }

  async csv(): Promise<string> {
    return (await this.fixture.gateway.call('exportStatement', { token: this.token, query: 'format=csv' })).text;
  }

  spot(order: Record<string, Json>): Promise<CommandAnswer> {
    const body = { price: null, quantity: null, amount: null, timeInForce: 'GTC', ...order };
    return this.fixture.harness.submit(this.id, 'spot.submit', body);
  }

  /** A market order, filled in full. */
  async trade(side: 'buy' | 'sell', code: TestCode, quantity: string): Promise<ShownSpot> {
    const answer = await this.spot({ code, side, type: 'market', quantity });
    if (answer.code !== 200) throw new Error(`refused with ${answer.code}`);
    return answer.result as ShownSpot;
  }

  convert(from: string, to: string, amount: string): Promise<CommandAnswer> {
    return this.fixture.harness.submit(this.id, 'convert.fill', { from, to, amount, quoteId: null });
  }

  /** One random action at a moving price; many are refused. */
  async actAtRandom(random: (below: number) => number): Promise<void> {
    const { fixture } = this;
    const code = CODES[random(CODES.length)] as TestCode;
    const deed = random(10);
    await fixture.move(code, Math.max(1, Math.round(fixture.mid(code) * (0.97 + random(61) / 1_000))));
    const quantity = `0.${String(1 + random(300)).padStart(3, '0')}`;
    const side = random(2) === 0 ? 'buy' : 'sell';
    if (deed < 4) await this.spot({ code, side, type: 'market', quantity });
    else if (deed < 6) {
      // Rests near the price, and may be reached.
      const points = Math.round(fixture.mid(code) * (side === 'buy' ? 0.99 : 1.01));
      await this.spot({ code, side, type: 'limit', price: fixture.priceText(code, points), quantity });
    } else if (deed < 9) {
      const from = ASSETS[random(3)] as string;
      const to = ASSETS[random(3)] as string;
      const cents = String(random(99_999_999)).padStart(8, '0');
      await this.convert(from, to, from === 'USDT' ? `${1 + random(3_000)}.${cents}` : `0.${cents}`);
    } else await fixture.harness.buy(this.id, { amount: '10' });
  }
}

/** Seeded random numbers below a bound. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}
