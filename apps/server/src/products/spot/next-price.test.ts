/**
 * Orders that would meet the house's quotes: people's orders at once, the house at the next price,
 * to the unit, whatever happens in between.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { afterEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { fillFaults } from './check-fills.ts';
import { defaultSpotOffer } from './offer.ts';
import type { SpotFill, SpotOrder } from './rows.ts';
import { spotOf } from './slice.ts';
import { expectSound } from './testing/expect-sound.ts';
import { NEXT_PRICE, SpotFixture } from './testing/fixture.ts';
import type { SpotOrderWire } from './view.ts';

const ANN = 1;
const BOB = 2;
const EVE = 3;
let fixture: SpotFixture;

/** One coin worth 100, quoted at 99.99 and 100.01, and 1 % further on each of three levels. */
async function begin(options: { pool?: { base: string; quote: string } } = {}): Promise<void> {
  const pool = options.pool ?? { base: '50', quote: '5000' };
  fixture = await SpotFixture.start({ pool, pair: NEXT_PRICE });
}

afterEach(() => {
  expectSound(fixture);
  for (const order of fixture.rows<SpotOrder>('spot_orders')) {
    const fills = fixture.rows<SpotFill>('spot_fills').filter(({ order_id }) => order_id === order.id);
    expect(fillFaults(order, fills)).toEqual([]);
  }
});

const buy = { side: 'buy', type: 'market' } as const;
const free = (user: number, asset = 'USDT') => fixture.balance(user, asset, 'available');
const held = (user: number, asset = 'USDT') => fixture.balance(user, asset, 'held');

describe('a price of a live source that its sender saw elsewhere before', () => {
  const LEAD = { ...NEXT_PRICE, leadMs: 1_000 };

  test('meets nobody: the order waits for the first one from the lead on', async () => {
    fixture = await SpotFixture.start({ pool: { base: '50', quote: '5000' }, pair: LEAD });
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '0.1' });
    await fixture.harness.tick(10_050, 999);
    expect(fixture.latest(id)).toMatchObject({ state: 'waiting', leadMs: 1_000 });
    await fixture.harness.tick(10_060, 1);
    expect(fixture.latest(id)).toMatchObject({ state: 'filled', entryTick: { price: '100.60' } });
  });

  test('is waited for as much longer', async () => {
    fixture = await SpotFixture.start({ pool: { base: '50', quote: '5000' }, pair: LEAD });
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '0.1' });
    await fixture.harness.wait(11_000);
    expect(fixture.latest(id).state).toBe('waiting');
    await fixture.harness.wait(1);
    expect(fixture.latest(id).state).toBe('revoked');
  });

  test('keeps the lead that it was placed under', async () => {
    fixture = await SpotFixture.start({ pool: { base: '50', quote: '5000' }, pair: NEXT_PRICE });
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '0.1' });
    await fixture.define(LEAD);
    await fixture.harness.tick(10_060, 1);
    expect(fixture.latest(id)).toMatchObject({ state: 'filled' });
  });
});

