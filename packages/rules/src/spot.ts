import {
  type Amount,
  add,
  divFloor,
  mulPriceCeil,
  mulPriceFloor,
  mulRateCeil,
  PRICE_DECIMALS,
  type Price,
  RATE_DECIMALS,
  type Rate,
  subtract,
  ZERO,
} from './money.ts';

/**
 * Spot arithmetic. Fees are in the quote asset on both sides, so a ticket shows the cost of an
 * order as one figure. Every rounding goes against the trader by less than one minor unit; where
 * the two sides of a trade round apart, the unit between them is booked as a fee.
 */
export type SpotSide = 'buy' | 'sell';

export const oppositeOf = (side: SpotSide): SpotSide => (side === 'buy' ? 'sell' : 'buy');

export interface SpotCost {
  /** Cost or proceeds in the quote asset, before the fee. */
  readonly amount: Amount;
  readonly fee: Amount;
}

/**
 * Amount a taker pays (buying, rounded up) or receives (selling, rounded down), and its fee,
 * rounded up.
 */
export function takerCost(fill: { side: SpotSide; price: Price; quantity: Amount; takerRate: Rate }): SpotCost {
  const { side, price, quantity, takerRate } = fill;
  const amount = side === 'buy' ? mulPriceCeil(quantity, price) : mulPriceFloor(quantity, price);
  return { amount, fee: mulRateCeil(amount, takerRate) };
}

export interface RestingOrder {
  readonly price: Price;
  readonly makerRate: Rate;
}

/**
 * What a resting buy holds for its open quantity: the amount at its limit and the maker fee, both
 * rounded up.
 */
export function restingNeed(order: RestingOrder & { quantity: Amount }): SpotCost {
  const amount = mulPriceCeil(order.quantity, order.price);
  return { amount, fee: mulRateCeil(amount, order.makerRate) };
}

/**
 * What a maker pays (buying) or receives (selling) when its open quantity drops from `before` to
 * `after`. A buyer pays the difference of the two needs, so the hold always equals the need of the
 * open quantity to the unit, and over the whole order the amount is rounded up once. A seller
 * receives each fill rounded down.
 */
export function makerCost(fill: RestingOrder & { side: SpotSide; before: Amount; after: Amount }): SpotCost {
  const { side, price, makerRate, before, after } = fill;
  if (side === 'sell') {
    const amount = mulPriceFloor(subtract(before, after), price);
    return { amount, fee: mulRateCeil(amount, makerRate) };
  }
  const full = restingNeed({ price, makerRate, quantity: before });
  const rest = restingNeed({ price, makerRate, quantity: after });
  return { amount: subtract(full.amount, rest.amount), fee: subtract(full.fee, rest.fee) };
}

/**
 * What the fills of a resting purchase have paid less than all of them at once would: they paid
 * what the need fell by from `rested` to `open`. Whoever ends it early pays the difference, so that
 * no way of ending rounds in the buyer's favour.
 */
export function unpaidRounding(order: RestingOrder & { rested: Amount; open: Amount }): Amount {
  const { price, makerRate, rested, open } = order;
  const need = (quantity: Amount): Amount => totalOf(restingNeed({ price, makerRate, quantity }));
  const paid = subtract(need(rested), need(open));
  const owed = need(subtract(rested, open));
  return paid < owed ? subtract(owed, paid) : ZERO;
}

export const totalOf = ({ amount, fee }: SpotCost): Amount => add(amount, fee);

/**
 * The most whole steps a budget buys at this price, taker fee included. Plain division ignores that
 * amount and fee round up, by less than three minor units together, so the answer lies between
 * dividing the budget less three units and the whole budget. That range is wide when a step is
 * worth less than a unit, hence the binary search.
 */
export function stepsWithin(budget: Amount, terms: { price: Price; step: Amount; takerRate: Rate }): number {
  const { price, step, takerRate } = terms;
  const unit = 10n ** BigInt(RATE_DECIMALS);
  const divided = (units: bigint): bigint =>
    units <= 0n ? 0n : divFloor(units * 10n ** BigInt(PRICE_DECIMALS) * unit, price * step * (unit + takerRate));
  const isPayable = (steps: bigint): boolean =>
    totalOf(takerCost({ side: 'buy', price, quantity: (steps * step) as Amount, takerRate })) <= budget;
  let low = divided(budget - 3n);
  let high = divided(budget);
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (isPayable(middle)) low = middle;
    else high = middle - 1n;
  }
  const count = Number(low);
  return Number.isSafeInteger(count) ? count : Number.MAX_SAFE_INTEGER;
}

/**
 * Average price of an order's fills, rounded down to the decimals of a price; undefined without
 * fills.
 */
export function averagePrice(fills: { amount: Amount; quantity: Amount }): Price | undefined {
  if (fills.quantity === 0n || fills.amount === 0n) return undefined;
  return divFloor(fills.amount * 10n ** BigInt(PRICE_DECIMALS), fills.quantity) as Price;
}

/**
 * Whether a limit price lies within `band` (a share: 0.5) of the reference. Both in points, or both
 * as prices.
 */
export function isWithinBand(price: bigint, range: { reference: bigint; band: Rate }): boolean {
  const distance = price < range.reference ? range.reference - price : price - range.reference;
  return distance * 10n ** BigInt(RATE_DECIMALS) <= range.reference * range.band;
}

/** Quantity in whole steps; undefined when it is not a multiple of the step. */
export function stepsOf(quantity: Amount, step: Amount): number | undefined {
  if (quantity % step !== 0n) return undefined;
  const steps = Number(quantity / step);
  return Number.isSafeInteger(steps) ? steps : undefined;
}

export const quantityOf = (steps: number, step: Amount): Amount => (BigInt(steps) * step) as Amount;
