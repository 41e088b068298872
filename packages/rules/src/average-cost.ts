import { type Amount, add, divFloor, PRICE_DECIMALS, type Price, subtract, ZERO } from './money.ts';

/**
 * Cost basis of a holding by the weighted average cost formula of IAS 2 (paragraph 27),
 * recalculated with each purchase (moving average):
 *
 *     cost of sale = ⌊total cost × quantity sold ÷ quantity held⌋
 *     profit       = proceeds − cost of sale
 *
 * The total cost is kept, never the average, so nothing is lost between steps: a rounding
 * remainder of less than one minor unit stays with the holding, and the last unit sold takes it.
 * Order matters: a sale before a purchase has a different cost than after it.
 */
export interface Holding {
  readonly quantity: Amount;
  /** Total for the quantity, in USDT. */
  readonly cost: Amount;
}

export const NOTHING_HELD: Holding = { quantity: ZERO, cost: ZERO };

/** Adds to the holding; `added.cost` includes fees. */
export function acquire(holding: Holding, added: Holding): Holding {
  if (added.quantity <= 0n || added.cost < 0n) throw new RangeError('a purchase needs a quantity and no negative cost');
  return { quantity: add(holding.quantity, added.quantity), cost: add(holding.cost, added.cost) };
}

/** Takes a quantity out: its cost at the average, and the holding after it. */
export function release(holding: Holding, quantity: Amount): { readonly cost: Amount; readonly after: Holding } {
  if (quantity <= 0n || holding.quantity < quantity) throw new RangeError('cannot release more than is held');
  const cost = divFloor(holding.cost * quantity, holding.quantity) as Amount;
  return { cost, after: { quantity: subtract(holding.quantity, quantity), cost: subtract(holding.cost, cost) } };
}

/**
 * Average cost of one unit, rounded down to the decimals of a price; undefined when nothing is
 * held. For display only: no amount is derived from it.
 */
export function averageCostOf({ quantity, cost }: Holding): Price | undefined {
  return quantity === 0n ? undefined : (divFloor(cost * 10n ** BigInt(PRICE_DECIMALS), quantity) as Price);
}
