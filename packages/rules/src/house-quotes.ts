import { type Amount, divFloor, mulPriceCeil, PRICE_DECIMALS, priceOfPoints } from './money.ts';
import type { SpotSide } from './spot.ts';

/**
 * The quotes of the house liquidity provider. They are not orders but a pure function of the pair's
 * terms, the last tick, the quantity already taken at that tick and the pool's balances. So nobody
 * can place, move or withdraw one, and a replay reproduces them.
 */
export interface LadderShape {
  /** Levels per side. */
  readonly levels: number;
  /** Distance between two levels in millionths of the mid; never less than one point. */
  readonly spacingPpm: number;
  /** Value of the first level in the quote asset; level n is worth n times as much. */
  readonly levelAmount: Amount;
}

export interface LadderOf {
  /** In points. */
  readonly tick: { readonly bid: number; readonly ask: number; readonly mid: number };
  readonly precision: number;
  readonly step: Amount;
  readonly shape: LadderShape;
  /** Funds of the house: base asset to sell, quote asset to buy with. */
  readonly pool: { readonly base: Amount; readonly quote: Amount };
  /** Steps already traded at this tick: sold (asks) and bought (bids) by the house. */
  readonly taken: { readonly asks: number; readonly bids: number };
}

export interface LadderLevel {
  /** In points. */
  readonly price: number;
  readonly steps: number;
}

const PPM = 1_000_000;

/** Above this the product is no longer an exact integer; no instrument comes near. */
const MID_MAX = Number.MAX_SAFE_INTEGER / PPM;
export const LADDER_LEVELS_MAX = 25;

/**
 * One side of the ladder, best level first. Asks start at the tick's ask and rise, bids start at
 * its bid and fall. Quantity already taken is missing from the best levels, quantity the pool
 * cannot fund from the far ones.
 */
export function ladderSide(side: SpotSide, ladder: LadderOf): LadderLevel[] {
  const { tick, precision, step, shape, pool, taken: used } = ladder;
  const levels: LadderLevel[] = [];
  if (tick.mid <= 0 || MID_MAX < tick.mid) return levels;
  const spacing = Math.max(1, Math.floor((tick.mid * shape.spacingPpm) / PPM));
  let gone = side === 'sell' ? used.asks : used.bids;
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

/** Steps the amount can pay for; one minor unit is kept back for fills that round up. */
function stepsPayable(amount: Amount, pricing: Pricing): number {
  return amount === 0n ? 0 : stepsWorth(amount - 1n, pricing);
}
