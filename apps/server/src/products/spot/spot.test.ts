/**
 * The spot market through the core, in memory: every refusal, every fate of an order, and where
 * each unit went.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { spotResult } from '@glasshouse/rules/results';
import { afterEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { expectSound } from './testing/expect-sound.ts';
import { SpotFixture, TEST_PAIR } from './testing/fixture.ts';

const ANN = 1;
const BOB = 2;
const EVE = 3;
let fixture: SpotFixture;
const begin = async (options: Parameters<typeof SpotFixture.start>[0] = {}): Promise<SpotFixture> => {
  fixture = await SpotFixture.start(options);
  return fixture;
};
/**
 * After every test: assets are conserved, holds are what the orders need, and the log replays to
 * the same state.
 */
afterEach(() => expectSound(fixture));

describe('refusals, in their order', () => {
  const limit = { side: 'buy', price: '100', quantity: '1' } as const;
  test.each([
    ['a pair that is not offered', { ...limit, code: 'NOPE' }, code.productIncorrect],
    ['no quantity', { side: 'buy', price: '100' }, code.purchaseAmountIncorrect],
    [
      'quantity and amount',
      { side: 'buy', type: 'market', quantity: '1', amount: '100' },
      code.purchaseAmountIncorrect,
    ],
    ['an amount in a limit order', { side: 'buy', price: '100', amount: '100' }, code.purchaseAmountIncorrect],
    ['an amount to sell', { side: 'sell', type: 'market', amount: '100' }, code.purchaseAmountIncorrect],
    ['a quantity off the step', { ...limit, quantity: '1.0005' }, code.purchaseAmountIncorrect],
    ['a quantity of nothing', { ...limit, quantity: '0' }, code.purchaseAmountIncorrect],
    ['a negative quantity', { ...limit, quantity: '-1' }, code.purchaseAmountIncorrect],
    ['an exponent', { ...limit, quantity: '1e2' }, code.purchaseAmountIncorrect],
    ['more than the maximum', { ...limit, quantity: '1000.001' }, code.purchaseAmountIncorrect],
    ['a quantity that overflows', { ...limit, quantity: '99999999999999.999' }, code.purchaseAmountIncorrect],
    ['less than the minimum amount', { ...limit, quantity: '0.001' }, code.purchaseAmountIncorrect],
    [
      'an amount that buys more than the maximum',
      { side: 'buy', type: 'market', amount: '100000.01' },
      code.purchaseAmountIncorrect,
    ],
    ['a limit order without a price', { side: 'buy', quantity: '1' }, code.orderPriceIncorrect],
    [
      'a market order with a price',
      { side: 'buy', type: 'market', price: '100', quantity: '1' },
      code.orderPriceIncorrect,
    ],
    ['a price off the tick', { ...limit, price: '100.001' }, code.orderPriceIncorrect],
    ['a price of nothing', { ...limit, price: '0' }, code.orderPriceIncorrect],
    ['a price far above the reference', { ...limit, price: '150.01' }, code.orderPriceIncorrect],
    ['a price far below the reference', { ...limit, price: '49.99' }, code.orderPriceIncorrect],
    ['a market order into an empty book', { side: 'buy', type: 'market', quantity: '1' }, code.notFilledAtOnce],
    ['IOC into an empty book', { ...limit, timeInForce: 'IOC' }, code.notFilledAtOnce],
    ['FOK into an empty book', { ...limit, timeInForce: 'FOK' }, code.notFilledAtOnce],
    ['more dollars than there are', { ...limit, quantity: '1000' }, code.balanceInsufficient],
    ['more coins than there are', { side: 'sell', price: '100', quantity: '10.001' }, code.coinBalanceInsufficient],
  ] as const)('%s', async (_name, order, refusal) => {
    await begin();
    const before = fixture.balance(ANN, 'USDT', 'available');
    const answer = await fixture.submit(ANN, order);
    expect(answer.code).toBe(refusal);
    expect(fixture.balance(ANN, 'USDT', 'available')).toBe(before);
    expect(fixture.book().size).toBe(0);
  });

  test('the limits of the price band and of the sizes are accepted', async () => {
    await begin();
    expect((await fixture.submit(ANN, { side: 'buy', price: '50', quantity: '1' })).code).toBe(200);
    expect((await fixture.submit(ANN, { side: 'sell', price: '150', quantity: '0.007' })).code).toBe(200);
  });

  test('a closed market, a stale price, and none', async () => {
    await begin();
    fixture.harness.market.sessionEnds = undefined;
    expect((await fixture.submit(ANN, limit)).code).toBe(code.notTradable);
    fixture.harness.market.sessionEnds = Number.POSITIVE_INFINITY;
    fixture.harness.now += TEST_PAIR.stalenessMs;
    expect((await fixture.submit(ANN, limit)).code).toBe(200);
    fixture.harness.now += 1;
    expect((await fixture.submit(ANN, limit)).code).toBe(code.notTradable);
  });

  test('post-only that would trade, with a user or with the house', async () => {
    await begin({ pool: { base: '5', quote: '1000' } });
    await fixture.placed(BOB, { side: 'sell', price: '100', quantity: '1' });
    expect(
      (await fixture.submit(ANN, { side: 'buy', price: '100', quantity: '1', timeInForce: 'postOnly' })).code,
    ).toBe(code.postOnlyWouldTrade);
    expect(
      (await fixture.submit(ANN, { side: 'sell', price: '99.99', quantity: '1', timeInForce: 'postOnly' })).code,
    ).toBe(code.postOnlyWouldTrade);
    const rests = await fixture.placed(ANN, { side: 'buy', price: '99.98', quantity: '1', timeInForce: 'postOnly' });
    expect(rests.state).toBe('waiting');
  });

  test('a self-trade refuses the newest order as a whole, even when others come first', async () => {
    await begin();
    await fixture.placed(BOB, { side: 'sell', price: '100', quantity: '1' });
    await fixture.placed(ANN, { side: 'sell', price: '100', quantity: '1' });
    expect((await fixture.submit(ANN, { side: 'buy', price: '100', quantity: '1.5' })).code).toBe(code.selfTrade);
    expect(fixture.book().best('sell')).toBe(10_000);
    expect((await fixture.placed(ANN, { side: 'buy', price: '100', quantity: '1' })).state).toBe('filled');
  });

  test('too many resting orders; one that does not rest is still accepted', async () => {
    await begin({ pool: { base: '5', quote: '0' } });
    for (let count = 0; count < SHIPPED['spot.openOrdersMax']; count += 1)
      await fixture.placed(ANN, { side: 'buy', price: '90', quantity: '0.1' });
    expect((await fixture.submit(ANN, { side: 'buy', price: '90', quantity: '0.1' })).code).toBe(
      code.tooManyOpenOrders,
    );
    expect((await fixture.submit(ANN, { side: 'buy', price: '101', quantity: '0.1' })).code).toBe(200);
    expect((await fixture.submit(BOB, { side: 'buy', price: '90', quantity: '0.1' })).code).toBe(200);
  });

  test('callers cannot submit internal commands', async () => {
    await begin();
    for (const type of ['spot.define', 'spot.cross']) {
      expect((await fixture.harness.submit(ANN, type, {})).seq).toBe(0);
    }
  });

  test.each([
    ['a fee of 0.3 %', { takerRate: '0.003' }],
    ['a negative fee', { makerRate: '-0.001' }],
    ['no step', { quantityStep: '0' }],
    ['a minimum off the step', { minQuantity: '0.0015' }],
    ['a maximum below the minimum', { maxQuantity: '0' }],
    ['a band that reaches zero', { bandRate: '1' }],
    ['one asset on both sides', { base: 'USDT' }],
  ])('terms with %s are not put in force', async (name, wrong) => {
    await begin();
    const answer = await fixture.harness.internal('spot.define', { ...TEST_PAIR, ...wrong }, name);
    expect(answer.code).toBe(code.productIncorrect);
  });

  test('the measures of a pair stay while an order rests in them', async () => {
    await begin();
    const order = await fixture.placed(ANN, { side: 'buy', price: '90', quantity: '1' });
    await expect(fixture.define({ quantityStep: '0.01', minQuantity: '0.01' })).rejects.toThrow(
      String(code.productIncorrect),
    );
    await fixture.define({ takerRate: '0.001' });
    await fixture.cancel(ANN, order.id);
    await fixture.define({ quantityStep: '0.01', minQuantity: '0.01' });
  });
});

