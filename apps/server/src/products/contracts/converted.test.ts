/**
 * Contracts quoted in another currency, whose P&L is converted at the rate of the close, with
 * results computed by hand. BNBETH stands at 0.2 and ETHUSDT at 2,500: 20 lots are 10,000 USDT. Bid
 * and ask are a point beside the mid: 0.00001 and 0.01.
 */
import { code } from '@glasshouse/api/codes';
import { formatAmount } from '@glasshouse/rules/money';
import { describe, expect, it } from 'vitest';
import type { Tick } from '../../kernel/core/types.ts';
import type { BuyBody } from './buy.ts';
import type { ContractOffer } from './terms.ts';
import { ContractsFixture, USER } from './testing/fixture.ts';
import { historyFaults } from './verify-history.ts';
import type { ContractOrderWire } from './view.ts';

const CROSS: Partial<ContractOffer> = {
  code: 'BNBETH',
  precision: 5,
  conversion: { code: 'ETHUSDT', precision: 2, inverse: false },
  slippageRate: '0.01',
  stopDistancePoints: 1,
  profitMaxRate: '1',
};
const AT_CLOSE: Partial<ContractOffer> = { ...CROSS, convertsAt: 'close' };

class Rated {
  readonly core: ContractsFixture;
  constructor(core: ContractsFixture) {
    this.core = core;
  }

  static async start(offer: Partial<ContractOffer> = AT_CLOSE): Promise<Rated> {
    const core = await ContractsFixture.start({ offer: { slippageRate: '0.01' } });
    await core.define({ code: 'ETHUSDT', slippageRate: '0.01', profitMaxRate: '1' }, 'ETHUSDT');
    await core.define(offer, 'BNBETH');
    const rated = new Rated(core);
    await rated.prices(0.2, 2_500);
    return rated;
  }

  eth(price: number, afterMs = 500): Promise<Tick> {
    return this.core.harness.tick(Math.round(price * 100), afterMs, 'ETHUSDT');
  }

  bnb(price: number, afterMs = 500): Promise<Tick> {
    return this.core.harness.tick(Math.round(price * 100_000), afterMs, 'BNBETH');
  }

  async prices(bnb: number, eth: number): Promise<void> {
    await this.eth(eth);
    await this.bnb(bnb);
  }

  /** Open, at 0.20001. */
  async long(order: Partial<BuyBody> = {}): Promise<number> {
    const { id } = await this.core.bought({ code: 'BNBETH', lots: '20', leverage: 10, ...order });
    await this.bnb(0.2);
    expect(this.order(id)).toMatchObject({ state: 'open', openPrice: '0.20001' });
    return id;
  }

  order(id: number): ContractOrderWire {
    return this.core.latest(id);
  }

  /** What the money, the steps and the bugs say. */
  faults(): string[] {
    const histories = this.core.histories().flatMap(({ order, steps, terms }) => historyFaults(order, steps, terms));
    return [...this.core.faults(), ...histories];
  }
}

describe('long BNBETH and long ETHUSDT, 10,000 each at 2×', () => {
  const result = async (offer: Partial<ContractOffer>, eth: number): Promise<string> => {
    const rated = await Rated.start(offer);
    const { core } = rated;
    const before = core.available();
    const orders = [
      await core.bought({ code: 'BNBETH', lots: '20', leverage: 2 }),
      await core.bought({ code: 'ETHUSDT', lots: '4', leverage: 2 }),
    ];
    await rated.prices(0.2, 2_500);
    // BNB itself stays at 500 USDT.
    await rated.prices(500 / eth, eth);
    for (const { id } of orders) await core.close(id);
    await rated.prices(500 / eth, eth);
    await rated.eth(eth);
    expect(orders.map(({ id }) => rated.order(id).state)).toEqual(['closed', 'closed']);
    expect(rated.faults()).toEqual([]);
    return formatAmount((core.available() - before) as never);
  };

  it.each([
    // (0.15999 − 0.20001) × 20 × 3,125 = −2,501.25; (3,124.99 − 2,500.01) × 4 = 2,499.92.
    ['ETH × 1.25', 3_125, '-1.33'],
    // (0.24999 − 0.20001) × 20 × 2,000 = 1,999.20; (1,999.99 − 2,500.01) × 4 = −2,000.08.
    ['ETH × 0.8', 2_000, '-0.88'],
    // The spread: 0.00002 × 20 × 2,500 + 0.02 × 4.
    ['unmoved', 2_500, '-1.08'],
  ])('%s: it costs the spread and gives away no convexity', async (_name, eth, net) => {
    expect(await result(AT_CLOSE, eth)).toBe(net);
  });

  it.each([
    ['ETH × 1.25', 3_125, '498.92'],
    ['ETH × 0.8', 2_000, '498.92'],
  ])('%s: under terms of before, which convert at the rate of the opening, both ways gain', async (_name, eth, net) => {
    expect(await result(CROSS, eth)).toBe(net);
  });
});

