/** Options through the core, in memory: every refusal, every ending, and where each unit of money went. */
import { code } from '@glasshouse/api/codes';
import { amountOf, formatPoints } from '@glasshouse/rules/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { Harness, TEST_OFFER } from '../../kernel/testing/harness.ts';
import { MemoryStore } from '../../kernel/testing/memory-store.ts';
import { OPTIONS_POOL } from '../../ledger/handlers.ts';
import { MODULES } from '../../runtime/modules.ts';
import { OPEN_ORDERS_MAX } from './terms.ts';

type Order = {
  id: number;
  state: string;
  outcome: string | null;
  reason: string | null;
  paid: string | null;
  entry: { price: string } | null;
  exit: { price: string } | null;
  expiresAt: string | null;
};

const USER = 7;
const POOL = amountOf(OPTIONS_POOL);
const FEE_OFFER = { ...TEST_OFFER, periods: TEST_OFFER.periods.map((period) => ({ ...period, feeRate: '0.01' })) };

let harness: Harness;
let store: MemoryStore;

async function begin(options: { pool?: string; offer?: typeof TEST_OFFER } = {}): Promise<void> {
  store = new MemoryStore(MODULES);
  harness = new Harness(store);
  await harness.start(options);
  await harness.open(USER);
  await harness.tick(10_000_000);
}

beforeEach(() => begin());

const orderOf = async (order: Parameters<Harness['buy']>[1] = {}): Promise<Order> => {
  const answer = await harness.buy(USER, order);
  expect(answer.code).toBe(200);
  return answer.result as Order;
};

const latest = (id: number): Order =>
  harness.events.filter((event) => event.kind === 'options.order' && (event.data as Order).id === id).at(-1)
    ?.data as Order;

/** Ticks every second so that no gap arises. */
async function run(seconds: number, mid: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await harness.tick(mid);
}

/** No money appears or disappears. */
function expectBalanced(): void {
  const total = [...harness.sequencer.state.accounts.values()].reduce((sum, account) => sum + account.balance, 0n);
  expect(total).toBe(0n);
  expect(harness.bugs).toEqual([]);
}

describe('refusals', () => {
  test.each([
    ['an instrument that is not offered', { code: 'NOPE' }, code.optionsProductIncorrect],
    ['a period that is not offered', { periodId: 45 }, code.periodNotFound],
    ['no amount', { amount: '0' }, code.purchaseAmountIncorrect],
    ['less than the minimum', { amount: '0.99999999' }, code.purchaseAmountIncorrect],
    ['more than the maximum', { amount: '5000.00000001' }, code.purchaseAmountIncorrect],
    ['too many decimals', { amount: '1.000000001' }, code.purchaseAmountIncorrect],
    ['an exponent', { amount: '1e3' }, code.purchaseAmountIncorrect],
    ['a negative amount', { amount: '-100' }, code.purchaseAmountIncorrect],
  ] as const)('%s', async (_name, order, refusal) => {
    const answer = await harness.buy(USER, order);
    expect(answer.code).toBe(refusal);
    expect(harness.balance(USER)).toBe(amountOf('100000'));
    expectBalanced();
  });

  test('more than the balance', async () => {
    for (let count = 0; count < 20; count += 1) await orderOf({ amount: '5000', periodId: 30 });
    expect((await harness.buy(USER, { amount: '1' })).code).toBe(code.balanceInsufficientForOrder);
  });

  test('a closed market, and one that closes before the expiry', async () => {
    harness.market.sessionEnds = undefined;
    expect((await harness.buy(USER)).code).toBe(code.notTradable);
    harness.market.sessionEnds = harness.now + 60_000 + TEST_OFFER.gapLimitMs - 1;
    expect((await harness.buy(USER)).code).toBe(code.notTradable);
    harness.market.sessionEnds += 1;
    expect((await harness.buy(USER)).code).toBe(200);
  });

  test('a stale price, and none', async () => {
    harness.now += TEST_OFFER.stalenessMs;
    expect((await harness.buy(USER)).code).toBe(200);
    harness.now += 1;
    expect((await harness.buy(USER)).code).toBe(code.notTradable);
    store = new MemoryStore(MODULES);
    harness = new Harness(store);
    await harness.start();
    await harness.open(USER);
    expect((await harness.buy(USER)).code).toBe(code.notTradable);
  });

  test('a pool that cannot cover the payout, and the exposure limit of the instrument', async () => {
    await begin({ pool: '82' });
    expect((await harness.buy(USER, { amount: '100.1' })).code).toBe(code.poolFull);
    expect((await harness.buy(USER, { amount: '100' })).code).toBe(200);
    expect((await harness.buy(USER, { amount: '2' })).code).toBe(code.poolFull);
    await begin({ offer: { ...TEST_OFFER, exposureMax: '100' } });
    expect((await harness.buy(USER, { amount: '100' })).code).toBe(200);
    expect((await harness.buy(USER, { amount: '50' })).code).toBe(code.exposureLimit);
  });

  test('too many open orders', async () => {
    for (let count = 0; count < OPEN_ORDERS_MAX; count += 1) await orderOf({ amount: '1' });
    expect((await harness.buy(USER, { amount: '1' })).code).toBe(code.tooManyOpenOrders);
  });

  test('callers cannot submit what only the core may', async () => {
    for (const type of ['options.settle', 'options.enter', 'options.define', 'options.abandon', 'house.fund']) {
      const answer = await harness.submit(USER, type, { orders: [1] });
      expect(answer.code).not.toBe(200);
      expect(answer.seq).toBe(0);
    }
  });

  test('an offer that would let buyers win on average, or makes no sense', async () => {
    const period = TEST_OFFER.periods[0];
    for (const wrong of [
      { payoutRate: '1.01' },
      { payoutRate: '-0.1' },
      { feeRate: '1' },
      { stakeMin: '0' },
      { stakeMin: '10', stakeMax: '9' },
    ]) {
      const offer = { ...TEST_OFFER, periods: [{ ...period, ...wrong }] };
      expect((await harness.internal('options.define', offer, JSON.stringify(wrong))).code).toBe(
        code.optionsProductIncorrect,
      );
    }
  });
});

