import { acquire, type Holding, NOTHING_HELD, release } from './average-cost.ts';
import { type Amount, subtract, ZERO } from './money.ts';

/**
 * What one entry of the log does to the cost of what a person holds. Changes are net of fees, over
 * all accounts of the person: a fee in USDT makes a purchase dearer and a sale bring less, a fee in
 * the coin that is received makes less of it come, one in the coin that is given makes more of it
 * go.
 */
export interface CostEntry {
  /**
   * Bought, sold or converted; otherwise coins come or go without a price (a reset of the demo
   * book).
   */
  readonly isTrade: boolean;
  /** Change of each coin, never zero. USDT is none of them: it is what costs are counted in. */
  readonly coins: ReadonlyMap<string, Amount>;
  readonly usdt: Amount;
  /**
   * What a trade of coin for coin was worth in USDT by the prices that it keeps; null where it
   * keeps none in USDT.
   */
  readonly value: Amount | null;
}

/**
 * Where the value of a step comes from: USDT that were paid or received, the ticks that the trade
 * keeps, the cost of what was given for it, or nothing (what comes without a price has cost
 * nothing).
 */
export const COST_BASES = ['usdt', 'ticks', 'carried', 'none'] as const;
export type CostBasis = (typeof COST_BASES)[number];

/** One change of one holding. */
export interface CostStep {
  readonly asset: string;
  /** Positive when it came. */
  readonly quantity: Amount;
  readonly basis: CostBasis;
  /** What was paid for what came, or brought by what went. */
  readonly value: Amount;
  /** By which the cost of the holding rises (came) or falls (went). */
  readonly cost: Amount;
  /** Value less cost; zero for what came. */
  readonly profit: Amount;
  readonly after: Holding;
}

/**
 * The steps of an entry, in the order in which they apply.
 *
 * - Coins for USDT and back: the USDT themselves are the value.
 * - Coin for coin with prices: what is given is sold at the value, and what comes has cost that
 *   value.
 * - Coin for coin without a price in USDT: what comes takes over the cost of what is given, and no
 *   profit is realised until it goes for USDT (as IAS 38 paragraph 45 measures an exchange that has
 *   no fair value).
 * - Without a trade: what comes has cost nothing, what goes takes its cost along; neither is a
 *   profit.
 */
export function costSteps(held: (asset: string) => Holding | undefined, entry: CostEntry): CostStep[] {
  const before = (asset: string): Holding => held(asset) ?? NOTHING_HELD;
  const came = [...entry.coins].filter(([, change]) => 0n < change);
  const went = [...entry.coins].filter(([, change]) => change < 0n);
  if (!entry.isTrade) {
    return [
      ...went.map(([asset, change]) => leaving(before(asset), { asset, change })),
      ...came.map(([asset, change]) => coming(before(asset), { asset, change, value: ZERO, basis: 'none' })),
    ];
  }
  const [given] = went;
  const [received] = came;
  if (1 < went.length || 1 < came.length) throw new RangeError('a trade is of one asset for another');
  if (given !== undefined && received !== undefined) {
    if (entry.usdt !== 0n) throw new RangeError('a trade is of one asset for another');
    return exchange(before, { given, received, value: entry.value });
  }
  if (given !== undefined) {
    const [asset, change] = given;
    return [leaving(before(asset), { asset, change, proceeds: paid(entry.usdt) })];
  }
  if (received !== undefined) {
    const [asset, change] = received;
    return [coming(before(asset), { asset, change, value: paid(-entry.usdt as Amount), basis: 'usdt' })];
  }
  return [];
}

type Change = readonly [asset: string, change: Amount];

function exchange(
  before: (asset: string) => Holding,
  of: { given: Change; received: Change; value: Amount | null },
): CostStep[] {
  const [givenAsset, givenChange] = of.given;
  const [asset, change] = of.received;
  const out =
    of.value === null
      ? leaving(before(givenAsset), { asset: givenAsset, change: givenChange })
      : leaving(before(givenAsset), { asset: givenAsset, change: givenChange, proceeds: of.value, basis: 'ticks' });
  return [out, coming(before(asset), { asset, change, value: out.value, basis: out.basis })];
}

/** What goes for a price; without one it goes at its cost. */
function leaving(held: Holding, of: { asset: string; change: Amount; proceeds?: Amount; basis?: CostBasis }): CostStep {
  const { asset, change, proceeds, basis = 'usdt' } = of;
  const { cost, after } = release(held, -change as Amount);
  const value = proceeds ?? cost;
  return {
    asset,
    quantity: change,
    basis: proceeds === undefined ? 'carried' : basis,
    value,
    cost,
    profit: subtract(value, cost),
    after,
  };
}

function coming(held: Holding, of: { asset: string; change: Amount; value: Amount; basis: CostBasis }): CostStep {
  const { asset, change, value, basis } = of;
  const after = acquire(held, { quantity: change, cost: value });
  return { asset, quantity: change, basis, value, cost: value, profit: ZERO, after };
}

/** A price is not negative: the fee of a sale is a share of what it brings. */
function paid(amount: Amount): Amount {
  if (amount < 0n) throw new RangeError('a trade does not pay on both sides');
  return amount;
}
