/**
 * Conservation of cost: money paid in equals the cost of what was sold plus the cost of what is
 * still held, for any sequence of trades. Selling everything leaves zero, and rounding stays below
 * one minor unit.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acquire, averageCostOf, type Holding, NOTHING_HELD, release } from './average-cost.ts';
import { type CostEntry, type CostStep, costSteps } from './cost-steps.ts';
import { type Amount, amountOf, formatAmount, formatPrice, subtract, ZERO } from './money.ts';

const holding = (quantity: string, cost: string): Holding => ({ quantity: amountOf(quantity), cost: amountOf(cost) });
const entry = (coins: Record<string, string>, rest: Partial<CostEntry> = {}): CostEntry => ({
  isTrade: true,
  coins: new Map(Object.entries(coins).map(([asset, change]) => [asset, amountOf(change)])),
  usdt: ZERO,
  value: null,
  ...rest,
});
const describeStep = ({ asset, quantity, basis, value, cost, profit, after }: CostStep) => [
  asset,
  formatAmount(quantity),
  basis,
  formatAmount(value),
  formatAmount(cost),
  formatAmount(profit),
  `${formatAmount(after.quantity)} for ${formatAmount(after.cost)}`,
];

/** Applies entries to holdings one after the other. */
function run(entries: readonly CostEntry[], start: Record<string, Holding> = {}) {
  const held = new Map(Object.entries(start));
  const steps = entries.flatMap((entry) => {
    const made = costSteps((asset) => held.get(asset), entry);
    for (const { asset, after } of made) held.set(asset, after);
    return made;
  });
  return { held, steps };
}

describe('by example', () => {
  test('two purchases and a sale: 2 of 4 bought for 500 sell for 300', () => {
    const { steps } = run([
      entry({ BTC: '1' }, { usdt: amountOf('-100') }),
      entry({ BTC: '3' }, { usdt: amountOf('-400') }),
      entry({ BTC: '-2' }, { usdt: amountOf('300') }),
    ]);
    expect(steps.map(describeStep)).toEqual([
      ['BTC', '1', 'usdt', '100', '100', '0', '1 for 100'],
      ['BTC', '3', 'usdt', '400', '400', '0', '4 for 500'],
      ['BTC', '-2', 'usdt', '300', '250', '50', '2 for 250'],
    ]);
    const average = averageCostOf(steps[2]?.after as Holding);
    expect(average === undefined ? undefined : formatPrice(average)).toBe('125');
  });

  test('the order matters: the same sale before the dearer purchase has a lower cost', () => {
    const sale = entry({ BTC: '-1' }, { usdt: amountOf('300') });
    const cheap = entry({ BTC: '1' }, { usdt: amountOf('-100') });
    const dear = entry({ BTC: '1' }, { usdt: amountOf('-200') });
    const profitOf = (entries: readonly CostEntry[]) => run(entries).steps.map(({ profit }) => formatAmount(profit));
    expect(profitOf([cheap, sale, dear])).toEqual(['0', '200', '0']);
    expect(profitOf([cheap, dear, sale])).toEqual(['0', '0', '150']);
  });

  test('a priced coin-for-coin trade sells one coin and buys the other at its value', () => {
    const { steps } = run([entry({ BTC: '-1', ETH: '30' }, { value: amountOf('900') })], { BTC: holding('2', '1000') });
    expect(steps.map(describeStep)).toEqual([
      ['BTC', '-1', 'ticks', '900', '500', '400', '1 for 500'],
      ['ETH', '30', 'ticks', '900', '900', '0', '30 for 900'],
    ]);
  });

  test('a coin-for-coin trade without a price carries the cost over and realises nothing', () => {
    const { steps } = run([entry({ BTC: '-1', ETH: '30' })], { BTC: holding('2', '1000') });
    expect(steps.map(describeStep)).toEqual([
      ['BTC', '-1', 'carried', '500', '500', '0', '1 for 500'],
      ['ETH', '30', 'carried', '500', '500', '0', '30 for 500'],
    ]);
  });

  test('without a trade, coins leave at cost and arrive at zero cost', () => {
    const { steps } = run([entry({ BTC: '-2' }, { isTrade: false }), entry({ ETH: '1' }, { isTrade: false })], {
      BTC: holding('2', '1000'),
    });
    expect(steps.map(describeStep)).toEqual([
      ['BTC', '-2', 'carried', '1000', '1000', '0', '0 for 0'],
      ['ETH', '1', 'none', '0', '0', '0', '1 for 0'],
    ]);
  });

  test('the rounding remainder stays with the holding until the last unit is sold', () => {
    const third = entry({ BTC: '-1' }, { usdt: amountOf('1') });
    const { steps } = run([third, third, third], { BTC: holding('3', '1') });
    expect(steps.map(({ cost }) => formatAmount(cost))).toEqual(['0.33333333', '0.33333333', '0.33333334']);
  });
});

test.each<[string, () => unknown]>([
  ['releasing more than is held', () => release(holding('1', '1'), amountOf('1.00000001'))],
  ['releasing nothing', () => release(holding('1', '1'), ZERO)],
  ['acquiring nothing', () => acquire(NOTHING_HELD, holding('0', '1'))],
  ['a purchase that pays', () => run([entry({ BTC: '1' }, { usdt: amountOf('1') })])],
  [
    'a sale with negative proceeds',
    () => run([entry({ BTC: '-1' }, { usdt: amountOf('-1') })], { BTC: holding('1', '1') }),
  ],
  ['two coins bought at once', () => run([entry({ BTC: '1', ETH: '1' })])],
])('throws: %s', (_name, action) => {
  expect(action).toThrow(RangeError);
});