describe('the old quotes of a coin that has not ticked', () => {
  const offer = (name: string) => defaultSpotOffer(CATALOGUE.find((instrument) => instrument.code === name)!)!;

  async function market(isBefore: boolean): Promise<SpotOrderWire> {
    fixture = await SpotFixture.start({});
    const { harness } = fixture;
    const { awaits, slippageRate, roundsUp, quotesVary, ...before } = offer('ETHUSDT');
    await harness.internal('spot.define', isBefore ? before : offer('ETHUSDT'), 'ETHUSDT');
    await fixture.fund('pool.liquidity', '1000', 'ETH');
    await harness.tick(10_000_000, 1, 'BTCUSDT');
    await harness.tick(400_000, 1, 'ETHUSDT');
    // Every coin rises by 0.8 %; bitcoin shows it first.
    await harness.tick(10_080_000, 1, 'BTCUSDT');
    return fixture.placed(ANN, { ...buy, code: 'ETHUSDT', amount: '90000' });
  }

  test('were sold at 4,004.27 under terms of before', async () => {
    const order = await market(true);
    expect(order.state).toBe('filled');
    expect(Number(order.averagePrice)).toBeCloseTo(4_004.27, 1);
  });

  test('are not sold: the order is met by the quotes of its next tick', async () => {
    const order = await market(false);
    expect(order).toMatchObject({ state: 'waiting', filledQuantity: '0', queuedAt: order.placedAt, entryTick: null });
    await fixture.harness.tick(403_200, 1, 'ETHUSDT');
    const filled = fixture.latest(order.id);
    expect(filled).toMatchObject({ state: 'filled', entryTick: { price: '4032.00' } });
    expect(Number(filled.averagePrice)).toBeGreaterThan(4_032);
    expect(filled.fills.every(({ tick }) => tick?.price === '4032.00')).toBe(true);
  });

  test('of a cross are met by its first tick after the next ones of both of its coins', async () => {
    fixture = await SpotFixture.start({});
    const { harness } = fixture;
    await harness.internal('spot.define', offer('ETHBTC'), 'ETHBTC');
    await fixture.fund('pool.liquidity', '1000', 'ETH');
    await harness.tick(10_000_000, 1, 'BTCUSDT');
    await harness.tick(400_000, 1, 'ETHUSDT');
    const { precision } = offer('ETHBTC');
    const cross = (price: number) => harness.tick(Math.round(price * 10 ** precision), 1, 'ETHBTC');
    await cross(0.04);
    const { id } = await fixture.placed(ANN, { ...buy, code: 'ETHBTC', amount: '0.1' });
    // Bitcoin has moved, ether has not: what the cross shows is half-way.
    await harness.tick(10_080_000, 1, 'BTCUSDT');
    await cross(0.03968);
    await harness.tick(403_200, 1, 'ETHUSDT');
    expect(spotOf(harness.sequencer.state).orders.has(id)).toBe(true);
    await cross(0.04);
    const filled = fixture.latest(id);
    expect(filled).toMatchObject({ state: 'filled', entryTick: { price: '0.0400000' } });
    expect(filled.fills.every(({ house, tick }) => house && tick?.seq === filled.entryTick?.seq)).toBe(true);
  });
});

describe('an order that meets people and the house', () => {
  test('takes people’s orders before the house’s best quote at once, and waits with the rest on hold', async () => {
    await begin();
    await fixture.placed(BOB, { side: 'sell', price: '100', quantity: '1' });
    await fixture.placed(EVE, { side: 'sell', price: '100.50', quantity: '1' });
    const order = await fixture.placed(ANN, { ...buy, quantity: '1.5' });
    expect(order).toMatchObject({ state: 'partlyFilled', filledQuantity: '1', worstPrice: '101.00' });
    // Half a coin at most at 101, with the taker's fee, and what fills may round up.
    expect(held(ANN)).toBe(amountOf('50.60100256'));
    await fixture.harness.tick(10_002);
    const filled = fixture.latest(order.id);
    expect(filled.fills.map(({ price, house }) => [price, house])).toEqual([
      ['100.00', false],
      ['100.03', true],
    ]);
    expect([filled.state, held(ANN)]).toEqual(['filled', 0n]);
    expect(fixture.book().best('sell')).toBe(10_050);
  });

  test('fills at once where the house quotes nothing', async () => {
    await begin({ pool: { base: '0', quote: '0' } });
    await fixture.placed(BOB, { side: 'sell', price: '100.50', quantity: '1' });
    expect((await fixture.placed(ANN, { ...buy, quantity: '1' })).state).toBe('filled');
    expect((await fixture.submit(ANN, { ...buy, quantity: '1' })).code).toBe(code.notFilledAtOnce);
  });

  test('meets an order that came while it waited, where that is better than the house', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '1' });
    await fixture.placed(BOB, { side: 'sell', price: '100', quantity: '0.4' });
    await fixture.harness.tick(10_005);
    expect(fixture.latest(id).fills.map(({ price, house }) => [price, house])).toEqual([
      ['100.00', false],
      ['100.06', true],
    ]);
  });
});

