/**
 * First in, first out, against a model that keeps every single unit apart, and against the average:
 * over the whole life of a holding both find the same profit.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Holding } from './average-cost.ts';
import { AVERAGE, type CostMethod, FIFO } from './cost-method.ts';
import { type CostEntry, costStepsBy } from './cost-steps.ts';
import { addLot, type Lot, type Lots, lotsOf, NO_LOTS, takeOldest } from './lots.ts';
import { type Amount, amountOf, formatAmount, ZERO } from './money.ts';

const lot = (quantity: string, cost: string, seq: number): Lot => ({
  quantity: amountOf(quantity),
  cost: amountOf(cost),
  seq,
  at: seq * 1_000,
});
const held = (...lots: readonly Lot[]): Lots => lots.reduce(addLot, NO_LOTS);
const shown = ({ quantity, cost, seq }: Lot): string => `${formatAmount(quantity)} for ${formatAmount(cost)} of ${seq}`;

describe('by example', () => {
  test('a sale takes the oldest purchases, and part of the next', () => {
    const lots = held(lot('1', '100', 1), lot('3', '400', 2), lot('2', '90', 3));
    const { cost, after, parts } = takeOldest(lots, amountOf('2'));
    expect(parts.map((part) => [shown(part), part.isLast])).toEqual([
      ['1 for 100 of 1', true],
      ['1 for 133.33333333 of 2', false],
    ]);
    expect(formatAmount(cost)).toBe('233.33333333');
    expect([...lotsOf(after)].map(shown)).toEqual(['2 for 266.66666667 of 2', '2 for 90 of 3']);
    expect(after.count).toBe(2);
    // What was there before is untouched.
    expect([...lotsOf(lots)]).toHaveLength(3);
  });

  test('purchases at one instant are sold in the order of the log', () => {
    const lots = held({ ...lot('1', '5', 7), at: 1 }, { ...lot('1', '9', 8), at: 1 });
    expect(formatAmount(takeOldest(lots, amountOf('1')).cost)).toBe('5');
  });
});

test.each<[string, () => unknown]>([
  ['taking more than is held', () => takeOldest(held(lot('1', '1', 1)), amountOf('1.00000001'))],
  ['taking nothing', () => takeOldest(held(lot('1', '1', 1)), ZERO)],
  ['a purchase of nothing', () => addLot(NO_LOTS, lot('0', '1', 1))],
  ['a purchase with a negative cost', () => addLot(NO_LOTS, lot('1', '-1', 1))],
  ['a purchase from before the last one', () => held(lot('1', '1', 2), lot('1', '1', 1))],
])('throws: %s', (_name, action) => {
  expect(action).toThrow(RangeError);
});

/** Only possible histories: a sale is a share of what is held. */
const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
const deed = fc.oneof(
  fc.record({ deed: fc.constant('buy' as const), amount, usdt: amount }),
  fc.record({ deed: fc.constant('sell' as const), share: fc.integer({ min: 1, max: 1_000 }), usdt: amount }),
  fc.record({ deed: fc.constant('swap' as const), share: fc.integer({ min: 1, max: 1_000 }), amount, usdt: amount }),
);
const history = fc.array(deed, { maxLength: 50 });
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never;

const entry = (coins: Record<string, bigint>, usdt: bigint, value: bigint | null): CostEntry => ({
  isTrade: true,
  coins: new Map(Object.entries(coins) as [string, Amount][]),
  usdt: usdt as Amount,
  value: value as Amount | null,
});