describe('orders between users', () => {
  test('a resting buy holds its amount and the maker fee, released when it is cancelled', async () => {
    await begin();
    const before = fixture.balance(ANN, 'USDT', 'available');
    const order = await fixture.placed(ANN, { side: 'buy', price: '90.01', quantity: '1.5' });
    expect(order).toMatchObject({
      state: 'waiting',
      held: '135.150015',
      filledQuantity: '0',
      fills: [],
      averagePrice: null,
    });
    expect(fixture.balance(ANN, 'USDT', 'held')).toBe(amountOf('135.150015'));
    const cancelled = await fixture.cancel(ANN, order.id);
    expect(cancelled.result).toMatchObject({ state: 'revoked', held: '0' });
    expect(fixture.balance(ANN, 'USDT', 'available')).toBe(before);
    expect((await fixture.cancel(ANN, order.id)).code).toBe(code.orderAlreadyFinal);
  });

  test('maker and taker trade at the maker’s price, each with its own fee', async () => {
    await begin();
    const [annBefore, bobBefore] = [ANN, BOB].map((user) => fixture.balance(user as number, 'USDT', 'available'));
    const fees = fixture.balance('house', 'USDT', 'fees');
    const maker = await fixture.placed(ANN, { side: 'sell', price: '101', quantity: '2' });
    const taker = await fixture.placed(BOB, { side: 'buy', price: '102', quantity: '2' });
    expect(taker).toMatchObject({
      state: 'filled',
      filledQuantity: '2',
      filledAmount: '202',
      averagePrice: '101',
      fee: '0.404',
    });
    expect(taker.fills).toMatchObject([{ price: '101.00', quantity: '2', role: 'taker', house: false, tick: null }]);
    expect(fixture.latest(maker.id)).toMatchObject({
      state: 'filled',
      fee: '0.202',
      fills: [{ role: 'maker', house: false }],
    });
    expect(fixture.balance(ANN, 'USDT', 'available')).toBe((annBefore as bigint) + amountOf('201.798'));
    expect(fixture.balance(BOB, 'USDT', 'available')).toBe((bobBefore as bigint) - amountOf('202.404'));
    expect(fixture.balance(BOB, 'BTC', 'available')).toBe(amountOf('12'));
    expect(fixture.balance('house', 'USDT', 'fees') - fees).toBe(amountOf('0.606'));
  });

  test('the result shown for an order is what the ledger changes the quote asset by', async () => {
    await begin();
    const dollars = (user: number) => fixture.balance(user, 'USDT', 'available');
    const before = new Map([ANN, BOB].map((user) => [user, dollars(user)]));
    const maker = await fixture.placed(ANN, { side: 'sell', price: '101', quantity: '0.333' });
    const taker = await fixture.placed(BOB, { side: 'buy', price: '101', quantity: '0.333' });
    for (const [user, { id }] of [
      [ANN, maker],
      [BOB, taker],
    ] as const) {
      const { state, side, filledAmount, fee } = fixture.latest(id);
      expect(state).toBe('filled');
      const { net } = spotResult({ side, amount: amountOf(filledAmount), fee: amountOf(fee) });
      expect(net).toBe(dollars(user) - (before.get(user) as bigint));
    }
  });

  test('the oldest order at the best price comes first, and keeps its place after a partial fill', async () => {
    await begin();
    const order = await fixture.placed(ANN, { side: 'sell', price: '102', quantity: '1' });
    const first = await fixture.placed(ANN, { side: 'sell', price: '101', quantity: '1' });
    const second = await fixture.placed(BOB, { side: 'sell', price: '101', quantity: '1' });
    await fixture.placed(EVE, { side: 'buy', price: '105', quantity: '0.4' });
    expect(fixture.latest(first.id)).toMatchObject({ state: 'partlyFilled', filledQuantity: '0.4', held: '0.6' });
    const taker = await fixture.placed(EVE, { side: 'buy', price: '105', quantity: '2' });
    expect(taker.fills.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['101.00', '0.6'],
      ['101.00', '1'],
      ['102.00', '0.4'],
    ]);
    expect(fixture.latest(first.id).state).toBe('filled');
    expect(fixture.latest(second.id).state).toBe('filled');
    expect(fixture.latest(order.id)).toMatchObject({ state: 'partlyFilled', filledQuantity: '0.4' });
  });

  test('the remainder of a limit order rests with the remainder of its need', async () => {
    await begin();
    await fixture.placed(ANN, { side: 'sell', price: '100', quantity: '1' });
    const order = await fixture.placed(BOB, { side: 'buy', price: '101', quantity: '3' });
    expect(order).toMatchObject({ state: 'partlyFilled', filledQuantity: '1', held: '202.202' });
    await fixture.placed(EVE, { side: 'sell', price: '101', quantity: '2' });
    expect(fixture.latest(order.id)).toMatchObject({ state: 'filled', held: '0', fee: '0.402' });
    expect(fixture.latest(order.id).fills.map(({ role }) => role)).toEqual(['taker', 'maker']);
  });

  test('IOC takes what is there and revokes the rest; FOK takes all or nothing', async () => {
    await begin();
    await fixture.placed(ANN, { side: 'sell', price: '100', quantity: '1' });
    expect((await fixture.submit(BOB, { side: 'buy', price: '100', quantity: '1.001', timeInForce: 'FOK' })).code).toBe(
      code.notFilledAtOnce,
    );
    const ioc = await fixture.placed(BOB, { side: 'buy', price: '100', quantity: '3', timeInForce: 'IOC' });
    expect(ioc).toMatchObject({ state: 'revoked', filledQuantity: '1', held: '0' });
    await fixture.placed(ANN, { side: 'sell', price: '100', quantity: '1' });
    const fok = await fixture.placed(BOB, { side: 'buy', price: '100', quantity: '1', timeInForce: 'FOK' });
    expect(fok.state).toBe('filled');
    expect(fixture.book().size).toBe(0);
  });

  test('a market order by amount never spends more than the amount, fee included', async () => {
    await begin();
    await fixture.placed(ANN, { side: 'sell', price: '100', quantity: '1' });
    await fixture.placed(EVE, { side: 'sell', price: '110', quantity: '1' });
    const before = fixture.balance(BOB, 'USDT', 'available');
    const order = await fixture.placed(BOB, { side: 'buy', type: 'market', amount: '150' });
    const spent = before - fixture.balance(BOB, 'USDT', 'available');
    expect(order).toMatchObject({ state: 'filled', filledQuantity: '1.451', quantity: null, amount: '150' });
    expect(spent <= amountOf('150') && amountOf('150') - spent < amountOf('0.12')).toBe(true);
  });

  test('a market order trades within the band around the reference', async () => {
    await begin();
    await fixture.placed(ANN, { side: 'sell', price: '149', quantity: '1' });
    await fixture.placed(ANN, { side: 'sell', price: '150', quantity: '1' });
    await fixture.harness.tick(9_960);
    const order = await fixture.placed(BOB, { side: 'buy', type: 'market', quantity: '2' });
    expect(order).toMatchObject({ state: 'revoked', filledQuantity: '1' });
  });

  test('one command fills against a bounded number of orders; the rest is revoked, and FOK is refused', async () => {
    await begin();
    for (let count = 0; count < SHIPPED['spot.fillsAtOnceMax'] / 2 + 5; count += 1) {
      for (const user of [ANN, EVE])
        await fixture.placed(user as number, { side: 'sell', price: '100', quantity: '0.01' });
    }
    const size = { side: 'buy', price: '100', quantity: '1.05' } as const;
    expect((await fixture.submit(BOB as number, { ...size, timeInForce: 'FOK' })).code).toBe(code.notFilledAtOnce);
    const order = await fixture.placed(BOB as number, size);
    expect(order).toMatchObject({ state: 'revoked', filledQuantity: '1', held: '0' });
    expect(order.fills).toHaveLength(SHIPPED['spot.fillsAtOnceMax']);
    expect(fixture.book().size).toBe(10);
  });

  test('an order keeps the fee rates it was placed with', async () => {
    await begin();
    const maker = await fixture.placed(ANN, { side: 'sell', price: '100', quantity: '1' });
    await fixture.define({
      makerRate: '0.0025',
      takerRate: '0.0025',
      ladder: { levels: 0, spacingPpm: 0, levelAmount: '0' },
    });
    const taker = await fixture.placed(BOB, { side: 'buy', price: '100', quantity: '1' });
    expect(fixture.latest(maker.id).fee).toBe('0.1');
    expect(taker.fee).toBe('0.25');
  });

  test('nobody cancels somebody else’s order', async () => {
    await begin();
    const order = await fixture.placed(ANN, { side: 'sell', price: '100', quantity: '1' });
    expect((await fixture.cancel(BOB, order.id)).code).toBe(code.orderNotFound);
    expect(fixture.book().size).toBe(1);
  });

  test('demo and real never meet', async () => {
    await begin();
    await fixture.placed(ANN, { side: 'sell', price: '100', quantity: '1' });
    expect((await fixture.submit(BOB, { side: 'buy', type: 'market', quantity: '1' }, 'real')).code).toBe(
      code.notFilledAtOnce,
    );
    expect((await fixture.submit(BOB, { side: 'buy', price: '100', quantity: '1' }, 'real')).code).toBe(
      code.balanceInsufficient,
    );
    expect(fixture.book('real').size).toBe(0);
  });

  test('a reset of the demo book cancels its orders', async () => {
    await begin();
    const sell = await fixture.placed(ANN, { side: 'sell', price: '101', quantity: '2' });
    const buy = await fixture.placed(ANN, { side: 'buy', price: '99', quantity: '2' });
    await fixture.harness.submit(ANN, 'books.reset', {});
    expect(fixture.latest(sell.id)).toMatchObject({ state: 'revoked', held: '0' });
    expect(fixture.latest(buy.id)).toMatchObject({ state: 'revoked', held: '0' });
    expect(fixture.balance(ANN, 'USDT', 'available')).toBe(amountOf('100000'));
    expect(fixture.balance(ANN, 'BTC', 'available')).toBe(0n);
    expect(fixture.book().size).toBe(0);
  });

  test('a restart keeps the book, its queues and the orders’ fills', async () => {
    await begin();
    const first = await fixture.placed(ANN, { side: 'sell', price: '101', quantity: '1' });
    await fixture.placed(BOB, { side: 'sell', price: '101', quantity: '1' });
    await fixture.placed(EVE, { side: 'buy', price: '101', quantity: '0.5' });
    await fixture.restart();
    await fixture.placed(EVE, { side: 'buy', price: '101', quantity: '0.7' });
    expect(fixture.latest(first.id)).toMatchObject({ state: 'filled' });
    expect(fixture.latest(first.id).fills.map(({ quantity }) => quantity)).toEqual(['0.5', '0.5']);
    expect(fixture.book().depth('sell', 5)).toEqual([{ price: 10_100, quantity: 800 }]);
  });
});

