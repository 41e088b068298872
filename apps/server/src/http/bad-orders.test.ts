import type { CallName } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { LANGUAGES } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyDatabase } from '../kernel/verify/verify.ts';
import { withTestDatabase } from '../platform/test-database.ts';
import { MODULES } from '../runtime/modules.ts';
import { DEFAULT_LIMITS } from './rate-limits.ts';
import { digestOf } from './testing/digest.ts';
import { openTestGateway } from './testing/gateway.ts';
import { openTradingGateway, type TradingGateway } from './testing/trading-gateway.ts';

/**
 * Every way in which an order can be wrong, one a row, over HTTP and through the real core: the
 * code, the field it names, and no balance or order changed. BTC is at 100,000, with the terms of
 * the catalogue.
 */
const database = withTestDatabase();
let gateway: TradingGateway;
/** Owns one of everything. */
let me: Person;
/** Owns nothing but the opening balance of a demo book. */
let stranger: Person;
let mine: Readonly<Record<OrderName, number>>;

interface Person {
  readonly token: string;
}
type OrderName = 'open' | 'closed' | 'waiting' | 'cancelled' | 'resting' | 'filled' | 'revoked' | 'alert' | 'removed';

let keys = 0;
async function post(name: CallName, body: object, { token }: Person = me, headers: Record<string, string> = {}) {
  keys += 1;
  return gateway.call(name, { token, body, key: `bad-${keys}`, headers });
}
async function placed(name: CallName, body: object): Promise<number> {
  const { json } = await post(name, body);
  expect({ name, code: json.code }).toEqual({ name, code: 200 });
  return json.result.id;
}

