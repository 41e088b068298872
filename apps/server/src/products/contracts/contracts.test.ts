/**
 * Contracts through the core, in memory: every way a position opens, changes and ends, and where
 * each unit of money went.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf, priceOf, rateOf } from '@glasshouse/rules/money';
import { chargedFor, contractResult } from '@glasshouse/rules/results';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContractsFixture, USER } from './testing/fixture.ts';

let fixture: ContractsFixture;
const GRANT = amountOf('100000');

async function begin(options: Parameters<typeof ContractsFixture.start>[0] = {}): Promise<void> {
  fixture = await ContractsFixture.start(options);
}

beforeEach(() => begin());
afterEach(() => expect(fixture.faults()).toEqual([]));

describe('opening', () => {
  test('a buyer opens at the ask, a seller at the bid, with margin posted and the fee paid', async () => {
    await begin({ offer: { feeRate: '0.0005' } });
    const long = await fixture.bought();
    expect(long).toMatchObject({ state: 'open', openPrice: '20000.01', margin: '400.0002', openFee: '10.000005' });
    expect(fixture.user('margin')).toBe(amountOf('400.0002'));
    expect(fixture.house('fees')).toBe(amountOf('10.000005'));
    expect(fixture.available()).toBe(GRANT - amountOf('410.000205'));
    const short = await fixture.bought({ side: 'sell' });
    expect(short).toMatchObject({ openPrice: '19999.99', unrealised: '-0.01' });
  });

  test('1 BTC bought at 20,000 with 50× and a requirement of 0.5 % is liquidated at 19,700', async () => {
    await fixture.price(19_999.99);
    expect(await fixture.bought()).toMatchObject({ openPrice: '20000.00', liquidationPrice: '19700.00' });
  });

  test('later terms leave an open position unchanged', async () => {
    const { id } = await fixture.bought();
    await fixture.define(
      { feeRate: '0.002', maxLeverage: 10, tiers: [{ floor: '0', maintenanceRate: '0.05', maxLeverage: 10 }] },
      'v2',
    );
    await fixture.price(19_800);
    expect(fixture.latest(id).state).toBe('open');
    expect((await fixture.close(id)).result).toMatchObject({ state: 'closed', closeFee: '0', realised: '-200.02' });
    expect((await fixture.buy()).code).toBe(code.leverageIncorrect);
    expect(await fixture.bought({ leverage: 10 })).toMatchObject({ termsVersion: 2, feeRate: '0.002' });
  });
});

test.each(['buy', 'sell'] as const)(
  'the result shown for a %s, open and closed, is what the ledger changes by',
  async (side) => {
    await begin({ offer: { feeRate: '0.0005', financingRate: '0.0003' } });
    const { id } = await fixture.bought({ side, lots: '3' });
    await fixture.price(20_050);
    await fixture.close(id, '1');
    await fixture.harness.wait(24 * 3_600_000);
    await fixture.price(20_150);
    const open = fixture.latest(id);
    expect(open).toMatchObject({ state: 'open', openLots: '2', financing: expect.stringMatching(/^-/) });
    const position = {
      side,
      size: { lots: amountOf(open.openLots), lotSize: amountOf(open.lotSize), quoteRate: rateOf(open.quoteRate) },
      open: priceOf(open.openPrice as string),
      margin: amountOf(open.margin),
      feeRate: rateOf(open.feeRate),
    };
    const shown = contractResult({
      realised: amountOf(open.realised),
      costs: chargedFor(open),
      closing: { position, price: priceOf(side === 'buy' ? '20149.99' : '20150.01') },
    });
    await fixture.close(id);
    const closed = fixture.latest(id);
    expect(closed.state).toBe('closed');
    const changed = fixture.available() - GRANT;
    expect(shown.net).toBe(changed);
    expect(contractResult({ realised: amountOf(closed.realised), costs: chargedFor(closed) }).net).toBe(changed);
  },
);

describe('the fee', () => {
  test('is discounted by the user’s fee tier on the same book, for orders placed from then on', async () => {
    await begin({ offer: { feeRate: '0.0005' } });
    const before = await fixture.bought();
    const waits = await fixture.bought({ type: 'limit', price: '19900' });
    await fixture.assignFeeTier(5, USER, 'real');
    await fixture.assignFeeTier(3, USER + 1);
    expect(await fixture.bought()).toMatchObject({ feeRate: '0.0005', openFee: '10.000005' });

    await fixture.assignFeeTier(3);
    const after = await fixture.bought();
    expect(after).toMatchObject({ feeRate: '0.0004', openFee: '8.000004', breakEven: '20016.02' });
    const paid = fixture.house('fees');
    expect((await fixture.close(after.id)).result).toMatchObject({ feeRate: '0.0004', closeFee: '7.999996' });
    expect(fixture.house('fees')).toBe(paid + amountOf('7.999996'));
    expect((await fixture.close(before.id)).result).toMatchObject({ feeRate: '0.0005', closeFee: '9.999995' });
    await fixture.price(19_800);
    expect(fixture.latest(waits.id)).toMatchObject({ state: 'open', feeRate: '0.0005' });

    await fixture.assignFeeTier(0);
    expect(await fixture.bought()).toMatchObject({ feeRate: '0.0005' });
  });

  test('counts in the liquidation price, so that a higher tier is liquidated later', async () => {
    await begin({ offer: { feeRate: '0.002' } });
    const { liquidationPrice } = await fixture.bought();
    await fixture.assignFeeTier(5);
    const better = await fixture.bought();
    expect(Number(better.liquidationPrice)).toBeLessThan(Number(liquidationPrice));
  });
});

describe('closing', () => {
  test('at the bid, with the profit from the pool', async () => {
    const { id } = await fixture.bought();
    await fixture.price(20_500);
    const { result } = await fixture.close(id);
    expect(result).toMatchObject({ state: 'closed', closedBy: 'user', closePrice: '20499.99', realised: '499.98' });
    expect(fixture.available()).toBe(GRANT + amountOf('499.98'));
    expect(fixture.house('pool.contracts')).toBe(amountOf('10000000') - amountOf('499.98'));
  });

  test('in parts: margin, fee and profit add up, and the last part takes the remainder', async () => {
    await begin({ offer: { feeRate: '0.0005', lotSize: '0.333' } });
    const { id } = await fixture.bought();
    await fixture.price(20_111.11);
    for (const left of ['0.67', '0.34', '0.01']) {
      const { result } = await fixture.close(id, left === '0.67' ? '0.33' : '0.33');
      expect(result).toMatchObject({ state: 'open', openLots: left, closePrice: '20111.10' });
    }
    const whole = await fixture.close(id);
    expect(whole.result).toMatchObject({ state: 'closed', openLots: '0', realised: '36.99297' });
    expect(fixture.user('margin')).toBe(0n);
    expect(fixture.steps(id)).toHaveLength(5);
  });

  test('a partial close releases its share of the requirement, down to a lower tier', async () => {
    const { id } = await fixture.bought({ lots: '10' });
    expect(fixture.latest(id)).toMatchObject({ maintenanceMargin: '1500.001', liquidationPrice: '19750.00' });
    expect((await fixture.close(id, '6')).result).toMatchObject({
      margin: '1600.0008',
      maintenanceMargin: '400.0002',
      liquidationPrice: '19700.00',
    });
    await fixture.price(19_740);
    expect(fixture.latest(id).state).toBe('open');
    await fixture.price(19_700);
    expect(fixture.latest(id).state).toBe('liquidated');
  });

  test('a profit that the pool cannot pay comes from the capital, then from the operator', async () => {
    await begin({ pool: '201', insurance: '0' });
    const { id } = await fixture.bought();
    await fixture.price(25_000);
    await fixture.close(id);
    expect(fixture.available()).toBe(GRANT + amountOf('4999.98'));
    expect(fixture.house('pool.contracts')).toBe(0n);
    const called = fixture.store.lines.filter(({ reason }) => reason === 'contracts.capitalCall');
    expect(called.map(({ amount }) => amount)).toEqual([amountOf('4798.98')]);
    expect((await fixture.buy()).code).toBe(code.exposureLimit);
  });
});

describe('a limit order', () => {
  test('waits, holds margin and fee, and opens at a better ask', async () => {
    await begin({ offer: { feeRate: '0.0005' } });
    const order = await fixture.bought({ type: 'limit', price: '19900', stopLoss: '19800', takeProfit: '21000' });
    expect(order).toMatchObject({ state: 'waiting', openPrice: null, margin: '398', openFee: '9.95' });
    expect(fixture.user('held')).toBe(amountOf('407.95'));
    await fixture.price(19_900);
    expect(fixture.latest(order.id).state).toBe('waiting');
    await fixture.price(19_850);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'open', openPrice: '19850.01', margin: '397.0002' });
    expect(fixture.user('held')).toBe(0n);
    expect(fixture.available()).toBe(GRANT - amountOf('397.0002') - amountOf('9.925005'));
  });

  test('of a seller opens at a better bid with no more than its hold', async () => {
    await begin({ offer: { feeRate: '0.0005' } });
    const order = await fixture.bought({ side: 'sell', type: 'limit', price: '20100' });
    await fixture.price(20_200);
    expect(fixture.latest(order.id)).toMatchObject({ state: 'open', openPrice: '20199.99' });
    expect(fixture.available()).toBe(GRANT - amountOf('412.05'));
    expect(fixture.user('margin') + fixture.house('fees')).toBe(amountOf('412.05'));
  });

  test('that is marketable opens at once', async () => {
    expect(await fixture.bought({ type: 'limit', price: '20100' })).toMatchObject({
      state: 'open',
      openPrice: '20000.01',
    });
  });

  test('is not closed by the tick that opens it', async () => {
    const { id } = await fixture.bought({ type: 'limit', price: '19900', stopLoss: '19850' });
    await fixture.price(19_840);
    expect(fixture.latest(id)).toMatchObject({ state: 'open', openPrice: '19840.01' });
    await fixture.price(19_840);
    expect(fixture.latest(id)).toMatchObject({ state: 'closed', closedBy: 'stopLoss' });
  });

  test('whose position would be liquidated on opening is cancelled instead', async () => {
    const { id } = await fixture.bought({ side: 'sell', type: 'limit', price: '20100', leverage: 100 });
    await fixture.price(45_000);
    expect(fixture.latest(id)).toMatchObject({ state: 'cancelled', closedBy: 'operator' });
    expect(fixture.available()).toBe(GRANT);
  });

  test('is cancelled with its whole hold released', async () => {
    const { id } = await fixture.bought({ type: 'limit', price: '19900' });
    expect((await fixture.cancel(id)).result).toMatchObject({ state: 'cancelled', closedBy: 'user', openFee: '0' });
    expect(fixture.available()).toBe(GRANT);
    await fixture.price(19_000);
    expect(fixture.user('margin')).toBe(0n);
  });
});

describe('stop and target', () => {
  test.each([
    ['buy', 'stopLoss', '19900', 19_900, 19_900.02, '19899.99'],
    ['buy', 'takeProfit', '20100', 20_100.01, 20_100, '20100.00'],
    ['sell', 'stopLoss', '20100', 20_100, 20_099.98, '20100.01'],
    ['sell', 'takeProfit', '19900', 19_899.99, 19_900, '19900.00'],
  ] as const)(
    '%s: the %s at %s fires by the side of the book that closes',
    async (side, which, level, at, before, price) => {
      const { id } = await fixture.bought({ side, [which]: level });
      await fixture.price(before);
      const early = fixture.latest(id).state;
      await fixture.price(at);
      expect(fixture.latest(id)).toMatchObject({ state: 'closed', closedBy: which, closePrice: price });
      expect(early).toBe('open');
    },
  );

  test('are changed, kept and cleared while it is open', async () => {
    const { id } = await fixture.bought({ stopLoss: '19900', takeProfit: '20100' });
    expect((await fixture.stops(id, { stopLoss: '19800' })).result).toMatchObject({
      stopLoss: '19800.00',
      takeProfit: '20100.00',
    });
    await fixture.price(19_850);
    expect(fixture.latest(id).state).toBe('open');
    expect((await fixture.stops(id, { takeProfit: null })).result).toMatchObject({
      stopLoss: '19800.00',
      takeProfit: null,
    });
    await fixture.price(20_200);
    expect(fixture.latest(id).state).toBe('open');
    await fixture.price(19_790);
    expect(fixture.latest(id)).toMatchObject({ closedBy: 'stopLoss' });
    expect(fixture.steps(id)).toMatchObject([
      { kind: 'opened' },
      { kind: 'stopsChanged' },
      { kind: 'stopsChanged' },
      { kind: 'closed', tick_mid: 1_979_000 },
    ]);
  });
});

describe('liquidation', () => {
  test('at the first mid that meets the condition, returning what is left', async () => {
    const { id } = await fixture.bought();
    await fixture.price(19_700.01);
    expect(fixture.latest(id).state).toBe('open');
    await fixture.price(19_700);
    expect(fixture.latest(id)).toMatchObject({ state: 'liquidated', closedBy: 'liquidation', realised: '-300.02' });
    expect(fixture.available()).toBe(GRANT - amountOf('300.02'));
  });

  test('a gap through it costs the margin and no more; insurance covers the rest', async () => {
    await begin({ offer: { feeRate: '0.0005' } });
    const { id } = await fixture.bought();
    await fixture.price(18_000);
    expect(fixture.latest(id)).toMatchObject({ state: 'liquidated', realised: '-400.0002', closeFee: '0' });
    expect(fixture.available()).toBe(GRANT - amountOf('410.000205'));
    const shortfall = amountOf('2000.02') - amountOf('400.0002');
    expect(fixture.house('pool.insurance')).toBe(amountOf('1000000') - shortfall);
    expect(fixture.house('pool.contracts')).toBe(amountOf('10000000') + amountOf('2000.02'));
  });

  test('precedes a stop that the same tick meets', async () => {
    const { id } = await fixture.bought({ stopLoss: '19800' });
    await fixture.price(19_000);
    expect(fixture.latest(id)).toMatchObject({ state: 'liquidated', closedBy: 'liquidation' });
  });

  test('with an empty insurance fund the pool bears it', async () => {
    await begin({ insurance: '100' });
    await fixture.bought();
    await fixture.price(18_000);
    expect(fixture.house('pool.insurance')).toBe(0n);
    expect(fixture.house('pool.contracts')).toBe(amountOf('10000000') + amountOf('400.0002') + amountOf('100'));
  });
});

describe('the demo reset', () => {
  test('cancels waiting orders and ends open ones without a price', async () => {
    const open = await fixture.bought();
    const waiting = await fixture.bought({ type: 'limit', price: '19900' });
    await fixture.harness.submit(USER, 'books.reset', {});
    expect(fixture.latest(open.id)).toMatchObject({
      state: 'closed',
      closedBy: 'reset',
      closePrice: null,
      realised: '0',
    });
    expect(fixture.latest(waiting.id)).toMatchObject({ state: 'cancelled', closedBy: 'reset' });
    expect(fixture.available()).toBe(GRANT);
    await fixture.price(10_000);
    expect(fixture.user('margin')).toBe(0n);
  });
});
