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
  /** Distances and values vary with the price, around those above. */
  readonly varies: boolean;
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

/** Shares of a level's value, in 64ths: 64 on average over all prices. */
const VALUES_64 = [12, 16, 20, 26, 32, 40, 48, 56, 64, 72, 80, 90, 104, 116, 118, 130] as const;
const VALUE_WHOLE = 64n;
/** The grid is at least so many times finer than the spacing. */
const FINER = 4;
const ROUND = [5, 2, 1] as const;

/**
 * 32 bits that depend on nothing but a price in points: the finalizer of MurmurHash3 over its two
 * halves. So a quote keeps its size while the market moves around it, and nobody chooses it.
 */
function mixOf(points: number): number {
  let mix = (points >>> 0) ^ Math.imul(Math.floor(points / 2 ** 32), 0x9e3779b1);
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

/** The largest of 1, 2 and 5 times a power of ten up to a quarter of `spacing`, or 1. Points. */
function gridOf(spacing: number): number {
  const most = spacing / FINER;
  let power = 1;
  while (power * 10 <= most) power *= 10;
  return power * (ROUND.find((factor) => factor * power <= most) ?? 1);
}

/**
 * The prices of one side in points, best first, whether the pool can fund them or not. Evenly
 * spaced from the tick's ask or bid; where they vary, the first is that, and the others are prices
 * of a finer grid beyond it, chosen by their mix, so many that the average distance is as even.
 */
export function ladderPrices(
  side: SpotSide,
  { tick, shape }: { readonly tick: LadderOf['tick']; readonly shape: Omit<LadderShape, 'levelAmount'> },
): number[] {
  if (tick.mid <= 0 || MID_MAX < tick.mid) return [];
  const count = Math.min(shape.levels, LADDER_LEVELS_MAX);
  const spacing = Math.max(1, Math.floor((tick.mid * shape.spacingPpm) / PPM));
  const sign = side === 'sell' ? 1 : -1;
  const best = side === 'sell' ? tick.ask : tick.bid;
  if (!shape.varies) {
    const even = Array.from({ length: count }, (_, index) => best + sign * index * spacing);
    return even.filter((price) => 0 < price);
  }
  const grid = gridOf(spacing);
  const rarity = Math.floor(spacing / grid);
  const prices = count === 0 || best <= 0 ? [] : [best];
  const first = side === 'sell' ? Math.floor(best / grid) + 1 : Math.ceil(best / grid) - 1;
  for (let step = first; prices.length < count && 0 < step; step += sign) {
    if (mixOf(step * grid) % rarity === 0) prices.push(step * grid);
  }
  return prices;
}

/** What the level at a price is worth in the quote asset; `index` counts from the best, from 0. */
function worthOf(shape: LadderShape, { price, index }: { price: number; index: number }): bigint {
  const even = shape.levelAmount * BigInt(index + 1);
  if (!shape.varies) return even;
  // Other bits than those that choose the price.
  const share = VALUES_64[(mixOf(price) >>> 8) % VALUES_64.length] ?? 0;
  return divFloor((even * BigInt(share)) as Amount, VALUE_WHOLE);
}

/**
 * One side of the ladder, best level first. Asks start at the tick's ask and rise, bids start at
 * its bid and fall. Quantity already taken is missing from the best levels, quantity the pool
 * cannot fund from the far ones.
 */
export function ladderSide(side: SpotSide, ladder: LadderOf): LadderLevel[] {
  const { tick, precision, step, shape, pool, taken: used } = ladder;
  const levels: LadderLevel[] = [];
  let gone = side === 'sell' ? used.asks : used.bids;
  let left = side === 'sell' ? pool.base : pool.quote;
  for (const [index, price] of ladderPrices(side, { tick, shape }).entries()) {
    const full = stepsWorth(worthOf(shape, { price, index }), { price, precision, step });
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