describe('while an order waits', () => {
  test('those after it on its side wait behind it', async () => {
    await begin();
    const first = await fixture.placed(ANN, { ...buy, quantity: '0.7' });
    await fixture.placed(BOB, { side: 'sell', price: '100', quantity: '1' });
    const second = await fixture.placed(EVE, { side: 'buy', price: '100', quantity: '0.7' });
    expect(second).toMatchObject({ state: 'waiting', queuedAt: expect.any(String) });
    await fixture.harness.tick(10_000);
    expect(fixture.latest(first.id)).toMatchObject({ state: 'filled', averagePrice: '100' });
    expect(fixture.latest(second.id)).toMatchObject({ state: 'partlyFilled', filledQuantity: '0.3' });
    expect(fixture.book().best('buy')).toBe(10_000);
  });

  test.each([
    ['a market order', { ...buy, amount: '250' }],
    ['a limit order that meets the house', { side: 'buy', price: '100.5', quantity: '0.1' }],
  ] as const)('%s is binding: whoever saw the next price sooner takes nothing back', async (_name, order) => {
    await begin();
    await fixture.harness.internal('rules.adopt', { version: RULES_VERSION, figures: SHIPPED }, 'rules');
    const { id } = await fixture.placed(ANN, order);
    // Elsewhere the coin has fallen by half a per cent.
    expect((await fixture.cancel(ANN, id)).code).toBe(code.awaitsPrice);
    await fixture.harness.tick(9_950);
    expect(fixture.latest(id)).toMatchObject({ entryTick: { price: '99.50' } });
    expect(Number(fixture.latest(id).filledQuantity)).toBeGreaterThan(0);
  });

  test.each(['held', 'closed'])('while no price can come, its owner gets everything back: %s', async (why) => {
    await begin();
    await fixture.harness.internal('rules.adopt', { version: RULES_VERSION, figures: SHIPPED }, 'rules');
    const before = free(ANN);
    const { id } = await fixture.placed(ANN, { ...buy, amount: '250' });
    expect(held(ANN)).toBe(amountOf('250'));
    const { market } = fixture.harness;
    if (why === 'held') market.held.set('BTCUSDT', 'jump');
    else market.sessionEnds = undefined;
    expect((await fixture.cancel(ANN, id)).code).toBe(200);
    expect([free(ANN), held(ANN), fixture.latest(id).state]).toEqual([before, 0n, 'revoked']);
  });

  test('a limit order that rests among people is cancelled as ever', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, { side: 'buy', price: '90', quantity: '0.1' });
    expect((await fixture.cancel(ANN, id)).code).toBe(200);
  });

  test('a reset of the demo book ends it', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, { side: 'sell', type: 'market', quantity: '1' });
    expect(held(ANN, 'BTC')).toBe(amountOf('1'));
    await fixture.harness.submit(ANN, 'books.reset', {});
    await fixture.harness.tick(10_000);
    expect(fixture.latest(id)).toMatchObject({ state: 'revoked', filledQuantity: '0' });
  });

  test('another process may take over', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '0.5' });
    await fixture.restart();
    await fixture.harness.tick(10_000);
    expect(fixture.latest(id).state).toBe('filled');
  });

  test('a tick of before its acceptance is none that it meets', async () => {
    await begin();
    const { market, sequencer } = fixture.harness;
    fixture.harness.now += 500;
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '0.5' });
    await sequencer.ticks([market.next('BTCUSDT', 9_000, fixture.harness.now - 1)]);
    expect(spotOf(sequencer.state).orders.has(id)).toBe(true);
    await sequencer.ticks([market.next('BTCUSDT', 10_000, fixture.harness.now)]);
    expect(fixture.latest(id)).toMatchObject({ state: 'filled', averagePrice: '100.01' });
  });

  test('a feed that falls silent ends it, with the fills that it has', async () => {
    await begin();
    await fixture.placed(BOB, { side: 'sell', price: '100', quantity: '1' });
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '1.5' });
    await fixture.harness.wait(10_001);
    expect(fixture.latest(id)).toMatchObject({ state: 'revoked', filledQuantity: '1', refused: code.noPriceInTime });
    expect(held(ANN)).toBe(0n);
  });

  test('so does a first tick that comes after an outage', async () => {
    await begin();
    const { market, sequencer } = fixture.harness;
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '1.5' });
    fixture.harness.now += 10_001;
    await sequencer.ticks([market.next('BTCUSDT', 10_000, fixture.harness.now)]);
    expect(fixture.latest(id)).toMatchObject({ state: 'revoked', refused: code.noPriceInTime });
  });

  test('a closed session keeps it waiting until it is given up', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '0.5' });
    fixture.harness.market.sessionEnds = undefined;
    await fixture.harness.tick(10_000);
    expect(spotOf(fixture.harness.sequencer.state).orders.has(id)).toBe(true);
    await fixture.harness.wait(10_001);
    expect(fixture.latest(id)).toMatchObject({ refused: code.noPriceInTime });
  });
});