describe('an order from entry to settlement', () => {
  test('enters by the first tick after acceptance, not by the one before', async () => {
    const order = await orderOf();
    expect(order.state).toBe('waiting');
    await harness.tick(10_000_100);
    expect(latest(order.id)).toMatchObject({ state: 'open', entry: { price: '100001.00' } });
  });

  test.each([
    ['up', 10_000_001, 'win', '182'],
    ['up', 9_999_999, 'lose', '0'],
    ['up', 10_000_000, 'draw', '100'],
    ['down', 9_999_999, 'win', '182'],
    ['down', 10_000_001, 'lose', '0'],
    ['down', 10_000_000, 'draw', '100'],
  ] as const)('%s to %d: %s pays %s', async (direction, exit, outcome, paid) => {
    const order = await orderOf({ direction });
    expect(harness.house('reserve.options')).toBe(amountOf('82'));
    expect(harness.house('pool.options')).toBe(POOL - amountOf('82'));
    await harness.tick(10_000_000);
    await run(59, 10_000_000 + (exit - 10_000_000) * 3);
    await harness.tick(exit);
    expect(latest(order.id).state).toBe('open');
    await harness.tick(12_345_678);
    expect(latest(order.id)).toMatchObject({
      state: 'settled',
      outcome,
      paid,
      exit: { price: formatPoints(exit, 2) },
    });
    expect(harness.balance(USER)).toBe(amountOf('99900') + amountOf(paid));
    expect(harness.balance(USER, 'held')).toBe(0n);
    expect(harness.house('reserve.options')).toBe(0n);
    expect(harness.house('pool.options')).toBe(POOL + amountOf('100') - amountOf(paid));
    expectBalanced();
  });

  test('the fee is kept on a settlement and returned when void', async () => {
    await begin({ offer: FEE_OFFER });
    const order = await orderOf({ direction: 'down' });
    expect(harness.balance(USER)).toBe(amountOf('99899'));
    await run(62, 10_000_000);
    expect(latest(order.id)).toMatchObject({ outcome: 'draw', paid: '100' });
    expect(harness.balance(USER)).toBe(amountOf('99999'));
    expect(harness.house('fees')).toBe(amountOf('1'));
    const second = await orderOf();
    await harness.tick(10_000_000);
    await harness.tick(10_000_000, 20_000);
    await run(60, 10_000_000);
    expect(latest(second.id)).toMatchObject({ state: 'void', reason: 'gap', paid: '101' });
    expect(harness.balance(USER)).toBe(amountOf('99999'));
    expectBalanced();
  });

  test('a tick exactly at the expiry is the exit', async () => {
    const order = await orderOf({ periodId: 30 });
    await harness.tick(10_000_000);
    await run(29, 10_000_000);
    await harness.tick(10_000_050);
    await harness.tick(9_000_000);
    expect(latest(order.id)).toMatchObject({ outcome: 'win', exit: { price: '100000.50' } });
  });

  test('rates are kept in their shortest form, as the database gives them back', async () => {
    const offer = { ...TEST_OFFER, periods: TEST_OFFER.periods.map((one) => ({ ...one, payoutRate: '0.80' })) };
    await harness.internal('options.define', offer, 'zeros');
    const order = await orderOf({ periodId: 30 });
    expect(latest(order.id)).toMatchObject({ payoutRate: '0.8', profit: '80' });
  });

  test('later terms do not change what was sold', async () => {
    const order = await orderOf({ periodId: 30 });
    const poorer = { ...TEST_OFFER, periods: TEST_OFFER.periods.map((period) => ({ ...period, payoutRate: '0.1' })) };
    await harness.internal('options.define', poorer, 'poorer');
    await harness.tick(10_000_000);
    await run(31, 10_000_001);
    expect(latest(order.id)).toMatchObject({ outcome: 'win', paid: '180' });
  });

  test('each order is judged by the gap limit that it was sold under, whatever the limit is by then', async () => {
    const limited = async (gapLimitMs: number) => {
      await harness.internal('options.define', { ...TEST_OFFER, gapLimitMs }, `gap ${gapLimitMs}`);
      return orderOf({ periodId: 30 });
    };
    const strict = await limited(5_000);
    const lenient = await limited(20_000);
    await harness.internal('options.define', { ...TEST_OFFER, gapLimitMs: 2_000 }, 'now');
    await harness.tick(10_000_000);
    await harness.tick(10_000_000, 5_001);
    await run(30, 10_000_001);
    expect(latest(strict.id)).toMatchObject({ state: 'void', reason: 'gap' });
    expect(latest(lenient.id)).toMatchObject({ state: 'settled', outcome: 'win' });
  });

  test('time alone settles each by its own limit as well', async () => {
    const lenient = await orderOf({ periodId: 30 });
    await harness.internal('options.define', { ...TEST_OFFER, gapLimitMs: 2_000 }, 'strict');
    const strict = await orderOf({ periodId: 30 });
    await harness.tick(10_000_000);
    await harness.wait(32_001);
    expect([latest(strict.id).state, latest(lenient.id).state]).toEqual(['void', 'open']);
    await harness.wait(TEST_OFFER.gapLimitMs - 2_000);
    expect(latest(lenient.id).state).toBe('void');
  });
});