describe('a position that is converted at its close', () => {
  it('is liquidated by the first tick of the rate that takes its margin, at the last price', async () => {
    const rated = await Rated.start();
    const id = await rated.long();
    // Margin 1,000.05, requirement 50.0025. (0.1815 − 0.20001) × 20 = −0.3702 ETH: 925.50 at 2,500.
    await rated.bnb(0.1815);
    // 949.93: 50.12 left.
    await rated.eth(2_566);
    expect(rated.order(id).state).toBe('open');
    // 950.30: 49.75 left. Closed at the bid: (0.18149 − 0.20001) × 20 × 2,567.
    const tick = await rated.eth(2_567);
    expect(rated.order(id)).toMatchObject({ state: 'liquidated', closePrice: '0.18149', realised: '-950.8168' });
    expect(rated.core.steps(id).at(-1)).toMatchObject({ kind: 'liquidated', rate: tick });
    expect(rated.faults()).toEqual([]);
  });

  it('is liquidated by no tick of the rate while its own market is closed or its price held or old', async () => {
    const rated = await Rated.start();
    const id = await rated.long();
    await rated.bnb(0.1815);
    const { market } = rated.core.harness;
    market.sessionEnds = undefined;
    await rated.eth(2_600);
    market.sessionEnds = Number.POSITIVE_INFINITY;
    market.held.set('BNBETH', 'jump');
    await rated.eth(2_600);
    market.held.clear();
    await rated.eth(2_600, 11_000);
    expect(rated.order(id).state).toBe('open');
    await rated.bnb(0.1815);
    expect(rated.order(id).state).toBe('liquidated');
    expect(rated.faults()).toEqual([]);
  });

  it('closes itself at its maximum profit by a tick of the rate', async () => {
    const rated = await Rated.start({ ...AT_CLOSE, profitMaxRate: '0.1' });
    const id = await rated.long();
    // At most 1,000.05. (0.21899 − 0.20001) × 20 × 2,500 = 949.00.
    await rated.bnb(0.219);
    expect(rated.order(id).state).toBe('open');
    await rated.eth(2_640);
    expect(rated.order(id)).toMatchObject({ state: 'closed', closedBy: 'profitLimit', realised: '1000.05' });
    expect(rated.faults()).toEqual([]);
  });

  it('is closed by its owner once price and rate are both newer than the wish', async () => {
    const rated = await Rated.start();
    const { core } = rated;
    const first = await rated.long({ leverage: 5 });
    const second = await rated.long({ leverage: 5 });
    await rated.prices(0.18, 2_500);
    await core.close(first);
    // Its own price came; the rate is still the one that its owner knew.
    await rated.bnb(0.18);
    expect(rated.order(first)).toMatchObject({ state: 'open', closingLots: '20' });
    await rated.eth(2_520);
    // (0.17999 − 0.20001) × 20 × 2,520.
    expect(rated.order(first)).toMatchObject({ state: 'closed', realised: '-1009.008' });
    await core.close(second);
    await rated.eth(2_510);
    expect(rated.order(second)).toMatchObject({ state: 'open' });
    await rated.bnb(0.18);
    expect(rated.order(second)).toMatchObject({ state: 'closed', realised: '-1005.004' });
    expect(rated.faults()).toEqual([]);
  });

  it('is forgotten as a wish to close where no rate comes while prices are fresh', async () => {
    const rated = await Rated.start();
    const id = await rated.long();
    await rated.core.close(id);
    for (let tick = 0; tick < 11; tick += 1) await rated.bnb(0.2, 1_000);
    expect(rated.order(id)).toMatchObject({ state: 'open', closingLots: null });
    expect(rated.faults()).toEqual([]);
  });

  it('neither closes nor moves its stops at a rate that is old or held', async () => {
    const rated = await Rated.start();
    const { core } = rated;
    const id = await rated.long();
    for (let tick = 0; tick < 11; tick += 1) await rated.bnb(0.2, 1_000);
    const refused = { code: code.notTradable };
    expect(await core.close(id)).toMatchObject(refused);
    expect(await core.stops(id, { stopLoss: '0.199' })).toMatchObject(refused);
    await rated.eth(2_500);
    core.harness.market.held.set('ETHUSDT', 'jump');
    expect((await core.close(id)).code).not.toBe(200);
    core.harness.market.held.clear();
    expect(await core.close(id)).toMatchObject({ code: 200 });
  });

  it('takes the rate of each part that is closed', async () => {
    const rated = await Rated.start();
    const { core } = rated;
    const id = await rated.long();
    await core.close(id, '5');
    await rated.prices(0.21, 2_600);
    await rated.eth(2_600);
    // (0.20999 − 0.20001) × 5 × 2,600.
    expect(rated.order(id)).toMatchObject({ state: 'open', openLots: '15', realised: '129.74' });
    await core.close(id);
    await rated.prices(0.19, 2_400);
    await rated.eth(2_400);
    // Less (0.20001 − 0.18999) × 15 × 2,400.
    expect(rated.order(id)).toMatchObject({ state: 'closed', realised: '-230.98' });
    expect(rated.faults()).toEqual([]);
  });

  it('is reversed at one market: both wait for price and rate', async () => {
    const rated = await Rated.start();
    const { core } = rated;
    const id = await rated.long();
    const answer = await core.harness.submit(USER, 'contracts.reverse', { id });
    const { id: opposite } = answer.result as { id: number };
    await rated.bnb(0.1995);
    expect([id, opposite].map((orderId) => rated.order(orderId).state)).toEqual(['open', 'waiting']);
    await rated.eth(2_510);
    expect([id, opposite].map((orderId) => rated.order(orderId).state)).toEqual(['closed', 'open']);
    expect(rated.order(opposite)).toMatchObject({ openPrice: '0.19949', quoteRate: '2500' });
    expect(rated.faults()).toEqual([]);
  });

  it('is judged the same by a process that takes over', async () => {
    const rated = await Rated.start();
    const id = await rated.long();
    await rated.bnb(0.1815);
    await rated.core.restart();
    await rated.eth(2_567);
    expect(rated.order(id)).toMatchObject({ state: 'liquidated', realised: '-950.8168' });
  });

  it('keeps its rule where later terms convert otherwise', async () => {
    const rated = await Rated.start(CROSS);
    const old = await rated.long();
    await rated.core.define(AT_CLOSE, 'BNBETH-2');
    const newer = await rated.long();
    await rated.core.close(old);
    await rated.core.close(newer);
    await rated.prices(0.22, 2_000);
    await rated.eth(2_000);
    // (0.21999 − 0.20001) × 20, at 2,500 and at 2,000.
    expect(rated.order(old)).toMatchObject({ state: 'closed', realised: '999' });
    expect(rated.order(newer)).toMatchObject({ state: 'closed', realised: '799.2' });
    expect(rated.faults()).toEqual([]);
  });

  it.each([[{ conversion: null }], [{ slippageRate: undefined as never }], [{ convertsAt: 'open' as never }]])(
    '%j: such terms make no sense',
    async (broken) => {
      const core = await ContractsFixture.start();
      const answer = await core.define({ ...AT_CLOSE, ...broken }, 'broken');
      expect(answer).toMatchObject({ code: code.productIncorrect, fields: { convertsAt: code.outOfRange } });
    },
  );
});

it('the end of trading converts what closes at the last rate', async () => {
  const rated = await Rated.start();
  const id = await rated.long();
  await rated.eth(3_000);
  const { harness } = rated.core;
  const moment = Math.ceil((harness.now + 60_000) / 60_000) * 60_000;
  const body = { code: 'BNBETH', kind: 'delisting', numerator: 1, denominator: 1, amount: null, symbol: null };
  const action = { ...body, effective_at: moment, source: 'https://example.com/notice', origin: 'file' };
  expect((await harness.internal('corporate.import', action, 'delisting')).code).toBe(200);
  await harness.wait(moment - harness.now);
  // From 0.20001 to 0.19999, for 20 lots at 3,000.
  expect(rated.order(id)).toMatchObject({ state: 'closed', closedBy: 'delisting', realised: '-1.2' });
  expect(rated.faults()).toEqual([]);
});
