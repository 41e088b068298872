/** Every refusal of the contract calls, one a row: what was asked, the code, the field. Nothing moves when something is refused. */
import { amountOf } from '@glasshouse/rules/money';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../kernel/types.ts';
import type { ContractOffer } from './terms.ts';
import { OPEN_ORDERS_MAX } from './terms.ts';
import { ContractsFixture, TEST_CONTRACT, USER } from './testing/fixture.ts';

let fixture: ContractsFixture;
const OTHER = 8;

beforeEach(async () => {
  fixture = new ContractsFixture();
  await fixture.start();
});
afterEach(() => expect(fixture.faults()).toEqual([]));

const LIMIT = { type: 'limit', price: '19900' } as const;

describe('openPosition, bid 19,999.99, ask 20,000.01', () => {
  test.each([
    ['an instrument that is not offered', { code: 'NOPE' }, 11049, 'code'],
    ['no lots', { lots: '0' }, 11059, 'lots'],
    ['fewer than the minimum', { lots: '0.009' }, 11059, 'lots'],
    ['more than the maximum', { lots: '100.01' }, 11059, 'lots'],
    ['off the step', { lots: '0.015' }, 11059, 'lots'],
    ['a negative number of lots', { lots: '-1' }, 11059, 'lots'],
    ['an exponent', { lots: '1e2' }, 11059, 'lots'],
    ['lots that overflow', { lots: '99999999999999.99999999' }, 11059, 'lots'],
    ['leverage above the cap', { leverage: 101 }, 11060, 'leverage'],
    ['leverage above that of the tier', { lots: '5', leverage: 51 }, 11060, 'leverage'],
    ['a limit order without a price', { type: 'limit' }, 11061, 'price'],
    ['a market order with one', { price: '20000' }, 11061, 'price'],
    ['a price off the steps', { type: 'limit', price: '19900.001' }, 11061, 'price'],
    ['a price of nothing', { type: 'limit', price: '0' }, 11061, 'price'],
    ['a price that overflows', { type: 'limit', price: '99999999999999' }, 11061, 'price'],
    ['a stop above the price', { stopLoss: '20001' }, 11062, 'stopLoss'],
    ['a stop nearer than the distance', { stopLoss: '19999' }, 11062, 'stopLoss'],
    ['a stop behind the liquidation price', { stopLoss: '19700' }, 11062, 'stopLoss'],
    ['a stop off the steps', { stopLoss: '19900.005' }, 11062, 'stopLoss'],
    ['a target below the price', { takeProfit: '19999' }, 11063, 'takeProfit'],
    ['a target nearer than the distance', { takeProfit: '20000.98' }, 11063, 'takeProfit'],
    ['a stop of a seller below the price', { side: 'sell', stopLoss: '19999' }, 11062, 'stopLoss'],
    ['a target of a seller above the price', { side: 'sell', takeProfit: '20001' }, 11063, 'takeProfit'],
    ['a stop above the limit of an order that waits', { ...LIMIT, stopLoss: '19950' }, 11062, 'stopLoss'],
    ['a target below the limit of an order that waits', { ...LIMIT, takeProfit: '19850' }, 11063, 'takeProfit'],
    ['more than the house takes on the instrument', { lots: '50.01', leverage: 50 }, 11076, undefined],
    ['more than the balance', { lots: '6', leverage: 1 }, 10011, 'lots'],
    ['a limit order of more than the balance', { ...LIMIT, lots: '6', leverage: 1 }, 10011, 'lots'],
  ] as const)('%s', async (_what, order, code, field) => {
    const answer = await fixture.buy(order);
    expect([answer.code, Object.keys(answer.fields ?? {})[0]]).toEqual([code, field]);
    expect(fixture.available()).toBe(amountOf('100000'));
  });

  test.each([
    ['stop and target both wrong: the stop', { stopLoss: '21000', takeProfit: '19000' }, 11062],
    ['lots and leverage: the lots', { lots: '0', leverage: 500 }, 11059],
    ['leverage and price: the leverage', { leverage: 500, type: 'limit', price: '0' }, 11060],
    ['price and stop: the price', { type: 'limit', price: '0', stopLoss: '21000' }, 11061],
    ['target and balance: the target', { lots: '6', leverage: 1, takeProfit: '1' }, 11063],
  ] as const)('several reasons, %s', async (_what, order, code) => {
    expect((await fixture.buy(order)).code).toBe(code);
  });

  test('a closed market', async () => {
    fixture.harness.market.sessionEnds = undefined;
    expect(await fixture.buy({ lots: '0' })).toMatchObject({ code: 10015, fields: { code: 10015 } });
  });

  test('a price older than the limit, to the millisecond', async () => {
    fixture.harness.now += TEST_CONTRACT.stalenessMs;
    expect((await fixture.buy()).code).toBe(200);
    fixture.harness.now += 1;
    expect((await fixture.buy()).code).toBe(10015);
  });

  test('no price at all', async () => {
    await fixture.define({ code: 'NEWUSDT' }, 'new');
    expect((await fixture.buy({ code: 'NEWUSDT' })).code).toBe(10015);
  });

  test('a quote asset whose rate is missing or stale', async () => {
    const conversion = { code: 'USDJPY', precision: 3, inverse: true };
    await fixture.define({ conversion }, 'yen');
    expect((await fixture.buy()).code).toBe(10015);
    await fixture.harness.tick(155_000, 0, 'USDJPY');
    const { quoteRate, margin } = await fixture.bought();
    expect([quoteRate, margin]).toEqual(['0.00645161', '2.5806453']);
    await fixture.price(20_000, TEST_CONTRACT.stalenessMs + 1);
    expect((await fixture.buy()).code).toBe(10015);
  });

  test('more orders than one user may have', async () => {
    for (let count = 0; count < OPEN_ORDERS_MAX; count += 1) await fixture.bought({ lots: '0.01' });
    expect((await fixture.buy({ lots: '0.01' })).code).toBe(11075);
    expect((await fixture.buy({ lots: '0' })).code).toBe(11059);
  });

  test('more than the house takes in total, and more than its pool can bear', async () => {
    await fixture.define({ exposureTotalMax: '30000' }, 'total');
    await fixture.bought();
    expect((await fixture.buy({ lots: '0.5' })).code).toBe(11076);
    expect((await fixture.buy({ lots: '0.49' })).code).toBe(200);
    fixture = new ContractsFixture();
    await fixture.start({ pool: '299' });
    await fixture.bought();
    expect((await fixture.buy({ lots: '0.5' })).code).toBe(11076);
    expect((await fixture.buy({ lots: '0.49' })).code).toBe(200);
  });

  test('anything on the real book while no money stands behind it', async () => {
    const body = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 50 };
    const onReal = { id: '7:real', userId: USER, book: 'real' as const, type: 'contracts.buy', body };
    expect((await fixture.harness.sequencer.submit(onReal)).code).toBe(11076);
  });

  test('room that a close gives back is there again', async () => {
    await fixture.define({ exposureMax: '20001' }, 'room');
    const { id } = await fixture.bought();
    expect((await fixture.buy({ lots: '0.01' })).code).toBe(11076);
    await fixture.close(id);
    expect((await fixture.buy()).code).toBe(200);
  });

  test('a spread so wide that the position would be liquidated as it opens', async () => {
    fixture.harness.now += 1_000;
    const { harness } = fixture;
    const wide = { ...harness.market.next('BTCUSDT', 2_000_000, harness.now), bid: 1_980_000, ask: 2_020_000 };
    await harness.sequencer.ticks([wide]);
    expect((await fixture.buy({ leverage: 100 })).code).toBe(11060);
    expect((await fixture.buy({ leverage: 50 })).code).toBe(200);
  });
});

