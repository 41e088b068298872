/**
 * Every refusal of the contract calls, a row each: the request, the code, the field. A refusal
 * moves nothing.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import type { Json } from '../../kernel/core/types.ts';
import type { ContractOffer } from './terms.ts';
import { ContractsFixture, TEST_CONTRACT, USER } from './testing/fixture.ts';

let fixture: ContractsFixture;
const OTHER = 8;

beforeEach(async () => {
  fixture = await ContractsFixture.start();
});
afterEach(() => expect(fixture.faults()).toEqual([]));

const LIMIT = { type: 'limit', price: '19900' } as const;

describe('openPosition, bid 19,999.99, ask 20,000.01', () => {
  test.each([
    ['an instrument that is not offered', { code: 'NOPE' }, code.productIncorrect, 'code'],
    ['no lots', { lots: '0' }, code.lotsIncorrect, 'lots'],
    ['fewer than the minimum', { lots: '0.009' }, code.lotsIncorrect, 'lots'],
    ['more than the maximum', { lots: '100.01' }, code.lotsIncorrect, 'lots'],
    ['off the step', { lots: '0.015' }, code.lotsIncorrect, 'lots'],
    ['a negative number of lots', { lots: '-1' }, code.lotsIncorrect, 'lots'],
    ['an exponent', { lots: '1e2' }, code.lotsIncorrect, 'lots'],
    ['lots that overflow', { lots: '99999999999999.99999999' }, code.lotsIncorrect, 'lots'],
    ['leverage above the cap', { leverage: 101 }, code.leverageIncorrect, 'leverage'],
    ['leverage above that of the tier', { lots: '5', leverage: 51 }, code.leverageIncorrect, 'leverage'],
    ['a limit order without a price', { type: 'limit' }, code.orderPriceIncorrect, 'price'],
    ['a market order with one', { price: '20000' }, code.orderPriceIncorrect, 'price'],
    ['a price off the steps', { type: 'limit', price: '19900.001' }, code.orderPriceIncorrect, 'price'],
    ['a price of nothing', { type: 'limit', price: '0' }, code.orderPriceIncorrect, 'price'],
    ['a price that overflows', { type: 'limit', price: '99999999999999' }, code.orderPriceIncorrect, 'price'],
    ['a stop above the price', { stopLoss: '20001' }, code.stopLossUnreasonable, 'stopLoss'],
    ['a stop nearer than the distance', { stopLoss: '19999' }, code.stopLossUnreasonable, 'stopLoss'],
    ['a stop behind the liquidation price', { stopLoss: '19700' }, code.stopLossUnreasonable, 'stopLoss'],
    ['a stop off the steps', { stopLoss: '19900.005' }, code.stopLossUnreasonable, 'stopLoss'],
    ['a target below the price', { takeProfit: '19999' }, code.takeProfitUnreasonable, 'takeProfit'],
    ['a target nearer than the distance', { takeProfit: '20000.98' }, code.takeProfitUnreasonable, 'takeProfit'],
    ['a stop of a seller below the price', { side: 'sell', stopLoss: '19999' }, code.stopLossUnreasonable, 'stopLoss'],
    [
      'a target of a seller above the price',
      { side: 'sell', takeProfit: '20001' },
      code.takeProfitUnreasonable,
      'takeProfit',
    ],
    [
      'a stop above the limit of an order that waits',
      { ...LIMIT, stopLoss: '19950' },
      code.stopLossUnreasonable,
      'stopLoss',
    ],
    [
      'a target below the limit of an order that waits',
      { ...LIMIT, takeProfit: '19850' },
      code.takeProfitUnreasonable,
      'takeProfit',
    ],
    ['more than the house takes on the instrument', { lots: '50.01', leverage: 50 }, code.exposureLimit, undefined],
    ['more than the balance', { lots: '6', leverage: 1 }, code.balanceInsufficientForOrder, 'lots'],
    [
      'a limit order of more than the balance',
      { ...LIMIT, lots: '6', leverage: 1 },
      code.balanceInsufficientForOrder,
      'lots',
    ],
  ] as const)('%s', async (_what, order, refusal, field) => {
    const answer = await fixture.buy(order);
    expect([answer.code, Object.keys(answer.fields ?? {})[0]]).toEqual([refusal, field]);
    expect(fixture.available()).toBe(amountOf('100000'));
  });

  test.each([
    ['stop and target both wrong: the stop', { stopLoss: '21000', takeProfit: '19000' }, code.stopLossUnreasonable],
    ['lots and leverage: the lots', { lots: '0', leverage: 500 }, code.lotsIncorrect],
    ['leverage and price: the leverage', { leverage: 500, type: 'limit', price: '0' }, code.leverageIncorrect],
    ['price and stop: the price', { type: 'limit', price: '0', stopLoss: '21000' }, code.orderPriceIncorrect],
    ['target and balance: the target', { lots: '6', leverage: 1, takeProfit: '1' }, code.takeProfitUnreasonable],
  ] as const)('several reasons, %s', async (_what, order, refusal) => {
    expect((await fixture.buy(order)).code).toBe(refusal);
  });

  test('a closed market', async () => {
    fixture.harness.market.sessionEnds = undefined;
    expect(await fixture.buy({ lots: '0' })).toMatchObject({
      code: code.notTradable,
      fields: { code: code.notTradable },
    });
  });

  test('a price older than the limit, to the millisecond', async () => {
    fixture.harness.now += TEST_CONTRACT.stalenessMs;
    expect((await fixture.buy()).code).toBe(200);
    fixture.harness.now += 1;
    expect((await fixture.buy()).code).toBe(code.notTradable);
  });

  test('no price at all', async () => {
    await fixture.define({ code: 'NEWUSDT' }, 'new');
    expect((await fixture.buy({ code: 'NEWUSDT' })).code).toBe(code.notTradable);
  });

  test('a quote asset whose rate is missing or stale', async () => {
    const conversion = { code: 'USDJPY', precision: 3, inverse: true };
    await fixture.define({ conversion }, 'yen');
    expect((await fixture.buy()).code).toBe(code.notTradable);
    await fixture.harness.tick(155_000, 0, 'USDJPY');
    const { quoteRate, margin } = await fixture.bought();
    expect([quoteRate, margin]).toEqual(['0.00645161', '2.5806453']);
    await fixture.price(20_000, TEST_CONTRACT.stalenessMs + 1);
    expect((await fixture.buy()).code).toBe(code.notTradable);
  });

  test('a quote asset whose price is held, while what is open may be closed', async () => {
    const conversion = { code: 'USDJPY', precision: 3, inverse: true };
    await fixture.define({ conversion }, 'yen');
    await fixture.harness.tick(155_000, 0, 'USDJPY');
    const { id } = await fixture.bought();
    fixture.harness.market.held.set('USDJPY', 'jump');
    expect(await fixture.buy()).toMatchObject({
      code: code.notTradable,
      fields: { code: code.priceUnconfirmed },
    });
    expect((await fixture.buy({ type: 'limit', price: '19000' })).code).toBe(code.notTradable);
    // Its rate was fixed when it was taken.
    expect((await fixture.close(id)).code).toBe(200);
    fixture.harness.market.held.delete('USDJPY');
    expect((await fixture.buy()).code).toBe(200);
  });

  test('more open orders than one user may have', async () => {
    for (let count = 0; count < SHIPPED['contracts.openOrdersMax']; count += 1) await fixture.bought({ lots: '0.01' });
    expect((await fixture.buy({ lots: '0.01' })).code).toBe(code.tooManyOpenOrders);
    expect((await fixture.buy({ lots: '0' })).code).toBe(code.lotsIncorrect);
  });

  test('more than the total exposure, and more than the pool covers', async () => {
    await fixture.define({ exposureTotalMax: '30000' }, 'total');
    await fixture.bought();
    expect((await fixture.buy({ lots: '0.5' })).code).toBe(code.exposureLimit);
    expect((await fixture.buy({ lots: '0.49' })).code).toBe(200);
    fixture = await ContractsFixture.start({ pool: '299' });
    await fixture.bought();
    expect((await fixture.buy({ lots: '0.5' })).code).toBe(code.exposureLimit);
    expect((await fixture.buy({ lots: '0.49' })).code).toBe(200);
  });

  test('anything on the real book while its pool is empty', async () => {
    const body = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 50 };
    const onReal = { id: '7:real', userId: USER, book: 'real' as const, type: 'contracts.buy', body };
    expect((await fixture.harness.sequencer.submit(onReal)).code).toBe(code.exposureLimit);
  });

  test('capacity freed by a close is available again', async () => {
    await fixture.define({ exposureMax: '20001' }, 'capacity');
    const { id } = await fixture.bought();
    expect((await fixture.buy({ lots: '0.01' })).code).toBe(code.exposureLimit);
    await fixture.close(id);
    expect((await fixture.buy()).code).toBe(200);
  });

  test('a spread so wide that the position would be liquidated on opening', async () => {
    fixture.harness.now += 1_000;
    const { harness } = fixture;
    const wide = { ...harness.market.next('BTCUSDT', 2_000_000, harness.now), bid: 1_980_000, ask: 2_020_000 };
    await harness.sequencer.ticks([wide]);
    expect((await fixture.buy({ leverage: 100 })).code).toBe(code.leverageIncorrect);
    expect((await fixture.buy({ leverage: 50 })).code).toBe(200);
  });
});

describe('closePosition, setStops and cancelOrder', () => {
  test.each([
    ['closePosition of no lots', 'contracts.close', { lots: '0' }, code.lotsIncorrect],
    ['closePosition of more than is open', 'contracts.close', { lots: '1.01' }, code.lotsIncorrect],
    ['closePosition off the step', 'contracts.close', { lots: '0.005' }, code.lotsIncorrect],
    ['setStops with a stop above the price', 'contracts.stops', { stopLoss: '20100' }, code.stopLossUnreasonable],
    [
      'setStops with a stop behind the liquidation price',
      'contracts.stops',
      { stopLoss: '19600' },
      code.stopLossUnreasonable,
    ],
    ['setStops with a target below the price', 'contracts.stops', { takeProfit: '19900' }, code.takeProfitUnreasonable],
    ['setStops off the steps', 'contracts.stops', { takeProfit: '20100.001' }, code.takeProfitUnreasonable],
    ['cancelOrder of what is open', 'contracts.cancel', {}, code.orderAlreadyFinal],
  ] as const)('%s', async (_what, type, body, refusal) => {
    const { id } = await fixture.bought();
    expect((await fixture.harness.submit(USER, type, { id, ...body })).code).toBe(refusal);
  });

  test.each(['contracts.close', 'contracts.stops', 'contracts.cancel'])('%s of somebody else’s order', async (type) => {
    const { id } = await fixture.bought(type === 'contracts.cancel' ? LIMIT : {});
    await fixture.harness.open(OTHER);
    expect((await fixture.harness.submit(OTHER, type, { id })).code).toBe(code.orderNotFound);
    const onReal = { id: `7:real-${type}`, userId: USER, book: 'real' as const, type, body: { id } };
    expect((await fixture.harness.sequencer.submit(onReal)).code).toBe(code.orderNotFound);
  });

  test.each(['contracts.close', 'contracts.stops', 'contracts.cancel'])('%s of an ended order', async (type) => {
    const { id } = await fixture.bought();
    await fixture.close(id);
    expect((await fixture.harness.submit(USER, type, { id })).code).toBe(code.orderAlreadyFinal);
  });

  test('closePosition of a waiting order', async () => {
    const { id } = await fixture.bought(LIMIT);
    expect((await fixture.close(id)).code).toBe(code.orderAlreadyFinal);
  });

  test('closePosition while the market is closed, and at a stale price', async () => {
    const { id } = await fixture.bought();
    fixture.harness.market.sessionEnds = undefined;
    expect((await fixture.close(id)).code).toBe(code.notTradable);
    fixture.harness.market.sessionEnds = Number.POSITIVE_INFINITY;
    fixture.harness.now += TEST_CONTRACT.stalenessMs + 1;
    expect((await fixture.close(id)).code).toBe(code.notTradable);
    expect((await fixture.stops(id, { stopLoss: '19900' })).code).toBe(200);
  });
});

describe('unsound terms', () => {
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
    expect(await fixture.define(wrong, field)).toMatchObject({
      code: code.productIncorrect,
      fields: { [field]: code.outOfRange },
    });
  });
});

test('callers cannot submit internal commands', async () => {
  for (const type of ['define', 'open', 'fire', 'liquidate', 'finance']) {
    const answer = await fixture.harness.submit(USER, `contracts.${type}`, { orders: [1] } as Json);
    expect([answer.code === 200, answer.seq]).toEqual([false, 0]);
  }
});
