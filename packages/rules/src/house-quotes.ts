import { type Amount, divFloor, mulPriceCeil, PRICE_DECIMALS, priceOfPoints } from './money.ts';
import type { SpotSide } from './spot.ts';

/**
 * The quotes of the house liquidity provider. They are no orders: they follow from the pair's
 * terms, the last tick, what was already taken at this tick and what the pool holds, and from
 * nothing else. So nobody can place, move or withdraw one, and a replay finds the same quotes
 * again.
 */
export interface LadderShape {
  /** Levels of each side. */
  readonly levels: number;
  /** Distance between two levels in millionths of the mid; never less than one point. */
  readonly spacingPpm: number;
  /** What the first level is worth in the quote asset; level n is worth n times as much. */
  readonly levelAmount: Amount;
}

export interface LadderOf {
  /** In points. */
  readonly tick: { readonly bid: number; readonly ask: number; readonly mid: number };
  readonly precision: number;
  readonly step: Amount;
  readonly shape: LadderShape;
  /** What the house holds for it: the base asset to sell from, the quote asset to buy with. */
  readonly pool: { readonly base: Amount; readonly quote: Amount };
  /**
   * Steps already taken from this tick's ladder: those that the house sold (asks) and bought
   * (bids).
   */
  readonly taken: { readonly asks: number; readonly bids: number };
}

export interface LadderLevel {
  /** In points. */
  readonly price: number;
  readonly steps: number;
}

const PPM = 1_000_000;

/** Points beyond this could not be multiplied exactly; no instrument comes near. */
const MID_MAX = Number.MAX_SAFE_INTEGER / PPM;
export const LADDER_LEVELS_MAX = 25;

/**
 * One side of the ladder, best level first. Asks begin at the tick's ask and rise, bids begin at
 * its bid and fall. What was taken is missing from the best levels; what the pool cannot deliver or
 * pay for is missing from the far ones.
 */
export function ladderSide(side: SpotSide, of: LadderOf): LadderLevel[] {
  const { tick, precision, step, shape, pool, taken } = of;
  const levels: LadderLevel[] = [];
  if (tick.mid <= 0 || MID_MAX < tick.mid) return levels;
  const spacing = Math.max(1, Math.floor((tick.mid * shape.spacingPpm) / PPM));
  let gone = side === 'sell' ? taken.asks : taken.bids;
  let left = side === 'sell' ? pool.base : pool.quote;
  for (let index = 0; index < Math.min(shape.levels, LADDER_LEVELS_MAX); index += 1) {
    const price = side === 'sell' ? tick.ask + index * spacing : tick.bid - index * spacing;
    if (price <= 0) break;
    const worth = shape.levelAmount * BigInt(index + 1);
    const full = stepsWorth(worth, { price, precision, step });
    const open = Math.max(0, full - gone);
    gone = Math.max(0, gone - full);
    if (open === 0) continue;
    const steps = Math.min(
      open,
      side === 'sell' ? Number(divFloor(left, step)) : stepsPayable(left, { price, precision, step }),
    );
    if (steps <= 0) break;
    levels.push({ price, steps });
    const quantity = (BigInt(steps) * step) as Amount;
    left = (left - (side === 'sell' ? quantity : mulPriceCeil(quantity, priceOfPoints(price, precision)))) as Amount;
    if (steps < open) break;
  }
  return levels;
}

interface Pricing {
  readonly price: number;
  readonly precision: number;
  readonly step: Amount;
}

/** ⌊worth ÷ (price × step)⌋. */
function stepsWorth(worth: bigint, { price, precision, step }: Pricing): number {
  const perStep = priceOfPoints(price, precision) * step;
  const steps = Number(divFloor(worth * 10n ** BigInt(PRICE_DECIMALS), perStep));
  return Number.isSafeInteger(steps) ? steps : 0;
}

/**
 * Steps for which the amount suffices when each fill is rounded up: one minor unit is kept back for
 * it.
 */
function stepsPayable(amount: Amount, pricing: Pricing): number {
  return amount === 0n ? 0 : stepsWorth(amount - 1n, pricing);
}
