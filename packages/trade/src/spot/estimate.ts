import type { DepthLevel } from '@glasshouse/client/live/depth-store';
import {
  type Amount,
  amountOf,
  divFloor,
  type Price,
  priceOf,
  type Rate,
  ratioCeil,
  ZERO,
} from '@glasshouse/rules/money';
import { averagePrice, stepsWithin, takerCost } from '@glasshouse/rules/spot';

/** The expected result of an order that takes from the visible book. */
export interface Estimate {
  readonly quantity: Amount;
  /** In the quote asset, before the fee. */
  readonly amount: Amount;
  readonly fee: Amount;
  /** Undefined when nothing would be filled. */
  readonly average: Price | undefined;
  readonly worst: Price | undefined;
  /** How much worse the average is than the best price, as a fraction of it, rounded up. */
  readonly slippage: Rate;
  /** Whether the visible levels suffice for all of it. */
  readonly complete: boolean;
}

interface Taking {
  readonly side: 'buy' | 'sell';
  /** The other side of the book, best first. */
  readonly levels: readonly DepthLevel[];
  readonly takerRate: Rate;
  /** No worse price is taken. */
  readonly limit?: Price | undefined;
}

interface Fill {
  readonly price: Price;
  readonly quantity: Amount;
}

/** Fills a quantity level by level, rounding like the core. */
export function estimateQuantity(order: Taking & { quantity: Amount }): Estimate {
  let left = order.quantity;
  const fills: Fill[] = [];
  for (const { price, quantity } of reachable(order)) {
    if (left === 0n) break;
    const filled = smaller(left, quantity);
    fills.push({ price, quantity: filled });
    left = (left - filled) as Amount;
  }
  return summed(order, fills, left === 0n);
}

/** Spends an amount, fee included: at each level, as many whole steps as it pays for. */
export function estimateAmount(order: Taking & { amount: Amount; step: Amount }): Estimate {
  let budget = order.amount;
  const fills: Fill[] = [];
  let complete = false;
  for (const { price, quantity } of reachable(order)) {
    const affordable = (BigInt(stepsWithin(budget, { price, step: order.step, takerRate: order.takerRate })) *
      order.step) as Amount;
    complete = affordable < quantity;
    const filled = smaller(affordable, quantity);
    if (filled !== 0n) {
      fills.push({ price, quantity: filled });
      const { amount, fee } = takerCost({ side: order.side, price, quantity: filled, takerRate: order.takerRate });
      budget = (budget - amount - fee) as Amount;
    }
    if (complete) break;
  }
  return summed(order, fills, complete);
}

const smaller = (left: Amount, right: Amount): Amount => (right < left ? right : left);

function reachable({ side, levels, limit }: Taking): readonly Fill[] {
  return levels
    .map(([price, quantity]) => ({ price: priceOf(price), quantity: amountOf(quantity) }))
    .filter(({ price }) => limit === undefined || (side === 'buy' ? price <= limit : limit <= price));
}

function summed({ side, levels, takerRate }: Taking, fills: readonly Fill[], complete: boolean): Estimate {
  let [quantity, amount, fee] = [ZERO, ZERO, ZERO];
  for (const fill of fills) {
    const cost = takerCost({ side, takerRate, ...fill });
    quantity = (quantity + fill.quantity) as Amount;
    amount = (amount + cost.amount) as Amount;
    fee = (fee + cost.fee) as Amount;
  }
  const average = averagePrice({ amount, quantity });
  return {
    quantity,
    amount,
    fee,
    average,
    worst: fills.at(-1)?.price,
    slippage: slippageOf(side, levels[0]?.[0], fills),
    complete,
  };
}

/**
 * Compares the cost of the fills with their cost at the best price, because the average is already
 * rounded.
 */
function slippageOf(side: 'buy' | 'sell', best: string | undefined, fills: readonly Fill[]): Rate {
  if (best === undefined || fills.length === 0) return 0n as Rate;
  const atBest = fills.reduce((sum, { quantity }) => sum + quantity * priceOf(best), 0n);
  const real = fills.reduce((sum, { quantity, price }) => sum + quantity * price, 0n);
  return ratioCeil((side === 'buy' ? real - atBest : atBest - real) as Amount, atBest as Amount);
}

/** Rounds down to a multiple of the step. */
export const wholeSteps = (quantity: Amount, step: Amount): Amount => (divFloor(quantity, step) * step) as Amount;
