import { code } from '@glasshouse/api/codes';
import { tierOf } from '@glasshouse/rules/contracts-tiers';
import { add, amountOf, ZERO } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { accepted } from '../../kernel/testing/core-fixture.ts';
import { instrumentByCode } from '../../market-data/instruments/catalogue/index.ts';
import { defaultContractOffer } from './offer.ts';
import { contractsOf, emptySlice, exposureOf, networkTotalOf, reduce } from './slice.ts';
import { readTiers } from './terms.ts';
import { ContractsFixture, USER } from './testing/fixture.ts';

const OTHER = 8;
const PERSONAL = { personMax: '400000', nearRate: '0.01' };

async function start(offer = {}): Promise<ContractsFixture> {
  const core = await ContractsFixture.start({ offer: { ...PERSONAL, ...offer } });
  await core.harness.open(OTHER);
  return core;
}

describe('tiers of one person', () => {
  it('count everything on the instrument, in both directions', async () => {
    const core = await start();
    // 100,000 USDT is where the second tier begins, with 50× at most.
    await core.bought({ lots: '4', leverage: 100 });
    await core.price(20_000);
    expect(await core.buy({ lots: '4', leverage: 100 })).toMatchObject({ code: code.leverageIncorrect });
    expect(await core.buy({ lots: '4', leverage: 100, side: 'sell' })).toMatchObject({ code: code.leverageIncorrect });
    expect(await core.buy({ lots: '4', leverage: 50, side: 'sell' })).toMatchObject({ code: 200 });
    // Another person's are not theirs.
    expect(await core.buy({ lots: '4', leverage: 100 }, OTHER)).toMatchObject({ code: 200 });
  });

  it('cannot be split into smaller orders, however they are cut', async () => {
    const order = fc.record({
      lots: fc.integer({ min: 1, max: 6 }),
      leverage: fc.constantFrom(10, 50, 100),
      side: fc.constantFrom('buy' as const, 'sell' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(order, { maxLength: 8 }), async (orders) => {
        const core = await start({ personMax: '10000000' });
        let open = ZERO;
        for (const { lots, leverage, side } of orders) {
          const answer = await core.buy({ lots: String(lots), leverage, side });
          const terms = contractsOf(core.harness.sequencer.state).terms.get('BTCUSDT')!;
          if (answer.code !== 200) continue;
          const { id } = accepted<{ id: number }>(answer);
          await core.price(20_000);
          open = add(open, amountOf(contractsOf(core.harness.sequencer.state).orders.get(id)!.notional));
          expect(leverage).toBeLessThanOrEqual(tierOf(readTiers(terms), open).maxLeverage);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('losses beyond a margin', () => {
  it('come from the other direction first, never from the insurance fund while that can pay', async () => {
    const core = await start();
    const before = core.available();
    const long = await core.bought({ lots: '2', leverage: 100 });
    await core.price(20_000);
    const short = await core.bought({ lots: '2', leverage: 100, side: 'sell' });
    await core.price(20_000);
    const insured = core.house('pool.insurance');
    // Ten times as far as the margin of either.
    await core.price(18_000);
    await core.price(18_000);
    expect(core.latest(long.id)).toMatchObject({ state: 'liquidated', closedBy: 'liquidation' });
    expect(core.latest(short.id)).toMatchObject({ state: 'closed', closedBy: 'netting' });
    expect(core.house('pool.insurance')).toBe(insured);
    expect(core.available()).toBeLessThanOrEqual(before);
    expect(core.faults()).toEqual([]);
  });

  it('leave nobody richer by a gap who holds as much in both directions', async () => {
    const gap = fc.integer({ min: 15_000, max: 25_000 });
    await fc.assert(
      fc.asyncProperty(gap, fc.integer({ min: 1, max: 4 }), async (price, lots) => {
        const core = await start();
        const before = core.available();
        await core.bought({ lots: String(lots), leverage: 50 });
        await core.price(20_000);
        await core.bought({ lots: String(lots), leverage: 50, side: 'sell' });
        await core.price(20_000);
        await core.price(price);
        for (const { id } of contractsOf(core.harness.sequencer.state).orders.values()) await core.close(id);
        await core.price(price);
        expect(core.available()).toBeLessThanOrEqual(before);
        expect(core.faults()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('are insured where there is nothing else', async () => {
    const core = await start();
    const insured = core.house('pool.insurance');
    await core.bought({ lots: '2', leverage: 100 });
    await core.price(20_000);
    await core.price(18_000);
    expect(core.house('pool.insurance')).toBeLessThan(insured);
  });
});

describe('capacity', () => {
  const far = { type: 'limit', price: '10000', leverage: 100 } as const;

  it('is hardly taken by limit orders far from the price', async () => {
    const core = await start();
    await core.bought({ ...far, lots: '8' });
    const { state } = core.harness.sequencer;
    // 80,000 USDT, 50 % away: a fiftieth of it.
    expect(exposureOf(contractsOf(state), 'demo', 'BTCUSDT')).toBe(amountOf('1600'));
    const near = { type: 'limit', price: '19900', lots: '1', leverage: 20 } as const;
    await core.bought(near);
    expect(exposureOf(contractsOf(state), 'demo', 'BTCUSDT')).toBe(amountOf('21500'));
  });

  it('has a share for each person and a limit for all', async () => {
    const core = await start({ personMax: '40000', exposureMax: '50000' });
    await core.bought({ lots: '1' });
    await core.price(20_000);
    expect(await core.buy({ lots: '1.1', side: 'sell' })).toMatchObject({ code: code.personLimit });
    expect(await core.buy({ lots: '1.9' }, OTHER)).toMatchObject({ code: code.exposureLimit });
    expect(await core.buy({ lots: '1.2' }, OTHER)).toMatchObject({ code: 200 });
  });

  it('is checked again when an order opens: one without room is cancelled and gets its hold back', async () => {
    const core = await start({ exposureMax: '50000' });
    const before = core.available();
    const overflow = await core.bought({ ...far, lots: '1', price: '19000' });
    await core.bought({ lots: '2', leverage: 1 }, OTHER);
    await core.price(18_999);
    expect(core.latest(overflow.id)).toMatchObject({ state: 'cancelled', closedBy: 'operator' });
    expect(core.available()).toBe(before);
    expect(core.faults()).toEqual([]);
  });

  it('is released by age', async () => {
    const core = await start();
    const before = core.available();
    const { id } = await core.bought({ ...far, lots: '8' });
    await core.harness.wait(SHIPPED['contracts.waitingMaxMs']);
    expect(core.latest(id).state).toBe('waiting');
    await core.harness.wait(1);
    expect(core.latest(id)).toMatchObject({ state: 'cancelled', closedBy: 'expired' });
    expect(core.available()).toBe(before);
    expect(exposureOf(contractsOf(core.harness.sequencer.state), 'demo', 'BTCUSDT')).toBe(ZERO);
  });

  it('is not shared by the demo and the real book', async () => {
    const core = await start();
    await core.bought({ lots: '4' });
    await core.price(20_000);
    expect(exposureOf(contractsOf(core.harness.sequencer.state), 'real', 'BTCUSDT')).toBe(ZERO);
    expect(exposureOf(contractsOf(core.harness.sequencer.state), 'real')).toBe(ZERO);
  });
});

describe('the share of one network', () => {
  const HOME = 'a'.repeat(16);
  const ELSEWHERE = 'b'.repeat(16);
  const people = Array.from({ length: 12 }, (_, index) => 100 + index);

  /** Three lots are a person's share, thirty that of the house, nine that of one network. */
  async function neighbours(): Promise<ContractsFixture> {
    const core = await start({ personMax: '61000', exposureMax: '610000', networkShare: '0.3' });
    for (const id of people) await core.harness.open(id);
    return core;
  }
  const buy = (core: ContractsFixture, user: number, network: string | undefined, order = {}, key?: string) => {
    const body = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '3', leverage: 50, ...order };
    return core.harness.from(network, user, 'contracts.buy', body, key);
  };
  const acceptedCount = async (core: ContractsFixture, network: string | undefined, order = {}) => {
    const codes = [];
    for (const user of people) codes.push((await buy(core, user, network, order)).code);
    return codes.filter((status) => status === 200).length;
  };

  it('lets a few people fill theirs, and leaves the rest to everybody else', async () => {
    const core = await neighbours();
    expect(await acceptedCount(core, HOME)).toBe(3);
    expect(await buy(core, people.at(-1)!, HOME)).toMatchObject({ code: code.networkLimit });
    expect(await buy(core, people.at(-1)!, HOME, { lots: '1' })).toMatchObject({ code: code.networkLimit });
    // Of seven other people of seven other networks each gets all of theirs.
    for (const user of people.slice(3, 10)) {
      expect(await buy(core, user, `${ELSEWHERE}${user}`)).toMatchObject({ code: 200 });
    }
    expect(await buy(core, people[10]!, ELSEWHERE)).toMatchObject({ code: code.exposureLimit });
    expect(core.faults()).toEqual([]);
  });

  it('counts what waits far away with all of its notional, as a person’s share does', async () => {
    const core = await neighbours();
    expect(await acceptedCount(core, HOME, { type: 'limit', price: '10000', lots: '6' })).toBe(3);
  });

  it('is free again once something ended', async () => {
    const core = await neighbours();
    const { id } = accepted<{ id: number }>(await buy(core, people[0]!, HOME, { type: 'limit', price: '19000' }));
    for (const user of people.slice(1, 3)) await buy(core, user, HOME);
    expect(await buy(core, people[3]!, HOME, { lots: '1' })).toMatchObject({ code: code.networkLimit });
    await core.cancel(id, people[0]!);
    expect(await buy(core, people[3]!, HOME, { lots: '1' })).toMatchObject({ code: 200 });
    await core.price(20_000);
    const { exposure } = contractsOf(core.harness.sequencer.state);
    for (const user of people.slice(1, 4)) {
      const mine = [...contractsOf(core.harness.sequencer.state).orders.values()].filter(
        (order) => order.user_id === user,
      );
      for (const order of mine) await core.close(order.id, undefined, user);
    }
    await core.price(20_000);
    expect([...exposure.keys()]).toEqual([]);
  });

  it('is never less than what one person may have', async () => {
    const core = await start({ personMax: '400000', exposureMax: '1000000', networkShare: '0.3' });
    expect(await buy(core, OTHER, HOME, { lots: '19', leverage: 10 })).toMatchObject({ code: 200 });
  });

  it('is not asked of orders of which nothing is known, nor under terms of before', async () => {
    const core = await neighbours();
    expect(await acceptedCount(core, undefined)).toBe(10);
    const before = await start({ personMax: '61000', exposureMax: '610000' });
    for (const id of people) await before.harness.open(id);
    expect(await acceptedCount(before, HOME)).toBe(10);
  });

  it('does not keep somebody who moved on from repeating the same order', async () => {
    const core = await neighbours();
    const first = await buy(core, people[0]!, HOME, {}, 'once');
    expect(await buy(core, people[0]!, ELSEWHERE, {}, 'once')).toEqual({ ...first, repeated: true });
    expect(await buy(core, people[0]!, ELSEWHERE, { lots: '1' }, 'once')).toMatchObject({
      code: code.idempotencyKeyReused,
    });
  });

  it('keeps the network on the order, and in the facts of its entry alone', async () => {
    const core = await neighbours();
    const { id } = accepted<{ id: number }>(await buy(core, people[0]!, HOME));
    await core.price(20_000);
    const { orders } = contractsOf(core.harness.sequencer.state);
    expect(orders.get(id)).toMatchObject({ state: 'open', network: HOME });
    expect(JSON.stringify(core.latest(id))).not.toContain(HOME);
  });
});

describe('the share of one network of the total', () => {
  const HOME = 'a'.repeat(16);
  const ELSEWHERE = 'b'.repeat(16);
  const CODES = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'ADAUSDT', 'BNBUSDT', 'LTCUSDT', 'DOTUSDT'];
  /** A lot is a person's share, fourteen that of a network of each instrument, 99 the total. */
  const TIGHT = { personMax: '21000', exposureMax: '1000000', networkShare: '0.3', exposureTotalMax: '2000000' };

  async function start(offer: object, version = RULES_VERSION): Promise<ContractsFixture> {
    const core = await ContractsFixture.start({ offer });
    const { harness } = core;
    await harness.internal('rules.adopt', { version, figures: SHIPPED }, 'rules');
    for (const instrument of CODES.slice(1)) {
      await core.define({ ...offer, code: instrument }, instrument);
      await harness.tick(2_000_000, 0, instrument);
    }
    return core;
  }
  const buy = async (core: ContractsFixture, user: number, network: string | undefined, order = {}) => {
    const instrument = CODES[user % CODES.length] as string;
    const body = { code: instrument, side: 'buy', type: 'market', lots: '1', leverage: 50, ...order };
    return (await core.harness.from(network, user, 'contracts.buy', body)).code;
  };
  /** How many of so many guests are taken; each has one order. */
  const guests = async (core: ContractsFixture, count: number, order = {}) => {
    let accepted = 0;
    for (let user = 1_000; user < 1_000 + count; user += 1) {
      await core.harness.open(user);
      const answer = await buy(core, user, HOME, order);
      expect([200, code.networkLimit, code.exposureLimit]).toContain(answer);
      if (answer === 200) accepted += 1;
    }
    return accepted;
  };

  it('is all that four hundred guests of one network can fill, and leaves the rest to others', async () => {
    const core = await start(TIGHT);
    expect(await guests(core, 400)).toBe(29);
    expect(await buy(core, 1_399, HOME)).toBe(code.networkLimit);
    expect(await buy(core, 1_399, ELSEWHERE)).toBe(200);
    expect(await buy(core, 1_398, undefined)).toBe(200);
    expect(core.faults()).toEqual([]);
  });

  it('counts what waits far away with all of its notional', async () => {
    const core = await start({ ...TIGHT, nearRate: '0.01' });
    expect(await guests(core, 100, { type: 'limit', price: '10000' })).toBe(60);
  });

  it('is not asked by the rules of before', async () => {
    const core = await start(TIGHT, 10);
    expect(await guests(core, 400)).toBe(99);
    expect(await buy(core, 1_399, ELSEWHERE)).toBe(code.exposureLimit);
  });

  it('has room for a class of thirty who trade ordinary sizes', async () => {
    const { exposureMax, personMax, networkShare, exposureTotalMax } = defaultContractOffer(
      instrumentByCode('BTCUSDT')!,
      new Map(),
    )!;
    const core = await start({ exposureMax, personMax, networkShare, exposureTotalMax });
    // 80,000 USDT each, of which 1,600 are theirs.
    expect(await guests(core, 30, { lots: '4' })).toBe(30);
  });

  it('is the same when the state is made from its rows again, and free once something ended', async () => {
    const core = await start(TIGHT);
    await guests(core, 40, { type: 'limit', price: '19000' });
    const slice = contractsOf(core.harness.sequencer.state);
    const loaded = emptySlice();
    for (const row of slice.orders.values()) reduce(loaded, { table: 'contract_orders', row });
    expect(loaded.exposure).toEqual(slice.exposure);
    expect(networkTotalOf(loaded, 'demo', HOME)).toBe(amountOf('589000'));
    for (const order of [...slice.orders.values()]) await core.cancel(order.id, order.user_id);
    expect([...slice.exposure.keys()]).toEqual([]);
    expect(await buy(core, 1_039, HOME)).toBe(200);
  });

  it('is given back by a reversed position, once', async () => {
    // One person's share, 21,000, is all that a network has of this total.
    const core = await start({ ...TIGHT, exposureTotalMax: '60000', slippageRate: '0.01' });
    await core.harness.open(1_000);
    expect(await buy(core, 1_000, HOME)).toBe(200);
    await core.price(20_000);
    const [order] = contractsOf(core.harness.sequencer.state).orders.values();
    expect(await buy(core, 1_008, HOME, { lots: '0.1' })).toBe(code.networkLimit);
    const answer = await core.harness.from(HOME, 1_000, 'contracts.reverse', { id: order!.id });
    expect(answer).toMatchObject({ code: 200 });
    await core.price(20_000);
    expect([...contractsOf(core.harness.sequencer.state).orders.values()]).toMatchObject([{ side: 'sell' }]);
    expect(core.faults()).toEqual([]);
  });
});

describe('before the session ends', () => {
  const beforeClose = { minutes: 60, maxLeverage: 10 };

  it('leverage falls, for orders and for those that wait', async () => {
    const core = await start({ beforeClose });
    const { harness } = core;
    harness.market.sessionEnds = harness.now + 61 * 60_000;
    const waiting = await core.bought({ type: 'limit', price: '19900', leverage: 50 });
    expect(await core.buy({ leverage: 50 })).toMatchObject({ code: 200 });
    await core.price(20_000, 60_000);
    expect(await core.buy({ leverage: 11 })).toMatchObject({ code: code.leverageIncorrect });
    expect(await core.buy({ leverage: 10 })).toMatchObject({ code: 200 });
    await core.price(19_900);
    await core.price(19_899);
    expect(core.latest(waiting.id)).toMatchObject({ state: 'cancelled' });
    expect(core.faults()).toEqual([]);
  });

  it('says nothing where the market never closes', async () => {
    const core = await start({ beforeClose });
    expect(await core.buy({ leverage: 50 }, USER)).toMatchObject({ code: 200 });
  });
});