describe('closePosition, setStops and cancelOrder', () => {
  test.each([
    ['closePosition of no lots', 'contracts.close', { lots: '0' }, 11059],
    ['closePosition of more than is open', 'contracts.close', { lots: '1.01' }, 11059],
    ['closePosition off the step', 'contracts.close', { lots: '0.005' }, 11059],
    ['setStops with a stop above the price', 'contracts.stops', { stopLoss: '20100' }, 11062],
    ['setStops with a stop behind the liquidation price', 'contracts.stops', { stopLoss: '19600' }, 11062],
    ['setStops with a target below the price', 'contracts.stops', { takeProfit: '19900' }, 11063],
    ['setStops off the steps', 'contracts.stops', { takeProfit: '20100.001' }, 11063],
    ['cancelOrder of what is open', 'contracts.cancel', {}, 11057],
  ] as const)('%s', async (_what, type, body, code) => {
    const { id } = await fixture.bought();
    expect((await fixture.harness.submit(USER, type, { id, ...body })).code).toBe(code);
  });

  test.each(['contracts.close', 'contracts.stops', 'contracts.cancel'])('%s of somebody else’s order', async (type) => {
    const { id } = await fixture.bought(type === 'contracts.cancel' ? LIMIT : {});
    await fixture.harness.open(OTHER);
    expect((await fixture.harness.submit(OTHER, type, { id })).code).toBe(11051);
    const onReal = { id: `7:real-${type}`, userId: USER, book: 'real' as const, type, body: { id } };
    expect((await fixture.harness.sequencer.submit(onReal)).code).toBe(11051);
  });

  test.each(['contracts.close', 'contracts.stops', 'contracts.cancel'])('%s of what has ended', async (type) => {
    const { id } = await fixture.bought();
    await fixture.close(id);
    expect((await fixture.harness.submit(USER, type, { id })).code).toBe(11057);
  });

  test('closePosition of an order that waits', async () => {
    const { id } = await fixture.bought(LIMIT);
    expect((await fixture.close(id)).code).toBe(11057);
  });

  test('closePosition while the market is closed, and at a stale price', async () => {
    const { id } = await fixture.bought();
    fixture.harness.market.sessionEnds = undefined;
    expect((await fixture.close(id)).code).toBe(10015);
    fixture.harness.market.sessionEnds = Number.POSITIVE_INFINITY;
    fixture.harness.now += TEST_CONTRACT.stalenessMs + 1;
    expect((await fixture.close(id)).code).toBe(10015);
    expect((await fixture.stops(id, { stopLoss: '19900' })).code).toBe(200);
  });
});

