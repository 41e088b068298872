/**
 * Options through the core, in memory: every refusal, every ending, and where each unit of money
 * went.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf, formatPoints } from '@glasshouse/rules/money';
import { optionResult } from '@glasshouse/rules/results';
import { beforeEach, describe, expect, test } from 'vitest';
import { SHIPPED } from '../../figures/figures.ts';
import { RULES_VERSION } from '../../kernel/core/rules.ts';
import { TEST_OFFER } from '../../kernel/testing/harness.ts';
import { OPTIONS_POOL } from '../../ledger/handlers.ts';
import { OptionsFixture, USER } from './testing/fixture.ts';
import type { OptionOrderWire } from './view.ts';

const POOL = amountOf(OPTIONS_POOL);
const FEE_OFFER = { ...TEST_OFFER, periods: TEST_OFFER.periods.map((period) => ({ ...period, feeRate: '0.01' })) };

let fixture: OptionsFixture;

async function begin(options: Parameters<typeof OptionsFixture.start>[0] = {}): Promise<void> {
  fixture = await OptionsFixture.start(options);
}

beforeEach(() => begin());

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
    const answer = await fixture.harness.buy(USER, order);
    expect(answer.code).toBe(refusal);
    expect(fixture.harness.balance(USER)).toBe(amountOf('100000'));
    fixture.expectConserved();
  });

  test('more than the share of one network, for which neighbours count together', async () => {
    const neighbours = [101, 102, 103, 104, 105];
    // 4,100 is the profit of one order: four are more than 0.3 of the house's limit.
    await begin({ offer: { ...TEST_OFFER, exposureMax: '50000', personMax: '5000' } });
    const { harness } = fixture;
    const codes: number[] = [];
    const buy = async (user: number, network: string | undefined) => {
      const body = { code: TEST_OFFER.code, direction: 'up', amount: '5000', periodId: 60 };
      return (await harness.from(network, user, 'options.buy', body)).code;
    };
    for (const user of neighbours) {
      await harness.open(user);
      codes.push(await buy(user, 'one'));
    }
    expect(codes).toEqual([200, 200, 200, code.networkLimit, code.networkLimit]);
    expect(await buy(104, 'another')).toBe(200);
    expect(await buy(105, undefined)).toBe(200);
    fixture.expectConserved();
  });

  test('more than the share of one network of the pool, over all instruments together', async () => {
    // A profit of 82 each: three are within 0.3 of what the pool held, whatever is reserved of it.
    await begin({ pool: '1000', offer: { ...TEST_OFFER, personMax: '100' } });
    const { harness } = fixture;
    await harness.internal('rules.adopt', { version: RULES_VERSION, figures: SHIPPED }, 'rules');
    const second = { ...TEST_OFFER, personMax: '100', code: 'ETHUSDT' };
    await harness.internal('options.define', second, 'second');
    await harness.tick(400_000, 0, second.code);
    const buy = async (user: number, network: string | undefined, instrument: string) => {
      await harness.open(user);
      const body = { code: instrument, direction: 'up', amount: '100', periodId: 60 };
      return (await harness.from(network, user, 'options.buy', body)).code;
    };
    const first = TEST_OFFER.code;
    const otherCode = second.code;
    expect(await buy(101, 'one', first)).toBe(200);
    expect(await buy(102, 'one', otherCode)).toBe(200);
    expect(await buy(103, 'one', first)).toBe(200);
    expect(await buy(104, 'one', first)).toBe(code.networkLimit);
    expect(await buy(104, 'one', otherCode)).toBe(code.networkLimit);
    expect(await buy(105, 'another', otherCode)).toBe(200);
    expect(await buy(106, undefined, otherCode)).toBe(200);
    fixture.expectConserved();
  });

  test('more than the balance', async () => {
    for (let count = 0; count < 20; count += 1) await fixture.bought({ amount: '5000', periodId: 30 });
    expect((await fixture.harness.buy(USER, { amount: '1' })).code).toBe(code.balanceInsufficientForOrder);
  });

  test('a closed market, and one that closes before the expiry', async () => {
    fixture.harness.market.sessionEnds = undefined;
    expect((await fixture.harness.buy(USER)).code).toBe(code.notTradable);
    fixture.harness.market.sessionEnds = fixture.harness.now + 60_000 + TEST_OFFER.gapLimitMs - 1;
    expect((await fixture.harness.buy(USER)).code).toBe(code.notTradable);
    fixture.harness.market.sessionEnds += 1;
    expect((await fixture.harness.buy(USER)).code).toBe(200);
  });

  test('a stale price, and none', async () => {
    fixture.harness.now += TEST_OFFER.stalenessMs;
    expect((await fixture.harness.buy(USER)).code).toBe(200);
    fixture.harness.now += 1;
    expect((await fixture.harness.buy(USER)).code).toBe(code.notTradable);
    fixture = new OptionsFixture();
    await fixture.harness.start();
    await fixture.harness.open(USER);
    expect((await fixture.harness.buy(USER)).code).toBe(code.notTradable);
  });

  test('a pool that cannot cover the payout, and the exposure limit of the instrument', async () => {
    await begin({ pool: '82' });
    expect((await fixture.harness.buy(USER, { amount: '100.1' })).code).toBe(code.poolFull);
    expect((await fixture.harness.buy(USER, { amount: '100' })).code).toBe(200);
    expect((await fixture.harness.buy(USER, { amount: '2' })).code).toBe(code.poolFull);
    await begin({ offer: { ...TEST_OFFER, exposureMax: '100' } });
    expect((await fixture.harness.buy(USER, { amount: '100' })).code).toBe(200);
    expect((await fixture.harness.buy(USER, { amount: '50' })).code).toBe(code.exposureLimit);
  });

  test('too many open orders', async () => {
    for (let count = 0; count < SHIPPED['options.openOrdersMax']; count += 1) await fixture.bought({ amount: '1' });
    expect((await fixture.harness.buy(USER, { amount: '1' })).code).toBe(code.tooManyOpenOrders);
  });

  test('callers cannot submit internal commands', async () => {
    for (const type of ['options.settle', 'options.enter', 'options.define', 'options.abandon', 'house.fund']) {
      const answer = await fixture.harness.submit(USER, type, { orders: [1] });
      expect(answer.code).not.toBe(200);
      expect(answer.seq).toBe(0);
    }
  });

  test('an offer that would let buyers win on average, or is unsound', async () => {
    const period = TEST_OFFER.periods[0];
    for (const wrong of [
      { payoutRate: '1.01' },
      { payoutRate: '-0.1' },
      { feeRate: '1' },
      { stakeMin: '0' },
      { stakeMin: '10', stakeMax: '9' },
    ]) {
      const offer = { ...TEST_OFFER, periods: [{ ...period, ...wrong }] };
      expect((await fixture.harness.internal('options.define', offer, JSON.stringify(wrong))).code).toBe(
        code.optionsProductIncorrect,
      );
    }
  });
});

describe('where a live source is known sooner elsewhere', () => {
  const LEAD = { ...TEST_OFFER, leadMs: 1_000 };

  test('a price of before the lead is no entry', async () => {
    await begin({ offer: LEAD });
    const order = await fixture.bought();
    await fixture.harness.tick(10_000_100, 999);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'waiting', entry: null, leadMs: 1_000 });
    await fixture.harness.tick(10_000_200, 1);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'open', entry: { price: '100002.00' } });
  });

  test('the gap limit counts from the lead', async () => {
    await begin({ offer: LEAD });
    const order = await fixture.bought();
    await fixture.harness.wait(1_000 + TEST_OFFER.gapLimitMs);
    expect(fixture.latest(order.id).state).toBe('waiting');
    await fixture.harness.wait(1);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'void', reason: 'tooFewTicks' });
  });

  test('an order keeps the lead that it was sold under', async () => {
    const order = await fixture.bought();
    await fixture.harness.internal('options.define', LEAD, 'lead');
    await fixture.harness.tick(10_000_100, 1);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'open' });
  });
});

describe('an order from entry to settlement', () => {
  test('enters at the first tick after acceptance, not the one before', async () => {
    const order = await fixture.bought();
    expect(order.state).toBe('waiting');
    await fixture.harness.tick(10_000_100);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'open', entry: { price: '100001.00' } });
  });

  test.each([
    ['up', 10_000_001, 'win', '182'],
    ['up', 9_999_999, 'lose', '0'],
    ['up', 10_000_000, 'draw', '100'],
    ['down', 9_999_999, 'win', '182'],
    ['down', 10_000_001, 'lose', '0'],
    ['down', 10_000_000, 'draw', '100'],
  ] as const)('%s to %d: %s pays %s', async (direction, exit, outcome, paid) => {
    const order = await fixture.bought({ direction });
    expect(fixture.harness.house('reserve.options')).toBe(amountOf('82'));
    expect(fixture.harness.house('pool.options')).toBe(POOL - amountOf('82'));
    await fixture.harness.tick(10_000_000);
    await fixture.run(59, 10_000_000 + (exit - 10_000_000) * 3);
    await fixture.harness.tick(exit);
    expect(fixture.latest(order.id).state).toBe('open');
    await fixture.harness.tick(12_345_678);
    expect(fixture.latest(order.id)).toMatchObject({
      state: 'settled',
      outcome,
      paid,
      exit: { price: formatPoints(exit, 2) },
    });
    expect(fixture.harness.balance(USER)).toBe(amountOf('99900') + amountOf(paid));
    expect(fixture.harness.balance(USER, 'held')).toBe(0n);
    expect(fixture.harness.house('reserve.options')).toBe(0n);
    expect(fixture.harness.house('pool.options')).toBe(POOL + amountOf('100') - amountOf(paid));
    fixture.expectConserved();
  });

  test('the fee is kept on a settlement and returned when void', async () => {
    await begin({ offer: FEE_OFFER });
    const order = await fixture.bought({ direction: 'down' });
    expect(fixture.harness.balance(USER)).toBe(amountOf('99899'));
    await fixture.run(62, 10_000_000);
    expect(fixture.latest(order.id)).toMatchObject({ outcome: 'draw', paid: '100' });
    expect(fixture.harness.balance(USER)).toBe(amountOf('99999'));
    expect(fixture.harness.house('fees')).toBe(amountOf('1'));
    const second = await fixture.bought();
    await fixture.harness.tick(10_000_000);
    await fixture.harness.tick(10_000_000, 20_000);
    await fixture.run(60, 10_000_000);
    expect(fixture.latest(second.id)).toMatchObject({ state: 'void', reason: 'gap', paid: '101' });
    expect(fixture.harness.balance(USER)).toBe(amountOf('99999'));
    fixture.expectConserved();
  });

  test.each([
    ['win', 10_000_001],
    ['lose', 9_999_999],
    ['draw', 10_000_000],
  ] as const)('the result shown for a %s is what the ledger changed by', async (outcome, exit) => {
    await begin({ offer: FEE_OFFER });
    const before = fixture.harness.balance(USER);
    const { id } = await fixture.bought();
    await fixture.harness.tick(10_000_000);
    await fixture.run(62, exit);
    const order = fixture.latest(id);
    expect(order.outcome).toBe(outcome);
    const { net } = optionResult({
      outcome,
      stake: amountOf(order.amount),
      fee: amountOf(order.fee),
      profit: amountOf(order.profit),
    });
    expect(net).toBe(fixture.harness.balance(USER) - before);
  });

  test('a tick exactly at the expiry is the exit', async () => {
    const order = await fixture.bought({ periodId: 30 });
    await fixture.harness.tick(10_000_000);
    await fixture.run(29, 10_000_000);
    await fixture.harness.tick(10_000_050);
    await fixture.harness.tick(9_000_000);
    expect(fixture.latest(order.id)).toMatchObject({ outcome: 'win', exit: { price: '100000.50' } });
  });

  test('rates are kept in their shortest form, as the database returns them', async () => {
    const offer = { ...TEST_OFFER, periods: TEST_OFFER.periods.map((period) => ({ ...period, payoutRate: '0.80' })) };
    await fixture.harness.internal('options.define', offer, 'zeros');
    const order = await fixture.bought({ periodId: 30 });
    expect(fixture.latest(order.id)).toMatchObject({ payoutRate: '0.8', profit: '80' });
  });

  test('later terms do not change orders already sold', async () => {
    const order = await fixture.bought({ periodId: 30 });
    const poorer = { ...TEST_OFFER, periods: TEST_OFFER.periods.map((period) => ({ ...period, payoutRate: '0.1' })) };
    await fixture.harness.internal('options.define', poorer, 'poorer');
    await fixture.harness.tick(10_000_000);
    await fixture.run(31, 10_000_001);
    expect(fixture.latest(order.id)).toMatchObject({ outcome: 'win', paid: '180' });
  });

  test('each order is judged by the gap limit it was sold under', async () => {
    const limited = async (gapLimitMs: number) => {
      await fixture.harness.internal('options.define', { ...TEST_OFFER, gapLimitMs }, `gap ${gapLimitMs}`);
      return fixture.bought({ periodId: 30 });
    };
    const strict = await limited(5_000);
    const lenient = await limited(20_000);
    await fixture.harness.internal('options.define', { ...TEST_OFFER, gapLimitMs: 2_000 }, 'now');
    await fixture.harness.tick(10_000_000);
    await fixture.harness.tick(10_000_000, 5_001);
    await fixture.run(30, 10_000_001);
    expect(fixture.latest(strict.id)).toMatchObject({ state: 'void', reason: 'gap' });
    expect(fixture.latest(lenient.id)).toMatchObject({ state: 'settled', outcome: 'win' });
  });

  test('time alone settles each by its own limit too', async () => {
    const lenient = await fixture.bought({ periodId: 30 });
    await fixture.harness.internal('options.define', { ...TEST_OFFER, gapLimitMs: 2_000 }, 'strict');
    const strict = await fixture.bought({ periodId: 30 });
    await fixture.harness.tick(10_000_000);
    await fixture.harness.wait(32_001);
    expect([fixture.latest(strict.id).state, fixture.latest(lenient.id).state]).toEqual(['void', 'open']);
    await fixture.harness.wait(TEST_OFFER.gapLimitMs - 2_000);
    expect(fixture.latest(lenient.id).state).toBe('void');
  });
});

describe('void', () => {
  test('no entry within the gap limit', async () => {
    const order = await fixture.bought();
    await fixture.harness.wait(TEST_OFFER.gapLimitMs);
    expect(fixture.latest(order.id).state).toBe('waiting');
    await fixture.harness.wait(1);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'void', reason: 'tooFewTicks', paid: '100', entry: null });
    expect(fixture.harness.balance(USER)).toBe(amountOf('100000'));
    fixture.expectConserved();
  });

  test('no tick after the entry', async () => {
    const order = await fixture.bought({ periodId: 30 });
    await fixture.harness.tick(10_000_000);
    await fixture.harness.wait(30_000 + TEST_OFFER.gapLimitMs);
    expect(fixture.latest(order.id).state).toBe('open');
    await fixture.harness.wait(1);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'void', reason: 'gap', paid: '100' });
    fixture.expectConserved();
  });

  test('the feed ends shortly before the expiry: the last tick settles once the limit has passed', async () => {
    const order = await fixture.bought({ periodId: 30 });
    await fixture.harness.tick(10_000_000);
    await fixture.run(20, 10_000_010);
    await fixture.harness.wait(10_000 + TEST_OFFER.gapLimitMs + 1);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'settled', outcome: 'win', exit: { price: '100000.10' } });
    fixture.expectConserved();
  });

  test('a first tick after the gap limit is no entry, even before the time event', async () => {
    const order = await fixture.bought();
    await fixture.harness.tick(10_000_000, TEST_OFFER.gapLimitMs + 1);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'void', reason: 'tooFewTicks', paid: '100', entry: null });
    const inTime = await fixture.bought();
    await fixture.harness.tick(10_000_000, TEST_OFFER.gapLimitMs);
    expect(fixture.latest(inTime.id).state).toBe('open');
  });

  test('a price of that time that is still on its way is waited for, and enters', async () => {
    const { harness } = fixture;
    harness.market.late = 8_000;
    const order = await fixture.bought();
    await harness.wait(TEST_OFFER.gapLimitMs + 8_000);
    expect(fixture.latest(order.id).state).toBe('waiting');
    await harness.sequencer.ticks([harness.market.next('BTCUSDT', 10_000_000, harness.now - 8_000)]);
    expect(fixture.latest(order.id).state).toBe('open');
    const second = await fixture.bought();
    await harness.wait(TEST_OFFER.gapLimitMs + 8_001);
    expect(fixture.latest(second.id)).toMatchObject({ state: 'void', reason: 'tooFewTicks' });
    fixture.expectConserved();
  });

  test('a price of before the expiry that is later than the gap limit is the exit', async () => {
    const { harness } = fixture;
    harness.market.late = TEST_OFFER.gapLimitMs + 5_000;
    const order = await fixture.bought({ periodId: 30 });
    await harness.tick(10_000_000);
    await fixture.run(28, 10_000_010);
    await harness.wait(2_000 + harness.market.late);
    expect(fixture.latest(order.id).state).toBe('open');
    const expiresAt = harness.now - harness.market.late;
    await harness.sequencer.ticks([harness.market.next('BTCUSDT', 9_999_000, expiresAt)]);
    await harness.wait(1);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'settled', outcome: 'lose' });
  });

  test('a gap that ended before the entry does not matter', async () => {
    await fixture.harness.tick(10_000_000, 60_000);
    const order = await fixture.bought({ periodId: 30 });
    await fixture.run(33, 10_000_001);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'settled', outcome: 'draw' });
  });
});

test('many orders due at one tick all settle, once', async () => {
  const users = Array.from({ length: 700 }, (_, index) => 100 + index);
  await Promise.all(users.map((user) => fixture.harness.open(user)));
  await Promise.all(users.map((user) => fixture.harness.buy(user, { periodId: 30 })));
  await fixture.harness.tick(10_000_000);
  await fixture.run(31, 10_000_001);
  await fixture.settled();
  for (const user of users) expect(fixture.harness.balance(user)).toBe(amountOf('100080'));
  expect(fixture.harness.house('reserve.options')).toBe(0n);
  const settled = fixture.harness.events.filter(
    (event) => event.kind === 'options.order' && (event.data as OptionOrderWire).state === 'settled',
  );
  expect(settled).toHaveLength(700);
  fixture.expectConserved();
});

test('a restart with waiting and open orders settles them all the same', async () => {
  const open = await fixture.bought({ periodId: 60 });
  await fixture.harness.tick(10_000_000);
  const waiting = await fixture.bought({ periodId: 60 });
  await fixture.restart();
  await fixture.run(63, 10_000_001);
  expect(fixture.latest(open.id)).toMatchObject({ state: 'settled', outcome: 'win' });
  expect(fixture.latest(waiting.id)).toMatchObject({ state: 'settled', outcome: 'draw' });
  fixture.expectConserved();
});

describe('the demo book', () => {
  test('opens once with its grant', async () => {
    expect((await fixture.harness.open(USER)).repeated).toBe(true);
    expect((await fixture.harness.submit(USER, 'books.open', {}, 'again')).result).toEqual({ opened: false });
    expect(fixture.harness.balance(USER)).toBe(amountOf('100000'));
  });

  test('a reset closes what is open and grants the opening balance again', async () => {
    const lost = await fixture.bought({ periodId: 30, amount: '5000' });
    await fixture.harness.tick(10_000_000);
    await fixture.run(31, 9_000_000);
    expect(fixture.latest(lost.id).outcome).toBe('lose');
    const open = await fixture.bought({ amount: '200' });
    await fixture.harness.tick(10_000_000);
    const waiting = await fixture.bought({ amount: '300' });
    const answer = await fixture.harness.submit(USER, 'books.reset', {});
    expect(answer.result).toEqual({ balance: '100000', asset: 'USDT' });
    expect(fixture.latest(open.id)).toMatchObject({ state: 'void', reason: 'reset' });
    expect(fixture.latest(waiting.id)).toMatchObject({ state: 'void', reason: 'reset' });
    expect(fixture.harness.balance(USER)).toBe(amountOf('100000'));
    expect(fixture.harness.balance(USER, 'held')).toBe(0n);
    await fixture.run(70, 10_000_000);
    expect(fixture.harness.balance(USER)).toBe(amountOf('100000'));
    fixture.expectConserved();
  });

  test('a reset takes winnings back, and the real book cannot be reset', async () => {
    await fixture.bought({ periodId: 30, amount: '5000' });
    await fixture.harness.tick(10_000_000);
    await fixture.run(31, 10_000_001);
    expect(fixture.harness.balance(USER)).toBe(amountOf('104000'));
    await fixture.harness.submit(USER, 'books.reset', {});
    expect(fixture.harness.balance(USER)).toBe(amountOf('100000'));
    const real = { id: '7:real', userId: USER, book: 'real' as const, type: 'books.reset', body: {} };
    expect((await fixture.harness.sequencer.submit(real)).code).toBe(code.demoOnly);
    fixture.expectConserved();
  });
});