describe('at the next price', () => {
  test.each([
    ['a limit that the quotes have left rests', 'GTC', 10_010, { state: 'waiting', held: '100.11001' }],
    ['IOC is cancelled', 'IOC', 10_010, { state: 'revoked', refused: code.notFilledAtOnce }],
    ['FOK is cancelled', 'FOK', 10_010, { state: 'revoked', refused: code.notFilledAtOnce }],
    ['FOK fills whole', 'FOK', 10_000, { state: 'filled', filledQuantity: '1' }],
  ] as const)('%s', async (_name, timeInForce, mid, outcome) => {
    await begin();
    const quantity = '0.999';
    const { id } = await fixture.placed(ANN, { side: 'buy', price: '100.01', quantity, timeInForce });
    await fixture.harness.tick(mid);
    const { held: _held, filledQuantity, ...rest } = outcome as Partial<SpotOrderWire>;
    expect(fixture.latest(id)).toMatchObject(rest);
    if (filledQuantity !== undefined) expect(fixture.latest(id).filledQuantity).toBe(quantity);
  });

  test('a market order goes no further than its worst price', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '1' });
    await fixture.harness.tick(10_100);
    expect(fixture.latest(id)).toMatchObject({ state: 'revoked', refused: code.notFilledAtOnce, filledQuantity: '0' });
    expect(held(ANN)).toBe(0n);
  });

  test('an order that would meet one of its owner is cancelled', async () => {
    await begin();
    const { id } = await fixture.placed(ANN, { ...buy, quantity: '1' });
    await fixture.placed(ANN, { side: 'sell', price: '100.02', quantity: '1' });
    await fixture.harness.tick(10_005);
    expect(fixture.latest(id)).toMatchObject({ state: 'revoked', refused: code.selfTrade });
  });

  test('those that waited enter before the quotes reach orders that rest', async () => {
    await begin({ pool: { base: '1', quote: '0' } });
    const resting = await fixture.placed(BOB, { side: 'buy', price: '99.98', quantity: '1' });
    const waiting = await fixture.placed(ANN, { ...buy, quantity: '1' });
    await fixture.harness.tick(9_990);
    expect(fixture.latest(waiting.id)).toMatchObject({ state: 'filled', averagePrice: '99.91' });
    expect(spotOf(fixture.harness.sequencer.state).orders.has(resting.id)).toBe(true);
  });

  test('more than one turn can carry out enter in the order of placing', async () => {
    await begin();
    const ids: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      ids.push((await fixture.placed([ANN, BOB, EVE][count % 3]!, { ...buy, amount: '2' })).id);
    }
    await fixture.harness.tick(10_000);
    const entries = fixture.rows<SpotOrder>('spot_orders').filter(({ id }) => ids.includes(id));
    expect(entries.map(({ entered_by }) => entered_by)).toEqual(
      entries.map(({ entered_by }) => entered_by).sort((left, right) => left! - right!),
    );
  });
});

test('an order that can meet nobody, or only too little, is refused at once as before', async () => {
  await begin();
  for (const [order, refusal] of [
    [{ side: 'buy', price: '99', quantity: '1', timeInForce: 'IOC' }, code.notFilledAtOnce],
    [{ side: 'buy', price: '100.01', quantity: '400', timeInForce: 'FOK' }, code.notFilledAtOnce],
    [{ side: 'buy', price: '100.01', quantity: '1', timeInForce: 'postOnly' }, code.postOnlyWouldTrade],
    [{ ...buy, quantity: '990' }, code.balanceInsufficient],
  ] as const) {
    expect(await fixture.submit(ANN, order)).toMatchObject({ code: refusal });
  }
});