describe('void', () => {
  test('no entry within the gap limit', async () => {
    const order = await orderOf();
    await harness.wait(TEST_OFFER.gapLimitMs);
    expect(latest(order.id).state).toBe('waiting');
    await harness.wait(1);
    expect(latest(order.id)).toMatchObject({ state: 'void', reason: 'tooFewTicks', paid: '100', entry: null });
    expect(harness.balance(USER)).toBe(amountOf('100000'));
    expectBalanced();
  });

  test('no tick after the entry', async () => {
    const order = await orderOf({ periodId: 30 });
    await harness.tick(10_000_000);
    await harness.wait(30_000 + TEST_OFFER.gapLimitMs);
    expect(latest(order.id).state).toBe('open');
    await harness.wait(1);
    expect(latest(order.id)).toMatchObject({ state: 'void', reason: 'gap', paid: '100' });
    expectBalanced();
  });

  test('the feed ends shortly before the expiry: the last tick settles once the limit has passed', async () => {
    const order = await orderOf({ periodId: 30 });
    await harness.tick(10_000_000);
    await run(20, 10_000_010);
    await harness.wait(10_000 + TEST_OFFER.gapLimitMs + 1);
    expect(latest(order.id)).toMatchObject({ state: 'settled', outcome: 'win', exit: { price: '100000.10' } });
    expectBalanced();
  });

  test('a first tick later than the gap limit is no entry, even if it comes before time is told', async () => {
    const order = await orderOf();
    await harness.tick(10_000_000, TEST_OFFER.gapLimitMs + 1);
    expect(latest(order.id)).toMatchObject({ state: 'void', reason: 'tooFewTicks', paid: '100', entry: null });
    const inTime = await orderOf();
    await harness.tick(10_000_000, TEST_OFFER.gapLimitMs);
    expect(latest(inTime.id).state).toBe('open');
  });

  test('a gap that ended before the entry does not matter', async () => {
    await harness.tick(10_000_000, 60_000);
    const order = await orderOf({ periodId: 30 });
    await run(33, 10_000_001);
    expect(latest(order.id)).toMatchObject({ state: 'settled', outcome: 'draw' });
  });
});

