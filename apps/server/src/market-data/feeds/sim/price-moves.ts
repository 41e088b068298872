import type { Instrument } from '../../instruments/instrument.ts';
import { MARKET_CLOCKS } from './clock.ts';
import { FACTOR_PROFILES, SIM_PROFILES } from './profiles.ts';

/** Hours of a day move prices by more than others: the busiest by this much more than the mean. */
const BUSIEST = 1.5;
/** Density of the normal distribution at its middle: no z adds more than this much of itself. */
const DENSITY = 1 / Math.sqrt(2 * Math.PI);

type Terms = Readonly<Record<string, number>>;

const varianceOf = (terms: Terms): number =>
  Object.entries(terms).reduce(
    (sum, [name, coefficient]) => sum + (coefficient * FACTOR_PROFILES.get(name)!.dailyVolatility) ** 2,
    0,
  );

/** What base and quote are made of, their ratio's variance in a day, and a period's share of it. */
function movesOf(code: string, seconds: number) {
  const profile = SIM_PROFILES.get(code);
  if (profile === undefined) return undefined;
  const { base, quote, clock } = profile;
  const ratio: Record<string, number> = { ...base };
  for (const [name, coefficient] of Object.entries(quote)) ratio[name] = (ratio[name] ?? 0) - coefficient;
  const { weekLength } = MARKET_CLOCKS[clock];
  return { profile, variance: varianceOf(ratio), share: seconds / (weekLength / (clock === 'always' ? 7 : 5)) };
}

/**
 * By how much more than one half a price is on one side of where it was, after so many seconds.
 * What base and quote are worth in dollars keeps its mean, so the median of their ratio drifts by
 * half the difference of their variances: Φ(z) − ½ for z = |V(base) − V(quote)| √t / 2σ. Zero for
 * what is not in the tables.
 */
export function medianDrift(code: string, seconds: number): number {
  const moves = movesOf(code, seconds);
  if (moves === undefined || moves.variance === 0) return 0;
  const { profile, variance, share } = moves;
  const apart = Math.abs(varianceOf(profile.base) - varianceOf(profile.quote));
  return ((apart * Math.sqrt(Math.min(1, BUSIEST * share))) / (2 * Math.sqrt(variance))) * DENSITY;
}

/**
 * The step between two prices, over the deviation of what the price moves by in so many seconds.
 * Where steps are coarse, a price that has just stepped down is likelier to step up again: it lies
 * close to the edge that it came over. Zero for what is not in the tables.
 */
export function stepShare({ code, precision }: Pick<Instrument, 'code' | 'precision'>, seconds: number): number {
  const moves = movesOf(code, seconds);
  if (moves === undefined || moves.variance === 0) return 0;
  const { profile, variance, share } = moves;
  return profile.stepPoints / (profile.price * 10 ** precision * Math.sqrt(variance * share));
}
