import { GAUSS, type MarketShape } from '../secret.ts';

/** Only so many of the 65,536 steps of the normal distribution at each end are left out. */
export const JUMP_CUT = 600;

/** Variance of the numbers that sizes of jumps are drawn from. */
export const JUMP_VARIANCE = (() => {
  const inner = GAUSS.subarray(JUMP_CUT, GAUSS.length - JUMP_CUT);
  return inner.reduce((sum, value) => sum + value * value, 0) / inner.length;
})();

/** So many jumps of one deviation in each root cell, at any of its indices. */
export interface Jumps {
  readonly count: number;
  /** Their deviation, in daily deviations of the factor. */
  readonly size: number;
}

/**
 * How the factors of a market jump. A version stays as it is: prices of before are computed again
 * whenever a chart is drawn.
 */
export const SHAPES: Readonly<Record<MarketShape, readonly Jumps[]>> = {
  /** News alone: a few in twelve days. */
  1: [{ count: 6, size: 0.22 }],
  /** A small one every few hours and a rare large one, as recordings have them. */
  2: [
    { count: 30, size: 0.2 },
    { count: 6, size: 0.36 },
  ],
};

/** The share of a factor's variance that its jumps make, where a day has so many root cells. */
export const jumpShareOf = (shape: MarketShape, rootsPerDay: number): number =>
  SHAPES[shape].reduce((sum, { count, size }) => sum + count * rootsPerDay * size ** 2 * JUMP_VARIANCE, 0);