test('many orders that fall due at one tick all settle, once', async () => {
  const users = Array.from({ length: 700 }, (_, index) => 100 + index);
  await Promise.all(users.map((user) => harness.open(user)));
  await Promise.all(users.map((user) => harness.buy(user, { periodId: 30 })));
  await harness.tick(10_000_000);
  await run(31, 10_000_001);
  for (const user of users) expect(harness.balance(user)).toBe(amountOf('100080'));
  expect(harness.house('reserve.options')).toBe(0n);
  const settled = harness.events.filter(
    (event) => event.kind === 'options.order' && (event.data as Order).state === 'settled',
  );
  expect(settled).toHaveLength(700);
  expectBalanced();
});

test('a restart while orders wait and are open settles them all the same', async () => {
  const open = await orderOf({ periodId: 60 });
  await harness.tick(10_000_000);
  const waiting = await orderOf({ periodId: 60 });
  const again = new Harness(store);
  again.now = harness.now;
  // The tape restores what the market last was; here the test does.
  const last = harness.market.lastTick('BTCUSDT');
  if (last !== undefined) again.market.sequenced(last);
  harness = again;
  await harness.sequencer.start();
  await run(63, 10_000_001);
  expect(latest(open.id)).toMatchObject({ state: 'settled', outcome: 'win' });
  expect(latest(waiting.id)).toMatchObject({ state: 'settled', outcome: 'draw' });
  expectBalanced();
});

describe('the demo book', () => {
  test('opens once with its grant', async () => {
    expect((await harness.open(USER)).repeated).toBe(true);
    expect((await harness.submit(USER, 'books.open', {}, 'again')).result).toEqual({ opened: false });
    expect(harness.balance(USER)).toBe(amountOf('100000'));
  });

  test('reset closes what is open and grants the opening balance again', async () => {
    const lost = await orderOf({ periodId: 30, amount: '5000' });
    await harness.tick(10_000_000);
    await run(31, 9_000_000);
    expect(latest(lost.id).outcome).toBe('lose');
    const open = await orderOf({ amount: '200' });
    await harness.tick(10_000_000);
    const waiting = await orderOf({ amount: '300' });
    const answer = await harness.submit(USER, 'books.reset', {});
    expect(answer.result).toEqual({ balance: '100000', asset: 'USDT' });
    expect(latest(open.id)).toMatchObject({ state: 'void', reason: 'reset' });
    expect(latest(waiting.id)).toMatchObject({ state: 'void', reason: 'reset' });
    expect(harness.balance(USER)).toBe(amountOf('100000'));
    expect(harness.balance(USER, 'held')).toBe(0n);
    await run(70, 10_000_000);
    expect(harness.balance(USER)).toBe(amountOf('100000'));
    expectBalanced();
  });

  test('reset takes back what was won, and the real book cannot be reset', async () => {
    await orderOf({ periodId: 30, amount: '5000' });
    await harness.tick(10_000_000);
    await run(31, 10_000_001);
    expect(harness.balance(USER)).toBe(amountOf('104000'));
    await harness.submit(USER, 'books.reset', {});
    expect(harness.balance(USER)).toBe(amountOf('100000'));
    const real = { id: '7:real', userId: USER, book: 'real' as const, type: 'books.reset', body: {} };
    expect((await harness.sequencer.submit(real)).code).toBe(code.demoOnly);
    expectBalanced();
  });
});
