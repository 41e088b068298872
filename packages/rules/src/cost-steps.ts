import type { Holding } from './average-cost.ts';
import { AVERAGE, type CostMethod, type Origin, type Released } from './cost-method.ts';
import { type Amount, subtract, ZERO } from './money.ts';

/**
 * What one log entry does to a person's cost basis. Changes are net of fees over all of the
 * person's accounts: a fee in USDT raises the cost of a purchase and lowers the proceeds of a sale,
 * a fee in a coin changes the quantity received or given.
 */
export interface CostEntry {
  /**
   * Bought, sold or converted; false when coins move without a price (a reset of the demo book).
   */
  readonly isTrade: boolean;
  /** Change of each coin, never zero. Excludes USDT, the unit of cost. */
  readonly coins: ReadonlyMap<string, Amount>;
  readonly usdt: Amount;
  /**
   * Value in USDT at recorded prices: of a coin-for-coin trade, or of a coin that was paid in; null
   * when it has none.
   */
  readonly value: Amount | null;
}

/**
 * Source of a step's value: USDT paid or received, the recorded ticks of the trade, the cost of the
 * coin given, or none (coins that arrive without a price have cost nothing).
 */
export const COST_BASES = ['usdt', 'ticks', 'carried', 'none'] as const;
export type CostBasis = (typeof COST_BASES)[number];

/** One change of one holding. */
export interface CostStep<Held = Holding> {
  readonly asset: string;
  /** Positive for coins received. */
  readonly quantity: Amount;
  readonly basis: CostBasis;
  /** Paid for a purchase, or the proceeds of a sale. */
  readonly value: Amount;
  /** Added to the holding's cost by a purchase, taken off by a sale. */
  readonly cost: Amount;
  /** Value less cost; zero for a purchase. */
  readonly profit: Amount;
  readonly after: Held;
  /** The purchases that a sale took, by methods that know them. */
  readonly parts: Released<Held>['parts'];
}

interface Before<Held> {
  readonly method: CostMethod<Held>;
  readonly held: (asset: string) => Held | undefined;
  readonly origin: Origin;
}

const NOWHERE: Origin = { seq: 0, at: 0 };

/** The steps of an entry by weighted average. */
export const costSteps = (held: (asset: string) => Holding | undefined, entry: CostEntry): CostStep[] =>
  costStepsBy({ method: AVERAGE, held, origin: NOWHERE }, entry);

/**
 * The steps of an entry, in the order in which they apply.
 *
 * - Coin against USDT: the USDT amount is the value.
 * - Coin for coin with prices: the coin given is sold at the value, the coin received bought at it.
 * - Coin for coin without a price in USDT: the coin received takes over the cost of the coin given,
 *   and profit is realised only when it is sold for USDT (as IAS 38 paragraph 45 measures an
 *   exchange without fair value).
 * - Without a trade: coins arrive at their recorded value, else at zero cost, and leave at their
 *   cost; neither is a profit.
 */
export function costStepsBy<Held>(before: Before<Held>, entry: CostEntry): CostStep<Held>[] {
  const incoming = [...entry.coins].filter(([, change]) => 0n < change);
  const outgoing = [...entry.coins].filter(([, change]) => change < 0n);
  if (!entry.isTrade) {
    const arrived = entry.value !== null && incoming.length === 1 ? entry.value : null;
    const value = arrived ?? ZERO;
    const basis: CostBasis = arrived === null ? 'none' : 'ticks';
    return [
      ...outgoing.map(([asset, change]) => disposal(before, { asset, change })),
      ...incoming.map(([asset, change]) => acquisition(before, { asset, change, value, basis })),
    ];
  }
  const [sent] = outgoing;
  const [received] = incoming;
  if (1 < outgoing.length || 1 < incoming.length) throw new RangeError('a trade is of one asset for another');
  if (sent !== undefined && received !== undefined) {
    if (entry.usdt !== 0n) throw new RangeError('a trade is of one asset for another');
    return exchange(before, { given: sent, received, value: entry.value });
  }
  if (sent !== undefined) {
    const [asset, change] = sent;
    return [disposal(before, { asset, change, proceeds: paid(entry.usdt) })];
  }
  if (received !== undefined) {
    const [asset, change] = received;
    return [acquisition(before, { asset, change, value: paid(-entry.usdt as Amount), basis: 'usdt' })];
  }
  return [];
}

type Change = readonly [asset: string, change: Amount];

function exchange<Held>(
  before: Before<Held>,
  trade: { given: Change; received: Change; value: Amount | null },
): CostStep<Held>[] {
  const [givenAsset, givenChange] = trade.given;
  const [asset, change] = trade.received;
  const out =
    trade.value === null
      ? disposal(before, { asset: givenAsset, change: givenChange })
      : disposal(before, { asset: givenAsset, change: givenChange, proceeds: trade.value, basis: 'ticks' });
  return [out, acquisition(before, { asset, change, value: out.value, basis: out.basis })];
}

/** Coins given away, at their cost when there are no proceeds. */
function disposal<Held>(
  { method, held }: Before<Held>,
  outflow: { asset: string; change: Amount; proceeds?: Amount; basis?: CostBasis },
): CostStep<Held> {
  const { asset, change, proceeds, basis = 'usdt' } = outflow;
  const { cost, after, parts } = method.release(held(asset) ?? method.nothing, -change as Amount);
  const value = proceeds ?? cost;
  return {
    asset,
    quantity: change,
    basis: proceeds === undefined ? 'carried' : basis,
    value,
    cost,
    profit: subtract(value, cost),
    after,
    parts,
  };
}

function acquisition<Held>(
  { method, held, origin }: Before<Held>,
  inflow: { asset: string; change: Amount; value: Amount; basis: CostBasis },
): CostStep<Held> {
  const { asset, change, value, basis } = inflow;
  const after = method.acquire(held(asset) ?? method.nothing, { quantity: change, cost: value }, origin);
  return { asset, quantity: change, basis, value, cost: value, profit: ZERO, after, parts: [] };
}

/** Never negative: the fee of a sale is a share of its proceeds. */
function paid(amount: Amount): Amount {
  if (amount < 0n) throw new RangeError('a trade does not pay on both sides');
  return amount;
}