const CONTRACT = { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', leverage: 10 };
const WAITING = { ...CONTRACT, type: 'limit', price: '90000' };
const SPOT = { code: 'BTCUSDT', side: 'buy', type: 'limit', price: '90000', quantity: '0.01' };
const MARKET = { code: 'BTCUSDT', side: 'buy', type: 'market', amount: '1000' };
const ALERT = { code: 'BTCUSDT', price: '120000' };
const OVERFLOW = '99999999999999.99999999';

beforeAll(async () => {
  gateway = await openTradingGateway(database);
  [me, stranger] = [await gateway.guest(), await gateway.guest()];
  const closed = await placed('openPosition', CONTRACT);
  // Market orders and closes fill at the next tick.
  await gateway.quote();
  await placed('closePosition', { id: closed });
  await gateway.quote();
  const cancelled = await placed('openPosition', WAITING);
  await placed('cancelOrder', { id: cancelled });
  const revoked = await placed('placeSpotOrder', SPOT);
  await placed('cancelOrder', { id: revoked });
  const removed = await placed('addAlert', ALERT);
  await placed('removeAlert', { id: removed });
  mine = {
    open: await placed('openPosition', CONTRACT),
    closed,
    waiting: await placed('openPosition', WAITING),
    cancelled,
    resting: await placed('placeSpotOrder', SPOT),
    filled: await placed('placeSpotOrder', MARKET),
    revoked,
    alert: await placed('addAlert', ALERT),
    removed,
  };
  await gateway.quote();
});
afterAll(() => gateway.app.close());

async function expectRefusal(
  name: CallName,
  body: object,
  expected: { readonly code: number; readonly field: string | null },
  person: Person = me,
): Promise<void> {
  const before = await digestOf(database.pool);
  const { status, json } = await post(name, body, person);
  expect({ status, code: json.code, field: Object.keys(json.fields ?? {})[0] ?? null }).toEqual({
    status: 200,
    code: expected.code,
    field: expected.field,
  });
  expect(json.message).toBe(translatorFor('en').error(expected.code));
  expect(await digestOf(database.pool)).toBe(before);
}

/** What is wrong, with which body, the code and the field that it is given for. */
type Row = readonly [string, object, number, string | null];

describe('openPosition', () => {
  test.each<Row>([
    ['an instrument that there is not', { ...CONTRACT, code: 'NOPE' }, code.productIncorrect, 'code'],
    ['fewer lots than the minimum', { ...CONTRACT, lots: '0.001' }, code.lotsIncorrect, 'lots'],
    ['lots that overflow', { ...CONTRACT, lots: OVERFLOW }, code.lotsIncorrect, 'lots'],
    ['leverage above the cap', { ...CONTRACT, leverage: 101 }, code.leverageIncorrect, 'leverage'],
    ['leverage above that of its size', { ...CONTRACT, lots: '200', leverage: 51 }, code.leverageIncorrect, 'leverage'],
    ['a limit order without a price', { ...CONTRACT, type: 'limit' }, code.orderPriceIncorrect, 'price'],
    ['a market order with one', { ...CONTRACT, price: '100000' }, code.orderPriceIncorrect, 'price'],
    ['a price off the tick size', { ...WAITING, price: '90000.001' }, code.orderPriceIncorrect, 'price'],
    ['a price that overflows', { ...WAITING, price: '99999999999999' }, code.orderPriceIncorrect, 'price'],
    ['a stop above the price', { ...CONTRACT, stopLoss: '100100' }, code.stopLossUnreasonable, 'stopLoss'],
    ['a stop behind the liquidation', { ...CONTRACT, stopLoss: '90000' }, code.stopLossUnreasonable, 'stopLoss'],
    ['a seller’s stop below', { ...CONTRACT, side: 'sell', stopLoss: '99000' }, code.stopLossUnreasonable, 'stopLoss'],
    ['a target below the price', { ...CONTRACT, takeProfit: '99000' }, code.takeProfitUnreasonable, 'takeProfit'],
    [
      'a seller’s target above',
      { ...CONTRACT, side: 'sell', takeProfit: '100100' },
      code.takeProfitUnreasonable,
      'takeProfit',
    ],
    ['more than the balance', { ...CONTRACT, lots: '1200' }, code.balanceInsufficientForOrder, 'lots'],
    ['negative lots', { ...CONTRACT, lots: '-1' }, code.wrongFormat, 'lots'],
    ['an exponent', { ...CONTRACT, lots: '1e2' }, code.wrongFormat, 'lots'],
    ['a number', { ...CONTRACT, lots: 1 }, code.wrongType, 'lots'],
    ['NaN', { ...CONTRACT, lots: 'NaN' }, code.wrongFormat, 'lots'],
    ['nine decimals', { ...CONTRACT, lots: '1.000000001' }, code.tooManyDecimals, 'lots'],
    ['Arabic digits', { ...CONTRACT, lots: '١' }, code.wrongFormat, 'lots'],
    ['SQL', { ...CONTRACT, code: "'; drop table accounts; --" }, code.wrongFormat, 'code'],
    ['markup', { ...CONTRACT, side: '<script>' }, code.wrongFormat, 'side'],
    ['no leverage at all', { ...CONTRACT, leverage: undefined }, code.fieldRequired, 'leverage'],
    ['leverage of 0', { ...CONTRACT, leverage: 0 }, code.outOfRange, 'leverage'],
    ['half a leverage', { ...CONTRACT, leverage: 1.5 }, code.wrongType, 'leverage'],
    ['somebody else’s name on it', { ...CONTRACT, userId: 1 }, code.unknownField, 'userId'],
  ])('%s', (_what, body, number, field) => expectRefusal('openPosition', body, { code: number, field }));
});

describe('orders that exist', () => {
  test.each<readonly [string, CallName, OrderName, object, number, string]>([
    ['closePosition of what is closed', 'closePosition', 'closed', {}, code.orderAlreadyFinal, 'id'],
    ['closePosition of what waits', 'closePosition', 'waiting', {}, code.orderAlreadyFinal, 'id'],
    ['closePosition of what was cancelled', 'closePosition', 'cancelled', {}, code.orderAlreadyFinal, 'id'],
    ['closePosition of more than is open', 'closePosition', 'open', { lots: '1.01' }, code.lotsIncorrect, 'lots'],
    ['closePosition of less than a step', 'closePosition', 'open', { lots: '0.005' }, code.lotsIncorrect, 'lots'],
    ['closePosition of lots that overflow', 'closePosition', 'open', { lots: OVERFLOW }, code.lotsIncorrect, 'lots'],
    ['closePosition of a spot order', 'closePosition', 'resting', {}, code.orderNotFound, 'id'],
    ['setStops of what is closed', 'setStops', 'closed', { stopLoss: null }, code.orderAlreadyFinal, 'id'],
    ['a stop above the price', 'setStops', 'open', { stopLoss: '100100' }, code.stopLossUnreasonable, 'stopLoss'],
    ['a target below it', 'setStops', 'open', { takeProfit: '99000' }, code.takeProfitUnreasonable, 'takeProfit'],
    [
      'a target off the tick',
      'setStops',
      'open',
      { takeProfit: '120000.001' },
      code.takeProfitUnreasonable,
      'takeProfit',
    ],
    ['cancelOrder of what is open', 'cancelOrder', 'open', {}, code.orderAlreadyFinal, 'id'],
    ['cancelOrder of what is closed', 'cancelOrder', 'closed', {}, code.orderAlreadyFinal, 'id'],
    ['cancelOrder of what was cancelled', 'cancelOrder', 'cancelled', {}, code.orderAlreadyFinal, 'id'],
    ['cancelOrder of what was filled', 'cancelOrder', 'filled', {}, code.orderAlreadyFinal, 'id'],
    ['cancelOrder of what was revoked', 'cancelOrder', 'revoked', {}, code.orderAlreadyFinal, 'id'],
    ['cancelOrder of an alert', 'cancelOrder', 'alert', {}, code.orderNotFound, 'id'],
    ['removeAlert of what was removed', 'removeAlert', 'removed', {}, code.orderAlreadyFinal, 'id'],
    ['removeAlert of an order', 'removeAlert', 'open', {}, code.nothingFound, 'id'],
  ])('%s', async (_what, name, target, more, number, field) => {
    await expectRefusal(name, { id: mine[target], ...more }, { code: number, field });
  });

  test.each<readonly [CallName, OrderName]>([
    ['closePosition', 'open'],
    ['setStops', 'open'],
    ['cancelOrder', 'waiting'],
    ['cancelOrder', 'resting'],
  ])('%s of somebody else’s (%s) finds nothing, and the same order on the other book neither', async (name, target) => {
    const expected = code.orderNotFound;
    const before = await digestOf(database.pool);
    const body = { id: mine[target] };
    expect((await post(name, body, stranger)).json.code).toBe(expected);
    expect((await post(name, body, me, { virtually: 'YES' })).json.code).toBe(expected);
    expect(await digestOf(database.pool)).toBe(before);
  });

  test.each<readonly [CallName, OrderName]>([
    ['getPosition', 'open'],
    ['getSpotOrder', 'filled'],
  ])('%s shows the evidence of an order to its owner only', async (name, target) => {
    const path = { id: String(mine[target]) };
    expect((await gateway.call(name, { token: me.token, path })).json.code).toBe(200);
    expect((await gateway.call(name, { token: stranger.token, path })).json.code).toBe(code.orderNotFound);
    expect((await gateway.call(name, { token: 'A'.repeat(43), path })).status).toBe(401);
  });
});

describe('placeSpotOrder', () => {
  test.each<Row>([
    [
      'a pair that is not traded coin to coin',
      { ...SPOT, code: 'EURUSD', price: '1.1' },
      code.productIncorrect,
      'code',
    ],
    ['a quantity that overflows', { ...SPOT, quantity: OVERFLOW }, code.purchaseAmountIncorrect, 'quantity'],
    ['less than the smallest order', { ...SPOT, quantity: '0.000001' }, code.purchaseAmountIncorrect, 'quantity'],
    ['quantity and amount', { ...SPOT, amount: '100' }, code.purchaseAmountIncorrect, 'quantity'],
    ['neither', { ...SPOT, quantity: undefined }, code.purchaseAmountIncorrect, 'quantity'],
    ['an amount to sell for', { ...MARKET, side: 'sell' }, code.purchaseAmountIncorrect, 'amount'],
    ['a price off the tick size', { ...SPOT, price: '90000.001' }, code.orderPriceIncorrect, 'price'],
    ['a price far from the market', { ...SPOT, price: '1000', quantity: '1' }, code.orderPriceIncorrect, 'price'],
    ['a market order with a price', { ...MARKET, price: '100000' }, code.orderPriceIncorrect, 'price'],
    [
      'post-only that would trade',
      { ...SPOT, price: '110000', timeInForce: 'postOnly' },
      code.postOnlyWouldTrade,
      'price',
    ],
    ['all or nothing, and there is nothing', { ...SPOT, timeInForce: 'FOK' }, code.notFilledAtOnce, null],
    [
      'a sale of coins that are not there',
      { ...SPOT, side: 'sell', price: '110000', quantity: '1' },
      code.coinBalanceInsufficient,
      'quantity',
    ],
    ['more than the balance', { ...SPOT, quantity: '2' }, code.balanceInsufficient, 'quantity'],
    ['an exponent', { ...SPOT, quantity: '1e-2' }, code.wrongFormat, 'quantity'],
    ['a time in force that there is not', { ...SPOT, timeInForce: 'GTD' }, code.wrongFormat, 'timeInForce'],
  ])('%s', (_what, body, number, field) => expectRefusal('placeSpotOrder', body, { code: number, field }));

  test('a trade with oneself', async () => {
    // At the best price of the house, people stand before it.
    const own = await placed('placeSpotOrder', {
      ...SPOT,
      price: '99999.99',
      quantity: '0.001',
      timeInForce: 'postOnly',
    });
    const sale = { ...SPOT, side: 'sell', price: '99999.99', quantity: '0.001' };
    await expectRefusal('placeSpotOrder', sale, { code: code.selfTrade, field: null });
    await placed('cancelOrder', { id: own });
  });
});

describe('a size between two steps names the step and the nearest that are permitted', () => {
  test.each([
    ['of a purchase', 'placeSpotOrder', { ...SPOT, quantity: '0.0100001' }, 11625, ['0.000001', '0.01', '0.010001']],
    [
      'of a sale',
      'placeSpotOrder',
      { ...SPOT, side: 'sell', quantity: '0.0123456' },
      11625,
      ['0.000001', '0.012345', '0.012346'],
    ],
    ['in lots', 'openPosition', { ...CONTRACT, lots: '1.005' }, 11626, ['0.01', '1', '1.01']],
  ] as const)('%s', async (_what, name, body, number, [step, lower, higher]) => {
    const { json } = await post(name, body, me);
    const field = name === 'openPosition' ? 'lots' : 'quantity';
    const amounts = { step, lower, higher };
    expect(json).toMatchObject({ code: number, fields: { [field]: number }, amounts });
    expect(json.message).toBe(translatorFor('en').error(number, amounts));
    expect(json.message).toContain(`${lower} and ${higher}`);
  });
});

describe('convert and quoteConversion', () => {
  test.each<Row>([
    ['into the same', { from: 'USDT', to: 'USDT', amount: '100' }, code.productIncorrect, 'to'],
    ['an asset that there is not', { from: 'USDT', to: 'NOPE', amount: '100' }, code.productIncorrect, 'to'],
    [
      'more than one conversion may be',
      { from: 'USDT', to: 'BTC', amount: '60000' },
      code.purchaseAmountIncorrect,
      'amount',
    ],
    ['an amount that overflows', { from: 'USDT', to: 'BTC', amount: OVERFLOW }, code.purchaseAmountIncorrect, 'amount'],
    ['less than one may be', { from: 'USDT', to: 'BTC', amount: '0.5' }, code.purchaseAmountIncorrect, 'amount'],
    ['coins that are not there', { from: 'ETH', to: 'BTC', amount: '5' }, code.coinBalanceInsufficient, 'amount'],
    [
      'a quote that nobody gave',
      { from: 'USDT', to: 'BTC', amount: '100', quoteId: 'a'.repeat(16) },
      code.quoteExpired,
      'quoteId',
    ],
    [
      'a quote with markup',
      { from: 'USDT', to: 'BTC', amount: '100', quoteId: '<script>' },
      code.wrongFormat,
      'quoteId',
    ],
  ])('%s', (_what, body, number, field) => expectRefusal('convert', body, { code: number, field }));

  const quoted = async (person: Person) =>
    (await gateway.call('quoteConversion', { token: person.token, query: 'from=USDT&to=BTC&amount=100' })).json.result;
  const using = (quoteId: string, more: object = {}) => ({ from: 'USDT', to: 'BTC', amount: '100', quoteId, ...more });

  test('a quote of somebody else, one for another amount, one that was used, and one that is too old', async () => {
    const { quoteId } = await quoted(me);
    await expectRefusal('convert', using(quoteId), { code: code.quoteExpired, field: 'quoteId' }, stranger);
    await expectRefusal('convert', using(quoteId, { amount: '101' }), { code: code.quoteExpired, field: 'quoteId' });
    expect((await post('convert', using(quoteId))).json.code).toBe(200);
    await expectRefusal('convert', using(quoteId), { code: code.quoteExpired, field: 'quoteId' });
    const expired = await quoted(me);
    await gateway.harness.wait(10_001);
    await gateway.quote();
    await expectRefusal('convert', using(expired.quoteId), { code: code.quoteExpired, field: 'quoteId' });
  });
});

describe('a market that is closed, or whose price is old', () => {
  const WANTED: readonly (readonly [CallName, () => object])[] = [
    ['buyOption', () => ({ code: 'BTCUSDT', direction: 'up', amount: '10', periodId: 60 })],
    ['openPosition', () => CONTRACT],
    ['openPosition', () => WAITING],
    ['closePosition', () => ({ id: mine.open })],
    ['placeSpotOrder', () => MARKET],
    ['convert', () => ({ from: 'USDT', to: 'BTC', amount: '100' })],
  ];

  test.each(WANTED)('%s is refused by staleness, and goes on by itself with the next price', async (name, body) => {
    await gateway.quote();
    gateway.harness.now += 10_001;
    const { json } = await post(name, body());
    expect(json.code).toBe(code.notTradable);
    await gateway.quote();
  });

  test.each(WANTED.filter(([name]) => name !== 'convert'))(
    '%s is refused outside the hours of the market',
    async (name, body) => {
      await gateway.quote();
      gateway.harness.market.sessionEnds = undefined;
      const before = await digestOf(database.pool);
      expect((await post(name, body())).json.code).toBe(code.notTradable);
      expect(await digestOf(database.pool)).toBe(before);
      gateway.harness.market.sessionEnds = Number.POSITIVE_INFINITY;
    },
  );

  test('cancelling is still allowed', async () => {
    const waiting = await placed('openPosition', WAITING);
    const resting = await placed('placeSpotOrder', SPOT);
    gateway.harness.now += 10_001;
    expect((await post('cancelOrder', { id: waiting })).json.code).toBe(200);
    expect((await post('cancelOrder', { id: resting })).json.code).toBe(200);
    await gateway.quote();
  });
});

test('refusals have words in each of the eleven languages', async () => {
  const messages = new Set<string>();
  for (const language of LANGUAGES) {
    const { json } = await post('openPosition', { ...CONTRACT, stopLoss: '100100' }, me, { lang: language });
    expect(json.message).toBe(translatorFor(language).error(code.stopLossUnreasonable));
    messages.add(json.message);
  }
  expect(messages.size).toBe(LANGUAGES.length);
});

test('a user who floods orders is held back with a Retry-After, while orders of another user pass', async () => {
  const limits = { ...DEFAULT_LIMITS, ordersPerUser: { burst: 5, refillMs: 10_000 } };
  const door = await openTestGateway(database.pool, { ...gateway.products, limits });
  const flooding = await door.guest();
  const secondGuest = await door.guest();
  const order = (person: Person, index: number, name: CallName = 'openPosition', body: object = CONTRACT) =>
    door.call(name, { token: person.token, body, key: `flood-${index}` });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => order(flooding, index)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(55);
  for (const { json, headers } of refused) {
    expect(json).toEqual({ code: code.tooManyRequests, message: translatorFor('en').error(code.tooManyRequests) });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  // Whatever moves money is counted together, and a quote with it.
  expect((await order(flooding, 100, 'placeSpotOrder', MARKET)).status).toBe(429);
  const quote = await door.call('quoteConversion', { token: flooding.token, query: 'from=USDT&to=BTC&amount=100' });
  expect(quote.status).toBe(429);
  const { json } = await door.call('listPositions', { token: flooding.token, query: 'limit=100' });
  expect(json.result.items).toHaveLength(5);
  for (let index = 0; index < 5; index += 1) expect((await order(secondGuest, index)).json.code).toBe(200);
  door.clock.advance(10_000);
  expect((await order(flooding, 101)).json.code).toBe(200);
  await door.app.close();
});

test('a user whose orders are refused without end is held back, but still gets out', async () => {
  const limits = { ...DEFAULT_LIMITS, refusedPerUser: { burst: 3, refillMs: 10_000 } };
  const door = await openTestGateway(database.pool, { ...gateway.products, limits });
  const refused = await door.guest();
  const secondGuest = await door.guest();
  const bad = { ...CONTRACT, stopLoss: '100100' };
  const order = (person: Person, body: object) => door.call('openPosition', { token: person.token, body });
  const cancel = () => door.call('cancelOrder', { token: refused.token, body: { id: 999_999 } });
  for (let index = 0; index < 3; index += 1) {
    // What is accepted does not count.
    expect((await order(refused, CONTRACT)).json.code).toBe(200);
    expect((await order(refused, bad)).json.code).toBe(code.stopLossUnreasonable);
  }
  const entries = async (): Promise<number> =>
    (await database.pool.query('select count(*) as count from command_log')).rows[0].count;
  const before = await entries();
  for (let index = 0; index < 20; index += 1) expect((await order(refused, bad)).status).toBe(429);
  const { status, headers } = await order(refused, CONTRACT);
  expect([status, Number(headers['retry-after'])]).toEqual([429, 10]);
  expect(await entries()).toBe(before);
  expect((await cancel()).status).not.toBe(429);
  expect((await order(secondGuest, CONTRACT)).json.code).toBe(200);
  door.clock.advance(10_000);
  expect((await order(refused, CONTRACT)).json.code).toBe(200);
  await door.app.close();
});

test('afterwards every balance follows from the log', async () => {
  expect(gateway.harness.bugs).toEqual([]);
  await gateway.harness.sequencer.stop();
  expect((await verifyDatabase(database.pool, MODULES)).findings).toEqual([]);
});
