/**
 * Corporate actions on positions: a share at 1,100 splits 10:1 and ticks at 110.10. Positions keep
 * their worth, stops move, nobody is liquidated; dividends, delistings and rolls settle as agreed.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CorporateActionTerms } from '../../corporate-actions/rows.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
import { TEST_CODE } from '../../kernel/testing/harness.ts';
import type { ContractOrder } from './rows.ts';
import { ContractsFixture, USER } from './testing/fixture.ts';
import { historyFaults } from './verify-history.ts';

const OFFER = { stopDistancePoints: 1, profitMaxRate: '9', slippageRate: '0.05', personMax: '500000' };
const MINUTE_MS = 60_000;

class SplitFixture extends ContractsFixture {
  static async at(price: number, offer = {}): Promise<SplitFixture> {
    const fixture = new SplitFixture();
    await fixture.harness.start();
    await fixture.define({ ...OFFER, ...offer });
    await fixture.fund('pool.contracts', '10000000');
    await fixture.fund('pool.insurance', '1000000');
    await fixture.harness.open(USER);
    await fixture.price(price);
    return fixture;
  }

  /** An action of the next whole minute. Returns how long to wait for it. */
  async schedule(action: Partial<CorporateActionTerms>): Promise<number> {
    expect((await this.importAnswer(action)).code).toBe(200);
    return this.#nextMinute() - this.harness.now;
  }

  #nextMinute(): number {
    return Math.ceil((this.harness.now + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  }

  async importAnswer(action: Partial<CorporateActionTerms>): Promise<CommandAnswer> {
    const body = {
      code: TEST_CODE,
      kind: 'split',
      numerator: 1,
      denominator: 1,
      amount: null,
      symbol: null,
      ...action,
      effective_at: this.#nextMinute(),
      source: 'https://example.com/notice',
      origin: 'file',
    };
    return this.harness.internal('corporate.import', body, this.nextId('import'));
  }

  async opened(order: object): Promise<number> {
    const { id } = await this.bought({ leverage: 5, ...order });
    await this.price(this.#price);
    return id;
  }

  #price = 0;
  override async price(mid: number, afterMs?: number) {
    this.#price = mid;
    return super.price(mid, afterMs);
  }

  order(id: number): ContractOrder {
    return this.rows<ContractOrder>('contract_orders').find((row) => row.id === id) as ContractOrder;
  }

  historyFaults(): string[] {
    return this.histories().flatMap(({ order, steps, terms }) => historyFaults(order, steps, terms));
  }
}

describe('a split of 10:1 from 1,100 to 110.10', () => {
  test('keeps a 5× long open at the same worth, with its stop moved, and liquidates nobody', async () => {
    const fixture = await SplitFixture.at(1_100);
    const id = await fixture.opened({ lots: '1.5', stopLoss: '1000.00', takeProfit: '1200.05' });
    const before = fixture.order(id);
    const wait = await fixture.schedule({ numerator: 10 });
    await fixture.harness.wait(1_000);
    await fixture.price(110.1, wait - 1_000);
    const after = fixture.order(id);
    expect(after).toMatchObject({
      state: 'open',
      open_lots: '15',
      lots: '15',
      stop_points: 10_000,
      target_points: 12_001,
    });
    // 1,100.01 is 110.001, rounded against the buyer to 110.01: nine thousandths for each of 15 are
    // paid at once.
    expect(before.open_points).toBe(110_001);
    expect(after.open_points).toBe(11_001);
    expect(amountOf(after.margin) - amountOf(before.margin)).toBe(amountOf('0.135'));
    expect(fixture.steps(id).at(-1)).toMatchObject({
      kind: 'adjusted',
      pnl: '0.135',
      adjusted: { numerator: 10, denominator: 1, before: { lots: '1.5', open: 110_001, stop: 100_000 } },
    });
    expect(fixture.latest(id)).toMatchObject({ state: 'open', openLots: '15', stopLoss: '100.00' });
    expect(fixture.rows('corporate_notices')).toMatchObject([
      { user_id: USER, stage: 'ahead' },
      { user_id: USER, stage: 'done' },
    ]);
    await fixture.price(99.9);
    expect(fixture.order(id)).toMatchObject({ state: 'closed', closed_by: 'stopLoss' });
    expect(fixture.historyFaults()).toEqual([]);
    expect(fixture.faults()).toEqual([]);
  });

  test('moves what waits, and fills it at prices of the new basis', async () => {
    const fixture = await SplitFixture.at(1_100);
    const limit = await fixture.opened({ type: 'limit', price: '1000.05', lots: '1' });
    const stop = await fixture.opened({ type: 'stop', stopPrice: '1200.00', lots: '1' });
    const held = fixture.user('held');
    await fixture.price(110.1, await fixture.schedule({ numerator: 10 }));
    expect(fixture.order(limit)).toMatchObject({ state: 'waiting', limit_points: 10_000, open_lots: '10' });
    expect(fixture.order(stop)).toMatchObject({ state: 'waiting', entry_points: 12_000, open_lots: '10' });
    expect(fixture.user('held')).toBe(held);
    await fixture.price(119.98);
    await fixture.price(120);
    expect(fixture.order(stop)).toMatchObject({ state: 'open', open_points: 12_001 });
    await fixture.price(99.9);
    expect(fixture.order(limit)).toMatchObject({ state: 'open', open_lots: '10' });
    expect(fixture.historyFaults()).toEqual([]);
    expect(fixture.faults()).toEqual([]);
  });

  test('keeps the level that a trailing stop has reached, and follows on', async () => {
    const fixture = await SplitFixture.at(1_100);
    const id = await fixture.opened({ lots: '1', trailing: { distance: '50.00' } });
    await fixture.price(1_120);
    await fixture.price(1_100);
    await fixture.price(110, await fixture.schedule({ numerator: 10 }));
    // Best bid 1,119.99, so 1,069.99: 107 after the split.
    expect(fixture.order(id)).toMatchObject({ stop_points: 10_700, trail: { points: 500 } });
    await fixture.price(113);
    await fixture.price(107.9);
    expect(fixture.order(id)).toMatchObject({ state: 'closed', closed_by: 'trailingStop' });
    expect(fixture.historyFaults()).toEqual([]);
    expect(fixture.faults()).toEqual([]);
  });

  test('moves a ladder, merging steps that fall on one price', async () => {
    const fixture = await SplitFixture.at(1_100);
    const targets = [
      { price: '1200.01', lots: '0.5' },
      { price: '1200.02', lots: '0.5' },
    ];
    const id = await fixture.opened({ lots: '1', targets });
    await fixture.price(110, await fixture.schedule({ numerator: 10 }));
    expect(fixture.order(id).targets).toEqual([{ points: 12_000, lots: '10' }]);
    await fixture.price(120.1);
    expect(fixture.order(id)).toMatchObject({ state: 'closed', closed_by: 'takeProfit' });
    expect(fixture.historyFaults()).toEqual([]);
    expect(fixture.faults()).toEqual([]);
  });

  test('did not happen where the first price says so: nothing is adjusted', async () => {
    const fixture = await SplitFixture.at(1_100);
    const id = await fixture.opened({ lots: '1' });
    await fixture.price(1_098, await fixture.schedule({ numerator: 10 }));
    expect(fixture.order(id)).toMatchObject({ state: 'open', open_lots: '1', open_points: 110_001 });
    expect(fixture.rows('corporate_actions')).toMatchObject([{ state: 'lapsed' }]);
    expect(fixture.faults()).toEqual([]);
  });
});

test('any split leaves every position worth what it was, to a hundred-millionth', async () => {
  const ratio = fc.integer({ min: 1, max: 40 });
  const sides = fc.constantFrom('buy' as const, 'sell' as const);
  const lots = fc.integer({ min: 1, max: 900 });
  await fc.assert(
    fc.asyncProperty(
      ratio,
      ratio,
      sides,
      lots,
      fc.integer({ min: 900, max: 1_100 }),
      async (many, few, side, hundredths, mid) => {
        fc.pre(many !== few);
        const fixture = await SplitFixture.at(mid, {
          exposureMax: '100000000',
          exposureTotalMax: '200000000',
          personMax: '100000000',
        });
        const id = await fixture.opened({ side, lots: String(hundredths / 100), leverage: 2 });
        const before = fixture.order(id);
        const last = mid * 100;
        const first = Math.max(3, Math.round((last * few) / many));
        await fixture.price(first / 100, await fixture.schedule({ numerator: many, denominator: few }));
        const after = fixture.order(id);
        expect(after.state).toBe('open');
        const sign = side === 'buy' ? 1n : -1n;
        // Margin and result at the last price, in 10⁻⁸ of a point and lot, times the ratio's parts.
        const worth = (order: ContractOrder, price: bigint, divisor: bigint): bigint =>
          amountOf(order.margin) * 100n * divisor * 10n ** 8n +
          sign * amountOf(order.open_lots) * (price - BigInt(order.open_points as number) * divisor) * 10n ** 8n +
          (BigInt(order.pnl_carry) * 100n * divisor) / 10n ** 18n;
        const was = worth(before, BigInt(last) * BigInt(many), BigInt(many));
        const is = worth(after, BigInt(last) * BigInt(few), BigInt(many));
        const difference = was - is;
        expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(100n * BigInt(many) * 10n ** 8n);
        expect(fixture.historyFaults()).toEqual([]);
        expect(fixture.faults()).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
});

describe('a dividend of 2.50', () => {
  test('goes into the margin of a buyer after withholding, and out of that of a seller', async () => {
    const fixture = await SplitFixture.at(1_100, { dividendWithholdingRate: '0.15' });
    const long = await fixture.opened({ lots: '2' });
    const short = await fixture.opened({ lots: '2', side: 'sell' });
    const wasLong = fixture.order(long);
    const wasShort = fixture.order(short);
    await fixture.price(1_097.5, await fixture.schedule({ kind: 'dividend', amount: '2.5' }));
    const isLong = fixture.order(long);
    const isShort = fixture.order(short);
    expect(formatAmount((amountOf(isLong.margin) - amountOf(wasLong.margin)) as never)).toBe('4.25');
    expect(formatAmount((amountOf(isShort.margin) - amountOf(wasShort.margin)) as never)).toBe('-5');
    expect([isLong.realised, isShort.realised]).toEqual(['4.25', '-5']);
    // A liquidation price follows the margin: the price that fell by the dividend liquidates
    // nobody.
    expect(isLong.liquidation_points).toBeLessThan(wasLong.liquidation_points as number);
    await fixture.close(long);
    await fixture.close(short);
    await fixture.price(1_097.5);
    expect(fixture.historyFaults()).toEqual([]);
    expect(fixture.faults()).toEqual([]);
  });

  test('beyond the margin of a seller closes at the first price, which pays for the rest', async () => {
    const fixture = await SplitFixture.at(1_100);
    const before = fixture.available();
    const insured = fixture.house('pool.insurance');
    const id = await fixture.opened({ lots: '1', side: 'sell', leverage: 100 });
    const { open_points: opened } = fixture.order(id);
    await fixture.price(1_050, await fixture.schedule({ kind: 'dividend', amount: '50' }));
    // It gains from the price what it pays as a dividend, less two sides of the book.
    expect(fixture.order(id)).toMatchObject({ state: 'closed', closed_by: 'dividend', realised: '-0.02' });
    expect(opened).toBe(109_999);
    expect(fixture.steps(id).map(({ kind, pnl }) => [kind, pnl])).toEqual([
      ['placed', null],
      ['opened', null],
      ['dividend', '-10.9999'],
      ['closed', '10.9799'],
    ]);
    expect(fixture.available()).toBe(before - amountOf('0.02'));
    expect(fixture.house('pool.insurance')).toBe(insured);
    expect(fixture.historyFaults()).toEqual([]);
    expect(fixture.faults()).toEqual([]);
  });

  test('that the price does not fall by is borne by the seller, then by the fund, never by the pool', async () => {
    const fixture = await SplitFixture.at(1_100);
    const pool = fixture.house('pool.contracts');
    const insured = fixture.house('pool.insurance');
    const id = await fixture.opened({ lots: '1', side: 'sell', leverage: 100 });
    await fixture.price(1_100, await fixture.schedule({ kind: 'dividend', amount: '50' }));
    const order = fixture.order(id);
    expect(order).toMatchObject({ closed_by: 'dividend', realised: `-${order.initial_margin}` });
    // 50 and two hundredths for the sides of the book: the margin, and the rest from the fund.
    expect(fixture.house('pool.contracts') - pool).toBe(amountOf('50.02'));
    expect(insured - fixture.house('pool.insurance')).toBe(amountOf('39.0201'));
    expect(fixture.historyFaults()).toEqual([]);
    expect(fixture.faults()).toEqual([]);
  });

  test('leaves equal positions in both directions without a gain at anybody’s cost', async () => {
    const fixture = await SplitFixture.at(1_100);
    const before = fixture.available();
    const insured = fixture.house('pool.insurance');
    const short = await fixture.opened({ lots: '1', side: 'sell', leverage: 100 });
    const long = await fixture.opened({ lots: '1', leverage: 100 });
    await fixture.price(1_100, await fixture.schedule({ kind: 'dividend', amount: '50' }));
    // The long one is paid before it covers the short one.
    expect([fixture.order(short).closed_by, fixture.order(long).closed_by]).toEqual(['dividend', 'netting']);
    expect(fixture.steps(long).map(({ kind }) => kind)).toEqual(['placed', 'opened', 'dividend', 'closed']);
    expect(fixture.available()).toBe(before - amountOf('0.04'));
    expect(fixture.house('pool.insurance')).toBe(insured);
    expect(fixture.historyFaults()).toEqual([]);
    expect(fixture.faults()).toEqual([]);
  });

  test.each([
    ['applied', 9.9, 0],
    ['applied', 12, 12],
    ['lapsed', 12, 0],
  ])('is %s where it is %s %% of a price that falls by %s %%', async (state, percent, fallen) => {
    const fixture = await SplitFixture.at(1_000);
    await fixture.opened({ lots: '1', leverage: 2 });
    const wait = await fixture.schedule({ kind: 'dividend', amount: String(percent * 10) });
    await fixture.price(1_000 - fallen * 10, wait);
    expect(fixture.rows('corporate_actions')).toMatchObject([{ state }]);
    expect(fixture.faults()).toEqual([]);
  });

  test('of more than half of the price is refused', async () => {
    const fixture = await SplitFixture.at(1_000);
    await expect(fixture.schedule({ kind: 'dividend', amount: '500' })).resolves.toBeGreaterThan(0);
    const answer = await fixture.importAnswer({ kind: 'dividend', amount: '500.01' });
    expect(answer.code).toBe(code.dividendTooLarge);
  });
});

test('a change of symbol is refused: codes stay', async () => {
  const fixture = await SplitFixture.at(1_000);
  const answer = await fixture.importAnswer({ kind: 'symbolChange', symbol: 'META' });
  expect(answer.code).toBe(code.symbolStays);
});

describe('the end of trading', () => {
  test.each(['delisting', 'roll'] as const)('by a %s closes at the last price and cancels what waits', async (kind) => {
    const fixture = await SplitFixture.at(1_100);
    const open = await fixture.opened({ lots: '1' });
    const waiting = await fixture.opened({ type: 'limit', price: '1000.00', lots: '1' });
    const wait = await fixture.schedule({ kind, symbol: kind === 'roll' ? 'GCZ6' : null });
    await fixture.harness.wait(wait);
    expect(fixture.order(open)).toMatchObject({
      state: 'closed',
      closed_by: kind,
      close_value: String(109_999n * 10n ** 8n),
    });
    expect(fixture.order(waiting)).toMatchObject({ state: 'cancelled', closed_by: kind });
    expect(fixture.user('held')).toBe(0n);
    expect(fixture.historyFaults()).toEqual([]);
    expect(fixture.faults()).toEqual([]);
  });

  test('of a contract month comes before a first price of the next one', async () => {
    const fixture = await SplitFixture.at(20);
    const id = await fixture.opened({ lots: '10', stopLoss: '18.00' });
    const wait = await fixture.schedule({ kind: 'roll', symbol: 'CLK0' });
    await fixture.price(12, wait);
    expect(fixture.order(id)).toMatchObject({
      state: 'closed',
      closed_by: 'roll',
      close_value: String(1_999n * 10n ** 9n),
    });
    expect(fixture.faults()).toEqual([]);
  });
});