/** Only possible histories: a sale is a share of the holding, so it never exceeds it. */
const amount = fc.bigInt({ min: 1n, max: 10n ** 17n });
const share = fc.integer({ min: 1, max: 1_000 });
const asset = fc.constantFrom('BTC', 'ETH', 'SOL');
const deed = fc.oneof(
  fc.record({ deed: fc.constant('buy' as const), asset, amount, usdt: amount }),
  fc.record({ deed: fc.constant('sell' as const), asset, share, usdt: amount }),
  fc.record({ deed: fc.constant('swap' as const), asset, share, amount, value: fc.option(amount) }),
  fc.record({ deed: fc.constant('drop' as const), asset, share }),
);
const history = fc.array(deed, { maxLength: 60 });
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never;

const NEXT = { BTC: 'ETH', ETH: 'SOL', SOL: 'BTC' } as const;

function entryOf(deed: Deed, held: ReadonlyMap<string, Holding>): CostEntry | undefined {
  if (deed.deed === 'buy') {
    return {
      isTrade: true,
      coins: new Map([[deed.asset, deed.amount as Amount]]),
      usdt: -deed.usdt as Amount,
      value: null,
    };
  }
  const before = held.get(deed.asset)?.quantity ?? 0n;
  const goes = (before * BigInt(deed.share) + 999n) / 1_000n;
  if (goes === 0n) return undefined;
  const coins = new Map([[deed.asset as string, -goes as Amount]]);
  if (deed.deed === 'sell') return { isTrade: true, coins, usdt: deed.usdt as Amount, value: null };
  if (deed.deed === 'drop') return { isTrade: false, coins, usdt: ZERO, value: null };
  coins.set(NEXT[deed.asset], deed.amount as Amount);
  return { isTrade: true, coins, usdt: ZERO, value: deed.value as Amount | null };
}

function live(deeds: readonly Deed[]) {
  const held = new Map<string, Holding>();
  const steps: { step: CostStep; before: Holding }[] = [];
  for (const deed of deeds) {
    const made = entryOf(deed, held);
    if (made === undefined) continue;
    for (const step of costSteps((name) => held.get(name), made)) {
      steps.push({ step, before: held.get(step.asset) ?? NOTHING_HELD });
      held.set(step.asset, step.after);
    }
  }
  return { held, steps };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

describe('for every history', () => {
  test('quantities are conserved, asset by asset', () => {
    fc.assert(
      fc.property(history, (deeds) => {
        const { held, steps } = live(deeds);
        for (const [name, { quantity }] of held) {
          expect(quantity).toBe(sum(steps.filter(({ step }) => step.asset === name).map(({ step }) => step.quantity)));
        }
      }),
    );
  });

  test('money paid in is the cost of what was sold plus the cost of what is left', () => {
    fc.assert(
      fc.property(history, (deeds) => {
        const { held, steps } = live(deeds);
        const bought = steps.filter(({ step }) => 0n < step.quantity);
        const sold = steps.filter(({ step }) => step.quantity < 0n);
        const left = sum([...held.values()].map(({ cost }) => cost));
        expect(sum(bought.map(({ step }) => step.value))).toBe(sum(sold.map(({ step }) => step.cost)) + left);
        // The same from the proceeds: proceeds less profit is cost.
        const costOfSales = sum(sold.map(({ step }) => step.value)) - sum(steps.map(({ step }) => step.profit));
        expect(sum(bought.map(({ step }) => step.value))).toBe(costOfSales + left);
      }),
    );
  });

  test('selling everything realises the proceeds less the whole cost', () => {
    fc.assert(
      fc.property(history, amount, (deeds, usdt) => {
        const { held } = live(deeds);
        for (const [name, all] of held) {
          if (all.quantity === 0n) {
            expect(all.cost).toBe(0n);
            continue;
          }
          const coins = new Map([[name, -all.quantity as Amount]]);
          const [last] = costSteps(() => all, { isTrade: true, coins, usdt: usdt as Amount, value: null });
          expect(last).toMatchObject({
            profit: subtract(usdt as Amount, all.cost),
            after: { quantity: ZERO, cost: ZERO },
          });
        }
      }),
    );
  });

  test('the cost of a sale is its exact share, short by less than one minor unit', () => {
    fc.assert(
      fc.property(history, (deeds) => {
        for (const { step, before } of live(deeds).steps) {
          if (0n < step.quantity) continue;
          const error = before.cost * -step.quantity - step.cost * before.quantity;
          expect(0n <= error && error < before.quantity).toBe(true);
        }
      }),
    );
  });

  test('selling in parts costs the same in total as selling everything at once', () => {
    fc.assert(
      fc.property(amount, amount, fc.array(share, { maxLength: 20 }), (quantity, cost, shares) => {
        let held: Holding = { quantity: quantity as Amount, cost: cost as Amount };
        let gone = 0n;
        for (const part of [...shares, 1_000]) {
          const goes = ((held.quantity * BigInt(part) + 999n) / 1_000n) as Amount;
          if (goes === 0n) break;
          const out = release(held, goes);
          gone += out.cost;
          held = out.after;
        }
        expect(held).toEqual(NOTHING_HELD);
        expect(gone).toBe(cost);
      }),
    );
  });

  test('an exchange without a price keeps the total cost and makes no profit', () => {
    fc.assert(
      fc.property(history, (deeds) => {
        for (const { step } of live(deeds).steps.filter((record) => record.step.basis === 'carried')) {
          expect(step.profit).toBe(0n);
          expect(step.value).toBe(step.cost);
        }
      }),
    );
  });
});