/** Lives a history by a method; ends with nothing held when `sellsAll`. */
function live<Held>(method: CostMethod<Held>, deeds: readonly Deed[], sellsAll: boolean) {
  const holdings = new Map<string, Held>();
  const sumOf = (asset: string): Holding => method.sum(holdings.get(asset) ?? method.nothing);
  let profit = 0n;
  let seq = 0;
  const act = (costEntry: CostEntry): void => {
    seq += 1;
    // Three in a row happen at one instant.
    const origin = { seq, at: Math.floor(seq / 3) };
    for (const step of costStepsBy({ method, held: (asset) => holdings.get(asset), origin }, costEntry)) {
      holdings.set(step.asset, step.after);
      profit += step.profit;
      const { quantity, cost } = method.sum(step.after);
      expect(quantity >= 0n && cost >= 0n).toBe(true);
      if (method === (FIFO as unknown)) expectWhole(step.after as unknown as Lots);
      if (0 < step.parts.length) {
        expect(step.parts.reduce((sum, part) => sum + part.quantity, 0n)).toBe(-step.quantity);
        expect(step.parts.reduce((sum, part) => sum + part.cost, 0n)).toBe(step.cost);
      }
    }
  };
  for (const deed of deeds) {
    if (deed.deed === 'buy') {
      act(entry({ BTC: deed.amount }, -deed.usdt, null));
      continue;
    }
    const { quantity } = sumOf('BTC');
    const goes = (quantity * BigInt(deed.share) + 999n) / 1_000n;
    if (goes === 0n) continue;
    if (deed.deed === 'sell') act(entry({ BTC: -goes }, deed.usdt, null));
    else act(entry({ BTC: -goes, ETH: deed.amount }, 0n, deed.usdt));
  }
  if (sellsAll) {
    for (const asset of ['BTC', 'ETH']) {
      const { quantity } = sumOf(asset);
      if (0n < quantity) act(entry({ [asset]: -quantity }, 1_000_000n, null));
      expect(sumOf(asset)).toEqual({ quantity: 0n, cost: 0n });
    }
  }
  return { profit, cost: sumOf('BTC').cost + sumOf('ETH').cost, quantity: sumOf('BTC').quantity };
}

/** No lot is negative or empty, in order, and all of them are the sum. */
function expectWhole(lots: Lots): void {
  const all = [...lotsOf(lots)];
  expect(all.every(({ quantity, cost }) => 0n < quantity && 0n <= cost)).toBe(true);
  expect(all.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq).sort((left, right) => left - right));
  expect(all.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(lots.quantity);
  expect(all.reduce((sum, { cost }) => sum + cost, 0n)).toBe(lots.cost);
  expect(all).toHaveLength(lots.count);
}

describe('for every history', () => {
  test('realised profit less the cost of what is left is the same by both methods', () => {
    fc.assert(
      fc.property(history, (deeds) => {
        const fifo = live(FIFO, deeds, false);
        const average = live(AVERAGE, deeds, false);
        expect(fifo.quantity).toBe(average.quantity);
        // Worth of what is left is the same by both, so its cost is what unrealised differs by.
        expect(fifo.profit - fifo.cost).toBe(average.profit - average.cost);
      }),
    );
  });

  test('once everything is sold, the profit is the same by both methods', () => {
    fc.assert(
      fc.property(history, (deeds) => {
        expect(live(FIFO, deeds, true).profit).toBe(live(AVERAGE, deeds, true).profit);
      }),
    );
  });

  test('lots leave in the order they came, as in a model of single units', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: -6, max: 6 }).filter((change) => change !== 0),
          { maxLength: 40 },
        ),
        (changes) => {
          const units: number[] = [];
          let lots = NO_LOTS;
          changes.forEach((change, index) => {
            if (0 < change) {
              for (let unit = 0; unit < change; unit += 1) units.push(index);
              lots = addLot(lots, { quantity: BigInt(change) as Amount, cost: ZERO, seq: index, at: 0 });
            } else if (-change <= units.length) {
              const sold = units.splice(0, -change);
              const { after, parts } = takeOldest(lots, BigInt(-change) as Amount);
              expect(parts.flatMap(({ seq, quantity }) => Array(Number(quantity)).fill(seq))).toEqual(sold);
              lots = after;
            }
          });
        },
      ),
    );
  });
});

test('a hundred thousand lots are added and taken in moments', () => {
  let lots = NO_LOTS;
  for (let seq = 1; seq <= 100_000; seq += 1)
    lots = addLot(lots, { quantity: 2n as Amount, cost: 3n as Amount, seq, at: seq });
  for (let seq = 1; seq <= 100_000; seq += 1) lots = takeOldest(lots, 1n as Amount).after;
  expect(lots).toMatchObject({ quantity: 100_000n, count: 50_000 });
});
