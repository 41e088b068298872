/**
 * Spot amounts are exact: rounding always goes against the trader and stays below one minor unit.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LadderOf, ladderPrices, ladderSide } from './house-quotes.ts';
import { type Amount, amountOf, priceOf, type Rate, rateOf } from './money.ts';
import {
  averagePrice,
  isWithinBand,
  makerCost,
  restingNeed,
  stepsOf,
  stepsWithin,
  takerCost,
  totalOf,
} from './spot.ts';

const quantity = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => units as Amount);
const price = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => units as ReturnType<typeof priceOf>);
const rate = fc.bigInt({ min: 0n, max: 299_999n }).map((units) => units as Rate);
const PRICE_ONE = 10n ** 10n;
const RATE_ONE = 10n ** 8n;

describe('a taker', () => {
  test('pays rounded up, receives rounded down, with the fee rounded up, each by less than a unit', () => {
    fc.assert(
      fc.property(quantity, price, rate, (size, at, takerRate) => {
        const exact = size * at;
        const buy = takerCost({ side: 'buy', price: at, quantity: size, takerRate });
        const sell = takerCost({ side: 'sell', price: at, quantity: size, takerRate });
        expect(exact <= buy.amount * PRICE_ONE && (buy.amount - 1n) * PRICE_ONE < exact).toBe(true);
        expect(sell.amount * PRICE_ONE <= exact && exact < (sell.amount + 1n) * PRICE_ONE).toBe(true);
        for (const { amount, fee } of [buy, sell]) {
          expect(amount * takerRate <= fee * RATE_ONE && (fee - 1n) * RATE_ONE < amount * takerRate).toBe(true);
          expect(fee <= amount || amount === 0n).toBe(true);
        }
      }),
    );
  });

  test('gets as many steps as the budget pays for, and not one more', () => {
    fc.assert(
      fc.property(quantity, price, rate, fc.bigInt({ min: 1n, max: 10n ** 6n }), (budget, at, takerRate, units) => {
        const step = units as Amount;
        const steps = stepsWithin(budget, { price: at, step, takerRate });
        fc.pre(steps < Number.MAX_SAFE_INTEGER);
        const cost = (count: number): bigint =>
          totalOf(takerCost({ side: 'buy', price: at, quantity: (BigInt(count) * step) as Amount, takerRate }));
        expect(steps === 0 || cost(steps) <= budget).toBe(true);
        expect(budget < cost(steps + 1)).toBe(true);
      }),
    );
  });
});

describe('a maker', () => {
  const cuts = fc.array(quantity, { minLength: 1, maxLength: 20 });

  test('buying pays exactly what its hold releases, however the order is split into fills', () => {
    fc.assert(
      fc.property(cuts, price, rate, (parts, at, makerRate) => {
        const whole = parts.reduce((sum, part) => sum + part, 0n) as Amount;
        const need = (open: Amount): bigint => totalOf(restingNeed({ price: at, makerRate, quantity: open }));
        let open = whole;
        let [amount, fee] = [0n, 0n];
        for (const part of parts) {
          const after = (open - part) as Amount;
          const cost = makerCost({ side: 'buy', price: at, makerRate, before: open, after });
          expect(totalOf(cost)).toBe(need(open) - need(after));
          expect(
            cost.amount * PRICE_ONE > part * at - PRICE_ONE && cost.amount * PRICE_ONE < part * at + PRICE_ONE,
          ).toBe(true);
          expect(0n <= cost.fee).toBe(true);
          amount += cost.amount;
          fee += cost.fee;
          open = after;
        }
        expect({ amount, fee }).toEqual(restingNeed({ price: at, makerRate, quantity: whole }));
      }),
    );
  });

  test('and its taker leave at most one unit in the clearing account, and never a deficit', () => {
    fc.assert(
      fc.property(quantity, quantity, price, rate, (filled, rest, at, makerRate) => {
        const resting = { price: at, makerRate, before: (filled + rest) as Amount, after: rest };
        const taker = { price: at, quantity: filled, takerRate: makerRate };
        const buysFromMaker =
          takerCost({ ...taker, side: 'buy' }).amount - makerCost({ ...resting, side: 'sell' }).amount;
        const sellsToMaker =
          makerCost({ ...resting, side: 'buy' }).amount - takerCost({ ...taker, side: 'sell' }).amount;
        for (const over of [buysFromMaker, sellsToMaker]) expect(over === 0n || over === 1n).toBe(true);
      }),
    );
  });
});

test('the price band is a share of the reference and includes its edges', () => {
  const range = { reference: 10_001n, band: rateOf('0.5') };
  expect([5_000n, 5_001n, 15_001n, 15_002n].map((points) => isWithinBand(points, range))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a quantity is a whole number of steps or refused', () => {
  expect(stepsOf(amountOf('1.5'), amountOf('0.001'))).toBe(1_500);
  expect(stepsOf(amountOf('1.0005'), amountOf('0.001'))).toBeUndefined();
  expect(stepsOf(amountOf('90071992.54740993'), 1n as Amount)).toBeUndefined();
});

test('the average price is rounded down, and undefined without fills', () => {
  expect(averagePrice({ amount: amountOf('100'), quantity: amountOf('3') })).toBe(priceOf('33.3333333333'));
  expect(averagePrice({ amount: amountOf('0'), quantity: amountOf('0') })).toBeUndefined();
});

describe('the house ladder', () => {
  const BASE: LadderOf = {
    tick: { bid: 9_999, ask: 10_001, mid: 10_000 },
    precision: 2,
    step: amountOf('0.001'),
    shape: { levels: 3, spacingPpm: 10_000, levelAmount: amountOf('100'), varies: false },
    pool: { base: amountOf('1000'), quote: amountOf('100000') },
    taken: { asks: 0, bids: 0 },
  };

  test('starts at the bid and ask of the tick, and levels grow with distance', () => {
    expect(ladderSide('sell', BASE)).toEqual([
      { price: 10_001, steps: 999 },
      { price: 10_101, steps: 1_980 },
      { price: 10_201, steps: 2_940 },
    ]);
    expect(ladderSide('buy', BASE).map(({ price: points }) => points)).toEqual([9_999, 9_899, 9_799]);
  });

  test('loses taken quantity at the best levels and unfunded quantity at the far ones', () => {
    expect(ladderSide('sell', { ...BASE, taken: { asks: 1_000, bids: 0 } })[0]).toEqual({
      price: 10_101,
      steps: 1_979,
    });
    const poor = { ...BASE, pool: { base: amountOf('1.5'), quote: amountOf('150') } };
    expect(ladderSide('sell', poor)).toEqual([
      { price: 10_001, steps: 999 },
      { price: 10_101, steps: 501 },
    ]);
    const bids = ladderSide('buy', poor);
    expect(bids.length).toBe(2);
    expect(ladderSide('buy', { ...BASE, pool: { base: amountOf('1'), quote: amountOf('0') } })).toEqual([]);
  });

  describe('under terms by which they vary', () => {
    const shape = { levels: 15, spacingPpm: 200, levelAmount: amountOf('2000'), varies: true };
    const mid = 9_616_894;
    const at = (move: number) => ({ bid: mid + move - 75, ask: mid + move + 75, mid: mid + move });
    const book: LadderOf = {
      ...BASE,
      tick: at(0),
      step: amountOf('0.000001'),
      shape,
      pool: { base: amountOf('1000000'), quote: amountOf('1000000000') },
    };

    test('the first stands at the ask and the bid; the others stay where they are while the price moves', () => {
      for (const side of ['sell', 'buy'] as const) {
        const prices = ladderPrices(side, { tick: at(0), shape });
        expect(prices).toHaveLength(15);
        expect(prices[0]).toBe(side === 'sell' ? at(0).ask : at(0).bid);
        const moved = new Set(ladderPrices(side, { tick: at(side === 'sell' ? -300 : 300), shape }));
        expect(prices.slice(1, 12).every((price) => moved.has(price))).toBe(true);
        const gaps = new Set(prices.slice(2).map((price, index) => Math.abs(price - (prices[index + 1] ?? 0))));
        expect(gaps.size).toBeGreaterThan(4);
      }
    });

    test('sizes vary, the same at the same price on the next tick', () => {
      const sizes = (move: number) =>
        new Map(ladderSide('sell', { ...book, tick: at(move) }).map(({ price, steps }) => [price, steps]));
      const now = sizes(0);
      expect(new Set(now.values()).size).toBeGreaterThan(10);
      // One level farther out, at the same price: its share is the same, of a larger value.
      const next = sizes(-1);
      const shared = [...now.keys()].slice(1).filter((price) => next.has(price));
      expect(shared.length).toBeGreaterThan(10);
      for (const price of shared) expect(next.get(price)).toBe(now.get(price));
    });

    test('over many prices both average what the even ladder has', () => {
      let [far, near] = [0, 0];
      let [worth, even] = [0, 0];
      for (let move = 0; move < 200_000; move += 997) {
        const tick = at(move);
        const varied = ladderPrices('sell', { tick, shape });
        far += (varied.at(-1) ?? 0) - tick.ask;
        near += (ladderPrices('sell', { tick, shape: { ...shape, varies: false } }).at(-1) ?? 0) - tick.ask;
        const sum = (varies: boolean) =>
          ladderSide('sell', { ...book, tick, shape: { ...shape, varies } }).reduce(
            (total, { steps }) => total + steps,
            0,
          );
        worth += sum(true);
        even += sum(false);
      }
      expect(far / near).toBeGreaterThan(0.8);
      expect(far / near).toBeLessThan(1.2);
      expect(worth / even).toBeGreaterThan(0.85);
      expect(worth / even).toBeLessThan(1.15);
    });

    test('no level is better than the tick, none is at zero, and no two are at one price', () => {
      const anyShape = fc.record({
        levels: fc.integer({ min: 0, max: 25 }),
        spacingPpm: fc.integer({ min: 0, max: 1_000_000 }),
      });
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 9_000_000_000 }), anyShape, fc.boolean(), (price, some, varies) => {
          const tick = { bid: Math.max(1, price - 3), ask: price + 3, mid: price };
          const asks = ladderPrices('sell', { tick, shape: { ...some, varies } });
          const bids = ladderPrices('buy', { tick, shape: { ...some, varies } });
          expect(asks).toHaveLength(some.levels);
          expect(asks.every((at, index) => (asks[index - 1] ?? tick.ask - 1) < at)).toBe(true);
          expect(bids.every((at, index) => 0 < at && at < (bids[index - 1] ?? tick.bid + 1))).toBe(true);
        }),
      );
    });
  });

  test('never offers more than the pool can deliver or pay for', () => {
    const points = fc.integer({ min: 2, max: 10_000_000 });
    const funds = fc.bigInt({ min: 0n, max: 10n ** 14n }).map((units) => units as Amount);
    const consumed = fc.integer({ min: 0, max: 5_000 });
    fc.assert(
      fc.property(
        points,
        funds,
        funds,
        consumed,
        fc.integer({ min: 0, max: 8 }),
        (mid, base, quote, gone, precision) => {
          const ladder: LadderOf = {
            ...BASE,
            tick: { bid: mid - 1, ask: mid + 1, mid },
            precision,
            pool: { base, quote },
            taken: { asks: gone, bids: gone },
          };
          const units = (side: 'buy' | 'sell'): bigint =>
            ladderSide(side, ladder).reduce((sum, { price: at, steps }) => {
              const quantityUnits = BigInt(steps) * ladder.step;
              const worth = quantityUnits * BigInt(at) * 10n ** BigInt(10 - precision);
              return sum + (side === 'sell' ? quantityUnits : (worth + PRICE_ONE - 1n) / PRICE_ONE);
            }, 0n);
          expect(units('sell') <= base).toBe(true);
          expect(units('buy') <= quote).toBe(true);
          const asks = ladderSide('sell', ladder).map((level) => level.price);
          expect(asks).toEqual([...asks].sort((left, right) => left - right));
        },
      ),
    );
  });
});
