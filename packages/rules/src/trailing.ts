import { divFloor, RATE_DECIMALS, type Rate } from './money.ts';

/**
 * Trailing stops: a stop that follows the best price since it was set and never moves back. A sale
 * follows the highest price, a purchase the lowest. Prices in points.
 */
export type TrailSide = 'buy' | 'sell';

/** How far a trailing stop stays behind: in points, or as a share of the best price. */
export type TrailDistance = { readonly points: number } | { readonly rate: Rate };

/** A sell waits below the market and fires at or below its stop; a buy above, at or above it. */
export const isStopReached = (side: TrailSide, stop: number, price: number): boolean =>
  side === 'sell' ? price <= stop : stop <= price;

/** Whether a price is better for a trailing stop: a sell follows the highest, a buy the lowest. */
export const isFurther = (side: TrailSide, price: number, than: number): boolean =>
  side === 'sell' ? than < price : price < than;

/**
 * Where a trailing stop is while `peak` is the best reference since it was placed. A share is
 * rounded down to whole points, and never less than one. It never moves back: a better peak moves
 * the stop by as much or less.
 */
export function trailingStop(side: TrailSide, peak: number, distance: TrailDistance): number {
  const points = distanceAt(peak, distance);
  return side === 'sell' ? peak - points : peak + points;
}

/** A distance in points, at a best price. */
export const distanceAt = (peak: number, distance: TrailDistance): number =>
  'points' in distance ? distance.points : shareOf(peak, distance.rate);

const shareOf = (peak: number, rate: Rate): number =>
  Math.max(1, Number(divFloor(BigInt(peak) * rate, 10n ** BigInt(RATE_DECIMALS))));

/** The side that a trailing stop of a position trades on: it closes it. */
export const closingSide = (side: TrailSide): TrailSide => (side === 'buy' ? 'sell' : 'buy');

/** Whether the best price has reached the one from which a trailing stop follows. */
export const isActive = (side: TrailSide, peak: number, activation: number | null): boolean =>
  activation === null || !isFurther(side, activation, peak);

/**
 * Whether a trailing stop of a position may be set while it would close at `price`: at least
 * `least` points behind it and at most half of it, and not active yet where it has an activation.
 */
export function trailProblem(stop: {
  readonly side: TrailSide;
  readonly price: number;
  readonly least: number;
  readonly distance: TrailDistance;
  readonly activation: number | null;
}): 'distance' | 'activation' | undefined {
  const { side, price, least, distance, activation } = stop;
  const trail = closingSide(side);
  if (activation !== null && !isFurther(trail, activation, price)) return 'activation';
  const from = activation ?? price;
  const points = distanceAt(from, distance);
  return least <= points && 2 * points <= from ? undefined : 'distance';
}
