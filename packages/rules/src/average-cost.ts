import { type Amount, add, divFloor, PRICE_DECIMALS, type Price, subtract, ZERO } from './money.ts';

/**
 * What an asset that is held has cost, by the weighted average cost formula of IAS 2 (paragraph
 * 27), calculated again as each purchase arrives (moving average):
 *
 *     cost of what goes = ⌊cost of all × quantity that goes ÷ quantity of all⌋
 *     profit            = proceeds − cost of what goes
 *
 * The cost of all is kept, never the average, so nothing is lost between steps: what rounding
 * leaves, less than one minor unit, stays with the quantity that stays, and the last of it takes
 * all that is left. The order of the steps matters: a sale before a purchase has another cost than
 * after it.
 */
export interface Holding {
  readonly quantity: Amount;
  /** Of all of the quantity, in USDT. */
  readonly cost: Amount;
}

export const NOTHING_HELD: Holding = { quantity: ZERO, cost: ZERO };

/** More of the asset comes, and has cost so much, fees included. */
export function acquire(holding: Holding, came: Holding): Holding {
  if (came.quantity <= 0n || came.cost < 0n) throw new RangeError('a purchase has a quantity, and no negative cost');
  return { quantity: add(holding.quantity, came.quantity), cost: add(holding.cost, came.cost) };
}

/** A quantity goes: its cost by the average, and what stays. */
export function release(holding: Holding, quantity: Amount): { readonly cost: Amount; readonly after: Holding } {
  if (quantity <= 0n || holding.quantity < quantity) throw new RangeError('only what is held can go');
  const cost = divFloor(holding.cost * quantity, holding.quantity) as Amount;
  return { cost, after: { quantity: subtract(holding.quantity, quantity), cost: subtract(holding.cost, cost) } };
}

/**
 * What one of it has cost on average, rounded down to the places of a price; undefined where
 * nothing is held. For reading: amounts never come from it.
 */
export function averageCostOf({ quantity, cost }: Holding): Price | undefined {
  return quantity === 0n ? undefined : (divFloor(cost * 10n ** BigInt(PRICE_DECIMALS), quantity) as Price);
}
