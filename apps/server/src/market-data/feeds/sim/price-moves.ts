import type { Instrument } from '../../instruments/instrument.ts';
import { NEWEST_SHAPE } from '../secret.ts';
import { MARKET_CLOCKS } from './clock.ts';
import { ROOT_LEVEL } from './factor-jumps.ts';
import { type OpenHour, openHours } from './open-hours.ts';
import { FACTOR_PROFILES, SIM_PROFILES } from './profiles.ts';
import { jumpShareOf } from './shapes.ts';

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

/**
 * What base and quote are made of, their ratio's variance in a day, with and without jumps, and a
 * period's share of it.
 */
function movesOf(code: string, seconds: number) {
  const profile = SIM_PROFILES.get(code);
  if (profile === undefined) return undefined;
  const { base, quote, clock } = profile;
  const ratio: Record<string, number> = { ...base };
  for (const [name, coefficient] of Object.entries(quote)) ratio[name] = (ratio[name] ?? 0) - coefficient;
  const perDay = MARKET_CLOCKS[clock].weekLength / (clock === 'always' ? 7 : 5);
  const variance = varianceOf(ratio);
  // Between its jumps a price moves by less, and so its steps say more of where it lies.
  const steady = variance * (1 - jumpShareOf(NEWEST_SHAPE, perDay / 2 ** ROOT_LEVEL));
  return { profile, variance, steady, share: seconds / perDay };
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
  const { profile, steady, share } = moves;
  return profile.stepPoints / (profile.price * 10 ** precision * Math.sqrt(steady * share));
}

/**
 * How long somebody knows at which edge of a step a price lies: the larger what an index moves by,
 * in steps, the sooner it is lost. Where every second is an index, an option enters at a price that
 * has moved on since its buyer looked; where the clock is slow, mostly at the one that they saw.
 * Both fit what fading the range of 5 to 300 seconds wins on a walk (figures in
 * `docs/decisions/sim-feed.md`).
 */
const LOST_BY_NEXT_PRICE = 9;
const LOST_AT_SAME_PRICE = 3;
/** Deviations of calm, usual and wild stretches, in parts of their hour's, with their shares. */
const STRETCHES: readonly (readonly [moves: number, share: number])[] = [
  [0.5, 0.25],
  [0.85, 0.5],
  [1.35, 0.25],
];
const CALMEST = 0.4;
/** Longer periods outlast a stretch, and move by what comes after it as well. */
const STRETCH_S = 600;

/**
 * By how much more than one half somebody wins who bets that a price turns back from the edge of
 * its range, after so many seconds: on average over the hours in which the instrument is open, and
 * in calm stretches of the quietest of them. Prices of a slow clock say more: it was fading gas at
 * night that broke the limit.
 */
export function stepAdvantage(
  { code, precision, calendar }: Pick<Instrument, 'code' | 'precision' | 'calendar'>,
  seconds: number,
): { readonly mean: number; readonly calmest: number } {
  const moves = movesOf(code, seconds);
  if (moves === undefined || moves.variance === 0) return { mean: 0, calmest: 0 };
  const { profile, steady, share } = moves;
  const { clock, activity } = profile;
  const step = profile.stepPoints / (profile.price * 10 ** precision);
  const stretched = Math.min(1, STRETCH_S / seconds);
  const advantageOf = ({ rate, slowness }: OpenHour, moved: number): number => {
    const usual = Math.sqrt(steady * share * rate);
    const deviation = usual * Math.sqrt(1 + (moved ** 2 - 1) * stretched);
    const ofIndex = (usual * moved * Math.sqrt(slowness / seconds)) / step;
    const isSame = 1 - 1 / slowness;
    const known =
      isSame * Math.exp(-LOST_AT_SAME_PRICE * ofIndex) + (1 - isSame) * Math.exp(-LOST_BY_NEXT_PRICE * ofIndex);
    return 0.5 / Math.max(0.5, 1 - (DENSITY * known * step) / deviation) - 0.5;
  };
  let [mean, calmest] = [0, 0];
  for (const hour of openHours(calendar, clock, activity)) {
    for (const [moved, part] of STRETCHES) mean += hour.weight * part * advantageOf(hour, moved);
    calmest = Math.max(calmest, advantageOf(hour, CALMEST));
  }
  return { mean, calmest };
}
