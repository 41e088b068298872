/**
 * Stop, stop-limit and trailing stop orders, and one-cancels-other: what is refused, what fires
 * when, what is held meanwhile, and where it queues. Prices are cents around 100.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { afterEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RECORD_EVERY_MS } from '../../trading/record-trails.ts';
import { expectSound } from './testing/expect-sound.ts';
import { SpotFixture } from './testing/fixture.ts';

const ANN = 1;
const BOB = 2;
const EVE = 3;
let fixture: SpotFixture;
const begin = async (options: Parameters<typeof SpotFixture.start>[0] = {}): Promise<SpotFixture> => {
  fixture = await SpotFixture.start(options);
  return fixture;
};
const HOUSE = { pool: { base: '50', quote: '100000' } };
afterEach(() => expectSound(fixture));

const tick = (mid: number, afterMs?: number) => fixture.harness.tick(mid, afterMs);
const held = (user: number, asset: string) => fixture.balance(user, asset, 'held');

describe('refusals', () => {
  const stop = { side: 'sell', type: 'stop', quantity: '1', stopPrice: '95' } as const;
  const stopLimit = { ...stop, type: 'stopLimit', price: '94' } as const;
  const trail = { side: 'sell', type: 'trailingStop', quantity: '1', trailingDistance: '5' } as const;
  const oco = { side: 'sell', type: 'oco', quantity: '1', price: '110', stopPrice: '95' } as const;
  test.each([
    ['a stop without a stop price', { ...stop, stopPrice: undefined }, code.orderPriceIncorrect],
    ['a stop to sell at the market', { ...stop, stopPrice: '100' }, code.orderPriceIncorrect],
    ['a stop to sell above the market', { ...stop, stopPrice: '101' }, code.orderPriceIncorrect],
    [
      'a stop to buy below the market',
      { side: 'buy', type: 'stop', amount: '100', stopPrice: '99' },
      code.orderPriceIncorrect,
    ],
    ['a stop off the tick', { ...stop, stopPrice: '95.001' }, code.orderPriceIncorrect],
    ['a stop beyond the band', { ...stop, stopPrice: '49.99' }, code.orderPriceIncorrect],
    ['a stop with a limit price', { ...stop, price: '94' }, code.orderPriceIncorrect],
    [
      'a stop to buy a quantity',
      { side: 'buy', type: 'stop', quantity: '1', stopPrice: '105' },
      code.purchaseAmountIncorrect,
    ],
    ['a stop to sell an amount', { ...stop, quantity: null, amount: '100' }, code.purchaseAmountIncorrect],
    ['a stop-limit without a limit', { ...stopLimit, price: null }, code.orderPriceIncorrect],
    ['a stop-limit with a limit too far from its stop', { ...stopLimit, price: '47.49' }, code.orderPriceIncorrect],
    ['a limit order with a stop price', { ...stopLimit, type: 'limit' }, code.orderPriceIncorrect],
    ['a trailing stop without a distance', { ...trail, trailingDistance: undefined }, code.orderPriceIncorrect],
    ['a trailing stop with two distances', { ...trail, trailingRate: '0.01' }, code.orderPriceIncorrect],
    ['a trailing stop with a stop price', { ...trail, stopPrice: '95' }, code.orderPriceIncorrect],
    ['a distance beyond the band', { ...trail, trailingDistance: '50.01' }, code.orderPriceIncorrect],
    ['a share of nothing', { ...trail, trailingDistance: undefined, trailingRate: '0' }, code.orderPriceIncorrect],
    ['a share of more', { ...trail, trailingDistance: undefined, trailingRate: '0.51' }, code.orderPriceIncorrect],
    ['a distance of a stop', { ...stop, trailingDistance: '5' }, code.orderPriceIncorrect],
    ['an OCO whose limit would trade', { ...oco, price: '99.99' }, code.postOnlyWouldTrade],
    ['an OCO without a stop', { ...oco, stopPrice: undefined }, code.orderPriceIncorrect],
    [
      'an OCO to buy without a limit of its stop',
      { side: 'buy', type: 'oco', quantity: '1', price: '90', stopPrice: '105' },
      code.orderPriceIncorrect,
    ],
    ['a limit of a stop that is none', { ...stop, stopLimitPrice: '94' }, code.orderPriceIncorrect],
    ['more coins than there are', { ...stop, quantity: '10.001' }, code.coinBalanceInsufficient],
    [
      'more dollars than there are',
      { side: 'buy', type: 'stop', amount: '99999', stopPrice: '105' },
      code.balanceInsufficient,
    ],
  ] as const)('%s', async (_name, order, refusal) => {
    await begin(HOUSE);
    const plain = Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined));
    const answer = await fixture.submit(ANN, plain as never);
    expect(answer.code).toBe(refusal);
    expect(held(ANN, 'BTC') + held(ANN, 'USDT')).toBe(0n);
  });

  test('waiting and resting orders count together', async () => {
    await begin();
    const most = SHIPPED['spot.openOrdersMax'];
    for (let index = 0; index < most; index += 1) {
      await fixture.placed(ANN, { side: 'sell', type: 'stop', quantity: '0.02', stopPrice: '95' });
    }
    expect((await fixture.submit(ANN, { ...stop, quantity: '0.02' })).code).toBe(code.tooManyOpenOrders);
    expect((await fixture.submit(ANN, { side: 'buy', price: '90', quantity: '1' })).code).toBe(code.tooManyOpenOrders);
  });
});

describe('stop orders', () => {
  test('one to sell waits with its coins on hold, and sells at the tick that reaches it', async () => {
    await begin(HOUSE);
    const { id, ...placed } = await fixture.placed(ANN, {
      side: 'sell',
      type: 'stop',
      quantity: '0.5',
      stopPrice: '95',
    });
    expect(placed).toMatchObject({ state: 'waiting', held: '0.5', stopPrice: '95.00', price: null, triggeredAt: null });
    await tick(9_501);
    expect(fixture.latest(id).state).toBe('waiting');
    await tick(9_500);
    const done = fixture.latest(id);
    expect(done).toMatchObject({ state: 'filled', held: '0', filledQuantity: '0.5', triggerTick: { price: '95.00' } });
    expect(done.fills[0]).toMatchObject({ price: '94.99', role: 'taker', house: true });
    expect(held(ANN, 'BTC')).toBe(0n);
  });

  test('one to buy never costs more than its amount', async () => {
    await begin(HOUSE);
    const before = fixture.balance(ANN, 'USDT', 'available');
    const { id } = await fixture.placed(ANN, { side: 'buy', type: 'stop', amount: '250', stopPrice: '105' });
    expect(held(ANN, 'USDT')).toBe(amountOf('250'));
    await tick(12_000);
    expect(fixture.latest(id)).toMatchObject({ state: 'filled', held: '0', amount: '250' });
    const spent = before - fixture.balance(ANN, 'USDT', 'available');
    expect(spent).toBeGreaterThan(amountOf('240'));
    expect(spent).toBeLessThanOrEqual(amountOf('250'));
  });

  test('one that finds nobody is revoked, and its hold is free', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, { side: 'sell', type: 'stop', quantity: '1', stopPrice: '95' });
    await tick(9_000);
    const refused = code.notFilledAtOnce;
    expect(fixture.latest(id)).toMatchObject({ state: 'revoked', held: '0', fills: [], refused });
    expect(fixture.latest(id).triggeredAt).not.toBeNull();
    expect(held(ANN, 'BTC')).toBe(0n);
  });

  test('it waits while the market is closed', async () => {
    await begin(HOUSE);
    const { id } = await fixture.placed(ANN, { side: 'sell', type: 'stop', quantity: '0.1', stopPrice: '95' });
    fixture.harness.market.sessionEnds = undefined;
    await tick(9_000);
    expect(fixture.latest(id).state).toBe('waiting');
    fixture.harness.market.sessionEnds = Number.POSITIVE_INFINITY;
    await tick(9_100);
    expect(fixture.latest(id).state).toBe('filled');
  });

  test('cancelled by its owner alone, and by a reset', async () => {
    await begin(HOUSE);
    const stop = { side: 'sell', type: 'stop', quantity: '1', stopPrice: '95' } as const;
    const first = await fixture.placed(ANN, stop);
    expect((await fixture.cancel(BOB, first.id)).code).toBe(code.orderNotFound);
    expect((await fixture.cancel(ANN, first.id)).code).toBe(200);
    expect(held(ANN, 'BTC')).toBe(0n);
    const second = await fixture.placed(ANN, stop);
    await fixture.harness.submit(ANN, 'books.reset', {});
    expect(fixture.latest(second.id).state).toBe('revoked');
    await tick(9_000);
    expect(fixture.latest(second.id).triggeredAt).toBeNull();
    expect(fixture.latest(second.id).refused).toBeUndefined();
  });
});

describe('stop-limit orders', () => {
  test('one rests at its limit, behind who came before its trigger', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, {
      side: 'sell',
      type: 'stopLimit',
      quantity: '1',
      stopPrice: '95',
      price: '96',
    });
    const bob = await fixture.placed(BOB, { side: 'sell', price: '96', quantity: '1' });
    await tick(9_500);
    expect(fixture.latest(id)).toMatchObject({ state: 'waiting', held: '1' });
    expect(fixture.book().best('sell')).toBe(9_600);
    // Placed first, but in the book only since its trigger; a start changes nothing of that.
    await fixture.restart();
    await fixture.placed(EVE, { side: 'buy', price: '96', quantity: '1.5' });
    expect(fixture.latest(bob.id).state).toBe('filled');
    expect(fixture.latest(id)).toMatchObject({ state: 'partlyFilled', filledQuantity: '0.5' });
  });

  test('one to buy holds its limit with the taker fee, and only what it needs once it rests', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, {
      side: 'buy',
      type: 'stopLimit',
      quantity: '2',
      stopPrice: '105',
      price: '106',
    });
    expect(held(ANN, 'USDT')).toBe(amountOf('212.424') + 256n);
    await fixture.placed(BOB, { side: 'sell', price: '105.5', quantity: '0.5' });
    await tick(10_500);
    expect(fixture.latest(id)).toMatchObject({ state: 'partlyFilled', filledQuantity: '0.5' });
    expect(held(ANN, 'USDT')).toBe(amountOf('159.159'));
  });

  test.each([
    ['postOnly', 'that would trade', 'revoked'],
    ['FOK', 'that cannot fill whole', 'revoked'],
    ['IOC', 'that fills in part', 'revoked'],
    ['GTC', 'that rests', 'partlyFilled'],
  ] as const)('%s, one %s: %s', async (timeInForce, _name, state) => {
    await begin();
    const order = { side: 'sell', type: 'stopLimit', quantity: '1', stopPrice: '95', price: '94' } as const;
    const { id } = await fixture.placed(ANN, { ...order, timeInForce });
    await fixture.placed(BOB, { side: 'buy', price: '94.5', quantity: '0.4' });
    await tick(9_500);
    expect(fixture.latest(id).state).toBe(state);
    expect(fixture.latest(id).filledQuantity).toBe(timeInForce === 'IOC' || timeInForce === 'GTC' ? '0.4' : '0');
  });

  test('one that would trade with its owner is revoked, and the other stays', async () => {
    await begin();
    const order = { side: 'sell', type: 'stopLimit', quantity: '1', stopPrice: '95', price: '94' } as const;
    const { id } = await fixture.placed(ANN, order);
    const second = await fixture.placed(ANN, { side: 'buy', price: '94.5', quantity: '0.4' });
    await tick(9_500);
    expect(fixture.latest(id)).toMatchObject({ state: 'revoked', refused: code.selfTrade });
    expect(fixture.latest(second.id).state).toBe('waiting');
  });
});

describe('trailing stops', () => {
  test('one to sell follows the highest price, and sells when it has fallen back', async () => {
    await begin(HOUSE);
    const { id, peak } = await fixture.placed(ANN, {
      side: 'sell',
      type: 'trailingStop',
      quantity: '0.1',
      trailingDistance: '5',
    });
    expect(peak).toBeNull();
    for (const mid of [9_501, 11_000, 10_501]) await tick(mid);
    expect(fixture.latest(id).state).toBe('waiting');
    await tick(10_500);
    expect(fixture.latest(id)).toMatchObject({
      state: 'filled',
      peak: { price: '110.00' },
      triggerTick: { price: '105.00' },
    });
  });

  test('one to buy by a share follows the lowest', async () => {
    await begin(HOUSE);
    const { id } = await fixture.placed(ANN, { side: 'buy', type: 'trailingStop', amount: '50', trailingRate: '0.1' });
    for (const mid of [10_999, 9_000, 9_899]) await tick(mid);
    expect(fixture.latest(id).state).toBe('waiting');
    await tick(9_900);
    expect(fixture.latest(id)).toMatchObject({
      state: 'filled',
      peak: { price: '90.00' },
      triggerTick: { price: '99.00' },
    });
  });

  test('nothing is written while it follows, except its best tick now and then', async () => {
    await begin(HOUSE);
    const { id } = await fixture.placed(ANN, {
      side: 'sell',
      type: 'trailingStop',
      quantity: '0.1',
      trailingDistance: '5',
    });
    const entries = fixture.store.entries.length;
    for (let mid = 10_001; mid <= 10_100; mid += 1) await tick(mid);
    expect(fixture.store.entries.length).toBe(entries);
    await fixture.harness.wait(RECORD_EVERY_MS);
    expect(fixture.rows<{ id: number; peak_mid: number }>('spot_orders').find((row) => row.id === id)?.peak_mid).toBe(
      10_100,
    );
  });

  test.each([false, true])('a start finds the best price again; recorded before: %s', async (isRecorded) => {
    await begin(HOUSE);
    const order = { side: 'sell', type: 'trailingStop', quantity: '0.1', trailingDistance: '5' } as const;
    const { id } = await fixture.placed(ANN, order);
    await tick(11_000);
    const later = await fixture.placed(BOB, order);
    if (isRecorded) await fixture.harness.wait(RECORD_EVERY_MS);
    await tick(12_000);
    await tick(11_900);
    const last = await fixture.placed(EVE, order);
    await fixture.restart();
    await tick(11_501);
    expect(fixture.rows<{ triggered_by: number | null }>('spot_orders').some((row) => row.triggered_by !== null)).toBe(
      false,
    );
    await tick(11_500);
    expect([id, later.id].map((orderId) => fixture.latest(orderId).peak?.price)).toEqual(['120.00', '120.00']);
    await tick(11_400);
    expect(fixture.latest(last.id)).toMatchObject({ state: 'filled', peak: { price: '119.00' } });
  });
});

describe('one cancels the other', () => {
  const sell = { side: 'sell', type: 'oco', quantity: '1', price: '110', stopPrice: '95' } as const;
  const buy = {
    side: 'buy',
    type: 'oco',
    quantity: '1',
    price: '90',
    stopPrice: '105',
    stopLimitPrice: '106',
  } as const;

  test('its limit order fills, and no stop is left', async () => {
    await begin();
    const { id, held: hold } = await fixture.placed(ANN, sell);
    expect(hold).toBe('1');
    await fixture.placed(BOB, { side: 'buy', price: '110', quantity: '1' });
    expect(fixture.latest(id)).toMatchObject({ state: 'filled', triggeredAt: null });
    await tick(9_000);
    expect(fixture.latest(id).fills).toHaveLength(1);
  });

  test('its stop is reached: the limit order leaves the book, and what is left is sold', async () => {
    await begin(HOUSE);
    const { id } = await fixture.placed(ANN, sell);
    await fixture.placed(BOB, { side: 'buy', price: '110', quantity: '0.4' });
    // Bought at the house's quotes below: only the rest of Bob's order meets it.
    const before = fixture.latest(id);
    await tick(9_400);
    const after = fixture.latest(id);
    expect(after.triggerTick?.price).toBe('94.00');
    expect(fixture.book().best('sell')).toBeUndefined();
    expect(Number(after.filledQuantity)).toBeGreaterThan(Number(before.filledQuantity));
    expect(held(ANN, 'BTC')).toBe(0n);
  });

  test.each([
    ['all of it', '0'],
    ['the rest', '0.3'],
  ])('a stop without a limit never rests: what nobody buys is revoked, %s', async (_how, bought) => {
    await begin();
    const { id } = await fixture.placed(ANN, sell);
    if (bought !== '0') await fixture.placed(BOB, { side: 'buy', price: '94', quantity: bought });
    await tick(9_400);
    expect(fixture.latest(id)).toMatchObject({ state: 'revoked', filledQuantity: bought, held: '0' });
    expect(fixture.book().size).toBe(0);
    // The market goes on.
    await fixture.placed(EVE, { side: 'buy', price: '94', quantity: '0.5' });
    const next = await fixture.placed(BOB, { side: 'sell', price: '94', quantity: '0.5' });
    expect(next.state).toBe('filled');
  });

  test('one to buy holds its funds once: a part that fills frees what its stop would have needed', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, buy);
    expect(held(ANN, 'USDT')).toBe(amountOf('106.212') + 256n);
    await fixture.placed(BOB, { side: 'sell', price: '90', quantity: '0.4' });
    expect(fixture.latest(id).state).toBe('partlyFilled');
    expect(held(ANN, 'USDT')).toBe(amountOf('63.7272') + 256n);
    await tick(10_500);
    expect(fixture.latest(id)).toMatchObject({ state: 'partlyFilled', held: '63.6636' });
    expect(fixture.book().best('buy')).toBe(10_600);
    await fixture.placed(BOB, { side: 'sell', price: '106', quantity: '0.6' });
    expect(fixture.latest(id)).toMatchObject({ state: 'filled', held: '0', filledQuantity: '1' });
  });
});

test('what one tick triggers enters in the order of placing, stops before trailing stops', async () => {
  await begin();
  const trailing = { side: 'sell', type: 'trailingStop', quantity: '1', trailingDistance: '4' } as const;
  const first = await fixture.placed(ANN, trailing);
  const second = await fixture.placed(EVE, { side: 'sell', type: 'stop', quantity: '1', stopPrice: '95' });
  const third = await fixture.placed(ANN, { side: 'sell', type: 'stop', quantity: '1', stopPrice: '96' });
  await fixture.placed(BOB, { side: 'buy', price: '93', quantity: '2.5' });
  await tick(9_000 + 300);
  expect([second, third, first].map(({ id }) => fixture.latest(id).filledQuantity)).toEqual(['1', '1', '0.5']);
});

test('quotes fill resting orders before the tick triggers others', async () => {
  await begin({ pool: { base: '1', quote: '100' } });
  const resting = await fixture.placed(BOB, { side: 'sell', price: '105', quantity: '0.5' });
  const { id } = await fixture.placed(ANN, { side: 'sell', type: 'stop', quantity: '0.5', stopPrice: '99' });
  await tick(10_600);
  expect(fixture.latest(resting.id).fills).toHaveLength(1);
  await tick(9_900);
  expect(fixture.latest(id).fills[0]?.price).toBe('98.99');
});