describe('terms that make no sense', () => {
  test.each<[Partial<ContractOffer>, string]>([
    [{ lotSize: '0' }, 'lotSize'],
    [{ minLots: '-1' }, 'minLots'],
    [{ maxLots: '0.001' }, 'maxLots'],
    [{ lotStep: '0.03' }, 'minLots'],
    [{ feeRate: '0.003' }, 'feeRate'],
    [{ feeRate: '-0.001' }, 'feeRate'],
    [{ financingRate: '0.011' }, 'financingRate'],
    [{ poolCover: '1.1' }, 'poolCover'],
    [{ stopDistancePoints: 0.5 }, 'stopDistancePoints'],
    [{ exposureMax: 'much' }, 'exposureMax'],
    [{ tiers: [] }, 'tiers'],
    [{ maxLeverage: 200 }, 'tiers'],
  ])('%j', async (wrong, field) => {
    expect(await fixture.define(wrong, field)).toMatchObject({ code: 11049, fields: { [field]: 11008 } });
  });
});

test('callers cannot submit what only the core may', async () => {
  for (const type of ['define', 'open', 'fire', 'liquidate', 'finance']) {
    const answer = await fixture.harness.submit(USER, `contracts.${type}`, { orders: [1] } as Json);
    expect([answer.code === 200, answer.seq]).toEqual([false, 0]);
  }
});