describe('the house’s liquidity provider', () => {
  test('quotes around the tick, and a market order takes its levels best first', async () => {
    await begin({ pool: { base: '100', quote: '10000' } });
    // 100 dollars at 100.01, 200 at 101.01, 300 at 102.01, in whole steps.
    const order = await fixture.placed(ANN, { side: 'buy', type: 'market', quantity: '2' });
    expect(order.fills.map(({ price, quantity, house }) => [price, quantity, house])).toEqual([
      ['100.01', '0.999', true],
      ['101.01', '1.001', true],
    ]);
    expect(order.fills[0]?.tick).toMatchObject({ seq: 2 });
    expect(fixture.balance('house', 'BTC', 'pool.liquidity')).toBe(amountOf('98'));
  });

  test('a user at the same price comes before the house', async () => {
    await begin({ pool: { base: '100', quote: '10000' } });
    await fixture.placed(BOB, { side: 'sell', price: '100.01', quantity: '1' });
    const order = await fixture.placed(ANN, { side: 'buy', price: '100.01', quantity: '1.5' });
    expect(order.fills.map(({ quantity, house }) => [quantity, house])).toEqual([
      ['1', false],
      ['0.5', true],
    ]);
  });

  test('what was taken is gone until the next tick', async () => {
    await begin({ pool: { base: '100', quote: '10000' } });
    expect((await fixture.placed(ANN, { side: 'buy', price: '100.01', quantity: '0.999' })).state).toBe('filled');
    expect(
      (await fixture.submit(BOB, { side: 'buy', price: '100.01', quantity: '0.5', timeInForce: 'IOC' })).code,
    ).toBe(code.notFilledAtOnce);
    await fixture.restart();
    expect(
      (await fixture.submit(BOB, { side: 'buy', price: '100.01', quantity: '0.5', timeInForce: 'IOC' })).code,
    ).toBe(code.notFilledAtOnce);
    await fixture.harness.tick(10_000);
    expect(
      (await fixture.submit(BOB, { side: 'buy', price: '100.01', quantity: '0.5', timeInForce: 'IOC' })).code,
    ).toBe(200);
  });

  test('never sells what it does not have', async () => {
    await begin({ pool: { base: '0.25', quote: '0' } });
    const order = await fixture.placed(ANN, { side: 'buy', type: 'market', quantity: '1' });
    expect(order).toMatchObject({ state: 'revoked', filledQuantity: '0.25' });
    expect(fixture.balance('house', 'BTC', 'pool.liquidity')).toBe(0n);
  });

  test('a tick whose quotes reach resting orders fills them at their own price, oldest first, and keeps the tick', async () => {
    await begin({ pool: { base: '100', quote: '10000' } });
    const low = await fixture.placed(EVE, { side: 'buy', price: '98.5', quantity: '1' });
    const first = await fixture.placed(ANN, { side: 'buy', price: '99', quantity: '0.6' });
    const second = await fixture.placed(BOB, { side: 'buy', price: '99', quantity: '0.6' });
    await fixture.harness.tick(9_900);
    expect(fixture.latest(first.id).state).toBe('waiting');
    const tick = await fixture.harness.tick(9_898);
    // A hundred dollars at 98.99 are 1.01 coins.
    expect(fixture.latest(first.id)).toMatchObject({ state: 'filled', averagePrice: '99', fee: '0.0594' });
    expect(fixture.latest(first.id).fills).toMatchObject([{ house: true, role: 'maker', tick: { seq: tick.seq } }]);
    expect(fixture.latest(second.id)).toMatchObject({ state: 'partlyFilled', filledQuantity: '0.41' });
    await fixture.harness.tick(9_898);
    expect(fixture.latest(second.id).state).toBe('filled');
    expect(fixture.latest(low.id).state).toBe('waiting');
    const sell = await fixture.placed(ANN, { side: 'sell', price: '100', quantity: '0.5' });
    await fixture.harness.tick(10_001);
    expect(fixture.latest(sell.id)).toMatchObject({ state: 'filled', averagePrice: '100' });
  });

  test('a tick delayed beyond the limit is no price to fill at', async () => {
    await begin({ pool: { base: '100', quote: '10000' } });
    const order = await fixture.placed(ANN, { side: 'buy', price: '99', quantity: '1' });
    const { harness } = fixture;
    const tick = harness.market.next('BTCUSDT', 9_000, harness.now);
    harness.now += TEST_PAIR.stalenessMs + 1;
    await harness.sequencer.ticks([tick]);
    expect(fixture.latest(order.id).state).toBe('waiting');
    await harness.tick(9_000);
    expect(fixture.latest(order.id).state).toBe('filled');
  });

  test('steps back while the market is closed', async () => {
    await begin({ pool: { base: '100', quote: '10000' } });
    const order = await fixture.placed(ANN, { side: 'buy', price: '99', quantity: '1' });
    fixture.harness.market.sessionEnds = undefined;
    await fixture.harness.tick(9_000);
    expect(fixture.latest(order.id).state).toBe('waiting');
    fixture.harness.market.sessionEnds = Number.POSITIVE_INFINITY;
    await fixture.harness.tick(9_000);
    expect(fixture.latest(order.id).state).toBe('filled');
  });
});
